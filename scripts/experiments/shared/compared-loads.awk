# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of schedulers that are compared at several loads: over which loads a difference
# holds, vanishes or reverses, and from which on each scheduler saturates. Needs compared.awk,
# compared-answer.awk and saturation.awk.
#
# Each load is a comparison of its own, with Holm's correction within it.

# The parts of a log, by their loads: over[1..n]. Returns n.
function parts_over_loads(log_name, over,    p, n, i) {
	for (p = 1; p <= parts; p++) {
		if (log_of[part_at[p]] != log_name) continue
		for (i = ++n; i > 1 && load_of[over[i - 1]] + 0 > load_of[part_at[p]] + 0; i--)
			over[i] = over[i - 1]
		over[i] = part_at[p]
	}
	return n
}
# How a stands to the first of the schedulers at a load.
function standing(part, a) {
	if (part in incomparable) return "incomparable"
	if (has_no_limit(part, decides, a) && has_no_limit(part, decides, first)) return "saturated"
	if (better(part, decides, a, first)) return "better"
	if (better(part, decides, first, a)) return "worse"
	return "open"
}
function utilization_of(part) {
	return (part, "utilization", first) in mean_of ? \
		percent(mean(part, "utilization", first)) : ""
}
# Loads from one part to another: "from 0.8 to 1.2 times the users of the log (utilization 33.1 to
# 50.0 %)"
function load_range(low, high,    text, used) {
	if (low == high) {
		text = "with " times_users(load_of[low])
		used = utilization_of(low)
	} else {
		text = sprintf("from %s to %s times the users of the log", load_of[low], load_of[high])
		used = utilization_of(low) == "" ? "" : one_or_two(utilization_of(low), utilization_of(high))
		sub(/ % to /, " to ", used)
	}
	return text (used == "" ? "" : " (utilization " used ")")
}
# By how much a differs from the first over a range of loads: ": the average wait is 20.0 to 86.8 %
# shorter"
function change_over(over, from, to, a,    i, ratio_here, least, most) {
	for (i = from; i <= to; i++) {
		if (has_no_average(over[i], decides, a, first)) continue
		ratio_here = pair_ratio[over[i], decides, first, a]
		if (!(ratio_here > 0)) continue
		if (least == "" || ratio_here < least) least = ratio_here
		if (most == "" || ratio_here > most) most = ratio_here
	}
	return least == "" ? "" : sprintf(": the %s is %s", name_of(decides), \
		least == most ? changed_by(decides, least) : changed_between(decides, least, most))
}
# The sentence about a over all loads of a log, range after range: first those where it differs.
function over_loads(over, n, a,    from, to, how, where, text, rest) {
	for (from = 1; from <= n; from = to + 1) {
		how = standing(over[from], a)
		for (to = from; to < n && standing(over[to + 1], a) == how; to++) continue
		where = (from > 1 || to < n ? "" : n == 2 ? "at both loads, " : "at all " n " loads, ") \
			load_range(over[from], over[to])
		if (how == "incomparable") rest = rest "; " where \
			" they cannot be compared, since different jobs never start"
		else if (how == "saturated") rest = rest "; " where sprintf(" neither %s nor %s has an " \
			"average, since most workloads saturate", a, first)
		else if (how == "open") rest = rest "; " where \
			sprintf(" it is not shown whether %s or %s is better", a, first)
		else text = text "; " where \
			sprintf(" %s is %s than %s%s", a, how, first, change_over(over, from, to, a))
	}
	return sentence(substr(text rest, 3)) "."
}
# The schedulers but the first, those that are better at the most loads in front.
function others_over_loads(over, n, list,    i, j, k, a, m, score) {
	for (i = 1; i <= schedulers[over[1]]; i++) {
		a = scheduler_at[over[1], i]
		if (a == first) continue
		score[a] = 0
		for (j = 1; j <= n; j++) score[a] += better(over[j], decides, a, first) - \
			better(over[j], decides, first, a)
		for (k = ++m; k > 1 && score[list[k - 1]] < score[a]; k--) list[k] = list[k - 1]
		list[k] = a
	}
	return m
}
# Up to which load the machine sustains the users under each scheduler, of several with the same
# limit at once.
function saturation_over_loads(over, n,    i, j, a, share, last, who, text) {
	if (feedback != "") return ""
	for (i = 1; i <= schedulers[over[1]]; i++) {
		a = scheduler_at[over[1], i]
		for (j = 1; j <= n; j++) {
			if (!judged[over[j], a]) return ""
			share[j] = 1 - saturated[over[j], a] / judged[over[j], a]
		}
		last = loads_sustained(share, n)
		who[last] = who[last] " " a
	}
	for (last = n; last >= 0; last--) if (last in who)
		text = text (text == "" ? " " : "; ") "under " in_words(who[last], "and") " " \
			(last == n ? "those of all these loads" : (last ? times_users(load_of[over[last]]) \
			", but not " : "not even ") times_users(load_of[over[last + 1]]))
	return " Users that the machine can take in at least half of the workloads:" text "."
}
function verdict_over_loads(log_name,    over, n, list, m, i, text) {
	n = parts_over_loads(log_name, over)
	if (workloads[over[1]] < 2) {
		verdict(of_log(log_name) sentence("of a single workload at each load the table says how the " \
			"schedulers differ, and nothing says how sure that is."))
		return
	}
	m = others_over_loads(over, n, list)
	for (i = 1; i <= m; i++) text = text (i > 1 ? " " : "") over_loads(over, n, list[i])
	verdict(of_log(log_name) text saturation_over_loads(over, n))
}
# The change of what decides from the first, a load a row.
function table_over_loads(log_name,    over, n, list, m, i, j, a, line, some) {
	n = parts_over_loads(log_name, over)
	m = others_over_loads(over, n, list)
	table(of_log(log_name) sentence("the " name_of(decides) " over the loads, and its change from " \
		first))
	line = "times the users\tutilization\t" first
	for (j = 1; j <= m; j++) line = line "\t" list[j]
	columns(line)
	for (i = 1; i <= n; i++) {
		line = load_of[over[i]] "\t" utilization_of(over[i]) "\t" value_of(over[i], decides, first)
		for (j = 1; j <= m; j++) line = line "\t" change_at(over[i], list[j])
		row(line)
	}
	if (pair_low[over[1], decides, first, list[1]] != "")
		note(sprintf("* differs from %s for this site (95 %% sure, Holm\047s correction over the pairs " \
			"at each load, not over the loads). In parentheses: the 95 %% interval for the site. The " \
			"utilization is that under %s.", first, first))
	for (i = 1; i <= n; i++) for (j = 0; j <= m; j++)
		some += saturated[over[i], j ? list[j] : first] > 0
	if (some) table_of_saturated(log_name, over, n, list, m)
}
function change_at(part, a,    key) {
	if (part in incomparable) return "not compared"
	if (has_no_average(part, decides, a, first)) return marked(part, decides, a, "no average")
	key = part SUBSEP decides SUBSEP first SUBSEP a
	if (!(pair_ratio[key] > 0)) return marked(part, decides, a, value_of(part, decides, a))
	return signed_ratio(pair_ratio[key]) (pair_ratio_low[key] > 0 ? " (" signed_range( \
		pair_ratio_low[key], pair_ratio_high[key]) ")" : "") \
		(differ(part, decides, first, a) ? " *" : "")
}
function signed_range(low, high,    text) {
	text = signed_ratio(low)
	sub(/ %$/, "", text)
	return text " to " signed_ratio(high)
}
function table_of_saturated(log_name, over, n, list, m,    i, j, a, line) {
	table(of_log(log_name) "Workloads that saturate")
	line = "times the users\tutilization"
	for (j = 0; j <= m; j++) line = line "\t" (j ? list[j] : first)
	columns(line)
	for (i = 1; i <= n; i++) {
		line = load_of[over[i]] "\t" utilization_of(over[i])
		for (j = 0; j <= m; j++) {
			a = j ? list[j] : first
			line = line "\t" (judged[over[i], a] ? saturated[over[i], a] + 0 " of " \
				judged[over[i], a] : "not judged")
		}
		row(line)
	}
	note("More jobs come there than the machine can start, so that waits grow with the length of " \
		"the workload.")
}

# A single load, as a section of the answer.
function section_of_load(part,    name) {
	in_section = 0
	name = about(part)
	sub(/: $/, "", name)
	section(name, log_of[part] "-at-" load_of[part])
	in_section = 1
}
