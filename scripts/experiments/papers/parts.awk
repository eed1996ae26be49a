# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of parts, of the rows of its summary: log, scheduler, length of the parts in weeks or
# `whole`, metric, and the mean, the percentiles and the figure of the log itself.

{
	of = cell("log") SUBSEP cell("scheduler")
	if (!(of in log_of)) {
		order[++pairs] = of
		log_of[of] = cell("log")
		scheduler_of[of] = cell("scheduler")
		if (!(cell("scheduler") in known)) schedulers++
		known[cell("scheduler")]
	}
	if (!((of, cell("length")) in seen)) length_at[of, ++lengths[of]] = cell("length")
	seen[of, cell("length")]
	for (name in column_at) value[of, cell("length"), cell("metric"), name] = cell(name)
}
# a cell of the log and scheduler `of`
function at(weeks, metric, name) { return value[of, weeks, metric, name] }

# the same under each scheduler; of the blocks the shortest and the longest
cell("metric") ~ /^work_cv_/ && cell("length") == "whole" && cell("reference") != "" {
	weeks = substr(cell("metric"), 9)
	longest = weeks > 1
	if (!(cell("log") in first_of)) first_of[cell("log")] = of
	if (first_of[cell("log")] == of && (!longest || weeks + 0 > blocks[of])) {
		blocks[of] = weeks + 0
		variation[of, longest] = sprintf("the work submitted in %s varies by %s in the log " \
			"(coefficient of variation), %s.", longest ? "blocks of " weeks " weeks" : "a week", \
			percent(cell("reference")), beside_whole())
	}
}
function beside_whole(    text) {
	text = sprintf("and by %s in workloads resampled as a whole", percent(cell("mean")))
	if (cell("n") < 20) return text ", which are too few to say whether the log is like them"
	return text sprintf(" (%s to %s in 90 %% of them): %s", shown(100 * cell("p5")), \
		percent(cell("p95")), \
		cell("percentile") > 95 ? "less than in the log: it is not stationary" : \
		cell("percentile") < 5 ? "more than in the log, whose work is more even than that of users " \
		"who are independent" : \
		"as in the log, which may be stationary")
}

function resampled(weeks) {
	return weeks == "whole" ? "as a whole" : "in parts of " weeks (weeks == 1 ? " week" : " weeks")
}
# The difference of the mean waits from those of workloads resampled as a whole, and half its
# interval: the samples are independent.
function difference(weeks) {
	return at(weeks, "wait_mean", "mean") - at("whole", "wait_mean", "mean")
}
function half(weeks) { return (at(weeks, "wait_mean", "high") - at(weeks, "wait_mean", "low")) / 2 }
function half_of_difference(weeks) { return sqrt(half(weeks) ^ 2 + half("whole") ^ 2) }
function differs_from_whole(weeks) {
	return weeks != "whole" && at(weeks, "wait_mean", "n") > 1 && \
		size(difference(weeks)) > half_of_difference(weeks)
}
# the length that differs most from the whole, in intervals
function most_different(    i, weeks, far, most, found) {
	for (i = 1; i <= lengths[of]; i++) {
		weeks = length_at[of, i]
		if (weeks == "whole") continue
		far = half_of_difference(weeks) > 0 ? size(difference(weeks)) / half_of_difference(weeks) : \
			difference(weeks) ? 1e9 : 0
		if (found == "" || far > most) {
			found = weeks
			most = far
		}
	}
	return found
}
# How many workloads of each kind show a difference of a tenth, with a probability of 80 %.
function needed(weeks,    n) {
	n = 7.85 * (at(weeks, "wait_mean", "sd") ^ 2 + at("whole", "wait_mean", "sd") ^ 2) / \
		(at("whole", "wait_mean", "mean") / 10) ^ 2
	return n > int(n) ? int(n) + 1 : n
}
function conclusion(    weeks, d, h, whole_wait, low, high, under) {
	weeks = most_different()
	d = difference(weeks)
	whole_wait = at("whole", "wait_mean", "mean")
	under = "Under " scheduler_of[of] " "
	if (at("whole", "wait_mean", "max") == 0 && at(weeks, "wait_mean", "max") == 0)
		return under "nobody waits, so waits do not tell whether parts matter."
	if (at(weeks, "wait_mean", "n") < 2)
		return sprintf("One workload of each kind does not tell whether parts matter: %sthe average " \
			"wait is %s resampled as a whole and %s %s.", tolower(substr(under, 1, 1)) \
			substr(under, 2), duration(whole_wait), duration(at(weeks, "wait_mean", "mean")), \
			resampled(weeks))
	h = half_of_difference(weeks)
	if (differs_from_whole(weeks)) {
		low = size(d) - h
		high = size(d) + h
		return sprintf("%swaits differ: resampled %s the average is %s instead of %s as a whole (95 %% " \
			"interval over workloads of this log: %s %s).", under, resampled(weeks), \
			duration(at(weeks, "wait_mean", "mean")), \
			duration(whole_wait), range("wait_mean", low, high), comparative("wait_mean", d))
	}
	if (d == 0)
		return sprintf("%sthe average wait is the same, %s, resampled as a whole and part by part.", \
			under, duration(whole_wait))
	return sprintf("%sno difference can be measured with %d workloads of each kind: the average wait" \
		" is %s resampled as a whole and %s %s.%s", under, at(weeks, "wait_mean", "n"), \
		duration(whole_wait), duration(at(weeks, "wait_mean", "mean")), resampled(weeks), \
		at(weeks, "wait_mean", "n") < 20 ? "" : sprintf(" To measure a difference of 10 %% needs about " \
		"%s of each.", whole(needed(weeks))))
}

# A mean with its interval; no wait is below 0, and no bounded slowdown below 1.
function with_interval(weeks, metric,    low, least) {
	least = metric == "bsld_mean" ? 1 : 0
	low = at(weeks, metric, "low") < least ? least : at(weeks, metric, "low")
	return in_units(metric, at(weeks, metric, "mean")) (at(weeks, metric, "n") < 2 ? "" : \
		" (" range(metric, low, at(weeks, metric, "high")) ")")
}
function add_rows(    i, weeks, r) {
	row(about() "the log itself\t" in_units("wait_mean", at("whole", "wait_mean", "reference")) \
		"\t-\t" in_units("bsld_mean", at("whole", "bsld_mean", "reference")) "\t1")
	for (i = 1; i <= lengths[of]; i++) {
		weeks = length_at[of, i]
		marks += differs_from_whole(weeks)
		r = at(weeks, "work_r", "mean")
		row(about() resampled(weeks) "\t" with_interval(weeks, "wait_mean") \
			(differs_from_whole(weeks) ? " *" : "") "\t" \
			(at(weeks, "wait_mean", "max") == 0 ? "-" : \
			percent(1 - at(weeks, "wait_mean", "percentile") / 100)) "\t" \
			with_interval(weeks, "bsld_mean") "\t" (r == "" ? "-" : shown(r)))
	}
}
function tell_limits(    i, weeks, n) {
	for (i = 1; i <= lengths[of]; i++) {
		weeks = length_at[of, i]
		n = at(weeks, "stable", "n")
		if (n > 0 && at(weeks, "stable", "mean") < 1 && feedback == "")
			limit(of_log(log_of[of]) sprintf("%s saturates in %.0f of %d workloads resampled %s.", \
				scheduler_of[of], (1 - at(weeks, "stable", "mean")) * n, n, resampled(weeks)))
		if (at(weeks, "wait_mean", "n") < 20) few = at(weeks, "wait_mean", "n")
	}
}
function before() { return of_log(log_of[of]) }
function about() { return before() (schedulers > 1 ? scheduler_of[of] ", " : "") }

END {
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		verdict(before() conclusion())
	}
	table("Averages of the workloads, with 95 % intervals over workloads of this log")
	columns("resampled\twait\tmore than the log\tbounded slowdown\tcorrelation")
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		add_rows()
	}
	note("more than the log: the share of the workloads whose average wait is more than that of the " \
		"log; correlation: of the work of their weeks with that of the same weeks of the log" \
		(marks ? "; * : differs from that of workloads resampled as a whole." : "."))
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		for (longest = 0; longest < 2; longest++)
			if (variation[of, longest] != "")
				finding(before() (before() == "" ? sentence(variation[of, longest]) : \
					variation[of, longest]))
	}
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		tell_limits()
	}
	if (few) limit((few == 1 ? "One workload" : few " workloads") " of each kind " \
		(few == 1 ? "is" : "are") " few: averages and intervals of 20 or more are steadier.")
}
