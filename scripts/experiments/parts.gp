# The plots of parts: the waits and the unevenness of workloads by the length of the parts from
# which they are resampled, and what the log itself gives.
load share . "style.gp"
n = words(lengths)
do for [log in logs] { do for [s in schedulers] {
	of(i) = "log=" . log . ",scheduler=" . s . ",length=" . word(lengths, i)
	eval figure("parts-" . log . "-" . s, 760, 560, log . " under " . s . ": a point for each " . \
		"workload, the means (bars) and what the log itself gives (lines), by the length of the " . \
		"parts, in weeks, from which workloads are resampled.")
	set multiplot layout 2, 2 margins 0.12, 0.98, 0.1, 0.96 spacing 0.13, 0.14
	set xrange [-0.5:n - 0.5]
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(lengths, i) i - 1) }
	set xlabel "weeks of a part"
	do for [panel in "wait_mean bsld_mean work_cv_1 work_r"] {
		set ylabel panel eq "work_cv_1" ? "variation of weekly work" : \
			panel eq "work_r" ? "correlation with weeks of the log" : called(panel)
		if (panel eq "work_r") { set yrange [-1:1] } else {
			eval above_0("0 " . limits("results.csv", "log=" . log, panel))
		}
		plot for [i = 1:n] rows("results.csv", of(i), panel) \
				using (i - 1 + scattered($0)):1 with points lc "#777777" pt 7 ps 0.3 notitle, \
			for [i = 1:n] rows("summary.csv", of(i) . ",metric=" . panel, "mean") \
				using (i - 1):1:(0.3) with xerrorbars ls 1 lw 3 ps 0 notitle, \
			rows("original.csv", "log=" . log . ",scheduler=" . s, panel) \
				using (-0.5):1:(n):(0) with vectors nohead ls 8 notitle
	}
	unset multiplot
	set autoscale
} }
