# The verdict of a part: which scheduler is best, by how much, and how sure that is. Needs
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
		text = text (i == 1 ? "" : i < n ? ", " : " and ") sprintf("%s under %s, %s%s", \
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
	if (probable != "") text = text ". Likely, but not certain for this site, " probable
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
		text = text (i == 1 ? "" : i < schedulers[part] ? ", " : " and ") saturated[part, ordered[i]] \
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
