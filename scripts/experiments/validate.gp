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
	strstrt(what, "estimate") ? "estimated run time" : "size"
many = sprintf("%d resampled", n)

do for [log in logs] {
	if (tested("distribution")) {
		eval figure("distances-" . log, 720, 440, log . ": Kolmogorov-Smirnov distances between the " . \
			"log and each resampled workload, and between the two halves of the log. The " . \
			"first seven distributions are of users, the others of jobs, which repeat each other, so " . \
			"that the test finds too much.")
		list = whats(log, "distribution", "distance")
		set yrange [words(list) + 0.6:0.4]
		set xrange [0:*]
		set ytics ("" 0)
		do for [i = 1:words(list)] { set ytics add (spaced(word(list, i)) i) }
		set xlabel "Kolmogorov-Smirnov distance"
		set key outside top center horizontal
		plot both("results.csv", log, "distance", "rejected") \
				using ($3 == 0 ? $2 : NaN):(place(strcol(1), list)) with points ls 1 \
				title "resampled, not told from the log", \
			"" using ($3 == 1 ? $2 : NaN):(place(strcol(1), list)) with points ls 2 pt 4 \
				title "resampled, told from it by the test", \
			both("original.csv", log, "distance", "rejected") \
				using 2:(place(strcol(1), list)) with points ls 8 title "halves of the log"
		set yrange [*:*]
		set ytics autofreq

		eval figure("distributions-" . log, 980, 560, log . ": distributions of the log (black) " . \
			"and of " . many . " workloads. But for the last, users are in the order of their " . \
			"value, as in the paper, in per cent of all since their numbers differ; the last has " . \
			"the arrivals of an hour in per cent of all.")
		set multiplot layout 2, 4
		set xrange [0:100]
		set xtics 25
		set xlabel "users, %"
		unset key
		do for [what in "jobs sessions session_length work arrival departure activity"] {
			unset logscale y
			set format y "%g"
			unit = 1
			if (what eq "session_length") { unit = 60.0 }
			if (what eq "work") { unit = 3600.0 }
			if (what eq "arrival" || what eq "departure" || what eq "activity") {
				unit = 604800.0
				set yrange [0:*]
				set ylabel (what eq "arrival" ? "first submit, week" : \
					what eq "departure" ? "last end, week" : "activity, weeks")
			} else {
				set logscale y
				set format y "10^{%L}"
				set yrange [*:*]
				set ylabel (what eq "jobs" ? "jobs" : what eq "sessions" ? "sessions" : \
					what eq "work" ? "work, processor hours" : "session length, min")
			}
			plot for [k = 1:n] chosen(curve(log, "distribution", k), what) \
					using (100 * $5):($2 / unit) with lines ls 9, \
				chosen(curve(log, "distribution", 0), what) using (100 * $5):($2 / unit) \
					with lines ls 8 lw 2
		}
		unset logscale
		set format y "%g"
		set xrange [0:168]
		set yrange [0:*]
		set xtics ("" 0)
		do for [i = 1:7] { set xtics add (word("Mo Tu We Th Fr Sa Su", i) i * 24 - 12) }
		unset xlabel
		set ylabel "arrivals, %"
		plot for [k = 1:n] chosen(curve(log, "distribution", k), "week") \
				using ($2 + 0.5):(100 * $4) with lines ls 9, \
			chosen(curve(log, "distribution", 0), "week") using ($2 + 0.5):(100 * $4) \
				with lines ls 8 lw 1.5
		unset multiplot
		set xtics autofreq
		set xrange [*:*]
		set yrange [*:*]
	}
	unset xlabel
	unset ylabel

	if (tested("daily")) {
		eval figure("daily-" . log, 980, 320, log . ": the share of the jobs of a day that is in " . \
			"the fullest of 16 bins, over the days; without locality it would be about 1/16 on " . \
			"days of many jobs.")
		set multiplot layout 1, 3
		set key inside vertical bottom right Left reverse
		set xrange [0:1]
		set yrange [0:100]
		set ylabel "days with at most this share, %"
		do for [what in known(log, "daily")] {
			set xlabel "share in the fullest bin: " . attribute(what)
			plot for [k = 1:n] chosen(curve(log, "daily", k), what) \
					using 2:(100 * $3) with lines ls 9 title k == 1 ? many : "", \
				chosen(curve(log, "daily", 0), what) using 2:(100 * $3) with lines ls 8 title "log"
		}
		unset multiplot
		set xrange [*:*]
		set yrange [*:*]
	}

	if (tested("similarity")) {
		eval figure("similarity-" . log, 980, 320, log . ": the ratio of the smaller to the larger " . \
			"value of two jobs of a user, as a mean over all pairs, in the same session (0) and in " . \
			"sessions so far apart. Vertical axes do not begin at 0.")
		set multiplot layout 1, 3
		set key inside vertical top right Left reverse
		set xrange [-0.2:5.2]
		set xtics 1
		set xlabel "distance, sessions"
		do for [what in known(log, "similarity")] {
			set ylabel "similarity: " . attribute(what)
			plot for [k = 1:n] rows("results.csv", "test=similarity,log=" . log . \
					sprintf(",replication=%d", k), "what,value") \
					using (strstrt(strcol(1), what) ? real(strcol(1)[strlen(what) + 2:]) : NaN):2 \
					with lines ls 9 title k == 1 ? many : "", \
				rows("original.csv", "test=similarity,log=" . log, "what,value") \
					using (strstrt(strcol(1), what) ? real(strcol(1)[strlen(what) + 2:]) : NaN):2 \
					with linespoints ls 8 pt 7 ps 0.7 title "log"
		}
		unset multiplot
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
		eval figure("pox-" . log, 900, 640, log . ": pox plots of the jobs an hour, of the log and " . \
			"of resampled workloads, with their regression lines, the slope of which is the Hurst " . \
			"parameter H; and these lines of all, with slopes of 1/2 and 1 dashed.")
		set multiplot layout 2, 2
		set logscale xy
		set format xy "10^{%L}"
		set xrange [exp(low):exp(high)]
		set xlabel "length of the segment n, hours"
		set ylabel "rescaled range R/S"
		set key inside vertical top left Left reverse
		do for [k = 0:(n < 2 ? n : 2)] {
			plot curve(log, "hurst", k) skip 1 using 2:3 with points ls 9 pt 6 ps 0.4 \
					title k == 0 ? "log" : sprintf("resampled workload %d", k), \
				line(k, x) with lines ls 8 title sprintf("H = %.3f", h[k + 1])
		}
		plot for [k = 1:n] line(k, x) with lines ls 9 title k == 1 ? many : "", \
			line(0, x) with lines ls 8 lw 2.5 title "log", \
			for [i = 1:2] slope(i / 2.0, x) with lines lc "#888888" lw 1.5 dt (8, 6) \
				title i == 1 ? "slopes 1/2 and 1" : ""
		unset multiplot
		unset logscale
		set format xy "%g"
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
		eval figure("kept-" . log, 720, 100 + 24 * words(list), log . ": figures of locality and " . \
			"self-similarity of " . many . " workloads, mean and standard deviation, as ratios to " . \
			"those of the log: the mean stack depth, the mean share of the fullest daily bin, the " . \
			"mean similarity of jobs within sessions, and the Hurst parameter.")
		unset key
		set yrange [words(list) + 0.6:0.4]
		set ytics ("" 0)
		do for [i = 1:words(list)] {
			at = word(list, i)
			colon = strstrt(at, ":")
			set ytics add (name_of(at[:colon - 1], at[colon + 1:]) i)
		}
		set xlabel "ratio to the log"
		set arrow 1 from 1, graph 0 to 1, graph 1 nohead ls 8 lw 1.5
		plot for [test in some] rows("summary.csv", "log=" . log . ",test=" . test . ",figure=" . \
			figure_of(test), "what,mean,sd,reference") using \
			($2 / $4):(place(test . ":" . strcol(1), list) ? place(test . ":" . strcol(1), list) : NaN): \
			($3 / $4) with xerrorbars ls 1
		unset arrow 1
		set key on
		set yrange [*:*]
		set ytics autofreq
		unset xlabel
	}
}
