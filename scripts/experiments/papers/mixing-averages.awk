# SPDX-License-Identifier: GPL-3.0-or-later
# Puts the averages below the rows of the logs, each with its name in the column `source`: over all
# jobs (`jobs`), and so that each log counts the same (`logs`). The utilization is that of the jobs
# of a log: where the machine has `parts` of logs theirs add up, and a log has none of its own. It
# and `stable` belong to no jobs, and have one average.
NR == 1 {
	columns = NF
	for (i = 1; i <= NF; i++) name[i] = $i
	print
	next
}
$1 == "source" { next }
{
	for (i = 2; i <= NF; i++) if (name[i] == "jobs") jobs = $i
	for (i = 2; i <= NF; i++) {
		if ($i == "") continue
		weight = name[i] == "utilization" || name[i] == "stable" ? 1 : jobs
		value = name[i] == "utilization" ? parts * $i : $i
		of_jobs[i] += weight * value
		weights[i] += weight
		of_logs[i] += value
		logs[i]++
		if (name[i] == "utilization" && parts > 1) $i = ""
	}
	print
}
END {
	line("jobs", of_jobs, weights)
	line("logs", of_logs, logs)
}
function line(source, sum, n,    i, text) {
	text = source
	for (i = 2; i <= columns; i++) text = text OFS (n[i] ? sprintf("%.10g", sum[i] / n[i]) : "")
	print text
}
BEGIN { OFS = "," }
