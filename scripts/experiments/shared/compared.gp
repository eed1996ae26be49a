# SPDX-License-Identifier: GPL-3.0-or-later
# What the plots of schedulers that are compared share: names, axes and intervals. The first of
# `schedulers` is what the others are compared with. To be loaded after style.gp.
unique_of(column) = system(taken("-v show=values -v columns=" . column, "means.csv"))
schedulers = unique_of("scheduler")
loads = has_loads ? unique_of("load") : "1"
n = words(schedulers)
first = word(schedulers, 1)
others = schedulers[strstrt(schedulers, " ") + 1:*]
all = has_classes ? ",class=all" : ""
of_load(load) = has_loads ? ",load=" . load : ""
name_at(load) = words(loads) > 1 ? "-at-" . load : ""
title_at(load) = words(loads) < 2 ? "" : \
	load eq "1" ? " with the users of the log" : " with " . load . " times the users"
# the means of a metric with their intervals, and what the log itself gives
means_of(where, metric, columns) = rows("means.csv", where . ",metric=" . metric, columns)
own(where, metric) = rows("original.csv", where, metric)
in_words(metric, x) = is_time(metric) ? (x < 0 ? "-" : "") . duration(abs(x)) : \
	metric eq "utilization" ? shown(100 * x) . " %" : shown(x)

# Metrics of one kind share a panel: `families` are those that are there.
family_of(name) = name eq "waits" ? "wait_mean wait_p95 wait_p99" : name eq "slowdowns" ? \
	"bsld_mean" . (has_classes ? " user_bsld_p50 user_bsld_p95" : "") : name
all_metrics = "wait_mean wait_p95 wait_p99 bsld_mean user_bsld_p50 user_bsld_p95 " . \
	"throughput_per_day utilization"
families = (strstrt(all_metrics . " ", decides . " ") ? "" : decides . " ") . \
	"waits slowdowns throughput_per_day utilization"
name_of(family) = family eq "slowdowns" ? "bounded slowdowns" : \
	family eq "waits" ? family : called(family)
# a metric within its family
within_family(m) = m eq "wait_mean" ? "average" : m eq "bsld_mean" ? "average of jobs" : \
	m eq "wait_p95" ? "95th percentile" : m eq "wait_p99" ? "99th percentile" : \
	m eq "user_bsld_p50" ? "median user" : m eq "user_bsld_p95" ? "95th percentile of users" : \
	called(m)
joined(list, name) = list . (list eq "" || name eq "" ? "" : " ") . name
# as table.awk has several values, and several columns
either(list, i) = i == 0 ? "" : either(list, i - 1) . (i > 1 ? "/" : "") . word(list, i)
commas(list, i) = i == 0 ? "" : commas(list, i - 1) . (i > 1 ? "," : "") . word(list, i)
of_metrics(where, list) = where . ",metric=" . either(list, words(list))

# an axis of metrics of a family: logarithmic where their means or intervals differ much, and else
# from 0 on where less is better
is_wide(where, list) = differ_tenfold(of_metrics(where, list))
differ_tenfold(where) = ratio_of(positive("means.csv", where, "mean")) > 10 || \
	real(word(limits("means.csv", where, "mean") . " 0", 1)) > 0 && spread(where) > 10
spread(where) = ratio_of(positive("means.csv", where, "mean,low,high"))
ratio_of(limits) = words(limits) ? real(word(limits, 2)) / real(word(limits, 1)) : 1
axis(a, where, list, label) = is_wide(where, list) ? \
	log_axis(a, word(list, 1), label, spread(of_metrics(where, list))) : \
	sprintf("unset logscale %s; ", a) . linear(a, word(list, 1), label, \
	limits("means.csv", of_metrics(where, list), "mean,low,high") . " " . \
	limits("original.csv", the_log(load), commas(list, words(list))))
# where it has a cross: at load 1
the_log(load) = "log=" . (load eq "1" ? log : "none") . all
linear(a, metric, label, seen) = (is_time(metric) ? in_time(a, label, seen) : \
	of_metric(a, metric, seen)) . "; eval spanned('" . a . "', unit_" . a . \
	", '" . (less_is_better(metric) ? "0 " : "") . seen . "')"
less_is_better(metric) = metric ne "throughput_per_day" && metric ne "utilization"
log_axis(a, metric, label, spread) = sprintf("unit_%s = 1.0; set %srange [*:*]; ", a, a) . \
	(is_time(metric) ? (spread > 300 ? long_log_time(a, label, spread) : log_time(a, label)) : \
	sprintf("set logscale %s; set %stics %s; set format %s '%%.0s%%c'; " . \
	"set %slabel '%s (logarithmic)'", a, a, spread > 3e4 ? "('0.01' 0.01, '' 0.1, '1' 1, '' 10, " . \
	"'100' 100, '' 1e3, '10k' 1e4, '' 1e5, '1M' 1e6, '' 1e7, '100M' 1e8)" : "autofreq", a, a, label))

# Names stand at the left, from the top down: `eval listed(names)`.
listed(names) = sprintf("set yrange [-0.6:%d - 0.4]; unset ylabel; " . \
	"set ytics (%s) noenhanced", words(names), labels_of(names, words(names)))
labels_of(names, i) = i == 0 ? "" : labels_of(names, i - 1) . (i > 1 ? ", " : "") . \
	sprintf("'%s' %d", word(names, i), words(names) - i)
place(i) = n - i
# The rows of a name are those of a list of metrics, of which the first is the one to be seen first.
set style line 21 lc "#0072b2" lw 2 pt 7 ps 0.7
set style line 22 lc "#555555" lw 1.2 pt 4 ps 0.7
set style line 23 lc "#8a8a8a" lw 1.2 pt 8 ps 0.8
beneath(list, j) = 0.75 * ((j - 0.5) / words(list) - 0.5)
# what a tooltip says of a value: which, its interval, and of how many workloads
told(name, m, x, low, high, workloads) = name . ", " . within_family(m) . ": " . \
	in_words(m, x) . (low < high ? " (" . in_words(m, low) . " to " . in_words(m, high) . ")" : "") . \
	", " . workloads . " workloads"
has_mean(scheduler) = words(limits("means.csv", here . ",metric=" . decides . ",scheduler=" . \
	scheduler, "mean"))
of_change(metric, names) = here . ",metric=" . metric . ",first=" . first . \
	",second=" . either(names, words(names))
changes(metric, names) = rows("summary.csv", of_change(metric, names), \
	"second,ratio,ratio_low,ratio_high,n")
# of each workload how many times as much as under the first
ratios_of(name, metric) = pairs(here, "scheduler", first, name, metric) . \
	" | awk -F, '$1 > 0 && $2 > 0 { print $2 / $1 }'"
# classes of jobs, each with its name behind it
classes_by(kind) = system(sprintf("awk -F, -v drawn=%s -f %scsv.awk -f %sunits.awk " . \
	"-f %sjob-classes.awk means.csv", kind, share, share, share))

# the intervals; of a single workload there are none
has_intervals = words(limits("means.csv", "metric=" . decides, "low"))
columns = "scheduler,mean,low,high,n"
bars_of_logs = has_intervals ? "each using (100 * $1 / $4):(row_of_log($0)):" . \
	"(100 * $2 / $4):(100 * $3 / $4) with xerrorbars ls 1, " : ""
# of several logs, of which the average is below the others
row_of_log(i) = words(logs) - i - (over_logs ? 0 : 1)
over_logs = words(logs) > 2 && words(limits("pooled.csv", "metric=" . decides, "ratio"))
bar_over_logs = over_logs ? "over using (100 * ($1 - 1)):(0):(100 * ($2 - 1)):(100 * ($3 - 1)) " . \
	"with xerrorbars ls 8 pt 13 ps 1.5," : ""
bars_of_means = has_intervals ? "for [j = 1:k] of_mean(word(list, j)) using ($2 / unit_x):" . \
	"(place($0 + 1) - beneath(list, j)):($3 / unit_x):($4 / unit_x) with xerrorbars " . \
	"ls 20 + j pt -1 notitle, " : ""
bars_of_changes = has_intervals ? "for [j = 1:k] changes(word(list, j), comparable) using 2:" . \
	"(rows_of - 1 - $0 - beneath(list, j)):3:4 with xerrorbars ls 20 + j pt -1 notitle, " : ""
bars_of_classes = has_intervals ? "for [i = 1:n] of(i) using ($2 / unit_x):" . \
	"(height(strcol(1), i)):($3 / unit_x):($4 / unit_x) with xerrorbars ls i notitle, " : ""
by_kind(kind) = kind eq "time" ? "by run time" : kind eq "size" ? "by size" : \
	kind eq "partition" ? "by partition" : kind eq "queue" ? "by QOS" : \
	kind eq "account" ? "by account" : kind eq "gpus" ? "by GPUs" : "by users"

# `eval ratio_axis(low, high)`: an x-axis of ratios, which its tics tell as changes in per cent
ratio_axis(low, high) = sprintf("set logscale x; set xlabel 'change from %s, %%'; " . \
	"set xrange [%.9g:%.9g]; set xtics (%s); set xtics add (%s)", first, \
	low / room_of(low, high), high * room_of(low, high), high / low > 3 ? \
	changes_at(high / low > 100 ? "0.001 0.01 0.1 1 10 100 1000" : high / low > 12 ? \
		"0.01 0.1 0.5 1 2 10 100" : "0.1 0.2 0.5 1 2 5 10", 1) : \
	changes_by(rounded(100 * (high > 1.001 * low ? high - low : 0.001) / 3.0), \
		floor(100 * (low - 1)), 100 * (high - 1)), \
	"'' 0.01 1, '' 0.02 1, '' 0.05 1, '' 0.2 1, '' 0.5 1, '' 2 1, '' 5 1, '' 20 1, '' 50 1")
room_of(low, high) = high / low > 1.001 ? (high / low) ** 0.05 : 1.001
changes_at(list, i) = i > words(list) ? "'0' 1" : sprintf("'%s' %s, ", \
	in_per_cent(real(word(list, i))), word(list, i)) . changes_at(list, i + 1)
in_per_cent(ratio) = ratio == 1 ? "0" : (ratio < 1 ? "-" : "+") . shown(100 * abs(ratio - 1))
# from the first multiple of a step on
changes_by(step, low, high) = changes_from(step, step * ceil(low / step), high)
changes_from(step, at, high) = at > high ? "'0' 1" : sprintf("'%s' %.9g, ", \
	at == 0 ? "0" : sprintf("%+g", at), 1 + at / 100.0) . changes_from(step, at + step, high)
told_change(name, m, ratio, low, high, workloads) = name . ", " . within_family(m) . ": " . \
	in_per_cent(ratio) . " %" . (low < high ? " (" . in_per_cent(low) . " to " . \
	in_per_cent(high) . " %)" : "") . ", " . workloads . " workloads"
