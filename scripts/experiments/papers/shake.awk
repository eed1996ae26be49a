# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of shake, of the rows of its summary: of each attribute, degree and percentage,
# compared with the log, then how rough the curves are.

# The setting that is suggested as the least that is effective, else the last; and the widest span.
cell("span") != "" && cell("metric") ~ /^(bsld|wait)_mean$/ {
	sweep = cell("log") SUBSEP cell("sweep")
	is_least = cell("value") == (cell("sweep") == "size" ? 1 : 60) && cell("percent") == 10
	if (!(sweep in seen)) sweep_at[cell("log"), ++sweeps[cell("log")]] = sweep
	seen[sweep]
	if (is_least || !(sweep in has_least)) keep(sweep)
	# the rows of the waits stand before those of the slowdowns
	if (is_least && cell("metric") == "bsld_mean") has_least[sweep]
	if (cell("metric") == "bsld_mean" && (!(sweep in widest) || cell("span") > widest[sweep])) {
		widest[sweep] = cell("span")
		widest_with[sweep] = cell("percent") " %, " degree()
	}
}
function keep(sweep,    name) {
	for (name in column_at) value[sweep, cell("metric"), name] = cell(name)
	setting[sweep] = sprintf("%s of %s %% of the jobs", called(cell("sweep")), cell("percent"))
	short_setting[sweep] = sprintf("%s: %s %%, %s", called(cell("sweep")), cell("percent"), degree())
	degree_of[sweep] = degree()
}
function at(sweep, metric, name) { return value[sweep, metric, name] }
function degree() {
	if (cell("sweep") != "size") return duration(cell("value"))
	return cell("value") (cell("value") == 1 ? " processor" : " processors")
}
# what is shaken, or what a curve is over, in the plural
function called(sweep) {
	if (sweep == "interarrival") return "interarrival times"
	if (sweep == "runtime") return "run times"
	return sweep == "window" ? "prediction windows" : sweep == "factor" ? "factors of estimates" : \
		sweep "s"
}

cell("metric") == "bsld_roughness" {
	curve = cell("log") SUBSEP cell("sweep")
	if (!(curve in has_curve)) curve_at[cell("log"), ++curves[cell("log")]] = curve
	has_curve[curve]
	sweep_of[curve] = cell("sweep")
	if (cell("value") == "each") {
		if (cell("n") > 0) shakings = cell("n")
		rough_single[curve] = cell("mean")
		single[curve] = cell("n") ? percent(cell("mean") / 100) (cell("n") < 2 ? "" : " (" \
			shown(cell("min")) " to " shown(cell("max")) " %)") : ""
	} else {
		rough[curve] = cell("mean")
		rough_log[curve] = cell("reference")
	}
}
!(cell("log") in known) {
	known[cell("log")]
	log_at[++count] = cell("log")
}

# Estimates and sizes have few values, so that others are another log rather than an accident.
function is_accident(sweep) { return sweep !~ SUBSEP "(estimate|size)$" }
function larger(span, distance) { return span > size(distance) ? span + 0 : size(distance) }
function moved(sweep) {
	return larger(at(sweep, "bsld_mean", "span"), at(sweep, "bsld_mean", "distance"))
}

# How far results move, in the log `name`: of what may be an accident, else of all.
function most_moved(    i, sweep, found) {
	for (i = 1; i <= sweeps[name]; i++) {
		sweep = sweep_at[name, i]
		if (is_accident(sweep) && (found == "" || moved(sweep) > moved(found))) found = sweep
	}
	return found
}
function no_waits(    sweep) {
	sweep = sweep_at[name, 1]
	return !((sweep, "wait_mean", "reference") in value) || at(sweep, "wait_mean", "reference") == 0
}
function conclusion(    sweep) {
	sweep = most_moved()
	if (sweep == "") sweep = sweep_at[name, 1]
	if (moved(sweep) == 0)
		return sprintf("To shake the %s by up to %s does not change the average bounded slowdown%s.", \
			setting[sweep], degree_of[sweep], no_waits() ? ": no job of the log waits" : "")
	if (at(sweep, "bsld_mean", "n") < 2)
		return sprintf("One shaken log does not tell how far results can be trusted: with the %s " \
			"shaken by up to %s the average bounded slowdown is %s than that of the log alone.", \
			setting[sweep], degree_of[sweep], away(sweep))
	if (is_accident(sweep))
		return sprintf("A difference of less than %s between two simulations of this log alone may be " \
			"an accident: so much the average bounded slowdown changes when the %s are shaken by up " \
			"to %s.", percent(moved(sweep) / 100), setting[sweep], degree_of[sweep])
	return sprintf("The average bounded slowdown changes by %s when the %s are shaken by up to %s.", \
		percent(moved(sweep) / 100), setting[sweep], degree_of[sweep])
}
function away(sweep,    distance) {
	distance = at(sweep, "bsld_mean", "distance")
	return percent(size(distance) / 100) " " comparative("bsld_mean", distance)
}

function cells(sweep,    distance) {
	if (at(sweep, "bsld_mean", "n") < 2) return "\t-\t" signed(sweep) "\t-\t-"
	return "\t" percent(at(sweep, "bsld_mean", "span") / 100) "\t" signed(sweep) "\t" \
		((sweep, "wait_mean", "span") in value ? percent(at(sweep, "wait_mean", "span") / 100) : "-") \
		"\t" percent(widest[sweep] / 100) " (" widest_with[sweep] ")"
}
# the distance of the mean from the log, with a mark where its interval leaves out the log
function signed(sweep,    distance, low, high, log_has) {
	distance = at(sweep, "bsld_mean", "distance")
	low = at(sweep, "bsld_mean", "low")
	high = at(sweep, "bsld_mean", "high")
	log_has = at(sweep, "bsld_mean", "reference")
	if (low != "" && (low > log_has || high < log_has)) marks++
	return (distance > 0 ? "+" : "") percent(distance / 100) \
		(low != "" && (low > log_has || high < log_has) ? " *" : "")
}
# one of several in a list: a, b and c
function listed(list, what) { return list (list == "" ? "" : ", ") what }
function last_and(list) {
	if (match(list, /, [^,]*$/)) return substr(list, 1, RSTART - 1) " and" substr(list, RSTART + 1)
	return list
}

function spans_of_logs(    k, i, sweep, any) {
	for (k = 1; k <= count; k++) any += sweeps[log_at[k]]
	if (!any) return
	table("Results of shaken logs beside that of the log alone")
	columns("shaken\tslowdown: span\tmean\twait: span\tgreatest span")
	for (k = 1; k <= count; k++) {
		name = log_at[k]
		for (i = 1; i <= sweeps[name]; i++) {
			sweep = sweep_at[name, i]
			row(of_log(name) short_setting[sweep] cells(sweep))
		}
	}
	note("shaken: the share of the jobs, and the largest change; slowdown: average bounded " \
		"slowdown; span: from the 5th to the 95th percentile of its values, in % of that of the " \
		"log; mean: how far their mean is from it" \
		(marks ? " (* : its 95 % interval leaves out the log)." : "."))
}
function roughness_of_curves(    k, i, curve, any) {
	for (k = 1; k <= count; k++) for (i = 1; i <= curves[log_at[k]]; i++)
		any += rough[curve_at[log_at[k], i]] != ""
	if (!any) return
	table("Roughness of the curves of the average bounded slowdown")
	columns("over the\tlog alone\ta single shaking\tmean of " shakings)
	for (k = 1; k <= count; k++) for (i = 1; i <= curves[log_at[k]]; i++) {
		curve = curve_at[log_at[k], i]
		if (rough[curve] != "")
			row(of_log(log_at[k]) called(sweep_of[curve]) "\t" percent(rough_log[curve] / 100) "\t" \
				single[curve] "\t" percent(rough[curve] / 100))
	}
	note("roughness: the mean absolute second difference, in % of the mean.")
}
function tell_curves(    i, curve, flat, smoother, rougher, single_rougher, short) {
	for (i = 1; i <= curves[name]; i++) {
		curve = curve_at[name, i]
		if (rough[curve] == "") short = listed(short, called(sweep_of[curve]))
		else if (rough_log[curve] == 0) flat = listed(flat, called(sweep_of[curve]))
		else if (rough[curve] < rough_log[curve]) smoother = listed(smoother, called(sweep_of[curve]))
		else rougher = listed(rougher, called(sweep_of[curve]))
		if (rough[curve] != "" && rough_log[curve] > 0 && rough_single[curve] > rough_log[curve] && \
				shakings > 1)
			single_rougher = listed(single_rougher, called(sweep_of[curve]))
	}
	if (smoother != "")
		tell("Over the " last_and(smoother) " the curve of " of_shakings() " is smoother than that " \
			"of the log alone" (shakings > 1 ? ", as averages are." : "."))
	if (rougher != "")
		tell("Over the " last_and(rougher) " the curve of " of_shakings() " is not smoother than that " \
			"of the log alone.")
	if (single_rougher != "")
		tell("Over the " last_and(single_rougher) " the curve of a single shaken log is rougher than " \
			"that of the log alone, on average.")
	if (flat != "")
		tell("Over the " last_and(flat) " the curve of the log alone is flat: they change nothing, or " \
			"there are no estimates or waits.")
	if (short != "") limit(of_log(name) "The curve over the " last_and(short) \
		" has fewer than three points, and no roughness.")
}
function of_shakings() {
	return shakings > 1 ? "the mean of " shakings " shaken logs" : "a shaken log"
}
# without the grid the curves are the answer
function tell(text) {
	if (sweeps[name]) finding(of_log(name) text)
	else verdict(of_log(name) text)
}

END {
	for (k = 1; k <= count; k++) {
		name = log_at[k]
		if (sweeps[name]) verdict(of_log(name) conclusion())
	}
	spans_of_logs()
	roughness_of_curves()
	for (k = 1; k <= count; k++) {
		name = log_at[k]
		tell_curves()
		if (sweeps[name] && no_waits() && moved(sweep_at[name, 1]))
			limit(of_log(name) "No job of the log alone waits: shaken, jobs may.")
		for (i = 1; i <= sweeps[name]; i++) {
			sweep = sweep_at[name, i]
			if (!is_accident(sweep)) chosen++
			if (at(sweep, "bsld_mean", "n") > 1 && at(sweep, "bsld_mean", "n") < 20)
				few = at(sweep, "bsld_mean", "n")
		}
	}
	if (few) limit("Spans of " few " shaken logs are rough: 5th and 95th percentiles need 20 at " \
		"least.")
	if (chosen) limit("Users choose estimates and sizes from few round values: to shake these makes " \
		"another log, and does not show what is an accident.")
	usual_limits("", 1)
}
