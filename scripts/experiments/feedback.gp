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
curve(log, scheduler, model, kind, columns) = rows("curves/" . log . "/" . scheduler . "/" . \
	model . (model eq "log" ? "/0.csv" : "/1.csv"), "kind=" . kind, columns)
where(log, scheduler, metric) = sprintf("log=%s,scheduler=%s,metric=%s", log, scheduler, metric)

do for [log in logs] {
	eval figure("waits-" . log, 720, 330, log . ": mean waits and queues of the models under the " . \
		"schedulers; of those with random numbers, the mean of the runs and its 95 % confidence " . \
		"interval.")
	set multiplot layout 1, 2
	set xrange [-0.5:n - 0.5]
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(models, i) i - 1) }
	set xtics rotate by -20
	set key top left horizontal
	set offsets 0, 0, graph 0.25, graph 0.1
	do for [metric in "wait_mean weeks_queue_mean"] {
		eval scaled("y", positive("summary.csv", "log=" . log . ",metric=" . metric, "mean"))
		set ylabel metric eq "wait_mean" ? called(metric) : "mean queue length, first weeks, jobs"
		plot for [i = 1:words(schedulers)] rows("summary.csv", \
			where(log, word(schedulers, i), metric), "mean,low,high,n") \
			using ($0 + 0.12 * (i - 0.5 * (words(schedulers) + 1))):1: \
				($4 > 1 ? $2 : $1):($4 > 1 ? $3 : $1) \
			with yerrorbars ls i title metric eq "wait_mean" ? word(schedulers, i) : ""
	}
	unset multiplot
	unset logscale
	unset offsets
	set format "% h"
	set xtics autofreq norotate

	if (words(reacting)) {
		eval figure("arrivals-" . log, 720, 60 + 170 * words(reacting), log . ": hours of the week " . \
			"at which jobs arrive: in the log (solid), and with users who react (dashed), under " . \
			first . ".")
		set multiplot layout words(reacting), 1
		set xrange [0:168]
		set yrange [0:*]
		set xtics ("" 0)
		do for [i = 1:8] { set xtics add ("" 24 * i - 24 1) }
		do for [i = 1:7] { set xtics add (word("Mon Tue Wed Thu Fri Sat Sun", i) 24 * i - 12) }
		set grid noxtics mxtics
		set ylabel "arrivals, % of jobs"
		set offsets 0, 0, graph 0.25, 0
		set key top right
		do for [m in reacting] {
			plot curve(log, "log", "log", "week", "value,share") using ($1 + 0.5):(100 * $2) \
					with lines lc "#999999" lw 1.5 dt 1 title "log", \
				curve(log, first, m, "week", "value,share") using ($1 + 0.5):(100 * $2) \
					with lines lc "#0072b2" lw 1.5 dt (5,3) title m
		}
		unset multiplot
		set grid xtics nomxtics
		unset offsets

		eval figure("activity-" . log, 720, 360, log . ": how long users are active, from their " . \
			"first submit to the end of their last job: in the log, and with users who react, " . \
			"under " . first . ".")
		set logscale x
		set format x "%g"
		set xtics autofreq
		set xrange [1.0 / 24:*]
		set yrange [0:100]
		set xlabel "activity length, days"
		set ylabel "users of at most so long, %"
		set key bottom right
		plot curve(log, "log", "log", "activity", "value,cumulated") using ($1 / 86400):(100 * $2) \
				with steps lc "#999999" lw 5 dt 1 title "log", \
			for [i = 1:words(reacting)] curve(log, first, word(reacting, i), "activity", \
				"value,cumulated") using ($1 / 86400):(100 * $2) \
				with steps ls i title word(reacting, i)
		unset logscale
		unset xlabel
	}

	# gnuplot cannot draw a queue in which nobody waits
	longest = real(system("cat curves/" . log . "/*/*/1.csv | " . \
		"awk -F, '$1 == \"queue\" && $2 > most { most = $2 } END { print most + 0 }'"))
	if (longest == 0) { continue }
	eval figure("queues-" . log, 720, 360, log . ": for how much of the first weeks at least so " . \
		"many jobs waited: " . base . (n > 1 ? " (solid) and " . last . " (dashed)" : "") . ".")
	set logscale x
	set format x "10^{%L}"
	set xtics autofreq
	set xrange [1:*]
	set yrange [0:100]
	set xlabel "waiting jobs"
	set ylabel "time with at least so many, %"
	set key top right
	plot for [j = 1:words(compared)] for [i = 1:words(schedulers)] \
		curve(log, word(schedulers, i), word(compared, j), "queue", "value,share,cumulated") \
		using 1:(100 * (1 - $3 + $2)) with fsteps ls i dt j \
		title word(schedulers, i) . ", " . word(compared, j)
	unset logscale
	unset xlabel
	set format "% h"
	set xtics autofreq
}
