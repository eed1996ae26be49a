# The plots of sustained: what each scheduler sustains, a point for each workload, with means.
load share . "style.gp"
n = words(schedulers)
place(scheduler) = sum [i = 1:n] (word(schedulers, i) eq scheduler ? i : 0)
# points of one place beside each other
beside(k) = 0.3 * (k * 0.6180339887498949 - floor(k * 0.6180339887498949) - 0.5)
do for [log in logs] {
	eval figure("sustained-" . log, 760, 320, log . ": the highest load that each scheduler " . \
		"sustains" . (metric eq "" ? "" : " with " . metric . " of at most " . most) . \
		", and what the machine does there: a point for each workload, and the means with 95 % " . \
		"confidence intervals.")
	set multiplot layout 1, 3
	set xrange [0.5:n + 0.5]
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(schedulers, i) i) }
	do for [panel in "load utilization throughput_per_day"] {
		set ylabel (panel eq "load" ? "load: users, times those of the log" : called(panel))
		set yrange [0:*]
		if (panel eq "utilization") { set yrange [0:1] }
		plot for [i = 1:n] rows("results.csv", "log=" . log . ",scheduler=" . word(schedulers, i), \
				"replication," . panel) using (i + beside($1)):2 with points ls i lc "#999999" ps 0.4 \
				notitle, \
			for [i = 1:n] rows("summary.csv", "log=" . log . ",scheduler=" . word(schedulers, i) . \
				",metric=" . panel, "mean,low,high,n") \
				using (i):1:($4 > 1 ? $2 : $1):($4 > 1 ? $3 : $1) with yerrorbars ls i dt 1 notitle
	}
	unset multiplot
}
