# SPDX-License-Identifier: GPL-3.0-or-later
# Numbers and metrics as people read them: durations in two units at most, shares in per cent, no
# exponents. Needs csv.awk.

# A whole number with commas: 28,481.
function whole(x,    text, sign) {
	text = sprintf("%.0f", x)
	sign = sub(/^-/, "", text) ? "-" : ""
	while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text)
	return sign text
}

# Seconds: 4.5 s, 45 s, 3 min 20 s, 1 h 7 min, 2 d 4 h, 120 d. What is rounded is the smaller unit.
function duration(seconds,    s) {
	if (seconds < 0) return "-" duration(-seconds)
	s = int(seconds + 0.5)
	if (seconds < 9.5) return sprintf("%.1f", seconds) + 0 " s"
	if (s < 60) return s " s"
	if (s < 3600) return two_units(s, 60, "min", 1, "s")
	s = int(seconds / 60 + 0.5)
	if (s < 1440) return two_units(s, 60, "h", 1, "min")
	s = int(seconds / 3600 + 0.5)
	if (s < 2400) return two_units(s, 24, "d", 1, "h")
	return whole(seconds / 86400) " d"
}
function two_units(amount, large, name_of_large, small, name_of_small,    rest) {
	rest = amount % large
	return int(amount / large) " " name_of_large (rest ? " " rest / small " " name_of_small : "")
}

# A share as a percentage: 5.3 % of 0.053.
function percent(share) { return shown(100 * share) " %" }

# What a metric of swf-metrics is measured in: time, share, rate, jobs, count, or a number.
function unit_of(metric) {
	if (metric ~ /^((with|without)_gpus_)?(wait|response|session_length|user_activity)_/ || \
		metric ~ /^(makespan|activity|run_time_mean)$/) return "time"
	if (metric ~ /^(utilization|load)(_|$)|^binds_|^waiting_share$/) return "share"
	if (metric == "throughput_per_day") return "rate"
	if (metric ~ /^queue_(mean|max|p[0-9]+)$/) return "jobs"
	if (metric ~ /^(jobs|users|sessions|abandoned|users_left|not_run|zero_run_time)$/) return "count"
	if (metric == "work") return "work"
	return "number"
}
# A value of a metric with its unit.
function in_units(metric, x,    unit) {
	unit = unit_of(metric)
	if (x == "") return "not known"
	if (unit == "time") return duration(x)
	if (unit == "share") return percent(x)
	if (unit == "rate") return shown(x) " jobs a day"
	if (unit == "jobs") return (x == int(x) ? whole(x) : shown(x)) " jobs"
	if (unit == "count") return whole(x)
	# which is measured in processor seconds
	if (unit == "work") return whole(x / 3600) " processor hours"
	return shown(x)
}
# An interval of a metric: 2 h 25 min to 2 h 51 min; 81 to 84 jobs a day.
function range(metric, low, high,    a, b, unit) {
	a = in_units(metric, low)
	b = in_units(metric, high)
	if (a == b) return a
	unit = b
	# the unit of both stands behind the second; in durations each part has its own
	if (unit_of(metric) != "time" && sub(/^-?[0-9.,]+/, "", unit)) sub(unit "$", "", a)
	return a " to " b
}
# An interval within what the metric can be: no wait is below 0.
function possible_range(metric, low, high,    least) {
	least = metric ~ /^(user_)?(bsld|slowdown)_/ && metric !~ /_sd$/ ? 1 : 0
	if (low < least) {
		low = least
		some_are_cut = 1
	}
	if (unit_of(metric) == "share" && high > 1) {
		high = 1
		some_are_cut = 1
	}
	return range(metric, low, high)
}
function interval_of_row(metric) { return possible_range(metric, cell("low"), cell("high")) }
# What a note says of intervals that interval_of_row has cut.
function how_cut() {
	return some_are_cut ? " They are cut at what is possible: no wait is below 0." : ""
}
# The mean of this row with its interval, as in 1 h 7 min (58 min to 1 h 20 min).
function mean_of_row(metric,    mean, interval_of_mean) {
	mean = in_units(metric, cell("mean"))
	if (cell("n") < 2) return mean
	if (cell("min") == cell("max")) return mean " (in each)"
	if (cell("low") == "") return mean
	interval_of_mean = interval_of_row(metric)
	return mean (interval_of_mean == mean ? "" : " (" interval_of_mean ")")
}

# The name of a metric in a sentence.
function name_of(metric,    name) {
	name = metric
	if (metric == "throughput_per_day") return "throughput"
	if (metric == "zero_run_time") return "jobs with a run time of 0 s"
	if (metric == "stable") return "share of stable workloads"
	if (metric ~ /_(procs|gpus|memory|none)(_mean)?$|^waiting_share$/) return name_of_resource(metric)
	if (metric == "session_jobs_mean") return "average number of jobs in a session"
	if (metric == "session_length_mean") return "average length of a session"
	if (metric == "user_bsld_p50") return "median over users of their average bounded slowdowns"
	if (metric == "user_bsld_sd")
		return "standard deviation over users of their average bounded slowdowns"
	if (metric ~ /^user_bsld_p/) return substr(metric, 12) \
		"th percentile over users of their average bounded slowdowns"
	if (metric ~ /^(wait|response|slowdown|bsld|queue)_/) {
		sub(/_.*/, "", name)
		name = name == "bsld" ? "bounded slowdown" : name == "response" ? "response time" : name
		if (metric ~ /_mean$/) return "average " name
		if (metric ~ /_median$/) return "median " name
		if (metric ~ /_max$/) return "longest " name
		if (metric ~ /_sd$/) return "standard deviation of the " name "s"
		if (match(metric, /_p[0-9]+$/))
			return substr(metric, RSTART + 2) "th percentile of the " name "s"
	}
	if (metric ~ /^busy_/) {
		name = "number of busy processors"
		if (metric ~ /_mean$/) return "average " name
		if (metric ~ /_max$/) return "largest " name
		if (metric == "busy_p50") return "median " name
		if (metric == "busy_p95") return "95th percentile of the " name
	}
	gsub(/_/, " ", name)
	return name
}
# The same of a metric of processors, GPUs or memory.
function name_of_resource(metric,    of) {
	if (metric == "waiting_share") return "share of the time in which jobs wait"
	if (metric == "binds_none") return "share of the time in which all that a job waits for is free"
	of = metric ~ /_procs/ ? "processors" : metric ~ /_gpus/ ? "GPUs" : "memory"
	return metric ~ /^utilization/ ? "utilization of " of : metric ~ /^load/ ? "load of " of : \
		metric ~ /^queue/ ? "average queue, " of : metric ~ /^busy/ ? "average of busy " of : \
		metric ~ /^binds/ ? "share of the time in which jobs wait for " of : "work of " of
}
# Its name as the head of a column, which the title of the table explains.
function head_of(metric) {
	if (metric == "throughput_per_day") return "jobs a day"
	if (metric == "queue_mean") return "average queue, jobs"
	if (metric == "user_bsld_p50") return "median user"
	if (metric == "user_bsld_sd") return "standard deviation"
	if (match(metric, /_p[0-9]+$/)) return substr(metric, RSTART + 2) "th percentile" \
		(metric ~ /^bsld/ ? " of slowdowns" : metric ~ /^user_/ ? " of users" : "")
	return name_of(metric)
}
# 1 where less of a metric is better, 0 where more is, and -1 where neither is.
function less_is_better(metric) {
	if (metric ~ /^(wait|response|slowdown|bsld|queue|user_bsld)_/) return 1
	if (metric == "makespan" || metric ~ /^(abandoned|users_left|not_run)$/) return 1
	return metric ~ /^(throughput_per_day|utilization|sessions|stable)$/ ? 0 : -1
}
# How a value that differs by so much compares: shorter, more, higher.
function comparative(metric, difference,    unit) {
	unit = unit_of(metric)
	if (unit == "time") return difference < 0 ? "shorter" : "longer"
	if (unit == "number" || unit == "share") return difference < 0 ? "lower" : "higher"
	return difference < 0 ? "less" : "more"
}
# A ratio of a metric as a change: 15 % shorter, and an interval of ratios: 3 to 25 % shorter, or
# 3 % shorter to 25 % longer. What is three times as much or more is said so: 4.50 times as long.
function percents(x) { return shown(100 * size(x - 1)) }
function signed_ratio(x) { return (x < 1 ? "-" : x > 1 ? "+" : "") percents(x) " %" }
function changed_by(metric, x) {
	if (x >= 3) return shown(x) " times " as_much(metric)
	return percents(x) " % " (x < 1 ? comparative(metric, -1) : comparative(metric, 1))
}
function as_much(metric,    word) {
	word = comparative(metric, 1)
	return word == "longer" ? "as long" : word == "higher" ? "as high" : "as much"
}
# What stands between such a change and what it is a change of: 15 % longer than, 4.50 times as long
# as.
function than(by) { return by ~ / as (long|high|much)$/ ? " as" : " than" }
function changed_between(metric, low, high) {
	if (low < 1 && high < 1)
		return one_or_two(percents(high), percents(low)) " % " comparative(metric, -1)
	if (low > 1 && high >= 3) return (low >= 3 ? shown(low) : changed_by(metric, low)) " to " \
		shown(high) " times " as_much(metric)
	if (low > 1 && high > 1)
		return one_or_two(percents(low), percents(high)) " % " comparative(metric, 1)
	return changed_by(metric, low) " to " changed_by(metric, high)
}
function one_or_two(a, b) { return a == b ? a : a " to " b }
# The interval of a difference: 1 h 2 min to 3 h longer, or 2 min shorter to 3 h longer.
function by_how_much(metric, low, high) {
	if (low == "") return ""
	if (low > 0) return range(metric, low, high) " " comparative(metric, 1)
	if (high < 0) return range(metric, -high, -low) " " comparative(metric, -1)
	if (low == 0 && high == 0) return "the same"
	return (low < 0 ? in_units(metric, -low) " " comparative(metric, -1) : "the same") " to " \
		(high > 0 ? in_units(metric, high) " " comparative(metric, 1) : "the same")
}
