# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of what-if, of summary.csv and means.csv as compared.awk reads them: who is better off,
# and which classes of jobs gain and pay, by their average waits and bounded slowdowns.

# 1 where the class is better off under `a` than under the first, -1 where it is worse off, and 0
# where that is not certain. The wait decides, and where it does not differ the bounded slowdown.
function gain(what, a) {
	if (differ(what, decides, a, first)) return better(what, decides, a, first) ? 1 : -1
	if (differ(what, "bsld_mean", a, first)) return better(what, "bsld_mean", a, first) ? 1 : -1
	return 0
}
# what has changed most, to be told first
function change(what, a,    metric) {
	metric = changed_metric(what, a)
	if (!mean_of[what, metric, first]) return 1e9
	return size(log_ratio(mean_of[what, metric, a] / mean_of[what, metric, first]))
}
function log_ratio(x) { return x > 0 ? log(x) : -1e9 }
function changed_metric(what, a) {
	return differ(what, decides, a, first) ? decides : "bsld_mean"
}
# The classes with this gain, of which at most MOST are named: those that changed most.
function classes_with(part, a, sign,    i, j, k, n, at, what, metric, text) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (gain(what, a) != sign) continue
		for (j = ++n; j > 1 && change(part SUBSEP class_at[at[j - 1]], a) < change(what, a); j--)
			at[j] = at[j - 1]
		at[j] = i
	}
	for (k = 1; k <= n && k <= MOST; k++) {
		what = part SUBSEP class_at[at[k]]
		metric = changed_metric(what, a)
		text = text (k == 1 ? "" : k < n || n > MOST ? ", " : " and ") class_name(at[k]) " (" \
			(metric == decides ? "" : "bounded slowdown ") \
			value_of(what, metric, a) " instead of " value_of(what, metric, first) ")"
	}
	return text (n > MOST ? " and " n - MOST " more" : "")
}
BEGIN {
	MOST = 4
	quotes_names = 1
}

function who_gains(part, a,    gains, pays) {
	gains = classes_with(part, a, 1)
	pays = classes_with(part, a, -1)
	if (gains == "" && pays == "")
		return sentence(sprintf("%sno class of jobs is shown to be better or worse off under %s than " \
			"under %s.", as_modelled[a, first], a, first))
	return sprintf("Better off under %s than under %s: %s. Worse off: %s.", a, first, \
		gains == "" ? "none that is shown" : "jobs of " gains, \
		pays == "" ? "none that is shown" : "jobs of " pays)
}
# Beside the verdict on waits, which says itself where it alone is certain.
function verdict_on_slowdown(part, a) {
	if (decides == "bsld_mean" || !((part, "bsld_mean", a, first) in pair_n) || \
		has_no_average(part, decides, a, first)) return
	if (differ(part, "bsld_mean", a, first))
		verdict(about(part) sprintf("%s%s.", \
			sentence(both_values(part, "bsld_mean", a, first)), \
			for_site(difference(part, "bsld_mean", a, first))))
	else if (!differ(part, decides, a, first))
		verdict(about(part) sentence(as_modelled[a, first] sprintf("in the average bounded slowdown " \
			"no difference is shown: %s under %s and %s under %s.", \
			in_units("bsld_mean", mean(part, "bsld_mean", a)), a, \
			in_units("bsld_mean", mean(part, "bsld_mean", first)), first)))
}
function verdicts_of(part,    i, a, text, unknown, ignored) {
	text = verdict_of(part) falling_behind(part)
	unknown = cannot_be_told(part)
	if (unknown != "")
		text = unknown (schedulers[part] == 2 || is_same(part) ? "As far as is modelled, " text : \
			sentence_of(text))
	ignored = ignored_settings(part)
	if (ignored != "") text = ignored sentence_of(text)
	verdict(about(part) (about(part) == "" ? sentence_of(text) : text))
	verdict_on_never_alike(part)
	if (part in incomparable || workloads[part] < 2 || is_idle(part) || is_same(part)) return
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first) continue
		if (schedulers[part] == 2) verdict_on_slowdown(part, a)
		verdict(about(part) who_gains(part, a))
	}
}

# Of two schedulers: each class with its share of the jobs.
function table_of_gains(part, a,    kind, kinds, k, i) {
	table(about(part) "Who gains, who pays under " a " instead of " first)
	columns("jobs\tshare of jobs\twait, " first "\twait, " a "\tdifference for the site\t" \
		"slowdown, " first \
		"\tslowdown, " a)
	row_of_gain(part, "all", part, a)
	kinds = split("partition queue account gpus users size time", kind, " ")
	for (k = 1; k <= kinds; k++) for (i = 1; i <= classes; i++)
		if (index(class_at[i], kind[k] "-") == 1)
			row_of_gain(part SUBSEP class_at[i], class_name(i), part, a)
	note("Averages. The accounts with most of the work in the log are named. Users are grouped by " \
		"how much of the work they submit: the heaviest, with half of it, the next, with 40 %, and " \
		"the others, with the last 10 %.")
	note_of_incomparable(part)
	note_of_classes(part)
}
function row_of_gain(what, name, part, a,    key) {
	if (!((what, decides, a) in mean_of)) return
	key = what SUBSEP decides SUBSEP first SUBSEP a
	row(name "\t" percent(mean_of[what, "jobs", first] / mean_of[part, "jobs", first]) "\t" \
		value_of(what, decides, first) "\t" \
		marked(what, decides, a, value_of(what, decides, a)) "\t" \
		(pair_n[key] > 1 && !(what in incomparable) && !has_no_average(what, decides, a, first) ? \
			by_how_much(decides, pair_low[key], pair_high[key]) : "") "\t" \
		value_of(what, "bsld_mean", first) "\t" \
		marked(what, "bsld_mean", a, value_of(what, "bsld_mean", a)))
}
function tables_of_gains(part,    other) {
	other = scheduler_at[part, scheduler_at[part, 1] == first ? 2 : 1]
	if (schedulers[part] == 2) table_of_gains(part, other)
	else {
		classes_of(part, decides)
		if (decides != "bsld_mean") classes_of(part, "bsld_mean")
	}
}

END {
	find_incomparable()
	find_unlimited()
	find_unmodelled()
	for (p = 1; p <= parts; p++) {
		sort_by_rank(part_at[p])
		verdicts_of(part_at[p])
	}
	for (p = 1; p <= parts; p++) {
		sort_by_rank(part_at[p])
		table_of_never(part_at[p])
		table_of_left_out(part_at[p])
		tables_of_gains(part_at[p])
		table_of_months(part_at[p])
		tables_of_schedulers(part_at[p])
		table_of_users(part_at[p])
	}
	for (p = 1; p <= parts; p++) if (!(part_at[p] in incomparable) && \
			!is_idle(part_at[p]) && workloads[part_at[p]] > 1) {
		sort_by_rank(part_at[p])
		hardly_chance(part_at[p])
		months_of_log(part_at[p])
		for (i = 1; i <= schedulers[part_at[p]]; i++) if (ordered[i] != first)
			starvation(part_at[p], ordered[i], first)
		fairness(part_at[p], ordered[1], ordered[1] == first ? ordered[2] : first)
	}
	for (p = 1; p <= parts; p++) left_out_of_log(part_at[p])
	limits_of_unmodelled()
	error_of_simulation()
	limit_of_few()
	limit_of_workloads()
	limit("Whether a simulation of " first " has the waits that the log records is the question of " \
		"the recipe agreement: look at its answer first.")
	limit_of_replay()
	limit_of_first_weeks()
}
