# SPDX-License-Identifier: GPL-3.0-or-later
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
all_jobs(log) = "log=" . log . ",cycle=log,class=all"
changed(log, alpha, metric) = rows("summary.csv", \
	all_jobs(log) . ",metric=" . metric . ",second=" . alpha, "load,difference,low,high,n")
# response times over those of the first alpha in the same workload: mean and interval by class
ratios(log, load, alpha) = "< " . reader("results.csv", \
	sprintf("log=%s,cycle=log,load=%s", log, load), "class,replication,alpha,response_mean") . \
	sprintf(" | awk -v a=%s -v b=%s -f %sratios.awk | %s", first, alpha, own, by_group("class"))
longest(log, load, alpha) = means("log=" . log . ",cycle=log,load=" . load . ",alpha=" . alpha, \
	"class", "wait_max")
hours = ""
do for [i = 0:23] { hours = hours . (i ? "," : "") . sprintf("queue_%02d", i) }
by_hour(log, cycle, load, alpha) = sprintf("< %s | swf-summary -q", named(hours, \
	reader("results.csv", sprintf("log=%s,cycle=%s,load=%s,class=all,alpha=%s", log, cycle, load, \
	alpha), hours)))
cycle_name(c) = c eq "log" ? "daily cycle of the log" : c eq "none" ? "no daily cycle" : \
	"sessions begin " . c . " h"
# the largest number in a column, or one after it, of what is to be plotted
largest(data, from) = real(system(substr(data, 3, strlen(data)) . " | sed 1d | cut -d, -f" . \
	from . "- | tr , '\n' | sort -g | tail -n 1"))
larger(a, b) = a > b ? a : b
tooltip(what, x, unit) = sprintf("%s: %.3g %s", what, x, unit)
done = "throughput_per_day"
session = "session_length_mean"

do for [log in logs] {
	eval figure("load-" . log, log . ": what gets done, and how long sessions last, as there are " . \
		"more users", "Averages over the workloads, and differences to alpha " . first . " in the " . \
		"same workload, with 95 % intervals for the site.")
	set xrange [lowest - pad:highest + pad]
	set xtics ("" 0)
	do for [l in loads] { set xtics add (l l) }
	set xlabel "load: users, times those of the log"
	do for [metric in done . " " . session] {
		eval panel(metric eq done ? "Jobs a day" : "Average length of a session")
		eval of_metric("y", metric, limits("results.csv", all_jobs(log), metric))
		ends = limits("results.csv", all_jobs(log), metric)
		if (metric eq session) { eval in_time("y", "average session", ends) }
		eval roomy("y", in_units_of(unit_y, ends))
		plot for [i = 1:n] means(all_jobs(log) . ",alpha=" . word(alphas, i), "load", metric) skip 1 \
			using ($1 + apart * dodge(i)):($4 / unit_y):(($3 > 1 ? $6 : $4) / unit_y): \
			(($3 > 1 ? $7 : $4) / unit_y) with yerrorlines ls i title "alpha " . word(alphas, i)
	}
	if (n > 1) {
		do for [metric in done . " " . session] {
			ends = limits("summary.csv", all_jobs(log) . ",metric=" . metric, "difference,low,high")
			eval panel(metric eq done ? "More jobs a day than with alpha " . first : \
				"Longer sessions than with alpha " . first)
			if (metric eq done) {
				unit_y = 1.0
				set ylabel "more jobs a day"
			} else { eval in_time("y", "longer sessions", ends) }
			eval roomy("y", in_units_of(unit_y, ends))
			plot 0 with lines lc "#888888" lw 1 dt 1 notitle, \
				for [i = 2:n] changed(log, word(alphas, i), metric) \
				using ($1 + apart * dodge(i)):($2 / unit_y):(($5 > 1 ? $3 : $2) / unit_y): \
				(($5 > 1 ? $4 : $2) / unit_y) with yerrorlines ls i title "alpha " . word(alphas, i)
		}
	}

	eval figure("classes-" . log, \
		log . ": response times of classes of jobs, over those with alpha " . first, \
		"Averages of the ratios in the same workload, with 95 % intervals for the site: below 1 " . \
		"a class gains. Short jobs run up to 1 minute, medium ones up to 10 minutes, very long ones " . \
		"over " . very_long . "; large ones have over " . large . ".")
	set xrange [0.5:of_class + 0.5]
	set xtics ("" 0)
	do for [class in classes] {
		set xtics add ((class eq "very-long" ? "very long" : class) place(class, classes))
	}
	set xlabel "jobs"
	most = 1
	do for [l in loads] {
		do for [i = 2:n] { most = larger(most, largest(ratios(log, l, word(alphas, i)), 4)) }
	}
	set logscale y
	set format y "%g"
	set ytics autofreq
	set yrange [0.1:1.5 * most]
	do for [l in loads] {
		eval panel(l . " times the users")
		set ylabel "times alpha " . first . " (logarithmic)"
		plot 1 with lines lc "#888888" lw 1 dt 1 notitle, \
			for [i = 2:n] ratios(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):4:(tooltip(strcol(1) . ", alpha " . \
			word(alphas, i), $4, "times that of alpha " . first)) \
			with labels hypertext point ls i notitle, \
			for [i = 2:n] ratios(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):4: \
			($3 > 1 ? larger($6, 0.1) : $4):($3 > 1 ? $7 : $4) \
			with yerrorbars ls i dt 1 title "alpha " . word(alphas, i)
	}
	set format "% h"

	eval figure("longest-" . log, log . ": the longest wait of each class of jobs", \
		"Averages over the workloads of the longest wait in each, with 95 % intervals for the site.")
	most = 86400
	do for [l in loads] {
		do for [i = 1:n] { most = larger(most, largest(longest(log, l, word(alphas, i)), 4)) }
	}
	set format y
	eval log_time("y", "longest wait")
	set yrange [1000:2 * most]
	do for [l in loads] {
		eval panel(l . " times the users")
		plot for [i = 1:n] longest(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):4:(tooltip(strcol(1) . ", alpha " . \
			word(alphas, i), $4 / 86400, "days")) with labels hypertext point ls i notitle, \
			for [i = 1:n] longest(log, l, word(alphas, i)) skip 1 \
			using (place(strcol(1), classes) + dodge(i)):4: \
			($3 > 1 ? larger($6, 1000) : $4):($3 > 1 ? $7 : $4) \
			with yerrorbars ls i dt 1 title "alpha " . word(alphas, i)
	}
	unset logscale
	set format "% h"
	set ytics autofreq

	eval figure("hours-" . log, log . ": how many jobs wait at each hour of the day, load " . \
		cycle_load, "Averages over the workloads, with 95 % intervals for the site.")
	set xrange [0:24]
	set xtics 0, 6, 24
	most = 0
	do for [day in cycles] {
		do for [i = 1:n:(n > 1 ? n - 1 : 1)] {
			most = larger(most, largest(by_hour(log, day, cycle_load, word(alphas, i)), 3))
		}
	}
	set yrange [0:most > 0 ? 1.05 * most : 1]
	set xlabel "hour of the day"
	set ylabel "waiting jobs"
	do for [day in cycles] {
		eval panel(cycle_name(day))
		plot for [i = 1:n:(n > 1 ? n - 1 : 1)] by_hour(log, day, cycle_load, word(alphas, i)) skip 1 \
				using ($0 + 0.5):($2 > 1 ? $5 : $3):($2 > 1 ? $6 : $3) with filledcurves ls i \
				fs transparent solid 0.2 noborder notitle, \
			for [i = 1:n:(n > 1 ? n - 1 : 1)] by_hour(log, day, cycle_load, word(alphas, i)) skip 1 \
				using ($0 + 0.5):3 with lines ls i title "alpha " . word(alphas, i)
	}
	set xtics autofreq
}
