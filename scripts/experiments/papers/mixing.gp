# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of mixing: the means of each way, of the jobs of each log and of all.
load share . "style.gp"
ways = "alone itself mixed"
sources = logs . " jobs"
n = words(sources)
dodge(i) = 0.12 * (i - (n + 1) / 2.0)
place(way) = sum [i = 1:3] (word(ways, i) eq way ? i - 1 : 0)
set xrange [-0.5:2.5]
set xtics ("alone" 0, "with itself" 1, "mixed" 2)
do for [s in schedulers] {
	eval figure("mixing-" . s, "Under " . s . ": each log alone, mixed with itself, and in the " . \
		"mix of all logs", "Averages over the workloads, with 95 % intervals for the site, of the " . \
		"jobs of each log and of all jobs; the utilization is that of the machine.")
	of(i) = "scheduler=" . s . ",source=" . word(sources, i)
	do for [metric in "wait_mean bsld_mean utilization"] {
		eval panel(called(metric))
		# in the mix the machine is not that of one log
		from = metric eq "utilization" ? n : 1
		ends = limits("results.csv", "scheduler=" . s . (from == n ? ",source=jobs" : ""), metric)
		eval of_metric("y", metric, ends)
		eval above_0("0 " . ends)
		plot for [i = from:n] means(of(i), "way", metric) skip 1 \
			using (place(strcol(1)) + dodge(i)):($4 / unit_y):(sprintf("%s, %s: %.3g", \
			word(sources, i), strcol(1), $4 / unit_y)) with labels hypertext point \
			ls i == n ? 8 : i notitle, \
			for [i = from:n] means(of(i), "way", metric) skip 1 \
			using (place(strcol(1)) + dodge(i)):($4 / unit_y): \
			(($3 > 1 ? ($6 < 0 ? 0 : $6) : $4) / unit_y):(($3 > 1 ? $7 : $4) / unit_y) \
			with yerrorbars ls i == n ? 8 : i dt 1 title i == n ? "all jobs" : word(sources, i)
	}
}
