# SPDX-License-Identifier: GPL-3.0-or-later
# Means of schedulers without those that have no limit: where most workloads saturate, waits and
# queues grow with the length of the workload. The table is read twice: the mean of `stable` over
# all jobs is the share of the workloads that do not saturate.

BEGIN { OFS = "," }
FNR == 1 {
	pass++
	for (i = 1; i <= NF; i++) at[$i] = i
	if (pass == 2) print
	next
}
{ of = $at["log"] "," ("load" in at ? $at["load"] : "") "," $at["scheduler"] }
pass == 1 {
	if ($at["metric"] == "stable" && $at["n"] > 0 && $at["mean"] < 0.5) saturates[of]
	next
}
of in saturates && $at["metric"] ~ /^(user_)?(wait|response|slowdown|bsld|queue)_/ {
	$at["n"] = 0
	for (i = at["n"] + 1; i <= NF; i++) $i = ""
}
{ print }
