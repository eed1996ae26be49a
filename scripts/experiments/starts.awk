# The answer of starts, of the rows of its summary: log, start, metric, and over the workloads the
# mean, the percentiles and the figure of the log itself.

# What a start is called in a sentence.
function option(start) {
	return (start == "stationary" || start == "literal" ? "--start " : "--displace ") start
}
function percent(share) { return share == 0 ? "none" : shown(100 * share) " %" }

{
	key = cell("log") SUBSEP cell("start")
	if (!(cell("log") in cases)) logs[++log_count] = cell("log")
	if (!(key in n)) starts[cell("log"), ++cases[cell("log")]] = cell("start")
	if (cell("metric") != "stable") n[key] = cell("n")
}
cell("metric") == "wait_mean" {
	wait[cell("log")] = cell("reference")
	if (cell("reference") > 0) ratio[key] = cell("p50") / cell("reference")
	below[key] = cell("percentile") / 100
	same[key] = cell("min") == cell("max")
}
cell("metric") == "overlap_log" { overlap_log[key] = cell("mean") }
cell("metric") == "overlap_workload" { overlap[key] = cell("mean") }
cell("metric") == "stable" { if (cell("n") > 0 && feedback == "") stable[key] = cell("mean") }

function told(key,    text) {
	if (key in ratio)
		text = same[key] ? sprintf("The mean wait in %s is %s times the log's. ",
			n[key] == 1 ? "the only workload" : "each of " n[key] " workloads",
			shown(ratio[key])) : \
			sprintf("The median of the mean waits of %d workloads is %s times the log's; %s of " \
			"them wait%s less than the log. ", n[key], shown(ratio[key]), percent(below[key]),
			below[key] == 0 ? "s" : "")
	if (key in stable && stable[key] < 1)
		text = text sprintf("In %.0f of them more jobs come than the machine can start. ",
			(1 - stable[key]) * n[key])
	return text sprintf("Of the jobs %s are in the week of the log, and %s in the same week of two " \
		"workloads.", percent(overlap_log[key]), percent(overlap[key]))
}

# Of the workloads that wait about as long as the log, those that differ most tell most.
function best(name,    i, key, found) {
	for (i = 1; i <= cases[name]; i++) {
		key = name SUBSEP starts[name, i]
		if (ratio[key] > 1.2 || ratio[key] < 1 / 1.2) continue
		if (found == "" || overlap[key] < overlap[name, found]) found = starts[name, i]
	}
	return found
}

END {
	for (l = 1; l <= log_count; l++) {
		name = logs[l]
		printf "%s: %s.\n", name, wait[name] == 0 ? "nobody waits in the log itself" : \
			"the mean wait in the log itself is " shown(wait[name]) " s"
		for (i = 1; i <= cases[name]; i++)
			printf "%s, %s: %s\n", name, option(starts[name, i]), told(name SUBSEP starts[name, i])
		if (wait[name] == 0 || cases[name] < 2) continue
		found = best(name)
		printf "%s: %s.\n", name, found == "" ? \
			"no start has a median within 20 % of the log's wait" : \
			"of the starts with a median within 20 % of the log's wait, " option(found) \
			" makes the workloads that differ most from each other"
	}
}
