# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of sensitivity, of the rows of its summary: log, way, metric, first, second, and the
# difference of their means over the replications.

{
	of = cell("log") SUBSEP cell("second")
	if (!(of in log_of)) {
		order[++pairs] = of
		log_of[of] = cell("log")
		second[of] = cell("second")
		if (!(cell("second") in is_other)) others++
		is_other[cell("second")]
		first = cell("first")
	}
	if (!((of, cell("way")) in seen)) way_at[of, ++ways[of]] = cell("way")
	seen[of, cell("way")]
	for (name in column_at) value[of, cell("way"), cell("metric"), name] = cell(name)
}
# a cell of the pair `of`
function at(way, metric, name) { return value[of, way, metric, name] }

# What a way says of the sign, and what all ways to shake say, with this certainty at least: 0
# unless it is the same.
function sign(way, metric, least) {
	if (at(way, metric, "n") < 2) return 0
	if (certainty(at(way, metric, "low"), at(way, metric, "high"), at(way, metric, "p_holm")) < least)
		return 0
	return at(way, metric, "difference") < 0 ? -1 : 1
}
function sign_of_shaken(metric, least,    i, says, all, ways_to_shake) {
	for (i = 1; i <= ways[of]; i++) if (way_at[of, i] ~ /^shaken/) {
		says = sign(way_at[of, i], metric, least)
		all = ways_to_shake++ && all != says ? 0 : says
	}
	return all
}
function is_shaken(    i) {
	for (i = 1; i <= ways[of]; i++) if (way_at[of, i] ~ /^shaken/) return 1
	return 0
}
function is_resampled() { return (of, "resampled") in seen }
# of all workloads
function sum(metric, name,    i, all) {
	for (i = 1; i <= ways[of]; i++) all += at(way_at[of, i], metric, name)
	return all
}
function least_n(metric,    i, least) {
	for (i = 1; i <= ways[of]; i++)
		if (way_at[of, i] != "log" && (least == "" || at(way_at[of, i], metric, "n") < least))
			least = at(way_at[of, i], metric, "n")
	return least
}

# A difference and its interval, in per cent of the first where that is not 0.
function part(way, metric, x,    mean) {
	mean = at(way, metric, "mean_first")
	return mean ? percent(x / mean) : in_units(metric, x)
}
function signed(way, metric, x) { return (x > 0 ? "+" : "") part(way, metric, x) }
function between(way, metric, low, high,    mean) {
	mean = at(way, metric, "mean_first")
	if (!mean) return range(metric, low, high)
	low = percent(low / mean)
	high = percent(high / mean)
	return low == high ? low : substr(low, 1, length(low) - 2) " to " high
}
# where the interval begins that people read: neither waits nor slowdowns are below 0
function low_of(way, metric,    least) {
	least = -at(way, metric, "mean_first")
	return at(way, metric, "low") < least ? least : at(way, metric, "low")
}
function signed_interval(way, metric) {
	if (at(way, metric, "low") == "") return "-"
	return between(way, metric, low_of(way, metric), at(way, metric, "high"))
}
function unsigned_interval(way, metric,    low, high) {
	if (at(way, metric, "low") == "") return ""
	low = low_of(way, metric)
	high = at(way, metric, "high")
	return low < 0 ? between(way, metric, -high, -low) : between(way, metric, low, high)
}

function plural(metric) { return metric == "wait_mean" ? "waits" : "bounded slowdowns" }
function on_log(metric) {
	return in_units(metric, at("log", metric, "mean_second")) " instead of " \
		in_units(metric, at("log", metric, "mean_first"))
}
function on_others(metric) {
	return part("resampled", metric, size(at("resampled", metric, "difference"))) " " \
		comparative(metric, at("resampled", metric, "difference")) \
		for_site(unsigned_interval("resampled", metric))
}
function workloads(metric) {
	return at("resampled", metric, "n") " other workloads of the log\047s users" \
		for_site(at("resampled", metric, "low") == "" ? "" : signed_interval("resampled", metric))
}

# What both say of the difference in a metric.
function state(metric) {
	if (sum(metric, "less") + sum(metric, "greater") == 0) return "same"
	if (least_n(metric) < 2) return "one"
	return sign_of_shaken(metric, 2) " " (is_resampled() ? sign("resampled", metric, 2) : 0)
}
function conclusion(metric,    x, what, here, there, maybe_here, maybe_there, log_has, is, none, \
		behind) {
	x = second[of]
	what = plural(metric)
	log_has = "on average " on_log(metric)
	if (state(metric) == "same")
		return sprintf("Under %s and %s %s are the same, on this log and in all workloads made of it " \
			"(on average %s).", first, x, what, in_units(metric, at("log", metric, "mean_first")))
	if (state(metric) == "one")
		return sprintf("One workload of a kind does not tell whether %s under %s differ from those " \
			"under %s (on the log %s).", what, x, first, log_has)
	here = sign_of_shaken(metric, 2)
	there = is_resampled() ? sign("resampled", metric, 2) : 0
	maybe_here = !here && sign_of_shaken(metric, 1)
	maybe_there = !there && is_resampled() && sign("resampled", metric, 1)
	behind = behind_unsure(maybe_there, at("resampled", metric, "needed"), \
		at("resampled", metric, "n"))
	is = sprintf("Under %s %s are %s than under %s", x, what, \
		comparative(metric, here ? here : there), first)
	none = sprintf(maybe_here || maybe_there ? "A difference between %s under %s and under %s is " \
		"likely but not certain" : "No difference between %s under %s and under %s can be measured", \
		what, x, first)
	if (!is_resampled())
		return here ? is " on this log, however it is shaken (" log_has ")." : \
			none " on this log, once it is shaken (" log_has ")." behind_unsure(maybe_here)
	if (!is_shaken())
		return there ? is " on workloads of the users of the log: the average is " \
			on_others(metric) "." : \
			none " with " workloads(metric) "." behind
	if (here && here == there)
		return sprintf("%s, on this log (%s) and on other workloads of its users: there the average is " \
			"%s.", is, log_has, on_others(metric))
	if (here && there)
		return sprintf("%s on this log (%s), but %s on other workloads of its users, which it is not " \
			"like: there the average is %s.", is, log_has, comparative(metric, there), on_others(metric))
	if (here)
		return sprintf("%s on this log alone (%s): %s with %s.%s", is, log_has, unsure(maybe_there), \
			workloads(metric), behind)
	if (there)
		return sprintf("%s on other workloads of the users of the log: there the average is %s. On this" \
			" log, shaken, %s (%s).%s", is, on_others(metric), unsure(maybe_here), log_has, \
			behind_unsure(maybe_here))
	if (maybe_here && !maybe_there)
		return none " on this log, shaken (" log_has ")." behind_unsure(maybe_here) \
			" None can be measured with " workloads(metric) "." behind
	if (maybe_there && !maybe_here)
		return none " with " workloads(metric) "." behind \
			" None can be measured on this log, shaken (" log_has ")."
	return sprintf("%s, on this log (%s) %s with %s.%s", none, log_has, maybe_here ? "and" : "or", \
		workloads(metric), behind)
}

# The widest interval of a way to shake, beside that of the resampled workloads.
function width(way, metric) {
	return at(way, metric, "n") > 1 && at(way, metric, "mean_first") ? \
		(at(way, metric, "high") - at(way, metric, "low")) / at(way, metric, "mean_first") : 0
}
function compare_widths(metric,    i, way, widest) {
	for (i = 1; i <= ways[of]; i++) {
		way = way_at[of, i]
		if (way ~ /^shaken/ && width(way, metric) > width(widest, metric)) widest = way
	}
	if (widest != "" && width("resampled", metric))
		finding(about() sprintf("The interval of the %s over resampled workloads is %s times as wide " \
			"as over those with %s.", name_of(metric), \
			shown(width("resampled", metric) / width(widest, metric)), called(widest)))
}
function count_workloads(metric) {
	if (at("resampled", metric, "less") + at("resampled", metric, "greater") > 0)
		finding(about() sprintf("Of %d resampled workloads %d have shorter waits under %s than under " \
			"%s, and %d longer ones.", at("resampled", metric, "n"), at("resampled", metric, "less"), \
			second[of], first, at("resampled", metric, "greater")))
}
function called(way) {
	if (way == "log") return "the log itself"
	if (way == "resampled") return "resampled"
	sub(/^shaken-/, "", way)
	return "shaken " (way == "batch" ? "batches" : way "s")
}

# What the answer is not sure of.
function saturation_of(scheduler, stable,    n) {
	n = at("resampled", "stable", "n")
	if (n > 0 && stable < 1 && feedback == "" && !((log_of[of], scheduler) in told)) {
		told[log_of[of], scheduler]
		limit(before() sprintf("%s saturates in %.0f of %d resampled workloads.", scheduler, \
			(1 - stable) * n, n))
	}
}

END {
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		verdict(before() conclusion("wait_mean"))
	}
	table("Change of the averages" (others > 1 ? "" : " from " first " to " second[of]))
	columns("workloads\twait\tinterval\tbounded slowdown\tinterval")
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		for (i = 1; i <= ways[of]; i++)
			row(before() (others > 1 ? second[of] ", " : "") called(way_at[of, i]) \
				cells(way_at[of, i], "wait_mean") cells(way_at[of, i], "bsld_mean"))
	}
	if (marks) note(meaning_of_mark(first))
	note("95 % intervals: of resampled workloads for the site, of shaken ones for the average over " \
		"all shakings of this log.")
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		if (state("wait_mean") == "one") continue
		finding(about() (state("bsld_mean") == state("wait_mean") ? \
			"The average bounded slowdown says the same." : conclusion("bsld_mean")))
		compare_widths("wait_mean")
		count_workloads("wait_mean")
	}
	for (k = 1; k <= pairs; k++) {
		of = order[k]
		saturation_of(first, at("resampled", "stable", "mean_first"))
		saturation_of(second[of], at("resampled", "stable", "mean_second"))
		n = least_n("wait_mean")
		if (state("wait_mean") != "same" && n > 1 && n < 20) few = n
	}
	if (few) limit(few " workloads of a kind are few: their intervals are rough.")
}
function cells(way, metric,    is_marked) {
	is_marked = sign(way, metric, 2)
	if (is_marked) marks++
	return "\t" signed(way, metric, at(way, metric, "difference")) "\t" \
		signed_interval(way, metric) (is_marked ? " *" : "")
}
function before() { return of_log(log_of[of]) }
function about() { return before() (others > 1 ? second[of] ": " : "") }
