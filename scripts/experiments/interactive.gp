# The plots of interactive: throughput and sessions as the load grows (figure 19 of the keynote),
# the response times of classes of jobs (20) and the queue by hours of the day (21).
load share . "style.gp"
n = words(alphas)
first = word(alphas, 1)
last = word(alphas, n)
classes = "short medium long very-long large"
of_class = words(classes)
lowest = real(word(loads, 1))
highest = lowest
do for [l in loads] {
	lowest = real(l) < lowest ? real(l) : lowest
	highest = real(l) > highest ? real(l) : highest
}
pad = highest > lowest ? 0.1 * (highest - lowest) : 0.5
apart = 0.1 * (highest - lowest)
place(value, list) = sum [i = 1:words(list)] (word(list, i) eq value ? i : 0)
dodge(i) = 0.14 * (i - 0.5 * (n + 1))
where(log, cycle, load, class) = sprintf("log=%s,cycle=%s,load=%s,class=%s", \
	log, cycle, load, class)
changed(log, alpha, metric) = rows("summary.csv", sprintf( \
	"log=%s,cycle=log,class=all,metric=%s,second=%s", log, metric, alpha), \
	"load,difference,low,high,n")
# response times over those of the first alpha in the same workload: mean and interval by class
ratios(log, load, alpha) = "< " . reader("results.csv", \
	sprintf("log=%s,cycle=log,load=%s", log, load), "class,replication,alpha,response_mean") . \
	sprintf(" | awk -v a=%s -v b=%s -f %sratios.awk | swf-summary -q --by class", first, alpha, share)
longest(log, load, alpha) = means("log=" . log . ",cycle=log,load=" . load . ",alpha=" . alpha, \
	"class", "wait_max")
hours = ""
do for [i = 0:23] { hours = hours . (i ? "," : "") . sprintf("queue_%02d", i) }
by_hour(log, cycle, load, alpha) = sprintf("< %s | swf-summary -q", \
	named(hours, reader("results.csv", where(log, cycle, load, "all") . ",alpha=" . alpha, hours)))
cycle_name(c) = c eq "log" ? "daily cycle of the log" : c eq "none" ? "no daily cycle" : \
	"sessions begin " . c . " h"
# the largest number in a column, or one after it, of what is to be plotted
largest(data, from) = real(system(substr(data, 3, strlen(data)) . " | sed 1d | cut -d, -f" . \
	from . "- | tr , '\n' | sort -g | tail -n 1"))
larger(a, b) = a > b ? a : b

do for [log in logs] {
	eval figure("load-" . log, 720, 560, log . ": what gets done and how long sessions last, as " . \
		"there are more users, with " . scheduler . ": means over the workloads (above), and " . \
		"mean differences to alpha " . first . " in the same workload (below), with 95 % " . \
		"confidence intervals.")
	set multiplot layout 2, 2
	set xrange [lowest - pad:highest + pad]
	set xtics ("" 0)
	do for [l in loads] { set xtics add (l l) }
	set key top left
	set xlabel "load: users, times those of the log"
	do for [panel in "throughput_per_day session_length_mean"] {
		set ylabel (panel eq "throughput_per_day" ? called(panel) : "mean session length, s")
		set yrange [*:*]
		set offsets 0, 0, graph panel eq "throughput_per_day" ? 0.3 : 0.1, 0
		plot for [i = 1:n] means("log=" . log . ",cycle=log,class=all,alpha=" . word(alphas, i), \
			"load", panel) skip 1 using ($1 + apart * dodge(i)):4:($3 > 1 ? $6 : $4): \
			($3 > 1 ? $7 : $4) with yerrorlines ls i title "alpha " . word(alphas, i)
		unset key
	}
	if (n > 1) {
		set offsets 0, 0, graph 0.1, 0
		do for [panel in "throughput_per_day session_length_mean"] {
			set ylabel (panel eq "throughput_per_day" ? "more jobs a day" : "longer sessions, s")
			eval roomy("y", limits("summary.csv", "log=" . log . \
				",cycle=log,class=all,metric=" . panel, "difference,low,high"))
			plot 0 with lines lc "#888888" lw 1 dt 1 notitle, \
				for [i = 2:n] changed(log, word(alphas, i), panel) \
				using ($1 + apart * dodge(i)):2:($5 > 1 ? $3 : $2):($5 > 1 ? $4 : $2) \
				with yerrorlines ls i
		}
	}
	unset multiplot
	unset offsets

	eval figure("classes-" . log, 760, 560, log . ": response times of short (run time up to 1 " . \
		"minute), medium (up to 10 minutes) and long jobs, of long ones over " . very_long . \
		" (very long) and of jobs of more than " . large . " (large), over those with alpha " . \
		first . " in the same workload (above), and the longest wait (below): means with 95 % " . \
		"confidence intervals, by load.")
	set multiplot layout 2, words(loads)
	set xrange [0.5:of_class + 0.5]
	set xtics ("" 0)
	set xtics rotate by -45
	do for [class in classes] {
		set xtics add ((class eq "very-long" ? "very long" : class) place(class, classes))
	}
	unset xlabel
	most = 1
	do for [l in loads] {
		do for [i = 2:n] { most = larger(most, largest(ratios(log, l, word(alphas, i)), 4)) }
	}
	set logscale y
	set yrange [0.1:1.5 * most]
	do for [l in loads] {
		set title "load " . l
		set ylabel (l eq word(loads, 1) ? "response time, over that of alpha " . first : "")
		plot 1 with lines lc "#888888" lw 1 dt 1 notitle, \
			for [i = 2:n] ratios(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):4: \
			($3 > 1 ? larger($6, 0.1) : $4):($3 > 1 ? $7 : $4) \
			with yerrorbars ls i dt 1 notitle
	}
	unset title
	set format y "10^{%L}"
	set key top left samplen 1.5
	most = 0
	do for [l in loads] {
		do for [i = 1:n] { most = larger(most, largest(longest(log, l, word(alphas, i)), 4)) }
	}
	set yrange [0.05:larger(8 * most / 86400, 10)]
	do for [l in loads] {
		set ylabel (l eq word(loads, 1) ? "longest wait, days" : "")
		plot for [i = 1:n] longest(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):($4 / 86400): \
			(($3 > 1 ? larger($6, 1) : $4) / 86400):(($3 > 1 ? $7 : $4) / 86400) \
			with yerrorbars ls i dt 1 title (l eq word(loads, 1) ? "alpha " . word(alphas, i) : "")
	}
	unset multiplot
	unset logscale
	set format "% h"

	eval figure("hours-" . log, 720, 320, log . ": waiting jobs by hour of the day, load " . \
		cycle_load . ": means over the workloads, with 95 % confidence intervals.")
	set multiplot layout 1, words(cycles)
	set xrange [0:24]
	set xtics norotate 0, 6, 24
	most = 0
	do for [day in cycles] {
		do for [i = 1:n:(n > 1 ? n - 1 : 1)] {
			most = larger(most, largest(by_hour(log, day, cycle_load, word(alphas, i)), 3))
		}
	}
	set yrange [0:most > 0 ? 1.05 * most : 1]
	set xlabel "hour of the day"
	do for [day in cycles] {
		set title cycle_name(day)
		set ylabel (day eq "log" ? "mean queue length, jobs" : "")
		plot for [i = 1:n:(n > 1 ? n - 1 : 1)] by_hour(log, day, cycle_load, word(alphas, i)) skip 1 \
				using ($0 + 0.5):($2 > 1 ? $5 : $3):($2 > 1 ? $6 : $3) with filledcurves ls i \
				fs transparent solid 0.2 noborder notitle, \
			for [i = 1:n:(n > 1 ? n - 1 : 1)] by_hour(log, day, cycle_load, word(alphas, i)) skip 1 \
				using ($0 + 0.5):3 with lines ls i \
				title (day eq "log" ? "alpha " . word(alphas, i) : "")
	}
	unset multiplot
	unset title
	unset xlabel
	set key samplen 4
	set xtics autofreq
}
