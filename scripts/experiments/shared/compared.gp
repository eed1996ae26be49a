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
in_words(metric, x) = !is_time(metric) ? shown(x) : (x < 0 ? "-" : "") . duration(abs(x))

# an axis of a metric: logarithmic where means or intervals of its family differ much, and else from
# 0 on where less is better
family(metric) = is_time(metric) ? "wait_mean" : metric[1:9] eq "user_bsld" ? "user_bsld_p95" : \
	metric[1:4] eq "bsld" ? "bsld_mean" : metric
is_wide(where, metric) = differ_tenfold(where . ",metric=" . family(metric))
differ_tenfold(where) = ratio_of(positive("means.csv", where, "mean")) > 10 || \
	real(word(limits("means.csv", where, "mean") . " 0", 1)) > 0 && \
	ratio_of(positive("means.csv", where, "mean,low,high")) > 10
ratio_of(limits) = words(limits) ? real(word(limits, 2)) / real(word(limits, 1)) : 1
axis(a, where, metric) = is_wide(where, metric) ? log_axis(a, metric) : \
	sprintf("unset logscale %s; ", a) . \
	linear(a, metric, limits("means.csv", where . ",metric=" . metric, "mean,low,high") . " " . \
	limits("original.csv", the_log(load), metric))
# where it has a cross: at load 1
the_log(load) = "log=" . (load eq "1" ? log : "none") . all
linear(a, metric, seen) = of_metric(a, metric, seen) . "; eval spanned('" . a . "', unit_" . a . \
	", '" . (less_is_better(metric) ? "0 " : "") . seen . "')"
less_is_better(metric) = metric ne "throughput_per_day" && metric ne "utilization"
log_axis(a, metric) = sprintf("unit_%s = 1.0; set %srange [*:*]; ", a, a) . (is_time(metric) ? \
	long_log_time(a, called(metric)) : \
	sprintf("set logscale %s; set %stics autofreq; set format %s " . \
	"'%%.0s%%c'; set %slabel '%s (logarithmic)'", a, a, a, a, called(metric)))

# Names stand at the left, from the top down: `eval listed(names)`.
listed(names) = sprintf("set yrange [-0.6:%d - 0.4]; unset ylabel; " . \
	"set ytics (%s) noenhanced", words(names), labels_of(names, words(names)))
labels_of(names, i) = i == 0 ? "" : labels_of(names, i - 1) . (i > 1 ? ", " : "") . \
	sprintf("'%s' %d", word(names, i), words(names) - i)
place(i) = n - i
has_mean(scheduler) = words(limits("means.csv", here . ",metric=" . decides . ",scheduler=" . \
	scheduler, "mean"))
of_change(metric, names) = here . ",metric=" . metric . ",first=" . first . \
	(words(names) == 1 ? ",second=" . names : "")
changes(metric, names) = rows("summary.csv", of_change(metric, names), "second,difference,low,high")
# whether one of several differs by over ten times as much as another, which an axis would not show
are_unlike(metric) = int(system(reader("summary.csv", of_change(metric, others), "difference") . \
	" | sed 's|^-||' | sort -g | awk 'NR == 1 { least = $1 } " . \
	"END { print (NR > 1 && $1 > 10 * least) }'"))
# classes of jobs, each with its name behind it
classes_by(kind) = system(sprintf("awk -F, -v drawn=%s -f %scsv.awk -f %sunits.awk " . \
	"-f %sjob-classes.awk means.csv", kind, share, share, share))

metrics = "wait_mean wait_p95 wait_p99 bsld_mean throughput_per_day utilization" . \
	(has_classes ? " user_bsld_p50 user_bsld_p95" : "")
changed = "wait_mean wait_p99 bsld_mean throughput_per_day"
# the intervals; of a single workload there are none
has_intervals = words(limits("means.csv", "metric=" . decides, "low"))
columns = "scheduler,mean,low,high"
bars_of_logs = has_intervals ? "each using (100 * $1 / $4):(row_of_log($0)):" . \
	"(100 * $2 / $4):(100 * $3 / $4) with xerrorbars ls 1, " : ""
# of several logs, of which the average is below the others
row_of_log(i) = words(logs) - i - (over_logs ? 0 : 1)
over_logs = words(logs) > 2 && words(limits("pooled.csv", "metric=" . decides, "ratio"))
bar_over_logs = over_logs ? "over using (100 * ($1 - 1)):(0):(100 * ($2 - 1)):(100 * ($3 - 1)) " . \
	"with xerrorbars ls 8 pt 13 ps 1.5," : ""
bars_of_means = has_intervals ? "means_of(here, m, columns) using ($2 / unit_x):" . \
	"(place($0 + 1)):($3 / unit_x):($4 / unit_x) with xerrorbars ls 1, " : ""
bars_of_changes = has_intervals ? "changes(m, names) using ($2 / unit_x):" . \
	"(words(names) - 1 - $0):($3 / unit_x):($4 / unit_x) with xerrorbars ls 1, " : ""
bars_of_classes = has_intervals ? "for [i = 1:n] of(i) using ($2 / unit_x):" . \
	"(height(strcol(1), i)):($3 / unit_x):($4 / unit_x) with xerrorbars ls i notitle, " : ""
by_kind(kind) = kind eq "time" ? "by run time" : kind eq "size" ? "by size" : \
	kind eq "partition" ? "by partition" : kind eq "queue" ? "by QOS" : \
	kind eq "account" ? "by account" : kind eq "gpus" ? "by GPUs" : "by users"
