# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of load: Figure 12 of the resampling paper.
load share . "style.gp"
schedulers = system("cut -d, -f2 original.csv | awk 'NR > 1 && !seen[$0]++' | paste -s -d ' '")
n = words(schedulers)
reacting = feedback ne ""
# the schedulers that have runs which are stable, or not, or of which that is not judged
having(log, stable) = system(reader("results.csv", "log=" . log . ",stable=" . stable, \
	"scheduler") . " | sort -u | paste -s -d ' '")
style_of(scheduler) = sum [i = 1:n] (word(schedulers, i) eq scheduler ? i : 0)
# of the runs that are stable, the mean utilization and that of another metric, a row for each load
# at which at least half of the runs are stable
profile(where, column) = sprintf("bash -c 'paste -d, <(%s) <(%s) <(%s) <(%s)' | " . \
	"awk -F, '$1 != \"\" && (%d || $4 == \"\" || $4 >= 0.5)'", \
	reader("summary.csv", where . ",metric=utilization", "mean"), \
	reader("summary.csv", where . ",metric=" . column, "mean"), \
	reader("summary.csv", where . ",metric=" . column, "load"), \
	reader("summary.csv", where . ",metric=stable", "mean"), reacting)
point(scheduler, load, replication) = sprintf("%s, %s times the users, workload %s", scheduler, \
	load, replication)
set key maxrows 2

do for [log in logs] {
	stable = reacting ? schedulers : having(log, "1")
	saturated = reacting ? "" : having(log, "0")
	unjudged = reacting ? "" : having(log, "")
	of(scheduler) = "log=" . log . ",scheduler=" . scheduler
	runs(scheduler, is_stable, column) = rows("results.csv", of(scheduler) . \
		(reacting ? "" : ",stable=" . is_stable), "utilization," . column . ",load,replication")
	eval figure("load-" . log, log . (reacting ? \
		": what more users get done, and what that costs them" : \
		": the fuller the machine, the longer users wait"), "Small points are workloads, " . \
		"large ones their means with the same number of users" . \
		(reacting || saturated eq "" ? "." : \
		", without those that saturate, where these are at most half."))
	# gnuplot's own loops want at least one turn
	points = ""
	do for [s in saturated] {
		points = points . sprintf('runs("%s", "0", m) using ($1 / unit_x):($2 / unit_y):' . \
			'(point("%s, saturated", strcol(3), strcol(4))) with labels hypertext point lc "#777777" ' . \
			'pt 2 ps 0.5 notitle, %s', s, s, s eq word(saturated, 1) ? \
			'NaN with points lc "#777777" pt 2 ps 0.5 title "saturated", ' : '')
	}
	do for [s in unjudged . " " . stable] {
		points = points . sprintf('runs("%s", "%s", m) using ($1 / unit_x):($2 / unit_y):' . \
			'(point("%s", strcol(3), strcol(4))) with labels hypertext point ls %d ps 0.4 notitle, ', \
			s, strstrt(" " . stable . " ", " " . s . " ") ? "1" : "", s, style_of(s))
	}
	do for [s in schedulers] {
		if (words(system(profile(of(s), "utilization")))) {
			points = points . sprintf('"< " . profile(of("%s"), m) using ($1 / unit_x):($2 / unit_y) ' . \
				'with linespoints ls %d ps 0.9 title "%s", ', s, style_of(s), s)
		}
	}
	ends = limits("results.csv", "log=" . log, "utilization")
	eval of_metric("x", "utilization", ends)
	do for [m in "wait_mean response_mean bsld_mean"] {
		eval panel(called(m))
		eval roomy("x", in_units_of(unit_x, ends))
		eval long_axis(m, positive("results.csv", "log=" . log, m))
		eval "plot " . points . 'rows("original.csv", "log=" . log, "utilization," . m) ' . \
			'using ($1 / unit_x):($2 / unit_y) with points ls 8 title "the log"'
	}
	unset logscale
	set format y
	set ytics autofreq
	set xlabel "users, times those of the log"
	eval fitted(limits("summary.csv", "log=" . log, "load"))
	set xtics autofreq
	if (reacting || words(stable . saturated)) {
		eval panel(reacting ? "jobs a day" : "workloads that do not saturate")
		set ylabel reacting ? called("throughput_per_day") : "workloads (%)"
		if (reacting) { set yrange [0:*] } else { set yrange [0:105] }
		plot for [s in schedulers] rows("summary.csv", of(s) . ",metric=" . \
			(reacting ? "throughput_per_day" : "stable"), "load,mean") \
			using 1:($2 * (reacting ? 1 : 100)) with linespoints ls style_of(s) ps 0.9 title s
	}
	set autoscale
}
