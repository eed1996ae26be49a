# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of bias, of the rows of its summary: log, given (a scheduler, or a kind of users),
# metric, first, second, and the difference of their means over the replications.

# What users of a kind have or do.
function kind(name) {
	if (name == "none") return "without a bias"
	if (name == "long") return "with the longest jobs"
	if (name == "short") return "with the shortest jobs"
	if (name == "large") return "with the largest jobs"
	if (name == "small") return "with the smallest jobs"
	if (name == "many") return "who submit most jobs"
	if (name == "few") return "who submit fewest jobs"
	return "with the " (name ~ /[+]$/ ? "greatest " : "least ") substr(name, 1, length(name) - 1)
}
# How the second differs from the first.
function way() {
	if (cell("n") > 1 && cell("less") + cell("greater") == 0) return "same"
	return differs() < 0 ? "less" : differs() > 0 ? "longer" : certainty_of_row() ? "likely" : "unsure"
}
function difference() {
	return cell("n") < 2 ? "" : by_how_much(cell("metric"), cell("low"), cell("high"))
}
# Lists of kinds of users, by what is said of them.
function add(list, name) {
	if (name == "none") has_none[list]
	else kinds_in[list] = kinds_in[list] (kinds_in[list] == "" ? "" : "\t") kind(name)
	length_of[list]++
}
# The cases of a list: without a bias and with more users with ..., or ...
function cases(list,    part, n, i, text) {
	n = split(kinds_in[list], part, "\t")
	for (i = 1; i <= n; i++)
		text = text (i == 1 ? "with more users " : i < n ? ", " : " or ") part[i]
	return (list in has_none ? "without a bias" (n ? " and " : "") : "") text
}
function widen(what, x) {
	if (!(what in least) || x < least[what]) least[what] = x
	if (!(what in most) || x > most[what]) most[what] = x
}
function from_to(what, unit,    low, high) {
	low = shown(100 * least[what])
	high = shown(100 * most[what])
	return (low == high ? "" : low " to ") high unit
}
function put(list, cells) { rows[list, ++rows_of[list]] = cells }
function put_table(list, title, heads, compared_with,    i, marked) {
	table(title)
	columns(heads)
	for (i = 1; i <= rows_of[list]; i++) {
		row(rows[list, i])
		marked = marked || rows[list, i] ~ / \*(\t|$)/
	}
	if (marked) note(meaning_of_mark(compared_with))
}

FNR == 2 { n = cell("n") }
{ l = cell("log") }
!(l in known) {
	known[l]
	log_at[++log_number] = l
}
# more users of a kind, under each scheduler
cell("first") == "none" {
	if (!(cell("given") in is_scheduler)) {
		is_scheduler[cell("given")]
		scheduler[++schedulers] = cell("given")
	}
	if (!((l, cell("second")) in is_kind)) {
		is_kind[l, cell("second")]
		kind_of[l, ++kinds[l]] = cell("second")
	}
	key = l SUBSEP cell("given") SUBSEP cell("metric") SUBSEP
	value[key "none"] = in_units(cell("metric"), cell("mean_first"))
	value[key cell("second")] = in_units(cell("metric"), cell("mean_second")) mark()
	change[key cell("second")] = difference()
}
cell("first") == "none" && cell("metric") == "stable" {
	value[key "none"] = saturated(cell("mean_first"))
	value[key cell("second")] = saturated(cell("mean_second"))
}
cell("first") == "none" && cell("given") == scheduler[1] && cell("metric") == "wait_mean" {
	add("waits" SUBSEP l SUBSEP way(), cell("second"))
	if (way() == "unsure" && cell("needed") + 0 > needed[l] + 0) needed[l] = cell("needed")
}
cell("first") == "none" && cell("given") == scheduler[1] && cell("metric") == "utilization" {
	widen("sd" SUBSEP l, cell("sd"))
	if (differs()) add("load" SUBSEP l SUBSEP differs(), cell("second"))
}
# schedulers, with each kind of users
cell("first") != "none" && cell("metric") == "wait_mean" {
	pair = l SUBSEP cell("second")
	if (!(pair in rows_of)) other[l, ++others[l]] = cell("second")
	add(pair SUBSEP way(), cell("given"))
	if (cell("mean_first") > 0) widen(pair SUBSEP way(), size(cell("difference") / cell("mean_first")))
	put(pair, kind(cell("given")) "\t" difference() "\t" in_units("wait_mean", cell("mean_first")) \
		"\t" in_units("wait_mean", cell("mean_second")) mark())
}
function saturated(stable) {
	return cell("n") == 0 ? "not judged" : sprintf("%.0f of %d", (1 - stable) * cell("n"), cell("n"))
}

# What more users of each kind do to waits.
function answer_of_kinds(l,    list, text, before) {
	list = "waits" SUBSEP l SUBSEP
	before = value[l, scheduler[1], "wait_mean", "none"] " on average under " scheduler[1]
	if (n < 2) return "One workload cannot say what more users of one kind do: without a bias jobs " \
		"wait " before "."
	if (length_of[list "same"] == kinds[l])
		return "More users of one kind change nothing: jobs wait " before ", whoever there are more of."
	if (length_of[list "same"] + length_of[list "unsure"] == kinds[l])
		return sprintf("No difference can be measured with %d workloads: jobs wait %s without a bias, " \
			"and neither longer nor shorter with more users of one kind.%s", n, before, \
			to_find(needed[l], n))
	if (length_of[list "longer"] + length_of[list "less"] == 0)
		return sprintf("Jobs wait %s without a bias%s.%s", before, unmeasured(list), \
			to_find(needed[l], n))
	if (length_of[list "longer"]) text = " longer " cases(list "longer")
	if (length_of[list "less"]) text = text (text == "" ? "" : ", and") " less " cases(list "less")
	return "Jobs wait" text " than without a bias (" before ")" unmeasured(list) "." \
		(unmeasured(list) == "" ? "" : to_find(needed[l], n))
}
function unmeasured(list,    text) {
	if (length_of[list "likely"])
		text = sprintf("; %s %s: %s", cases(list "likely"), unsure(1), may_be_chance())
	if (length_of[list "unsure"])
		text = text sprintf("; %s %s with %d workloads", cases(list "unsure"), unsure(0), n)
	return text
}
# Whether the difference of two schedulers is the same with more users of each kind.
function answer_of_pair(l, name,    list, text, begin) {
	list = l SUBSEP name SUBSEP
	begin = "Under " name " instead of " scheduler[1] " jobs wait "
	if (n < 2) return ""
	if (length_of[list "same"] == kinds[l] + 1) return begin "as long, whoever there are more of."
	if (length_of[list "longer"] + length_of[list "less"] == 0)
		return length_of[list "likely"] ? sprintf("Between %s and %s no difference is certain%s.", \
			scheduler[1], name, unmeasured(list)) : sprintf("Between %s and %s no difference can be " \
			"measured with %d workloads, whoever there are more of.", scheduler[1], name, n)
	if (length_of[list "longer"]) text = by(list "longer", " longer ")
	if (length_of[list "less"])
		text = text (text == "" ? "" : ", and ") by(list "less", " less ")
	return begin text unmeasured(list) "."
}
function by(list, word) {
	return from_to(list, " %") word \
		(length_of[list] == kinds[l] + 1 ? "on average, whoever there are more of" : cases(list))
}
function put_waits(l,    s, k, key, i) {
	for (s = 1; s <= schedulers; s++) for (i = 0; i <= kinds[l]; i++) {
		k = i ? kind_of[l, i] : "none"
		key = l SUBSEP scheduler[s] SUBSEP
		put("waits" SUBSEP l, (schedulers > 1 ? scheduler[s] ", " : "") kind(k) "\t" \
			change[key "wait_mean", k] "\t" value[key "wait_mean", k] "\t" value[key "bsld_mean", k] \
			(feedback == "" ? "\t" value[key "stable", k] : ""))
	}
	put_table("waits" SUBSEP l, of_log(l) "Waits with more users of each kind", \
		"more users\tdifference for the site\taverage wait\taverage bounded slowdown" \
		(feedback == "" ? "\tsaturated workloads" : ""), "workloads without a bias")
}
function put_workloads(l,    i, k, key) {
	key = l SUBSEP scheduler[1] SUBSEP
	for (i = 0; i <= kinds[l]; i++) {
		k = i ? kind_of[l, i] : "none"
		put("workloads" SUBSEP l, kind(k) "\t" value[key "jobs", k] "\t" value[key "run_time_mean", k] \
			"\t" value[key "size_mean", k] "\t" value[key "utilization", k])
	}
	put_table("workloads" SUBSEP l, of_log(l) "The workloads, under " scheduler[1], \
		"more users\tjobs\taverage run time\taverage processors\tutilization", \
		"workloads without a bias")
}
END {
	for (i = 1; i <= log_number; i++) {
		l = log_at[i]
		verdict(of_log(l) answer_of_kinds(l))
		for (s = 1; s <= others[l]; s++) {
			text = answer_of_pair(l, other[l, s])
			if (text != "") verdict(of_log(l) text)
		}
	}
	for (i = 1; i <= log_number; i++) {
		l = log_at[i]
		put_waits(l)
		for (s = 1; s <= others[l]; s++)
			put_table(l SUBSEP other[l, s], of_log(l) "Average waits under " scheduler[1] " and " \
				other[l, s], "more users\tdifference for the site\t" scheduler[1] "\t" other[l, s], \
				scheduler[1])
		put_workloads(l)
	}
	for (i = 1; i <= log_number; i++) {
		l = log_at[i]
		if (n > 1) finding(sprintf("%sThe utilization of a workload with more users of a kind differs " \
			"by chance, too, with a standard deviation of %s.", of_log(l), \
			from_to("sd" SUBSEP l, " percentage points")))
		for (sign = 1; sign >= -1; sign -= 2)
			if (length_of["load", l, sign])
				limit(of_log(l) sentence(cases("load" SUBSEP l SUBSEP sign)) " the machine is " \
					(sign > 0 ? "busier, which makes waits longer" : "less busy, which makes waits shorter") \
					" by itself.")
	}
	usual_limits(n, 1)
}
