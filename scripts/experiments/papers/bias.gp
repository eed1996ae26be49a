# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of bias: the metrics of workloads with more users of a kind, and without a bias.
load share . "style.gp"
n = words(kinds)
m = words(schedulers)
place(kind) = sum [i = 1:n] (word(kinds, i) eq kind ? i - 1 : 0)
dodge(i) = 0.15 * (i - (shown + 1) / 2.0)
ylabel_of(metric) = metric eq "size_mean" ? "average processors of a job" : called(metric)
set xrange [-0.5:n - 0.5]
set xtics ("" 0)
do for [i = 1:n] { set xtics add (word(kinds, i) i - 1) }
set xlabel "more users of this kind"

do for [log in logs] {
	# waits by scheduler, and the workloads, which are the same under all
	do for [metrics in "waits workloads"] {
		if (metrics eq "waits") {
			eval figure("waits-" . log, log . ": waits with more users of one kind", \
				"Averages over the workloads, with 95 % intervals for the site; none: without a bias.")
		} else {
			eval figure("workloads-" . log, log . ": what workloads with more users of one kind are like", \
				"Averages over the workloads, with 95 % intervals for the site; none: without a bias.")
		}
		shown = metrics eq "waits" ? m : 1
		do for [metric in metrics eq "waits" ? "wait_mean bsld_mean" : \
			"run_time_mean size_mean utilization"] {
			eval panel(ylabel_of(metric))
			of(i) = "log=" . log . ",scheduler=" . word(schedulers, i)
			eval of_metric("y", metric, limits("results.csv", "log=" . log, metric))
			if (metric eq "size_mean") { set ylabel "processors" }
			eval above_0("0 " . limits("results.csv", "log=" . log, metric))
			plot for [i = 1:shown] rows("results.csv", of(i), "favoured,replication," . metric) \
				using (place(strcol(1)) + dodge(i) + 0.2 * scattered($2)):($3 / unit_y): \
				(sprintf("workload %d, %s, %s: %s", $2, strcol(1), word(schedulers, i), shown($3 / unit_y))) \
				with labels hypertext point pt 6 ps 0.3 lc "#888888" notitle, \
				for [i = 1:shown] means(of(i), "favoured", metric) skip 1 \
				using (place(strcol(1)) + dodge(i)):($4 / unit_y): \
				(($3 > 1 ? ($6 < 0 ? 0 : $6) : $4) / unit_y):(($3 > 1 ? $7 : $4) / unit_y) \
				with yerrorbars ls i dt 1 title shown > 1 ? word(schedulers, i) : ""
		}
	}
}
