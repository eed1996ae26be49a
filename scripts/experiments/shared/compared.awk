# SPDX-License-Identifier: GPL-3.0-or-later
# Schedulers that are compared on the same workloads: who differs, by how much, how sure that is,
# and who ranks where. compared-answer.awk makes sentences and tables of that, and compare.awk and
# what-if.awk the answer. Needs csv.awk, units.awk, job-classes.awk and answer.awk, and the variable
# `decides`, a metric.
#
# What is read is summary.csv (rows of swf-summary --paired, of each log, load and class of jobs),
# means.csv (each scheduler by itself), stable.csv (which saturates in fewer workloads) and
# original.csv, of the logs themselves. Rows are kept by `part`, that is a log and a load, or by a
# class of jobs in it: `what` is one of the two. Means and intervals are of the site.
#
#     read_pair(what)                  keeps the row; read_mean(what, name) keeps one of a summary
#                                      without pairs, whose column `name` has the scheduler
#     sure(what, metric, a, b)         how sure it is that a and b differ: certainty() of csv.awk,
#                                      0 of those in `incomparable`
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
# Waits and queues of a scheduler under which most workloads saturate have no average: its
# (what, a) is in `without_limit`. Of such pairs a is better than b, and differs from it, if it
# saturates in fewer workloads, so that (what, a, b) is in `stabler`.

function part_of_row() {
	return cell("log") SUBSEP ("load" in column_at ? cell("load") : "")
}
FNR == 2 { has_classes = "class" in column_at }
FILENAME == "stable.csv" {
	if (cell("sign_p") == "" || cell("sign_p") >= 0.05) next
	i = ++told_apart[part_of_row()]
	better_at[part_of_row(), i] = cell(cell("greater") > cell("less") ? "second" : "first")
	worse_at[part_of_row(), i] = cell(cell("greater") > cell("less") ? "first" : "second")
	next
}
FILENAME == "original.csv" {
	if ("class" in column_at && cell("class") != "all") {
		if (cell("class") ~ /^left-out-/) read_left_out(part_of_row(), cell("class"))
		if (cell("class") ~ /^month-/) read_month(part_of_row() SUBSEP cell("class"))
		next
	}
	own[part_of_row(), cell("scheduler"), "wait_mean"] = cell("wait_mean")
	own[part_of_row(), cell("scheduler"), "throughput_per_day"] = cell("throughput_per_day")
	next
}
FILENAME ~ /^(summary|means)[.]csv$/ {
	part = part_of_row()
	class = has_classes ? cell("class") : "all"
	what = class == "all" ? part : part SUBSEP class
}
FILENAME == "summary.csv" {
	if (!(part in known)) {
		known[part]
		part_at[++parts] = part
		log_of[part] = cell("log")
		if (!(log_of[part] in known_log)) {
			known_log[log_of[part]]
			log_at[++known_logs] = log_of[part]
		}
		load_of[part] = "load" in column_at ? cell("load") : ""
		if (!(load_of[part] in known_load)) {
			known_load[load_of[part]]
			load_at[++loads] = load_of[part]
		}
		first = first == "" ? cell("first") : first
	}
	read_pair(what)
	if (class == "all" && cell("metric") == decides && cell("error") > error_of_ratio)
		error_of_ratio = cell("error")
}
FILENAME == "means.csv" {
	read_mean(what, "scheduler")
	if (class != "all") add_class(class)
	if (class == "all" && cell("n") > workloads[part]) workloads[part] = cell("n")
	if (class == "all" && cell("metric") == "stable" && feedback == "") {
		judged[part, cell("scheduler")] = cell("n")
		saturated[part, cell("scheduler")] = int((1 - cell("mean")) * cell("n") + 0.5)
	}
}

# jobs that are not scheduled: "left-out-PARTITION/QUEUE/REASON"
function read_left_out(part, class) {
	if (!((part, class) in known_left_out)) left_out_at[part, ++left_out[part]] = class
	known_left_out[part, class]
	left_out_jobs[part, class, cell("scheduler")] = cell("jobs")
	left_out_jobs[part, cell("scheduler")] += cell("jobs")
}
function read_month(what) {
	if (!(cell("class") in known_month)) month_at[++months] = cell("class")
	known_month[cell("class")]
	own[what, cell("scheduler"), "jobs"] = cell("jobs")
	own[what, cell("scheduler"), "wait_mean"] = cell("wait_mean")
	own[what, cell("scheduler"), "bsld_mean"] = cell("bsld_mean")
}

# How a sentence about a part of the study begins, where no section has said it.
function about(part) {
	if (in_section) return ""
	return of_log(log_of[part]) (loads < 2 ? "" : (logs > 1 ? "with " : "With ") \
		times_users(load_of[part]) (((part, "utilization", first) in mean_of) ? \
		" (utilization " percent(mean(part, "utilization", first)) ")" : "") ": ")
}
# A load is a factor of the number of users.
function times_users(load) {
	return load + 0 == 1 ? "the users of the log" : load " times the users"
}
function mean(part, metric, a) { return mean_of[part, metric, a] }
# Waits may differ and not matter: 95 % of the jobs start at once, and bounded slowdowns are those
# of jobs that do not wait.
function is_idle(part,    i, a) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (!((part, "wait_p95", a) in mean_of) || mean(part, "wait_p95", a) != 0 || \
			mean(part, "bsld_mean", a) >= 1.01) return 0
	}
	return 1
}
function is_same(part,    i, j) {
	for (i = 1; i <= schedulers[part]; i++) for (j = i + 1; j <= schedulers[part]; j++)
		if (pair_unequal[part, decides, scheduler_at[part, i], scheduler_at[part, j]]) return 0
	return 1
}
# The schedulers, those of the better ranks first, and of the same rank the better mean.
function sort_by_rank(part,    i, j, a) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		rank_of[a] = rank(part, decides, a)
		for (j = i; j > 1 && comes_before(part, a, ordered[j - 1]); j--) ordered[j] = ordered[j - 1]
		ordered[j] = a
	}
	best = worse = ""
	for (i = 1; i <= schedulers[part]; i++)
		if (rank_of[ordered[i]] == 1) best = best " " ordered[i]
		else worse = worse " " ordered[i]
}
function comes_before(part, a, b,    by) {
	by = mean(part, decides, b) - mean(part, decides, a)
	return rank_of[a] < rank_of[b] || rank_of[a] == rank_of[b] && \
		(less_is_better(decides) ? by : -by) > 0
}

function verb(list, one, several) {
	return in_words(list, "and") " " (split(list, name, " ") > 1 ? several : one)
}
function list_of(part,    i, list) {
	for (i = 1; i <= schedulers[part]; i++) list = list " " scheduler_at[part, i]
	return list
}
function in_turn(part, list,    n, i, ones, text) {
	n = split(list, ones, " ")
	for (i = 1; i <= n; i++)
		text = text between_parts(i, n) \
			value_of(part, decides, ones[i]) " under " ones[i]
	return text
}
# Waits have no average where more workloads than not saturate. What is compared there is in how
# many they do: by the sign test of stable.csv, where it tells two schedulers apart.
function find_unlimited(    p, part, i, k, a) {
	if (feedback != "") return
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		for (i = 1; i <= schedulers[part]; i++) {
			a = scheduler_at[part, i]
			if (saturated[part, a] <= judged[part, a] / 2) continue
			some_unlimited[part]
			without_limit[part, a]
			for (k = 1; k <= classes; k++) without_limit[part SUBSEP class_at[k], a]
		}
		for (i = 1; i <= told_apart[part]; i++) for (k = 0; k <= classes; k++)
			stabler[k ? part SUBSEP class_at[k] : part, better_at[part, i], worse_at[part, i]]
	}
}
# One of ten may be an error of the test of saturation.
function saturates(part, a) { return saturated[part, a] > judged[part, a] / 10 }
# Waits of those that cannot do the work say how long the workloads are, too.
function falling_behind(part,    i, n, a, text) {
	if (workloads[part] < 2 || all_unlimited(part)) return ""
	for (i = 1; i <= schedulers[part]; i++) {
		a = ordered[i]
		if (saturates(part, a))
			text = text sprintf(n++ ? ", and %s in %d" : " %s falls behind in %d of %d workloads", \
				a, saturated[part, a], judged[part, a])
	}
	if (!n) return ""
	return text (n > 1 ? ": their queues grow" : ": its queue grows") \
		" without end, and waits with the length of the workload."
}

# Pairs of schedulers.

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
function keep_mean(what, metric, name, value) {
	if (!((what, name) in has_scheduler)) {
		has_scheduler[what, name]
		scheduler_at[what, ++schedulers[what]] = name
	}
	mean_of[what, metric, name] = value
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
function mean_with_interval(what, metric, a,    key, shown_mean, text) {
	key = what SUBSEP metric SUBSEP a
	if (!(key in mean_of)) return ""
	if (has_no_limit(what, metric, a)) return value_of(what, metric, a)
	shown_mean = in_units(metric, mean_of[key])
	if (!(key in mean_low)) return shown_mean
	text = possible_range(metric, mean_low[key], mean_high[key])
	return shown_mean (text == shown_mean ? "" : " (" text ")")
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

# Schedulers under which different jobs can never start cannot be compared: waits are only those of
# jobs that start. never_jobs and never_work of means.csv are shares.

# Shares that differ by less than this do not count, and are not told.
BEGIN { TRIFLE = 0.001 }
function never(part, metric, a) { return mean_of[part, metric, a] + 0 }
function never_alike(part, a, b) {
	return size(never(part, "never_jobs", a) - never(part, "never_jobs", b)) <= TRIFLE && \
		size(never(part, "never_work", a) - never(part, "never_work", b)) <= TRIFLE
}
function never_counts(part, a) {
	return never(part, "never_jobs", a) > TRIFLE || never(part, "never_work", a) > TRIFLE
}
# To be called before anything is asked of pairs.
function find_incomparable(    p, part, i) {
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		for (i = 1; i <= schedulers[part]; i++)
			if (!never_alike(part, scheduler_at[part, i], first)) incomparable[part]
		if (part in incomparable)
			for (i = 1; i <= classes; i++) incomparable[part SUBSEP class_at[i]]
	}
}
# "43 % of the jobs, 94 % of the work"
function never_started(part, a) {
	if (!never_counts(part, a)) return never(part, "never_jobs", a) ? "hardly any" : "none"
	return sprintf("%s of the jobs, with %s of the work,", percent(never(part, "never_jobs", a)), \
		percent(never(part, "never_work", a)))
}
# The first words of the verdict, where some can never start.
function verdict_on_never(part,    i, a, n, text) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first || never_alike(part, a, first)) continue
		text = text (n++ ? "; under " : "under ") a " " never_started(part, a) " can never start"
	}
	text = text "; under " first " " never_started(part, first)
	sub(/,$/, "", text)
	return text ". Jobs that never start are worse off than any that wait. Waits are only those of " \
		"the others, so that they are not compared."
}
# Where they are the same under all, and the comparison stands.
function verdict_on_never_alike(part) {
	if (part in incomparable || !never_counts(part, first)) return
	verdict(about(part) sentence(sprintf("under each of them %s can never start; all figures are " \
		"those of the others.", never_started(part, first))))
}
function table_of_never(part,    i, n, a) {
	for (i = 1; i <= schedulers[part]; i++) n += never_counts(part, scheduler_at[part, i])
	if (!n) return
	table(about(part) "Jobs that can never start")
	columns("scheduler\tshare of jobs\tshare of work")
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		row(a "\t" percent(never(part, "never_jobs", a)) "\t" \
			percent(never(part, "never_work", a)))
	}
	note("Jobs that the scheduler refuses, of those that have processors and a run time.")
}
function note_of_incomparable(part) {
	if (part in incomparable)
		note("Only of the jobs that start, which are not the same ones: not to be compared.")
}
