# The plots of starts: how long the workloads wait, and how many jobs they have in the same week.
load share . "style.gp"
n = words(starts)
summarized(log, start, metric, of) = rows("summary.csv", \
	sprintf("log=%s,start=%s,metric=%s", log, start, metric), of)

do for [log in logs] {
	eval figure("starts-" . log, 720, 360, log . " under " . scheduler . ": mean waits of the " . \
		"workloads of each start, median and 90 % of them, with a line for the log; and the " . \
		"share of jobs in the same week.")
	set multiplot layout 1, 2
	set xrange [-0.5:n - 0.5]
	set xtics ("" 0) rotate by 30 right
	do for [i = 1:n] { set xtics add (word(starts, i) i - 1) }
	set ylabel called("wait_mean")
	eval scaled("y", positive("results.csv", "log=" . log, "wait_mean"))
	set format y "%g"
	wait = real(system(reader("original.csv", "log=" . log, "wait_mean") . " | sed 1q"))
	unset key
	plot wait > 0 ? wait : NaN with lines ls 8 notitle, \
		for [i = 1:n] summarized(log, word(starts, i), "wait_mean", "p50,p5,p95") \
			using (i - 1):1:2:3 with yerrorbars ls 1 notitle
	unset logscale
	set ylabel "share of jobs in the same week"
	set yrange [0:1.15]
	set ytics 0.2
	set key top left
	plot for [i = 1:n] summarized(log, word(starts, i), "overlap_log", "mean") \
			using (i - 1):1 with points ls 1 title i == 1 ? "workload and log" : "", \
		for [i = 1:n] summarized(log, word(starts, i), "overlap_workload", "mean") \
			using (i - 1):1 with points ls 2 title i == 1 ? "two workloads" : ""
	set ytics autofreq
	unset multiplot
}
