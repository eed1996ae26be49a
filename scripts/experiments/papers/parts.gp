# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of parts: the waits and the unevenness of workloads by the length of the parts from
# which they are resampled, and what the log itself gives.
load share . "style.gp"
n = words(lengths)
set xrange [-0.5:n - 0.5]
set xtics ("" 0)
do for [i = 1:n] { set xtics add (word(lengths, i) i - 1) }
set xlabel "weeks of a part"
set rmargin 7
name_of(metric) = metric eq "work_cv_1" ? "variation of the weekly work" : \
	metric eq "work_r" ? "correlation with the log" : called(metric)
do for [log in logs] { do for [s in schedulers] {
	of(i) = "log=" . log . ",scheduler=" . s . ",length=" . word(lengths, i)
	eval figure("parts-" . log . "-" . s, sprintf("%s under %s: workloads by the length of the parts" \
		. " from which they are resampled", log, s), "A point for each workload, their averages " . \
		"(bars), and the log itself (lines).")
	do for [metric in "wait_mean bsld_mean work_cv_1 work_r"] {
		eval panel(name_of(metric))
		all = "0 " . limits("results.csv", "log=" . log, metric) . " " . \
			limits("original.csv", "log=" . log, metric)
		most = 0
		do for [x in all] { if (real(x) > most) { most = real(x) } }
		if (metric eq "work_r") {
			unit_y = 1.0
			set yrange [-1:1.05]
			set ylabel "correlation of weekly work"
		} else {
			if (metric eq "work_cv_1") {
				unit_y = 0.01
				set ylabel "coefficient of variation (%)"
			} else {
				eval of_metric("y", metric, sprintf("0 %.9g", most))
			}
			eval above_0(sprintf("0 %.9g", most))
		}
		# workloads of even weeks have no correlation
		plot for [i = 1:n] rows("results.csv", of(i), metric) . " | grep ." using \
				(i - 1 + scattered($0)):($1 / unit_y):(shown($1 / unit_y)) with labels hypertext \
				point lc "#777777" pt 7 ps 0.3 notitle, \
			for [i = 1:n] rows("summary.csv", of(i) . ",metric=" . metric, "mean") \
				using (i - 1):($1 / unit_y):(0.3) with xerrorbars ls 1 lw 3 ps 0 notitle, \
			rows("original.csv", "log=" . log . ",scheduler=" . s, metric) \
				using (-0.5):($1 / unit_y):(n):(0) with vectors nohead ls 8 notitle, \
			rows("original.csv", "log=" . log . ",scheduler=" . s, metric) \
				using (n - 0.5):($1 / unit_y):("the log") with labels left offset 0.3,0 notitle
	}
} }
