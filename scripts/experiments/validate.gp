# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of validate, by tests: the log is black, resampled workloads are thin lines or points.
load share . "style.gp"
tested(test) = system("awk -F, '$2 == \"" . test . "\"' results.csv | wc -l") > 0
n = int(system("awk -F, 'NR > 1 && $3 > n { n = $3 } END { print n + 0 }' results.csv"))
curve(log, test, k) = sprintf("curves/%s/%s/%d.csv", log, test, k)
chosen(file, what) = sprintf("< awk -F, '$1 == \"%s\"' %s", what, file)
# what there is a figure of in the log
whats(log, test, figure) = system(reader("original.csv", "test=" . test . ",log=" . log . \
	",figure=" . figure, "what,value") . " | awk -F, '$2 != \"\" { print $1 }' | paste -s -d ' '")
known(log, test) = system("echo " . whats(log, test, "mean") . \
	" | tr ' ' '\n' | sed 's/-.*//' | awk '!seen[$0]++' | paste -s -d ' '")
place(value, list) = sum [i = 1:words(list)] (word(list, i) eq value ? i : 0)
spaced(name) = system("echo " . name . " | tr _ ' '")
# of the distributions, two figures side by side
both(table, log, a, b) = sprintf("< bash -c 'paste -d, <(%s) <(%s)'", \
	reader(table, "test=distribution,log=" . log . ",figure=" . a, "what,value"), \
	reader(table, "test=distribution,log=" . log . ",figure=" . b, "value"))
# the figures of locality, by test
figure_of(test) = test eq "stack" ? "depth_mean" : test eq "hurst" ? "h" : "mean"
kept(log, test) = test eq "similarity" ? system("echo " . whats(log, test, "mean") . \
	" | tr ' ' '\n' | sed -n '/-0$/p' | paste -s -d ' '") : whats(log, test, figure_of(test))
name_of(test, what) = (test eq "stack" ? "stack depth: " : test eq "daily" ? "daily bins: " : \
	test eq "similarity" ? "similarity: " : "H: ") . \
	(test eq "hurst" ? (what eq "rs" ? "R/S" : what) : attribute(what))
set style line 9 lc "#56b4e9" lw 1 dt 1 pt 7 ps 0.4
attribute(what) = strstrt(what, "runtime") ? "run time" : \
	strstrt(what, "estimate") ? "estimate" : "size"
many = sprintf("%d resampled", n)
of_log(log) = words(logs) > 1 ? log . ": " : ""

do for [log in logs] {
	if (tested("distribution")) {
		eval figure("distances-" . log, of_log(log) . "How far the distributions of workloads are " . \
			"from the log", "Kolmogorov-Smirnov distances of each workload, and of the two halves of " . \
			"the log from each other. The first seven distributions are over users, the others over " . \
			"jobs, which repeat each other, so that the test finds too much.")
		eval single("distances")
		list = whats(log, "distribution", "distance")
		set yrange [words(list) + 0.6:0.4]
		set xrange [0:*]
		set ytics ("" 0)
		do for [i = 1:words(list)] { set ytics add (spaced(word(list, i)) i) }
		set xlabel "Kolmogorov-Smirnov distance"
		plot both("results.csv", log, "distance", "rejected") \
				using ($3 == 0 ? $2 : NaN):(place(strcol(1), list)) with points ls 1 \
				title "indistinguishable from the log", \
			"" using ($3 == 1 ? $2 : NaN):(place(strcol(1), list)) with points ls 2 pt 4 \
				title "distinguishable from the log", \
			both("original.csv", log, "distance", "rejected") \
				using 2:(place(strcol(1), list)) with points ls 8 title "halves of the log"
		set yrange [*:*]
		set ytics autofreq

		eval figure("distributions-" . log, of_log(log) . "How users and arrivals are distributed", \
			"Of all but the last, users are in the order of their value, in per cent of all since their " . \
			"numbers differ. The last has the arrivals of each hour of the week, in per cent of all.")
		do for [what in "jobs sessions session_length work arrival departure activity"] {
			unset logscale y
			set ytics autofreq
			set xrange [0:100]
			set xtics 25
			unit = 1
			if (what eq "arrival" || what eq "departure" || what eq "activity") {
				eval panel(what eq "arrival" ? "first submit of a user" : \
					what eq "departure" ? "last end of a user" : "time from first submit to last end")
				unit = 604800.0
				set yrange [0:*]
				set ylabel "weeks"
			} else {
				eval panel(what eq "session_length" ? "average session of a user" : \
					spaced(what) . " of a user")
				set yrange [*:*]
				if (what eq "session_length") {
					eval log_time("y", "length")
				} else {
					set logscale y
					if (what eq "work") { unit = 3600.0 }
					set ylabel (what eq "work" ? "processor hours" : what) . " (logarithmic)"
				}
			}
			set xlabel "users (%)"
			plot for [k = 1:n] chosen(curve(log, "distribution", k), what) \
					using (100 * $5):($2 / unit) with lines ls 9 title k == 1 ? many : "", \
				chosen(curve(log, "distribution", 0), what) using (100 * $5):($2 / unit) \
					with lines ls 8 lw 2 title "the log"
		}
		unset logscale
		set ytics autofreq
		eval panel("hour of the week")
		set xrange [0:168]
		set yrange [0:*]
		set xtics ("" 0)
		do for [i = 1:7] { set xtics add (word("Mo Tu We Th Fr Sa Su", i) i * 24 - 12) }
		unset xlabel
		set ylabel "arrivals (%)"
		plot for [k = 1:n] chosen(curve(log, "distribution", k), "week") \
				using ($2 + 0.5):(100 * $4) with lines ls 9 title k == 1 ? many : "", \
			chosen(curve(log, "distribution", 0), "week") using ($2 + 0.5):(100 * $4) \
				with lines ls 8 lw 1.5 title "the log"
		set xtics autofreq
		set xrange [*:*]
		set yrange [*:*]
	}
	unset xlabel
	unset ylabel

	if (tested("daily")) {
		eval figure("daily-" . log, of_log(log) . "How alike the jobs of a day are", "The share of " . \
			"the jobs of a day that is in the fullest of 16 bins, over the days. Without locality it " . \
			"would be about 6 % on days of many jobs.")
		set xrange [0:100]
		set yrange [0:100]
		do for [what in known(log, "daily")] {
			eval panel(attribute(what))
			set ylabel "days with at most this (%)"
			set xlabel "in the fullest bin (%)"
			plot for [k = 1:n] chosen(curve(log, "daily", k), what) \
					using (100 * $2):(100 * $3) with lines ls 9 title k == 1 ? many : "", \
				chosen(curve(log, "daily", 0), what) using (100 * $2):(100 * $3) with lines ls 8 \
					title "the log"
		}
		set xrange [*:*]
		set yrange [*:*]
	}

	if (tested("similarity")) {
		eval figure("similarity-" . log, of_log(log) . "How alike the jobs of a user are", "The " . \
			"ratio of the smaller to the larger value of two jobs of a user, as a mean over all pairs, " . \
			"in the same session (0) and in sessions up to five later. Vertical axes do not begin at 0.")
		set xrange [-0.2:5.2]
		set xtics 1
		do for [what in known(log, "similarity")] {
			eval panel(attribute(what))
			set xlabel "sessions later"
			set ylabel "similarity"
			plot for [k = 1:n] rows("results.csv", "test=similarity,log=" . log . \
					sprintf(",replication=%d", k), "what,value") \
					using (strstrt(strcol(1), what) ? real(strcol(1)[strlen(what) + 2:]) : NaN):2 \
					with lines ls 9 title k == 1 ? many : "", \
				rows("original.csv", "test=similarity,log=" . log, "what,value") \
					using (strstrt(strcol(1), what) ? real(strcol(1)[strlen(what) + 2:]) : NaN):2 \
					with linespoints ls 8 pt 7 ps 0.7 title "the log"
		}
		set xrange [*:*]
		set xtics autofreq
	}

	if (tested("hurst")) {
		# one more than there are, since gnuplot looks past the end of an iteration
		array a[n + 2]
		array h[n + 2]
		a[n + 2] = 1
		h[n + 2] = 1
		do for [k = 0:n] {
			stats curve(log, "hurst", k) skip 1 using (log($2)):(log($3)) nooutput
			a[k + 1] = STATS_intercept
			h[k + 1] = STATS_slope
		}
		low = STATS_min_x
		high = STATS_max_x
		line(k, x) = exp(a[k + 1]) * x ** h[k + 1]
		# through the middle of the log's line
		slope(s, x) = line(0, exp((low + high) / 2)) * (x / exp((low + high) / 2)) ** s
		eval figure("pox-" . log, of_log(log) . "Whether jobs come in bursts at all time scales", \
			"Pox plots of the jobs an hour: a point for each segment of the log or workload, and the " . \
			"regression line, of which the slope is the Hurst parameter H. Dashed are slopes of 1/2, " . \
			"where jobs are independent, and of 1.")
		set logscale xy
		set xrange [exp(low):exp(high)]
		do for [k = 0:(n < 2 ? n : 2)] {
			eval panel(k == 0 ? "the log" : sprintf("resampled workload %d", k))
			set xlabel "length of the segment (hours, logarithmic)"
			set ylabel "range R/S (logarithmic)"
			plot curve(log, "hurst", k) skip 1 using 2:3 with points ls 9 pt 6 ps 0.4 \
					title "segments", \
				line(k, x) with lines ls 8 title sprintf("H = %.3f", h[k + 1])
		}
		eval panel("all lines")
		plot for [k = 1:n] line(k, x) with lines ls 9 title k == 1 ? many : "", \
			line(0, x) with lines ls 8 lw 2.5 title "the log", \
			for [i = 1:2] slope(i / 2.0, x) with lines lc "#888888" lw 1.5 dt (8, 6) \
				title i == 1 ? "1/2 and 1" : ""
		unset logscale
		set xrange [*:*]
	}
	unset xlabel
	unset ylabel

	some = ""
	list = ""
	do for [test in "stack daily similarity hurst"] {
		if (tested(test)) {
			some = some . " " . test
			do for [what in kept(log, test)] { list = list . " " . test . ":" . what }
		}
	}
	if (words(some)) {
		eval figure("kept-" . log, of_log(log) . "How near locality and self-similarity are to the log", \
			"Mean and standard deviation of " . many . " workloads: the mean stack depth, the mean " . \
			"share of the fullest daily bin, the mean similarity of jobs within sessions, and the " . \
			"Hurst parameter.")
		eval single("workloads beside the log")
		set yrange [words(list) + 0.6:0.4]
		set ytics ("" 0)
		do for [i = 1:words(list)] {
			at = word(list, i)
			colon = strstrt(at, ":")
			set ytics add (name_of(at[:colon - 1], at[colon + 1:]) i)
		}
		set xlabel "ratio to the log"
		plot for [test in some] rows("summary.csv", "log=" . log . ",test=" . test . ",figure=" . \
			figure_of(test), "what,mean,sd,reference") using \
			($2 / $4):(place(test . ":" . strcol(1), list) ? place(test . ":" . strcol(1), list) : NaN): \
			($3 / $4) with xerrorbars ls 1 title test eq word(some, 1) ? many : "", \
			sprintf("< seq 0 %d", words(list) + 1) using (1):($1) with lines ls 8 lw 1.5 title "the log"
		set yrange [*:*]
		set ytics autofreq
		unset xlabel
	}
}
