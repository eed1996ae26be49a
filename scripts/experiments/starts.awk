# The answer of starts, of the rows of its summary: log, start, metric, and over the workloads the
# mean, the percentiles and the figure of the log itself.

# What a start is called in a sentence.
function called(start) {
	if (start == "stationary" || start == "literal") return "--start " start
	return "--displace " start
}
function percent(share) { return shown(100 * share) " %" }

cell("metric") == "wait_mean" {
	key = cell("log") SUBSEP cell("start")
	if (!(cell("log") in cases)) logs[++log_count] = cell("log")
	starts[cell("log"), ++cases[cell("log")]] = cell("start")
	n[key] = cell("n")
	wait[cell("log")] = cell("reference")
	ratio[key] = cell("reference") > 0 ? cell("p50") / cell("reference") : ""
	below[key] = cell("percentile")
}
cell("metric") == "overlap_log" { overlap_log[cell("log"), cell("start")] = cell("mean") }
cell("metric") == "overlap_workload" { overlap[cell("log"), cell("start")] = cell("mean") }

# Of the workloads whose waits are next to those of the log, those that differ most are the best.
function best(name,    i, key, found) {
	for (i = 1; i <= cases[name]; i++) {
		key = name SUBSEP starts[name, i]
		if (ratio[key] == "" || ratio[key] > 1.2 || ratio[key] < 1 / 1.2) continue
		if (found == "" || overlap[key] < overlap[name, found]) found = starts[name, i]
	}
	return found
}

END {
	for (l = 1; l <= log_count; l++) {
		log_name = logs[l]
		printf "%s: the mean wait in the log itself is %s s.\n", log_name, shown(wait[log_name])
		for (i = 1; i <= cases[log_name]; i++) {
			key = log_name SUBSEP starts[log_name, i]
			printf "%s, %s: ", log_name, called(starts[log_name, i])
			if (ratio[key] != "")
				printf "the median of the mean waits of %d workloads is %s times the log's, " \
					"and %s of them wait less than the log. ", n[key], shown(ratio[key]),
					percent(below[key] / 100)
			printf "Of the jobs %s are in the week where the log has them, and %s in the same " \
				"week of two workloads.\n", percent(overlap_log[key]), percent(overlap[key])
		}
		found = best(log_name)
		if (wait[log_name] == 0) continue
		printf "%s: %s.\n", log_name, found == "" ? \
			"no start gives a median mean wait within 20 % of the log's" : \
			"of the starts whose median mean wait is within 20 % of the log's, the workloads of " \
			called(found) " differ most from each other"
	}
}
