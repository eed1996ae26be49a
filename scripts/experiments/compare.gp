# The plots of compare: means with their intervals, and the pairs, whose differences are smaller
# than the intervals show.
load share . "style.gp"
schedulers = system("cut -d, -f2 original.csv | awk 'NR > 1 && !seen[$0]++' | paste -s -d ' '")
n = words(schedulers)
first = word(schedulers, 1)

do for [log in logs] {
	eval figure("means-" . log, 720, 560, log . ": means over the workloads, each with its " . \
		"95 % confidence interval, and what the log itself gives (crosses).")
	set multiplot layout 2, 2
	set xrange [-0.5:n - 0.5]
	set offsets 0, 0, graph 0.1, 0
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(schedulers, i) i - 1) }
	do for [panel in "wait_mean bsld_mean utilization throughput_per_day"] {
		set ylabel called(panel)
		eval above_0("0 " . limits("results.csv", "log=" . log, panel))
		# one that reaches below 0 would not count for the range
		plot means("log=" . log, "scheduler", panel) skip 1 using 0:4:($6 < 0 ? 0 : $6):7 \
				with yerrorbars ls 1 notitle, \
			"" skip 1 using 0:4 with points ls 1 notitle, \
			rows("original.csv", "log=" . log, panel) using 0:1 with points ls 8 notitle
	}
	unset multiplot

	eval figure("pairs-" . log, 720, 360, log . ": a point for each workload, under " . first . \
		" (across) and under the others (up). Below the line the others have the smaller figure.")
	set multiplot layout 1, 2
	set offsets
	set xtics autofreq
	set key bottom right
	do for [panel in "wait_mean bsld_mean"] {
		set xlabel called(panel) . ": " . first
		set ylabel "the same: others"
		eval scaled("xy", positive("results.csv", "log=" . log, panel))
		plot for [i = 2:n] pairs("log=" . log, "scheduler", first, word(schedulers, i), panel) \
				using 1:2 with points ls i - 1 title word(schedulers, i), \
			x with lines ls 8 lw 1 title "equal"
	}
	unset multiplot
	unset logscale
	unset xlabel
	set format xy
}
