# The plots of load: Figure 12 of the resampling paper.
load share . "style.gp"
schedulers = system("cut -d, -f2 original.csv | awk 'NR > 1 && !seen[$0]++' | paste -s -d ' '")
n = words(schedulers)
reacting = feedback ne ""
# the schedulers that have runs which are stable, or not, or of which that is not judged
having(log, stable) = system(reader("results.csv", "log=" . log . ",stable=" . stable, \
	"scheduler") . " | sort -u | paste -s -d ' '")
style_of(scheduler) = sum [i = 1:n] (word(schedulers, i) eq scheduler ? i : 0)
# of the runs that are stable, the mean utilization and that of another figure, a row for each load
profile(where, column) = sprintf("< bash -c 'paste -d, <(%s) <(%s)' | grep -v '^,'", \
	reader("summary.csv", where . ",metric=utilization", "mean"), \
	reader("summary.csv", where . ",metric=" . column, "mean"))

do for [log in logs] {
	stable = reacting ? schedulers : having(log, "1")
	saturated = reacting ? "" : having(log, "0")
	unjudged = reacting ? "" : having(log, "")
	of(scheduler) = "log=" . log . ",scheduler=" . scheduler
	runs(scheduler, is_stable, column) = rows("results.csv", of(scheduler) . \
		(reacting ? "" : ",stable=" . is_stable), "utilization," . column)
	eval figure("load-" . log, 760, 600, log . ": a point for each workload, the means at each " . \
		"load" . \
		(reacting ? ", and throughput." : " without what is saturated, and how much of it is stable."))
	set multiplot layout 2, 2 margins 0.11, 0.98, 0.1, 0.9 spacing 0.12, 0.15
	set key at screen 0.5, 0.985 center top maxrows 2 width 1
	# gnuplot's own loops want at least one turn
	points = ""
	do for [s in saturated] {
		points = points . sprintf('runs("%s", "0", panel) using 1:2 with points lc "#777777" pt 2 ' . \
			'ps 0.5 title "%s", ', s, s eq word(saturated, 1) ? "saturated" : "")
	}
	do for [s in unjudged] {
		points = points . sprintf('runs("%s", "", panel) using 1:2 with points ls %d ps 0.4 ' . \
			'notitle, ', s, style_of(s))
	}
	do for [s in stable] {
		points = points . sprintf('runs("%s", "1", panel) using 1:2 with points ls %d ps 0.4 ' . \
			'notitle, ', s, style_of(s))
	}
	do for [s in schedulers] {
		if (words(limits("summary.csv", of(s) . ",metric=utilization", "mean"))) {
			points = points . sprintf('profile(of("%s"), panel) using 1:2 with linespoints ls %d ' . \
				'ps 0.9 title "%s, means", ', s, style_of(s), s)
		}
	}
	set xlabel "utilization"
	do for [panel in "wait_mean response_mean bsld_mean"] {
		set ylabel called(panel)
		eval roomy("x", limits("results.csv", "log=" . log, "utilization"))
		eval scaled("y", positive("results.csv", "log=" . log, panel))
		eval "plot " . points . 'rows("original.csv", "log=" . log, "utilization," . panel) ' . \
			'using 1:2 with points ls 8 title "the log itself"'
		unset key
	}
	unset logscale
	set format y
	set xlabel "load"
	set ylabel reacting ? called("throughput_per_day") : "stable workloads"
	set yrange [0:1.05]
	if (reacting) { set yrange [0:*] }
	eval fitted(limits("summary.csv", "log=" . log, "load"))
	set xtics autofreq
	if (words(stable . saturated)) {
		plot for [s in schedulers] rows("summary.csv", of(s) . ",metric=" . \
			(reacting ? "throughput_per_day" : "stable"), "load,mean") \
			using 1:2 with linespoints ls style_of(s) ps 0.9
	}
	unset multiplot
	set xtics autofreq
	set autoscale
}
