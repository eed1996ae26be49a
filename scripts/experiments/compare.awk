# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of compare, of summary.csv (pairs of schedulers, of each log, load and class of jobs),
# means.csv (each scheduler by itself) and, of several logs, pooled.csv.

FILENAME == "pooled.csv" {
	if (cell("first") != first || cell("ratio") == "") next
	over = ("load" in column_at ? cell("load") : "") SUBSEP cell("second")
	pooled_logs[over] = cell("k")
	ratio[over] = cell("ratio")
	ratio_low[over] = cell("low")
	ratio_high[over] = cell("high")
	tau[over] = cell("tau")
	next
}

# Over the logs, at one load: the scheduler that differs most for the better from the first on
# average over logs, or on the most logs where these are too few for an average.
function lead_over_logs(load,    i, a, lead, score, best_score) {
	for (i = 1; i <= schedulers[part_at[1]]; i++) {
		a = scheduler_at[part_at[1], i]
		if (a == first) continue
		score = agreeing(load, a, first) - agreeing(load, first, a)
		if (has_average(load, a)) score = (less_is_better(decides) ? -1 : 1) * log(ratio[load, a])
		if (lead == "" || score > best_score) {
			lead = a
			best_score = score
		}
	}
	return lead
}
function has_average(load, a,    p) {
	for (p = 1; p <= parts; p++)
		if (load_of[part_at[p]] == load && (part_at[p] in incomparable || \
			has_no_average(part_at[p], decides, a, first))) return 0
	return pooled_logs[load, a] >= 3
}
# on how many logs a is better than b
function agreeing(load, a, b,    p, n) {
	for (p = 1; p <= parts; p++)
		if (load_of[part_at[p]] == load) n += better(part_at[p], decides, a, b)
	return n + 0
}
function at_load(load) { return loads > 1 ? "With " times_users(load) ": " : "" }
function on_logs(wins) {
	return "on " (wins == 0 ? "none" : wins < logs ? wins : logs > 2 ? "all" : "both") \
		(wins < logs ? " of " logs : logs > 2 ? " " logs : "") " logs"
}
function verdict_over_logs(load,    lead, text) {
	lead = lead_over_logs(load)
	text = at_load(load) beside_first(load, lead)
	if (has_average(load, lead))
		text = text sprintf(": the %s%s is %s on average over logs%s", name_of(decides), \
			schedulers[part_at[1]] > 2 ? " under " lead : "", changed_by(decides, ratio[load, lead]), \
			ratio_low[load, lead] < 1 && ratio_high[load, lead] > 1 ? ", but not for certain: over many " \
			"such logs it may be anything from " changed_between(decides, ratio_low[load, lead], \
			ratio_high[load, lead]) : " (95 % interval " changed_between(decides, ratio_low[load, lead], \
			ratio_high[load, lead]) ")")
	verdict(sentence_of(text "." beside_lead(load, lead)))
}
# Which schedulers are better than the first, on how many logs.
function beside_first(load, lead,    i, a, wins, loses, any, on_all, list, how, said, text) {
	for (i = 0; i <= schedulers[part_at[1]]; i++) {
		a = i ? scheduler_at[part_at[1], i] : lead
		if (a == first || i && a == lead) continue
		wins = agreeing(load, a, first)
		loses = agreeing(load, first, a)
		any += wins + loses
		list = list " " a
		on_all += wins == logs
		how = !wins && loses ? "worse" : "better"
		text = text (text == "" ? a " is " how " than " first " " : ", " a " " (how == said ? "" : \
			"is " how " ")) on_logs(wins ? wins : loses) (wins && loses ? " and worse on " loses : "")
		said = how
	}
	if (!any) return sprintf("on none of %d logs a scheduler is shown to be better or worse than %s", \
		logs, first)
	return on_all == split(list, name, " ") ? verb(list, "is", "are") " better than " first " " \
		on_logs(logs) : text
}
# Which of the others is better than the leading one depends on the log, or not.
function beside_lead(load, lead,    i, a, wins, loses, mixed, same, text) {
	for (i = 1; i <= schedulers[part_at[1]]; i++) {
		a = scheduler_at[part_at[1], i]
		if (a == first || a == lead) continue
		wins = agreeing(load, lead, a)
		loses = agreeing(load, a, lead)
		if (wins && loses) mixed = mixed " " a
		else if (wins) text = text " " lead " is better than " a " " on_logs(wins) "."
		else if (loses) text = text " " a " is better than " lead " " on_logs(loses) "."
		else same = same " " a
	}
	if (mixed != "") text = " Which of " in_words(lead mixed, "and") " is " \
		(split(mixed, name, " ") > 1 ? "best" : "better") " depends on the log." text
	if (same != "") text = text " Between " lead " and " in_words(same, "or") \
		" no difference can be measured on any log."
	return text
}
function findings_over_logs(load,    lead, most) {
	lead = lead_over_logs(load)
	if (!has_average(load, lead)) return
	most = changed_by(decides, ratio[load, lead] * exp(tau[load, lead]))
	finding(sprintf("%sHow much it is differs from log to log: on two of three logs like these the " \
		"%s under %s would be between %s and %s under %s.", at_load(load), \
		name_of(decides), lead, changed_by(decides, ratio[load, lead] * exp(-tau[load, lead])), \
		most than(most), first))
}
function table_over_logs(load,    p, i, a, part, line) {
	table(at_load(load) "Change of the " name_of(decides) " from " first)
	line = "log"
	for (i = 1; i <= schedulers[part_at[1]]; i++)
		if (scheduler_at[part_at[1], i] != first) line = line "\t" scheduler_at[part_at[1], i]
	columns(line)
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		if (load_of[part] != load) continue
		line = log_of[part]
		for (i = 1; i <= schedulers[part]; i++) {
			a = scheduler_at[part, i]
			if (a != first) line = line "\t" (has_no_average(part, decides, a, first) ? "no average" : \
				marked(part, decides, a, mean(part, decides, first) ? \
				signed_ratio(mean(part, decides, a) / mean(part, decides, first)) : ""))
		}
		row(line)
	}
	line = "all logs"
	for (i = 1; i <= schedulers[part_at[1]]; i++) {
		a = scheduler_at[part_at[1], i]
		if (a != first && has_average(load, a)) line = line "\t" signed_ratio(ratio[load, a]) " (" \
			signed_ratio(ratio_low[load, a]) " to " signed_ratio(ratio_high[load, a]) ")"
	}
	if (line ~ /\t/) row(line)
	note(sprintf("* differs from %s for the site of this log (95 %% sure, after Holm's " \
		"correction).%s", first, \
		line ~ /\t/ ? " All logs: the random-effects mean of the ratios, with its 95 % interval." : ""))
}

function answer_of(part,    text) {
	sort_by_rank(part)
	text = verdict_of(part) falling_behind(part)
	verdict(about(part) (about(part) == "" ? sentence_of(text) : text))
	verdict_on_never_alike(part)
}
# The answer over all loads, and that of each below it.
function answer_over_loads(    l, p) {
	for (l = 1; l <= known_logs; l++) verdict_over_loads(log_at[l])
	if (logs > 1) for (i = 1; i <= loads; i++) verdict_over_logs(load_at[i])
	for (l = 1; l <= known_logs; l++) table_over_loads(log_at[l])
	if (logs > 1) for (i = 1; i <= loads; i++) table_over_logs(load_at[i])
	if (logs > 1) for (i = 1; i <= loads; i++) findings_over_logs(load_at[i])
	for (p = 1; p <= parts; p++) {
		section_of_load(part_at[p])
		answer_of(part_at[p])
		tables_of(part_at[p])
		findings_of(part_at[p])
	}
}

END {
	find_incomparable()
	find_unlimited()
	if (loads > 1) answer_over_loads()
	else {
		if (logs > 1) verdict_over_logs(load_at[1])
		for (p = 1; p <= parts; p++) answer_of(part_at[p])
		if (logs > 1) table_over_logs(load_at[1])
		for (p = 1; p <= parts; p++) {
			sort_by_rank(part_at[p])
			tables_of(part_at[p])
		}
		if (logs > 1) findings_over_logs(load_at[1])
		for (p = 1; p <= parts; p++) {
			sort_by_rank(part_at[p])
			findings_of(part_at[p])
		}
	}
	limits_of_study()
}
