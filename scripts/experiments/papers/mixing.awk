# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of mixing, of the rows of its summary: given (a scheduler, or a way), source, metric,
# first, second, and the difference of their means over the replications.

function difference() {
	return cell("n") < 2 ? "" : by_how_much(cell("metric"), cell("low"), cell("high"))
}
# averages are equal but for rounding
function equal() {
	return cell("n") > 1 && \
		size(cell("low")) + size(cell("high")) <= 1e-9 * size(cell("mean_first"))
}
function put(cells) {
	line[++lines] = cells
	marked = marked || cells ~ / \*(\t|$)/
}
function put_table(title, heads, compared_with,    i) {
	table(title)
	columns(heads)
	for (i = 1; i <= lines; i++) row(line[i])
	if (marked) note(meaning_of_mark(compared_with))
	lines = marked = 0
}
# Whether the mix is the same as each log alone, and whether other logs make the difference.
function answer(s,    begin) {
	begin = sprintf("the average wait of all jobs under %s is %s with mixed logs, and %s on average " \
		"over each log alone", s, mixed[s, "mixed"], alone[s])
	if (n < 2) return "One workload cannot say whether mixed logs give other results: " begin "."
	if (same[s]) return sentence(begin) ", in each of " n " workloads."
	if (!sign[s, "mixed"])
		return sprintf("%s with %d workloads: %s%s.%s", \
			sentence(unsure(certain[s])), n, begin, for_site(change[s, "mixed"]), \
			behind_unsure(certain[s], needed[s], n))
	return sprintf("Mixed logs give other results: %s%s.%s", begin, \
		for_site(change[s, "mixed"]), sign[s, "itself"] == sign[s, "mixed"] ? \
		" A log that is mixed with itself differs, too: drawing a part of the users does that." : "")
}

FNR == 2 { n = cell("n") }
cell("first") == "alone" && cell("source") == "jobs" && cell("metric") == "wait_mean" {
	s = cell("given")
	if (!(s in alone)) scheduler[++schedulers] = s
	alone[s] = in_units("wait_mean", cell("mean_first"))
	mixed[s, cell("second")] = in_units("wait_mean", cell("mean_second"))
	change[s, cell("second")] = difference()
	sign[s, cell("second")] = equal() ? 0 : differs()
	if (cell("second") == "mixed") {
		same[s] = equal()
		needed[s] = cell("needed")
		certain[s] = certainty_of_row()
	}
}
cell("first") == "alone" && cell("metric") ~ /^(wait|bsld)_mean$/ {
	key = cell("given") SUBSEP cell("source") SUBSEP cell("metric")
	if (!(key in from)) order[cell("metric"), ++keys[cell("metric")]] = key
	from[key] = in_units(cell("metric"), cell("mean_first"))
	to[key, cell("second")] = in_units(cell("metric"), cell("mean_second")) (equal() ? "" : mark())
	by[key, cell("second")] = difference()
}
cell("first") == "itself" && cell("source") == "jobs" && cell("metric") == "wait_mean" {
	rest[cell("given")] = equal() ? "the same" : difference()
}
cell("first") == "alone" && cell("source") == "jobs" && cell("metric") == "utilization" && n > 1 {
	spread[cell("given"), cell("second")] = shown(100 * cell("sd"))
}
# one average of the logs alone, since each has a workload of its own
cell("first") == "alone" && cell("source") == "jobs" && cell("metric") == "stable" && \
		cell("n") > 0 && feedback == "" {
	not_stable[cell("given"), "alone"] = 1 - cell("mean_first")
	not_stable[cell("given"), cell("second")] = 1 - cell("mean_second")
}
cell("given") ~ /^(alone|itself|mixed)$/ && cell("source") == "jobs" && \
		cell("metric") == "wait_mean" {
	first = cell("first")
	pair[++pairs] = cell("second") " instead of " cell("first") ", " (cell("given") == "alone" ? \
		"each log alone" : cell("given") == "itself" ? "each log mixed with itself" : "mixed logs") \
		"\t" difference() "\t" in_units("wait_mean", cell("mean_second")) mark() "\t" \
		in_units("wait_mean", cell("mean_first"))
}
function called_source(source) {
	return source == "jobs" ? "all jobs" : source == "logs" ? "all, each log counts the same" : source
}
function put_ways(metric,    i, key, part) {
	for (i = 1; i <= keys[metric]; i++) {
		key = order[metric, i]
		split(key, part, SUBSEP)
		put((schedulers > 1 ? part[1] ", " : "") called_source(part[2]) "\t" by[key, "mixed"] "\t" \
			from[key] "\t" to[key, "mixed"] "\t" to[key, "itself"])
	}
	put_table(sentence(name_of(metric)) ": each log alone, in the mix, and mixed with itself", \
		"jobs\tmixed instead of alone, for the site\talone\tmixed\tmixed with itself", \
		"each log alone")
}
# which ways make workloads that saturate
function saturation_of(s,    k, way, text) {
	split("alone itself mixed", way, " ")
	for (k = 1; k <= 3; k++) if (not_stable[s, way[k]] > 0)
		text = text (text == "" ? "" : ", ") percent(not_stable[s, way[k]]) " of those of " \
			(way[k] == "alone" ? "the logs alone" : way[k] == "itself" ? "logs mixed with themselves" : \
			"mixed logs")
	if (text != "") limit("Under " s " workloads saturate, and their waits grow with their length: " \
		text ".")
}
END {
	for (i = 1; i <= schedulers; i++) verdict(answer(scheduler[i]))
	put_ways("wait_mean")
	put_ways("bsld_mean")
	for (i = 1; i <= pairs; i++) put(pair[i])
	if (pairs) put_table("Average waits of all jobs, by scheduler", \
		"scheduler, workloads\tdifference for the site\taverage wait\tinstead of", first)
	if (n > 1) for (i = 1; i <= schedulers; i++) {
		s = scheduler[i]
		finding(sprintf("Under %s, mixed logs instead of logs mixed with themselves: %s.", s, rest[s]))
		if ((s, "mixed") in spread)
			finding(sprintf("Under %s the utilization of a mix differs from that of the logs alone with " \
				"a standard deviation of %s percentage points; that of a log mixed with itself, of %s.", s, \
				spread[s, "mixed"], spread[s, "itself"]))
	}
	for (i = 1; i <= schedulers; i++) saturation_of(scheduler[i])
	usual_limits(n, 1)
}
