# SPDX-License-Identifier: GPL-3.0-or-later
# likeness: of a workload, for the recipe starts, as a table of a row: its load, the coefficient of
# variation of the work in its whole weeks, and the shares of its jobs that the log and the next
# workload have in the same week.
#
#     awk [-v procs=N] -f variation.awk -f starts-likeness.awk LOG WORKLOAD NEXT
#
# Field 14 of the jobs is the number of the job of the log that they are. The weeks of all begin
# with the first submit of the log.
BEGIN { given = procs > 0 }
FNR == 1 { file++ }
/^; *Max(Procs|Nodes):/ && !given {
	value = $0
	sub(/^[^:]*: */, "", value)
	if (value + 0 > 0 && (/MaxProcs/ || !procs)) procs = value + 0
}
/^;/ { next }
file == 1 && first == "" { first = $2 }
{ week = int(($2 - first) / 604800) }
file == 1 { recorded[$14] = week }
file == 2 {
	jobs++
	there[$14, week]++
	as_recorded += recorded[$14] == week
	if (jobs == 1) begin = $2
	end = $2
	size = $8 > 0 ? $8 : $5
	if ($4 > 0 && size > 0) {
		work += $4 * size
		of_week[int(($2 - begin) / 604800)] += $4 * size
	}
}
file == 3 {
	others++
	if (there[$14, week] > 0) {
		there[$14, week]--
		common++
	}
}
END {
	weeks = int((end - begin) / 604800)
	load = procs && end != begin ? work / procs / (end - begin) : ""
	cv = variation(of_week, weeks)
	print "load,weekly_cv,overlap_log,overlap_workload"
	printf "%s,%s,%.6f,%.6f\n", load, cv, as_recorded / jobs, 2 * common / (jobs + others)
}
