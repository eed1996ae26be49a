# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of extend: Figures 4 and 10 of the resampling paper.
load share . "style.gp"
curve(log, part, k, name, columns) = rows(sprintf("curves/%s/%s/%d.csv", log, part, k), \
	"distribution=" . name, columns)
title_of(name) = name eq "session_length" ? "average session of a user" : \
	name eq "work" ? "work of a user, in processor-hours" : name eq "runtime" ? "run times of jobs" : \
	name eq "arrival" ? "when users come" : name eq "departure" ? "when users leave" : \
	name eq "activity" ? "how long users stay" : name . " of a user"
log_numbers(label) = sprintf("set logscale y; set ylabel '%s (logarithmic)'; set ytics " . \
	"('0.0001' 0.0001, '0.01' 0.01, '1' 1, '10' 10, '100' 100, '1,000' 1000, '10,000' 10000, " . \
	"'100,000' 100000, '1 million' 1000000)", label)
axis(name) = name eq "session_length" ? log_time("y", "length") : \
	name eq "runtime" ? log_time("y", "run time") : \
	name eq "work" ? log_numbers("work") : \
	strstrt("arrival departure activity", name) ? "unset logscale y; set ytics autofreq; set " . \
	"ylabel '" . (name eq "activity" ? "weeks'" : "week of the part'") : log_numbers(name)
divisor(name) = strstrt("arrival departure activity", name) ? 604800.0 : \
	name eq "work" ? 3600.0 : 1.0

do for [log in logs] {
	eval figure("extend-" . log, log . ": users, jobs and weeks of the parts of longer workloads, " . \
		"beside those of the log", "A line for each workload, black for the log. Users and jobs are " . \
		"in the order of their value. The closer the lines, the more alike.")
	set xrange [0:100]
	set xtics 20
	do for [name in "jobs sessions session_length work arrival departure activity runtime"] {
		eval panel(title_of(name))
		set xlabel name eq "runtime" ? "jobs (%)" : "users (%)"
		eval axis(name)
		plot for [i = 1:words(parts)] for [k = 1:curves] \
				curve(log, word(parts, i), k, name, "cumulated,value") \
				using (100 * $1):($2 / divisor(name)) with lines ls i lw 1.2 \
				title k == 1 ? "part " . word(parts, i) : "", \
			curve(log, "0", 0, name, "cumulated,value") using (100 * $1):($2 / divisor(name)) \
				with lines ls 8 title "the log"
	}
	eval panel("jobs over the week")
	unset logscale y
	set ytics autofreq
	set xrange [0:168]
	set xtics ("Mo" 0, "Tu" 24, "We" 48, "Th" 72, "Fr" 96, "Sa" 120, "Su" 144, "" 168)
	set xlabel "day of the week"
	set ylabel "jobs in an hour (%)"
	set yrange [0:*]
	plot for [i = 1:words(parts)] for [k = 1:curves] \
			curve(log, word(parts, i), k, "week", "value,share") using 1:($2 * 100) \
			with lines ls i lw 1.2 title k == 1 ? "part " . word(parts, i) : "", \
		curve(log, "0", 0, "week", "value,share") using 1:($2 * 100) with lines ls 8 title "the log"
	set autoscale
}
