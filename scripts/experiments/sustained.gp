# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of sustained: what each scheduler sustains, a point for each workload, with means.
load share . "style.gp"
n = words(schedulers)
set key off
set xrange [0.5:n + 0.5]
set xtics ("" 0)
do for [i = 1:n] { set xtics add (word(schedulers, i) i) }
do for [log in logs] {
	eval figure("sustained-" . log, log . ": the highest load that each scheduler sustains" . \
		(metric eq "" ? "" : " with the " . called(metric) . " at most " . (is_time(metric) ? \
		duration(most) : most)) . ", and what the machine does there", \
		"Small points are workloads, large ones the means, with 95 % intervals for the site.")
	do for [m in "load utilization throughput_per_day"] {
		eval panel(m eq "load" ? "users" : called(m))
		if (m eq "load") { unit_y = 1.0; set ylabel "users, times those of the log" } else {
			eval of_metric("y", m, limits("results.csv", "log=" . log, m)) }
		if (m eq "utilization") { set yrange [0:105] } else {
			eval above_0(limits("results.csv", "log=" . log, m)) }
		plot for [i = 1:n] rows("results.csv", "log=" . log . ",scheduler=" . word(schedulers, i), \
				"replication," . m) using (i + scattered($1)):($2 / unit_y): \
				(sprintf("%s, workload %d: %.3g", word(schedulers, i), $1, $2 / unit_y)) \
				with labels hypertext point ls i lc "#777777" ps 0.4, \
			for [i = 1:n] rows("summary.csv", "log=" . log . ",scheduler=" . word(schedulers, i) . \
				",metric=" . m, "mean,low,high,n") \
				using (i):($1 / unit_y):(($4 > 1 ? $2 : $1) / unit_y):(($4 > 1 ? $3 : $1) / unit_y) \
				with yerrorbars ls i dt 1
	}
}
