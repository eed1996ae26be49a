# The plots of extend: Figures 4 and 10 of the resampling paper.
load share . "style.gp"
curve(log, part, k, name, columns) = rows(sprintf("curves/%s/%s/%d.csv", log, part, k), \
	"distribution=" . name, columns)

do for [log in logs] {
	eval figure("extend-" . log, 800, 760, log . ": the distributions over the users, in the " . \
		"order of their value, over the jobs (run time) and of the jobs over the week, in the log " . \
		"and in parts of longer workloads; a line for each workload.")
	set multiplot layout 3, 3 margins 0.09, 0.98, 0.07, 0.93 spacing 0.1, 0.08
	set key at screen 0.5, 0.99 center top maxrows 1 width 3
	set xrange [0:1]
	do for [name in "jobs sessions session_length work arrival departure activity runtime"] {
		set xlabel name eq "runtime" ? "share of the jobs" : "share of the users"
		over_time = strstrt("arrival departure activity", name) > 0
		set ylabel name eq "session_length" ? "mean session length, s" : \
			name eq "work" ? "work, processor-hours" : name eq "runtime" ? "run time, s" : \
			name eq "arrival" ? "arrival, weeks" : name eq "departure" ? "departure, weeks" : \
			name eq "activity" ? "activity, weeks" : name . " of a user"
		unit = over_time ? 604800.0 : name eq "work" ? 3600.0 : 1.0
		if (over_time) { unset logscale; set format y } else { set logscale y; set format y "10^{%L}" }
		plot for [i = 1:words(parts)] for [k = 1:curves] \
				curve(log, word(parts, i), k, name, "cumulated,value") using 1:($2 / unit) \
				with lines ls i lw 1.2 title k == 1 ? "part " . word(parts, i) : "", \
			curve(log, "0", 0, name, "cumulated,value") using 1:($2 / unit) with lines ls 8 \
				title "the log itself"
		unset key
	}
	unset logscale
	set format y
	set xrange [0:168]
	set xtics ("Mo" 0, "Tu" 24, "We" 48, "Th" 72, "Fr" 96, "Sa" 120, "Su" 144, "" 168)
	set xlabel "time in the week"
	set ylabel "jobs in an hour, %"
	set yrange [0:*]
	plot for [i = 1:words(parts)] for [k = 1:curves] \
			curve(log, word(parts, i), k, "week", "value,share") using 1:($2 * 100) \
			with lines ls i lw 1.2 notitle, \
		curve(log, "0", 0, "week", "value,share") using 1:($2 * 100) with lines ls 8 notitle
	unset multiplot
	set xtics autofreq
	set xrange [*:*]
	set yrange [*:*]
}
