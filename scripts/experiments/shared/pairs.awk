# What answers say of rows of swf-summary --paired: who differs, by how much, how sure that is, and
# who ranks where. The rows are those of swf-summary --site: means and intervals are of the site.
# Needs csv.awk and units.awk. `what` is whatever tells apart groups of rows, such
# as the log; schedulers stand for whatever the pairs are.
#
#     read_pair(what)                  keeps the row; read_mean(what, name) keeps one of a summary
#                                      without pairs, whose column `name` has the scheduler
#     sure(what, metric, a, b)         how sure it is that a and b differ: certainty() of csv.awk
#                                      0 of those that the caller has put into incomparable
#     differ(what, metric, a, b)       whether they differ, after Holm's correction
#     better(what, metric, a, b)       whether a is better than b in this sense
#     rank(what, metric, a)            1 and how many are better, of those in schedulers(what)
#     relative_change(what, metric, a, b)   by how much a differs from b: 15 % shorter
#     difference(what, metric, a, b)   the interval of that: 3 to 25 % shorter
#     for_workloads(what, metric, a, b)   how many workloads have it: shorter in 38 of 40 workloads
#     instead(what, metric, a, b)      "an average wait of 1 h instead of 2 h"
#     mean_with_interval(what, metric, a)   "1 h 7 min (50 min to 1 h 30 min)"
#     value_of(what, metric, a)        "1 h 7 min", or that there is no limit
#     needed_for(what, metric, list)   how many workloads would show the difference of --detect
#                                      between each two of a list, "" where that is not known
#
# Waits and queues of a scheduler under which most workloads saturate have no average: the caller
# has put (what, a) into without_limit. Of such pairs a is better than b, and differs from it, if it
# saturates in fewer workloads, which the caller has put as (what, a, b) into stabler.

function read_pair(what,    metric, a, b) {
	metric = cell("metric")
	a = cell("first")
	b = cell("second")
	if (cell("n") == 0) return
	keep_pair(what, metric, a, b, cell("difference"), cell("low"), cell("high"), cell("less"))
	keep_pair(what, metric, b, a, -cell("difference"), cell("high") == "" ? "" : -cell("high"), \
		cell("low") == "" ? "" : -cell("low"), cell("greater"))
	keep_ratio(what, metric, a, b, cell("ratio"), cell("ratio_low"), cell("ratio_high"))
	if (cell("ratio_low") > 0)
		keep_ratio(what, metric, b, a, 1 / cell("ratio"), 1 / cell("ratio_high"), \
			1 / cell("ratio_low"))
	keep_mean(what, metric, a, cell("mean_first"))
	keep_mean(what, metric, b, cell("mean_second"))
}
# of b to a
function keep_ratio(what, metric, a, b, by, low, high) {
	pair_ratio[what, metric, a, b] = by
	pair_ratio_low[what, metric, a, b] = low
	pair_ratio_high[what, metric, a, b] = high
}
# of b less a
function keep_pair(what, metric, a, b, by, low, high, less) {
	pair_n[what, metric, a, b] = cell("n")
	pair_by[what, metric, a, b] = by
	pair_low[what, metric, a, b] = low
	pair_high[what, metric, a, b] = high
	pair_p[what, metric, a, b] = cell("p_holm")
	pair_sign_p[what, metric, a, b] = cell("sign_p")
	pair_needed[what, metric, a, b] = "needed" in column_at ? cell("needed") : ""
	pair_less[what, metric, a, b] = less
	pair_unequal[what, metric, a, b] = cell("less") + cell("greater")
}
function keep_mean(what, metric, name, mean) {
	if (!((what, name) in has_scheduler)) {
		has_scheduler[what, name]
		scheduler_at[what, ++schedulers[what]] = name
	}
	mean_of[what, metric, name] = mean
}
function read_mean(what, name) {
	if (cell("n") == 0) return
	keep_mean(what, cell("metric"), cell(name), cell("mean"))
	mean_n[what, cell("metric"), cell(name)] = cell("n")
	if (cell("n") > 1 && cell("low") != "") {
		mean_low[what, cell("metric"), cell(name)] = cell("low")
		mean_high[what, cell("metric"), cell(name)] = cell("high")
	}
}

function sure(what, metric, a, b,    key) {
	if (what in incomparable) return 0
	key = what SUBSEP metric SUBSEP a SUBSEP b
	if (!(key in pair_n) || pair_n[key] < 2) return 0
	if (has_no_average(what, metric, a, b))
		return 2 * ((what, a, b) in stabler || (what, b, a) in stabler)
	if (certainty(pair_low[key], pair_high[key], pair_p[key]) == 2) return 2
	return pair_low[key] * pair_high[key] > 0 || agree(what, metric, a, b)
}
# Whether nearly all workloads say the same of two schedulers, as nearly all of those that a site
# could have would.
function agree(what, metric, a, b,    n, less, more) {
	n = pair_n[what, metric, a, b]
	less = pair_less[what, metric, a, b]
	more = pair_less[what, metric, b, a]
	return n >= 5 && (less > more ? less : more) >= 0.95 * n
}
function has_no_limit(what, metric, a) {
	return (what, a) in without_limit && metric ~ /^(user_)?(wait|response|slowdown|bsld|queue)_/
}
function has_no_average(what, metric, a, b) {
	return has_no_limit(what, metric, a) || has_no_limit(what, metric, b)
}
function differ(what, metric, a, b) { return sure(what, metric, a, b) == 2 }
function better(what, metric, a, b) {
	if (has_no_average(what, metric, a, b))
		return !(what in incomparable) && (what, a, b) in stabler
	return differ(what, metric, a, b) && \
		(pair_by[what, metric, a, b] > 0) == less_is_better(metric)
}
function rank(what, metric, a,    i, above) {
	for (i = 1; i <= schedulers[what]; i++) above += better(what, metric, scheduler_at[what, i], a)
	return 1 + above
}
# of a beside b: 15 % shorter; 3 to 25 % shorter. Where there is no ratio, in units: 2 min less
function relative_change(what, metric, a, b,    key) {
	key = what SUBSEP metric SUBSEP b SUBSEP a
	if (pair_ratio[key] > 0) return changed_by(metric, pair_ratio[key])
	return by_how_much(metric, pair_by[key], pair_by[key])
}
function difference(what, metric, a, b,    key) {
	key = what SUBSEP metric SUBSEP b SUBSEP a
	if (pair_low[key] == "") return ""
	if (pair_ratio_low[key] > 0) return changed_between(metric, pair_ratio_low[key], \
		pair_ratio_high[key])
	return by_how_much(metric, pair_low[key], pair_high[key])
}
# Workloads in which a differs from b as on average.
function for_workloads(what, metric, a, b) {
	return sprintf("%s in %d of %d workloads of this log", \
		comparative(metric, pair_by[what, metric, b, a]), pair_by[what, metric, b, a] < 0 ? \
		pair_less[what, metric, b, a] : pair_less[what, metric, a, b], pair_n[what, metric, b, a])
}
function instead(what, metric, a, b) {
	return sprintf("%s of %s instead of %s", with_article(name_of(metric)), \
		value_of(what, metric, a), value_of(what, metric, b))
}
function value_of(what, metric, a) {
	return has_no_limit(what, metric, a) ? "no limit" : in_units(metric, mean_of[what, metric, a])
}
function mean_with_interval(what, metric, a,    key, mean, text) {
	key = what SUBSEP metric SUBSEP a
	if (!(key in mean_of)) return ""
	if (has_no_limit(what, metric, a)) return value_of(what, metric, a)
	mean = in_units(metric, mean_of[key])
	if (!(key in mean_low)) return mean
	text = possible_range(metric, mean_low[key], mean_high[key])
	return mean (text == mean ? "" : " (" text ")")
}
function needed_for(what, metric, list,    n, i, j, name, most, needed) {
	n = split(list, name, " ")
	for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
		needed = pair_needed[what, metric, name[i], name[j]]
		if (needed == "") return ""
		if (needed + 0 > most) most = needed + 0
	}
	return most
}

function with_article(name) { return (name ~ /^([aeio]|8|11|18)/ ? "an " : "a ") name }
# names in a sentence: a, b and c
function in_words(list, last_word,    n, i, name, text) {
	n = split(list, name, " ")
	for (i = 1; i <= n; i++)
		text = text (i == 1 ? "" : i < n ? ", " : " " last_word " ") name[i]
	return text
}
