# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of starts, of the rows of its summary: log, start, metric, and over the workloads the
# mean, the percentiles and the figure of the log itself.

# What a start is called in a sentence.
function option(start) {
	return (start == "stationary" || start == "literal" ? "--start " : "--displace ") start
}
function part(share) { return share == "" ? "-" : percent(share) }

{
	key = cell("log") SUBSEP cell("start")
	if (!(cell("log") in cases)) log_at[++count] = cell("log")
	if (!(key in n)) start_at[cell("log"), ++cases[cell("log")]] = cell("start")
	if (cell("metric") != "stable") workloads = n[key] = cell("n")
}
cell("metric") == "wait_mean" {
	wait[cell("log")] = cell("reference")
	median[key] = cell("p50")
	if (cell("reference") > 0) ratio[key] = cell("p50") / cell("reference")
}
cell("metric") == "overlap_log" { overlap_log[key] = cell("mean") }
cell("metric") == "overlap_workload" { overlap[key] = cell("mean") }
cell("metric") == "stable" && cell("n") > 0 && feedback == "" {
	saturated[key] = sprintf("%.0f of %d workloads", (1 - cell("mean")) * cell("n"), cell("n"))
	if (cell("mean") == 1) delete saturated[key]
}

# Of the workloads that wait about as long as the log, those that differ most tell most.
function best(name,    i, key, found) {
	for (i = 1; i <= cases[name]; i++) {
		key = name SUBSEP start_at[name, i]
		if (!(key in ratio) || ratio[key] > 1.2 || ratio[key] < 1 / 1.2) continue
		if (found == "" || overlap[key] < overlap[name, found]) found = start_at[name, i]
	}
	return found
}
# that whose median wait is closest to that of the log, and that whose workloads differ most
function closest(name,    i, far, least, found) {
	for (i = 1; i <= cases[name]; i++) {
		far = size(median[name, start_at[name, i]] - wait[name])
		if (found == "" || far < least) {
			found = start_at[name, i]
			least = far
		}
	}
	return found
}
function most_different(name,    i, found) {
	found = start_at[name, 1]
	for (i = 2; i <= cases[name]; i++)
		if (overlap[name, start_at[name, i]] < overlap[name, found]) found = start_at[name, i]
	return found
}
function two_have(name, start) {
	return part(overlap[name, start]) " of the jobs are in the same week of two workloads"
}

function conclusion(name,    found) {
	if (wait[name] == 0) {
		found = most_different(name)
		return sprintf("nobody waits in the log itself, so waits do not tell which workloads are like " \
			"it. Workloads differ most with %s, where %s.", option(found), two_have(name, found))
	}
	found = best(name)
	if (found == "") {
		found = closest(name)
		return sprintf("no start gives workloads with a median wait within 20 %% of that of the log: " \
			"%s is closest, with %s instead of %s.", option(found), duration(median[name, found]), \
			duration(wait[name]))
	}
	if (cases[name] < 2)
		return sprintf("with %s workloads wait about as long as the log (a median of %s instead of " \
			"%s), and %s.", option(found), duration(median[name, found]), duration(wait[name]), \
			two_have(name, found))
	return sprintf("use swf-resample %s: of the starts whose workloads wait about as long as the " \
		"log (a median of %s instead of %s), it makes those that differ most from each other: %s.", \
		option(found), duration(median[name, found]), duration(wait[name]), two_have(name, found))
}

END {
	for (l = 1; l <= count; l++)
		verdict(of_log(log_at[l]) as_far_as(workloads, conclusion(log_at[l])))
	table("Waits of the workloads, and the jobs they have in the same week")
	columns("start\ttimes the log\tsame week: another\tsame week: log\tmedian wait")
	for (l = 1; l <= count; l++) {
		name = log_at[l]
		for (i = 1; i <= cases[name]; i++) {
			key = name SUBSEP start_at[name, i]
			row(of_log(name) option(start_at[name, i]) "\t" (key in ratio ? shown(ratio[key]) : "-") \
				"\t" part(overlap[key]) "\t" part(overlap_log[key]) "\t" duration(median[key]))
			if (key in saturated) limited = limited "limit\t" of_log(name) "With " \
				option(start_at[name, i]) " more jobs come than the machine can start, in " \
				saturated[key] ".\n"
			if (n[key] < 20) few = n[key]
		}
		if (wait[name] > 0) row(of_log(name) "the log itself\t1\t-\t100 %\t" duration(wait[name]))
	}
	note("times the log: the median wait of the workloads, as a multiple of that of the log; same " \
		"week: the share of their jobs that arrive in the same week in another workload, and in the " \
		"log.")
	printf "%s", limited
	if (few) limit((few == 1 ? "One workload" : few " workloads") " for each start " \
		(few == 1 ? "is" : "are") " few: medians of 20 or more are steadier.")
	usual_limits("", 1)
}
