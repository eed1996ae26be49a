# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of starts: how long the workloads wait, and how many jobs they have in the same week.
load share . "style.gp"
n = words(starts)
summarized(start, metric, of) = rows("summary.csv", \
	sprintf("log=%s,start=%s,metric=%s", log, start, metric), of)
label_of(start) = start eq "stationary" || start eq "literal" ? start : \
	start eq "any" ? "any week" : start . (start eq "1" ? " week" : " weeks")

set xrange [-0.5:n - 0.5]
set xtics ("" 0) rotate by 30 right
do for [i = 1:n] { set xtics add (label_of(word(starts, i)) i - 1) }
do for [log in logs] {
	eval figure("starts-" . log, log . " under " . scheduler . ": waits of workloads by how users " \
		. "start, beside those of the log, and jobs in the same week", "Waits: the median of " . \
		"the workloads, and the range of 90 % of them. Weeks: by how many users are moved at most.")
	eval panel(called("wait_mean"))
	all = limits("results.csv", "log=" . log, "wait_mean") . " " . \
		limits("original.csv", "log=" . log, "wait_mean")
	all = real(word(all, words(all))) > real(word(all, 2)) ? word(all, words(all)) : word(all, 2)
	eval of_metric("y", "wait_mean", "0 " . all)
	eval above_0("0 " . all)
	wait = real(system(reader("original.csv", "log=" . log, "wait_mean") . " | sed 1q"))
	set rmargin 7
	set label 1 "the log" at n - 0.5, wait / unit_y left offset 0.3,0
	plot wait / unit_y with lines ls 8 notitle, \
		for [i = 1:n] summarized(word(starts, i), "wait_mean", "p50,p5,p95") \
			using (i - 1):($1 / unit_y):($2 / unit_y):($3 / unit_y) with yerrorbars ls 1 notitle, \
		for [i = 1:n] summarized(word(starts, i), "wait_mean", "p50") \
			using (i - 1):($1 / unit_y):(sprintf("%s: median %s", label_of(word(starts, i)), \
			shown($1 / unit_y))) with labels hypertext point ls 1 notitle
	unset label 1
	unset rmargin
	eval panel("jobs in the same week")
	set ylabel "share of the jobs (%)"
	set yrange [0:100]
	plot for [i = 1:n] summarized(word(starts, i), "overlap_log", "mean") \
			using (i - 1):(100 * $1) with points ls 1 title i == 1 ? "workload and log" : "", \
		for [i = 1:n] summarized(word(starts, i), "overlap_workload", "mean") \
			using (i - 1):(100 * $1) with points ls 2 title i == 1 ? "two workloads" : ""
	set autoscale y
}
