# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of schedulers that are compared: the verdict of a part (a log and a load), that is
# which scheduler is best, by how much, and how sure that is; findings; and tables. Needs
# compared.awk.

# The verdict of a part: who is best, by how much beside the first, or beside the next.
function verdict_of(part,    n, text, lead, other, best_ones, several) {
	n = workloads[part]
	if (part in incomparable) return verdict_on_never(part)
	if (is_idle(part))
		return sprintf("there is nothing to choose between %s: each starts nearly every job at once " \
			"(utilization %s).", in_words(list_of(part), "and"), \
			percent(mean(part, "utilization", first)))
	if (n < 2) return only_one(part)
	if (all_unlimited(part)) return no_choice(part)
	if (is_same(part))
		return sprintf("it makes no difference: the %s is %s under %s, in each of %d workloads.", \
			name_of(decides), in_units(decides, mean(part, decides, first)), \
			in_words(list_of(part), "and"), n)
	lead = ordered[1]
	best_ones = split(best, name, " ")
	if (worse == "")
		return sprintf("%s between %s with %d workloads: the %s is %s%s.%s", \
			unsure(likely(part, best) != ""), in_words(best, "and"), n, name_of(decides), \
			in_turn(part, best), schedulers[part] == 2 ? for_site(under(part, other_of(part))) : "", \
			more_needed(part, best))
	other = rank_of[first] == 1 ? ordered[best_ones + 1] : first
	if (rank_of[first] == 1 && best_ones > 1)
		text = sprintf("no other scheduler is shown to be better than %s, and %s", first, \
			verb(worse, "is", "are") " worse")
	else if (best_ones == 1 && better(part, decides, lead, other))
		text = sprintf("%s is %sbetter%s", lead, clearly(part, lead, worse), \
			schedulers[part] > 2 ? " than the other " schedulers[part] - 1 : "")
	else {
		several = better_than_first(part)
		lead = several
		sub(/ .*/, "", lead)
		text = sprintf("%s %sbetter than %s", verb(several, "is", "are"), \
			clearly(part, several, first), first)
	}
	if (rank_of[first] == 1) lead = first
	text = text ": " (several ~ / / ? amounts(part, several) : amount(part, lead, other)) \
		other_metrics(part, lead, other) "."
	return text after(part, best_ones, other)
}
# That each of some is clearly better than each of others takes workloads enough, and whole
# intervals that are changes of DETECT or more; and it does not fall behind.
function clearly(part, ones, others,    n, i, j, k, a, b, low, high, key) {
	if (workloads[part] < FEW) return ""
	n = split(ones, a, " ")
	k = split(others, b, " ")
	for (i = 1; i <= n; i++) for (j = 1; j <= k; j++) {
		if (has_no_average(part, decides, a[i], b[j])) return ""
		key = part SUBSEP decides SUBSEP b[j] SUBSEP a[i]
		low = pair_low[key]
		high = pair_high[key]
		if (saturates(part, a[i]) || low * high < 0) return ""
		if ((size(low) < size(high) ? size(low) : size(high)) < \
			share_to_detect() * size(mean(part, decides, b[j]))) return ""
	}
	return "clearly "
}
# those that are, of the best where there are any: to be as good as these is not to be better
function better_than_first(part,    i, of_best, of_all) {
	for (i = 1; i <= schedulers[part]; i++) if (better(part, decides, ordered[i], first)) {
		of_all = of_all (of_all == "" ? "" : " ") ordered[i]
		if (rank_of[ordered[i]] == 1) of_best = of_all
	}
	return of_best == "" ? of_all : of_best
}
function other_of(part) {
	return scheduler_at[part, scheduler_at[part, 1] == first ? 2 : 1]
}
# The interval of a beside the first, in words: under it 20 % shorter to 4 % longer.
function under(part, a,    text) {
	text = difference(part, decides, a, first)
	return text == "" ? "" : "under " a " " text
}
# What the better one does, beside another, and how sure that is.
function amount(part, a, b,    text) {
	if (has_no_average(part, decides, a, b)) return with_limits(part, a)
	text = sprintf("%s, %s%s, and %s", both_values(part, decides, a, b), \
		relative_change(part, decides, a, b), for_site(difference(part, decides, a, b)), \
		for_workloads(part, decides, a, b))
	return text throughput(part, a, b)
}
# A gain in throughput, of users who do not react if it is one; that of users who react is a result.
function throughput(part, a, b,    is_shown) {
	is_shown = better(part, "throughput_per_day", a, b)
	if (decides == "throughput_per_day" || !((part, "throughput_per_day", a, b) in pair_n) || \
		feedback == "" && (!is_shown || size(mean(part, "throughput_per_day", a) / \
		mean(part, "throughput_per_day", b) - 1) <= 0.01)) return ""
	return sprintf("; %s instead of %s%s", \
		in_units("throughput_per_day", mean(part, "throughput_per_day", a)), \
		shown(mean(part, "throughput_per_day", b)), is_shown || \
		differ(part, "throughput_per_day", a, b) ? "" : ", which may be chance")
}
# What they do, where another has no average to be compared with.
function with_limits(part, list,    i, n, a, text) {
	for (i = 1; i <= schedulers[part]; i++) if (has_no_limit(part, decides, ordered[i]))
		text = text (n++ ? " and " : "") ordered[i]
	return sprintf("under %s most workloads saturate, so that waits have no average; the %s is %s", \
		text, name_of(decides), in_turn(part, list))
}
# The values of both. The names of settings, such as now and new, stand in quotes.
function both_values(part, metric, a, b) {
	if (!quotes_names) return instead(part, metric, a, b) " under " b
	return sprintf("%s of %s under \047%s\047, %s under \047%s\047", with_article(name_of(metric)), \
		value_of(part, metric, a), a, value_of(part, metric, b), b)
}
# The same of several that are better than the first.
function amounts(part, list,    n, i, ones, text) {
	if (has_no_limit(part, decides, first)) return with_limits(part, list)
	n = split(list, ones, " ")
	for (i = 1; i <= n; i++)
		text = text between_parts(i, n) sprintf("%s under %s, %s%s", \
			in_units(decides, mean(part, decides, ones[i])), ones[i], \
			relative_change(part, decides, ones[i], first), \
			for_site(difference(part, decides, ones[i], first)))
	return sprintf("the %s is %s, instead of %s under %s", name_of(decides), text, \
		in_units(decides, mean(part, decides, first)), first)
}
# Where other metrics do not say the same, the verdict says so.
function other_metrics(part, a, b,    n, i, m, metrics, text, contrary, probable, open_ones) {
	n = split("wait_mean wait_p95 wait_p99 bsld_mean throughput_per_day", metrics, " ")
	for (i = 1; i <= n; i++) {
		m = metrics[i]
		if (m == decides || !((part, m, a, b) in pair_n) || has_no_average(part, m, a, b)) continue
		if (better(part, m, b, a) && shows(part, m, a, b))
			text = text (text == "" ? "; but with " : ", and ") instead(part, m, a, b)
		else if (m ~ /^(wait_mean|wait_p95|bsld_mean)$/ && !differ(part, m, a, b)) {
			if (sure(part, m, a, b) && (pair_by[part, m, a, b] > 0) != less_is_better(m))
				contrary = contrary (contrary == "" ? "the " : " and the ") name_of(m)
			else if (sure(part, m, a, b))
				probable = probable (probable == "" ? "the " : " and the ") name_of(m) " is " \
					for_workloads(part, m, a, b) " (" value_of(part, m, a) " instead of " \
					value_of(part, m, b) ")"
			else
				open_ones = open_ones (open_ones == "" ? "the " : " and the ") name_of(m)
		}
	}
	if (contrary != "") text = text "; " contrary (contrary ~ / and / ? " lean" : " leans") \
		" the other way"
	if (open_ones != "") text = text "; in " open_ones " no difference is shown"
	gsub(/workloads of this log/, "workloads drawn from it", probable)
	if (probable != "") text = text ". Likely, but not certain beyond this log: " probable
	return text
}
# What is left to be said of more than two schedulers.
function after(part, best_ones, other,    text, next_one, by) {
	if (best_ones > 1) text = sprintf(" Which of %s is best %s.%s", in_words(best, "and"), \
		likely(part, best) == "" ? "this log does not show" : "is not certain", \
		more_needed(part, best))
	next_one = ordered[best_ones + 1]
	if (has_no_average(part, decides, next_one, ordered[1])) return text
	by = relative_change(part, decides, next_one, ordered[1])
	if (best_ones == 1 && other != next_one && better(part, decides, ordered[1], next_one))
		text = sprintf(" The next is %s with %s, %s under %s%s%s.", next_one, \
			in_units(decides, mean(part, decides, next_one)), by than(by), ordered[1], \
			for_site(difference(part, decides, next_one, ordered[1])), \
			other_metrics(part, ordered[1], next_one))
	return text
}
# The pairs of a list that are likely to differ, where that is not certain.
function likely(part, list,    n, i, j, name, text) {
	n = split(list, name, " ")
	for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
		if (sure(part, decides, name[i], name[j]) == 1)
			text = text (text == "" ? "" : ", ") name[i] " and " name[j]
	return text
}
# Why pairs of a list are likely to differ, and what it takes to be certain.
function more_needed(part, list,    n, i, j, name, key, leaves_out, agreed, needed) {
	n = split(list, name, " ")
	for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
		if (sure(part, decides, name[i], name[j]) != 1) continue
		key = part SUBSEP decides SUBSEP name[i] SUBSEP name[j]
		if (pair_low[key] * pair_high[key] > 0)
			leaves_out = leaves_out (leaves_out == "" ? "" : ", ") name[i] " and " name[j]
		else agreed = agreed sprintf(" Under %s%s it is %s; other logs of the site may differ.", \
			name[i], n > 2 ? " beside " name[j] : "", for_workloads(part, decides, name[i], name[j]))
	}
	needed = needed_for(part, decides, list)
	# of more than one pair it says which
	if (leaves_out != "") leaves_out = " " sentence((n > 2 ? "between " leaves_out " " : "") \
		may_be_chance()) "."
	return leaves_out agreed (leaves_out agreed != "" && needed + 0 == 1 ? "" : \
		to_find(needed, workloads[part]))
}
function only_one(part) {
	return sprintf("in the only workload the %s is %s; one workload does not say how sure that is.", \
		name_of(decides), in_turn(part, list_of(part)))
}
function all_unlimited(part,    i) {
	for (i = 1; i <= schedulers[part]; i++)
		if (!((part, scheduler_at[part, i]) in without_limit)) return 0
	return 1
}
function no_choice(part,    i, text, least, most) {
	for (i = 1; i <= schedulers[part]; i++) {
		least = i == 1 || saturated[part, ordered[i]] < least ? saturated[part, ordered[i]] : least
		most = saturated[part, ordered[i]] > most ? saturated[part, ordered[i]] : most
		text = text between_parts(i, schedulers[part]) saturated[part, ordered[i]] \
			(i == 1 ? " of " workloads[part] " workloads" : "") " under " ordered[i]
	}
	if (least == most)
		text = (least < workloads[part] ? least : "each") " of " workloads[part] " workloads"
	text = sprintf("the machine cannot do the work under any of %s: in %s more jobs come than it " \
		"can start, so that waits grow with the length of the workload and have no average.", \
		in_words(list_of(part), "and"), text)
	if (better(part, decides, ordered[1], ordered[schedulers[part]]))
		text = text sprintf(" Under %s fewer do than under %s (sign test).", ordered[1], \
			ordered[schedulers[part]])
	if (ordered[1] != first && better(part, "throughput_per_day", ordered[1], first))
		text = text sprintf(" Under %s it does %s instead of %s under %s.", ordered[1], \
			in_units("throughput_per_day", mean(part, "throughput_per_day", ordered[1])), \
			shown(mean(part, "throughput_per_day", first)), first)
	return text
}
# a sentence does not give a scheduler another name
function sentence_of(text,    name) {
	name = text
	sub(/ .*/, "", name)
	sub(/,$/, "", name)
	return ((part_at[1], name) in has_scheduler) ? text : sentence(text)
}

# Findings: who wins and who pays, and how unequally users are served.
function findings_of(part,    a, b) {
	if (part in incomparable || is_idle(part) || workloads[part] < 2) return
	hardly_chance(part)
	a = ordered[1]
	b = a == first ? ordered[2] : first
	if (has_no_average(part, decides, a, b)) return
	if (classes) {
		who_pays(part, a, b)
		if (b != ordered[2]) losers(part, a, ordered[2])
	}
	fairness(part, a, b)
}
# The workloads of this log may agree, where those of other logs of the site need not.
function hardly_chance(part,    i, a, low) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first || sure(part, decides, first, a) || has_no_average(part, decides, first, a))
			continue
		if (pair_sign_p[part, decides, first, a] == "" || pair_sign_p[part, decides, first, a] >= 0.05)
			continue
		low = pair_less[part, decides, first, a] > pair_less[part, decides, a, first]
		finding(sprintf("%sThe %s is %s under %s than under %s in %d of %d workloads of this " \
			"log (sign test, p %s). Other logs of the site may show another difference%s.", \
			about(part), name_of(decides), comparative(decides, low ? -1 : 1), a, first, \
			pair_less[part, decides, low ? first : a, low ? a : first], workloads[part], \
			shown(pair_sign_p[part, decides, first, a]), \
			for_site(under(part, a))))
	}
}
function who_pays(part, a, b,    i, what, share, most, wins) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (!better(what, decides, a, b)) continue
		share = size(pair_by[what, decides, b, a] / mean_of[what, decides, b])
		if (share > most) {
			most = share
			wins = sprintf("%s (%s instead of %s)", class_name(i), in_units(decides, \
				mean_of[what, decides, a]), in_units(decides, mean_of[what, decides, b]))
		}
	}
	if (wins != "") finding(sprintf("%sMost is won under %s instead of %s by jobs of %s.", \
		about(part), a, b, wins))
	if (!losers(part, a, b) && wins != "")
		finding(sprintf("%sNo class of jobs is shown to be worse off under %s than under %s.", \
			about(part), a, b))
	starvation(part, a, b)
}
BEGIN { MOST_STARVING = 8 }
# An average may fall while some wait for ever: the classes whose longest wait at least doubles, and
# is over an hour.
function starvation(part, a, b,    i, n, what, longest, before, pays) {
	for (i = 0; i <= classes; i++) {
		what = i ? part SUBSEP class_at[i] : part
		longest = mean_of[what, "wait_max", a]
		before = mean_of[what, "wait_max", b]
		if (longest > 3600 && longest >= 2 * before && before != "" && n++ < MOST_STARVING)
			pays = pays sprintf("%s %s (%s instead of %s)", pays == "" ? "" : ",", \
				i ? class_name(i) : "all classes", duration(longest), duration(before))
	}
	if (pays != "") finding(sprintf("%sThe longest waits are much longer under %s than under %s " \
		"in%s%s.", about(part), a, b, pays, n > MOST_STARVING ? " and " n - MOST_STARVING \
		" more classes" : ""))
}
# Says which classes are worse off under a than under b, and returns whether any is.
function losers(part, a, b,    i, what, pays) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (better(what, decides, b, a))
			pays = pays sprintf("%s %s (%s instead of %s)", pays == "" ? "" : ",", class_name(i), \
				in_units(decides, mean_of[what, decides, a]), in_units(decides, mean_of[what, decides, b]))
	}
	if (pays != "") finding(sprintf("%sWorse off under %s than under %s are jobs of%s.", about(part), \
		a, b, pays))
	return pays != ""
}
# How unequally users are served has several measures, which may not say the same: the 95th
# percentile and the standard deviation over users, and how many times the median the former is.
# Where what differs is not all modelled, as_modelled[a, b] says so.
function fairness(part, a, b,    p95, sd, ratio) {
	if (!((part, "user_bsld_p95", a) in mean_of) || has_no_average(part, "user_bsld_p95", a, b)) return
	p95 = unfairer(part, "user_bsld_p95", a, b)
	sd = unfairer(part, "user_bsld_sd", a, b)
	ratio = to_median(part, b) > 0 ? to_median(part, a) / to_median(part, b) : 1
	ratio = ratio > 1.05 ? 1 : ratio < 0.95 ? -1 : 0
	if (!p95 && !sd) {
		finding(about(part) sentence(sprintf("%sno difference is shown between %s and %s in how " \
			"unequally users are served.", as_modelled[a, b], a, b)))
		return
	}
	if (p95 * sd < 0 || (p95 ? p95 : sd) * ratio < 0)
		finding(sprintf("%sWhether users are served more unequally under %s or under %s depends on the " \
			"measure: %s; %s; the 95th percentile is %s times the median instead of %s times.", \
			about(part), a, b, over_users(part, "user_bsld_p95", a, b, p95), \
			over_users(part, "user_bsld_sd", a, b, sd), shown(to_median(part, a)), \
			shown(to_median(part, b))))
	else if (p95)
		finding(sprintf("%sUsers are served %s unequally under %s than under %s: 5 %% of them have an " \
			"average bounded slowdown over %s, instead of over %s.", about(part), \
			p95 > 0 ? "more" : "less", a, b, \
			shown(mean(part, "user_bsld_p95", a)), shown(mean(part, "user_bsld_p95", b))))
	else finding(sprintf("%sUsers are served %s unequally under %s than under %s by the %s: %s " \
		"instead of %s.", about(part), sd > 0 ? "more" : "less", a, b, name_of("user_bsld_sd"), \
		shown(mean(part, "user_bsld_sd", a)), shown(mean(part, "user_bsld_sd", b))))
}
# 1 where more of the metric is shown under a than under b, -1 where less is, else 0.
function unfairer(part, metric, a, b) {
	return differ(part, metric, a, b) ? better(part, metric, b, a) ? 1 : -1 : 0
}
function to_median(part, a) {
	if (!(mean(part, "user_bsld_p50", a) > 0)) return 0
	return mean(part, "user_bsld_p95", a) / mean(part, "user_bsld_p50", a)
}
function over_users(part, metric, a, b, sign) {
	return sprintf("the %s is %s instead of %s%s", name_of(metric), shown(mean(part, metric, a)), \
		shown(mean(part, metric, b)), sign ? "" : ", which may be chance")
}

# Tables, of which each row is a scheduler, the best first, or a class of jobs.
# a difference that the digits do not show has no mark
function marked(what, metric, a, text) {
	return text (a != first && differ(what, metric, first, a) && shows(what, metric, first, a) ? \
		" *" : "")
}
function shows(what, metric, a, b) {
	return value_of(what, metric, a) != value_of(what, metric, b)
}
function with_mark(part, metric, a,    text) {
	text = mean_with_interval(part, metric, a)
	gsub(/ jobs( a day)?/, "", text)
	return marked(part, metric, a, text)
}
function schedulers_by(part, title, metrics, ranked,    n, metric, i, j, line) {
	n = split(metrics, metric, " ")
	table(about(part) title)
	line = "scheduler" (ranked ? "\trank" : "")
	for (j = 1; j <= n; j++) line = line "\t" head_of(metric[j])
	columns(line)
	for (i = 1; i <= schedulers[part]; i++) {
		line = ordered[i] (ranked ? "\t" rank_of[ordered[i]] : "")
		for (j = 1; j <= n; j++) line = line "\t" with_mark(part, metric[j], ordered[i])
		row(line)
	}
}
function what_marks_are(part, again) {
	if (workloads[part] < 2) return
	if (part in incomparable) return
	if (again) note("* differs from " first ". Tests and intervals are as above.")
	else note(sprintf("* differs from %s for this site (95 %% sure; Holm\047s correction over all " \
			"pairs by the %s, and over all pairs and metrics by the others). In parentheses: the " \
			"95 %% interval for the site. Schedulers get the same workloads, so they may differ for " \
			"sure (*) where intervals overlap.%s", first, name_of(decides), how_cut()))
}
function tables_of(part) {
	table_of_never(part)
	tables_of_schedulers(part)
	if (all_unlimited(part)) return
	if (classes) classes_of(part, decides)
	table_of_users(part)
	if (all_pairs && !(part in incomparable)) pairs_of(part)
}
function has_metric(part, metric,    i) {
	for (i = 1; i <= schedulers[part]; i++)
		if ((part, metric, scheduler_at[part, i]) in mean_of) return 1
	return 0
}
function tables_of_schedulers(part,    i, text) {
	schedulers_by(part, "Waits", (decides ~ /^wait_(mean|p95|p99)$/ ? "" : decides " ") \
		"wait_mean wait_p95 wait_p99" (has_metric(part, "wait_max") ? " wait_max" : ""), \
		workloads[part] > 1 && !(part in incomparable))
	if (workloads[part] > 1 && !(part in incomparable))
		note(sprintf("Rank: 1 plus the number of schedulers that are shown to be better by the %s.", \
			name_of(decides)))
	note_of_incomparable(part)
	what_marks_are(part)
	if (in_section) page_only()
	for (i = 1; i <= schedulers[part]; i++) if (saturated[part, ordered[i]])
		text = text sprintf("%s%s in %d", text == "" ? "" : ", ", ordered[i], \
			saturated[part, ordered[i]])
	if (part in some_unlimited) note("No limit: more workloads than not saturate, so that waits and " \
		"queues have no average.")
	if (text != "") note(sprintf("More jobs come than the machine can start, so that waits grow " \
		"with the length of the workload: under %s of %d workloads.", text, workloads[part]))
	schedulers_by(part, "Slowdowns and work", \
		"bsld_mean bsld_p95 throughput_per_day utilization queue_mean")
	what_marks_are(part, "again")
}
function table_of_users(part) {
	if (!((part, "user_bsld_p95", first) in mean_of)) return
	schedulers_by(part, "How unequally users are served: their average bounded slowdowns", \
		"user_bsld_p50 user_bsld_p95 user_bsld_sd")
	what_marks_are(part, "again")
}
function classes_of(part, metric,    i, j, line, what) {
	table(about(part) "Who wins, who pays: " name_of(metric) " by class of jobs")
	line = "jobs"
	for (j = 1; j <= schedulers[part]; j++) line = line "\t" scheduler_at[part, j]
	columns(line)
	for (i = 0; i <= classes; i++) {
		what = i ? part SUBSEP class_at[i] : part
		line = i ? class_name(i) : "all"
		for (j = 1; j <= schedulers[part]; j++)
			line = line "\t" ((what, metric, scheduler_at[part, j]) in mean_of ? \
				marked(what, metric, scheduler_at[part, j], value_of(what, metric, \
				scheduler_at[part, j])) : "none")
		row(line)
	}
	note_of_classes(part)
}
function note_of_classes(part) {
	if (workloads[part] > 1 && !(part in incomparable))
		note(sprintf("* differs from %s for this site (95 %% sure, Holm\047s correction within each " \
			"class).", first))
}
function pairs_of(part,    i, j, a, b, key) {
	table(about(part) "All pairs: " name_of(decides))
	columns("pair\tchange\tfor the site, 95 % sure\tp (Holm)")
	for (i = 1; i <= schedulers[part]; i++) for (j = i + 1; j <= schedulers[part]; j++) {
		a = ordered[i]
		b = ordered[j]
		key = part SUBSEP decides SUBSEP b SUBSEP a
		row(sprintf("%s instead of %s\t%s\t%s\t%s", a, b, relative_change(part, decides, a, b), \
			pair_n[key] > 1 ? difference(part, decides, a, b) : "", \
			pair_p[key] == "" ? "" : pair_p[key] < 0.0001 ? "below 0.0001" : shown(pair_p[key])))
	}
}

# Workloads may wait longer than the log itself, and users who react submit less (swf-resample(1)):
# that is so under all schedulers.
function limit_of_workloads(    p, part, wait, jobs) {
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		wait = own[part, first, "wait_mean"]
		jobs = own[part, first, "throughput_per_day"]
		if (wait > 0 && !has_no_limit(part, "wait_mean", first) && \
				size(mean(part, "wait_mean", first) / wait - 1) > 0.1)
			limit(sprintf("%sThe average wait of the workloads is not that of the log itself: under %s " \
				"%s, and %s for the log (swf-resample(1)).", about(part), first, \
				duration(mean(part, "wait_mean", first)), duration(wait)))
		if (jobs > 0 && size(mean(part, "throughput_per_day", first) / jobs - 1) > 0.05)
			limit(sprintf("%sThe workloads have %s jobs a day under %s, and the log itself %s.", \
				about(part), shown(mean(part, "throughput_per_day", first)), first, shown(jobs)))
	}
}

# What more workloads would lessen, and what not. Few workloads give no intervals.
function error_of_simulation(    p) {
	for (p = 1; p <= parts && all_unlimited(part_at[p]); p++);
	if (p <= parts && error_of_ratio > 0 && least_workloads() >= FEW)
		basis(sprintf("Error of simulation: more workloads would change the ratios of the %s by a " \
			"factor of %s or less (95 %% sure). The intervals include this error. For narrower ones it " \
			"takes a longer log, or more logs.", name_of(decides), shown(1 + error_of_ratio)))
}
function limits_of_study() {
	error_of_simulation()
	limit_of_few()
	limit_of_workloads()
	if (logs < 2) limit("One log says little of other machines and users: compare several.")
	else if (logs < 3) limit("Two logs do not say what holds on average over logs.")
	else if (logs < 6) limit(sprintf("%d logs are few for an average over logs.", logs))
	limit_of_replay()
	limit_of_first_weeks()
}
function least_workloads(    p, least) {
	for (p = 1; p <= parts; p++)
		if (least == "" || workloads[part_at[p]] < least) least = workloads[part_at[p]]
	return least
}
function limit_of_few() {
	if (few_workloads(least_workloads())) limit(too_few_for_site(least_workloads()))
}
function limit_of_replay() {
	if (feedback == "")
		limit("The users do not react: where waits are shorter, people submit more. --feedback " \
			"simulates that.")
}
