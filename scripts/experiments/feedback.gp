# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of feedback: mean waits of the models (Table I of the paper), hours of the week at which
# jobs arrive (its figures 5, 6 and 8), activity lengths of users (7 and 9), and queues (10).
load share . "style.gp"
n = words(models)
reacting = ""
do for [m in models] { if (m ne "conventional") { reacting = reacting . " " . m } }
first = word(schedulers, 1)
base = word(models, 1)
last = word(models, n)
compared = n > 1 ? base . " " . last : base
title_of(model) = model eq "conventional" ? "replayed" : model . " users"
curve(log, scheduler, model, kind, columns) = rows("curves/" . log . "/" . scheduler . "/" . \
	model . (model eq "log" ? "/0.csv" : "/1.csv"), "kind=" . kind, columns)
where(log, scheduler, metric) = sprintf("log=%s,scheduler=%s,metric=%s", log, scheduler, metric)
in_words(metric, x) = metric eq "wait_mean" ? duration(x) : shown(x) . " jobs"
# beside the other schedulers of the model that has this row
beside(i) = column(0) + 0.12 * (i - 0.5 * (words(schedulers) + 1))
# the low end of an interval, which a logarithmic axis has not where it is not above 0
low_end(x) = x > 0 ? x : 1e-9
# the largest number in a column of a kind of curves, of all schedulers where that is `*`
largest(log, scheduler, kind, column) = real(system(sprintf("awk -F, '$1 == \"%s\" && " . \
	"$%d > most { most = $%d } END { print most + 0 }' curves/%s/%s/*/*.csv", kind, column, column, \
	log, scheduler)))
set key maxrows 2

do for [log in logs] {
	eval figure("waits-" . log, log . ": how long jobs wait with each user model", \
		"Means of all jobs, and of the queue in the first weeks. Models with random numbers have " . \
		"the mean of their runs with its 95 % confidence interval.")
	set xrange [-0.5:n - 0.5]
	set xtics rotate by -20 ("" 0)
	do for [i = 1:n] {
		set xtics add ((word(models, i) eq "conventional" ? "replayed" : word(models, i)) i - 1)
	}
	do for [metric in "wait_mean weeks_queue_mean"] {
		eval panel(metric eq "wait_mean" ? "average wait" : "average queue")
		ends = positive("summary.csv", "log=" . log . ",metric=" . metric, "mean,low,high")
		eval long_axis(metric, ends)
		if (metric eq "weeks_queue_mean") {
			set ylabel words(ends) ? "waiting jobs (logarithmic)" : "waiting jobs"
		}
		plot for [i = 1:words(schedulers)] rows("summary.csv", \
				where(log, word(schedulers, i), metric), "mean,model") using (beside(i)):1: \
				(word(schedulers, i) . ", " . title_of(strcol(2)) . ": " . in_words(metric, $1)) \
				with labels hypertext point ls i notitle, \
			for [i = 1:words(schedulers)] rows("summary.csv", \
				where(log, word(schedulers, i), metric), "mean,low,high,n") \
				using (beside(i)):1:($4 > 1 ? low_end($2) : $1):($4 > 1 ? $3 : $1) \
				with yerrorbars ls i dt 1 title word(schedulers, i)
	}
	unset logscale
	set format "% h"
	set xtics norotate
	set ytics autofreq

	if (words(reacting)) {
		eval figure("arrivals-" . log, log . ": when jobs arrive in the week", "Shares of the jobs " . \
			"in each hour of the week: in the log, and with users who react, under " . first . ".")
		most = 100 * farther(largest(log, "log", "week", 4), largest(log, first, "week", 4), 1)
		set xrange [0:168]
		set yrange [0:most > 0 ? 1.05 * most : 1]
		set ytics step(0, most)
		set xtics ("" 0)
		do for [i = 1:8] { set xtics add ("" 24 * i - 24 1) }
		do for [i = 1:7] { set xtics add (word("Mon Tue Wed Thu Fri Sat Sun", i) 24 * i - 12) }
		set grid noxtics mxtics
		set ylabel "jobs in the hour (%)"
		do for [m in reacting] {
			eval wide_panel(title_of(m), 240)
			plot curve(log, "log", "log", "week", "value,share") using ($1 + 0.5):(100 * $2) \
					with lines lc "#777777" lw 1.5 dt 1 title "the log", \
				curve(log, first, m, "week", "value,share") using ($1 + 0.5):(100 * $2) \
					with lines lc "#0072b2" lw 1.5 dt (5,3) title title_of(m)
		}
		set grid xtics nomxtics
		set ytics autofreq

		eval figure("activity-" . log, log . ": how long users are active", "From the first submit " . \
			"of a user to the end of their last job: in the log, and with users who react, under " . \
			first . ".")
		eval single("users who are active for at most this long")
		eval log_time("x", "activity length")
		set xrange [3600:tic_of_time(farther(largest(log, "*", "activity", 2), 36000, 1), 1)]
		set yrange [0:100]
		set ylabel "users (%)"
		plot curve(log, "log", "log", "activity", "value,cumulated") using 1:(100 * $2) \
				with steps lc "#777777" lw 5 dt 1 title "the log", \
			for [i = 1:words(reacting)] curve(log, first, word(reacting, i), "activity", \
				"value,cumulated") using 1:(100 * $2) with steps ls i title title_of(word(reacting, i))
		unset logscale
		unset xlabel
		set xtics autofreq
	}

	# gnuplot cannot draw a queue in which nobody waits
	longest = largest(log, "*", "queue", 2)
	if (longest == 0) { continue }
	eval figure("queues-" . log, log . ": for how much of the time jobs wait", \
		"For how much of the first weeks at least as many jobs waited, under each scheduler.")
	set logscale x
	set format x "%.0s%c"
	set xtics autofreq
	set xrange [1:10 ** ceil(log10(longest > 1 ? longest : 10))]
	set yrange [0:100]
	set xlabel "waiting jobs (logarithmic)"
	set ylabel "time with at least as many (%)"
	do for [m in compared] {
		eval panel(title_of(m))
		plot for [i = 1:words(schedulers)] \
			curve(log, word(schedulers, i), m, "queue", "value,share,cumulated") \
			using 1:(100 * (1 - $3 + $2)) with fsteps ls i title word(schedulers, i)
	}
	unset logscale
	unset xlabel
	set format "% h"
}
