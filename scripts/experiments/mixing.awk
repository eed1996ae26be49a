# The answer of mixing, of the rows of its summary: given (a scheduler, or a way), source, metric,
# first, second, and the difference of their means over the replications.

{
	key = cell("given") SUBSEP cell("first") SUBSEP cell("second")
	if (cell("first") == "alone" && !(cell("given") in known)) {
		known[cell("given")]
		schedulers[++n_schedulers] = cell("given")
	}
	if (cell("given") == "mixed" && !seen[cell("second")]++) {
		first = cell("first")
		second[++n_seconds] = cell("second")
	}
	n = cell("n")
}
cell("source") == "jobs" || cell("source") == "logs" {
	unit = cell("metric") == "wait_mean" ? " s" : ""
	said[key, cell("source"), cell("metric")] = compared(unit)
	changed[key, cell("source"), cell("metric")] = of_first_with_interval()
}
cell("metric") == "utilization" && cell("source") == "jobs" {
	before[key] = cell("mean_first")
	after[key] = cell("mean_second")
	spread[key] = cell("sd")
}
cell("metric") == "wait_mean" && cell("source") != "jobs" && cell("source") != "logs" {
	if (!(cell("source") in is_log)) {
		is_log[cell("source")]
		logs = logs (logs == "" ? "" : " and ") cell("source")
	}
	each[key] = each[key] sprintf("%s%s s instead of %s s for those of %s", \
		each[key] == "" ? "" : ", ", shown(cell("mean_second")), shown(cell("mean_first")),
		cell("source"))
}
cell("metric") == "stable" && cell("source") == "jobs" && cell("first") == "alone" {
	judged[cell("given")] = cell("n")
	stable[cell("given"), "alone"] = cell("mean_first")
	stable[cell("given"), cell("second")] = cell("mean_second")
}

# the second, and how it differs from the first
function compared(unit,    difference, how) {
	difference = cell("difference")
	if (cell("n") < 2)
		return sprintf("%s%s instead of %s%s in the only workload, which does not say how sure that is",
			shown(cell("mean_second")), unit, shown(cell("mean_first")), unit)
	# averages are equal but for rounding
	if (size(cell("low")) + size(cell("high")) <= 1e-9 * size(cell("mean_first")))
		return sprintf("%s%s in both", shown(cell("mean_first")), unit)
	how = "no clear difference"
	if (cell("low") > 0 || cell("high") < 0)
		how = shown(size(difference)) unit (difference < 0 ? " less" : " more")
	return sprintf("%s%s instead of %s%s, %s (95 %% interval of the difference: %s to %s%s)",
		shown(cell("mean_second")), unit, shown(cell("mean_first")), unit, how,
		shown(cell("low")), shown(cell("high")), unit)
}
END {
	for (s = 1; s <= n_schedulers; s++) {
		name = schedulers[s]
		who = logs " under " name
		mixed = name SUBSEP "alone" SUBSEP "mixed"
		itself = name SUBSEP "alone" SUBSEP "itself"
		rest = name SUBSEP "itself" SUBSEP "mixed"
		printf "%s: mixed logs instead of each log alone: the mean wait of all jobs is %s. Where each " \
			"log counts the same it is %s. The mean bounded slowdown of all jobs is %s.\n", who,
			said[mixed, "jobs", "wait_mean"], said[mixed, "logs", "wait_mean"],
			said[mixed, "jobs", "bsld_mean"]
		printf "%s: what the drawing of a part of the users does to that: mixed with itself instead of " \
			"alone the mean wait of all jobs is %s. Mixed logs instead of logs mixed with themselves: " \
			"%s.\n", who, said[itself, "jobs", "wait_mean"], said[rest, "jobs", "wait_mean"]
		if (mixed in each) printf "%s: mean waits in the mix instead of alone: %s.\n", who, each[mixed]
		if (mixed in after && n > 1) printf "%s: the utilization is %s in the mix and %s on average " \
			"over the logs alone. The standard deviation of the difference is %s, and %s of logs mixed " \
			"with themselves.\n", who, shown(after[mixed]), shown(before[mixed]), shown(spread[mixed]),
			shown(spread[itself])
		if (judged[name] > 0 && feedback == "" &&
				stable[name, "alone"] + stable[name, "itself"] + stable[name, "mixed"] < 3)
			printf "%s: stable are %s %% of the workloads of the logs alone, %s %% of those mixed with " \
				"themselves and %s %% of the mixed ones; waits of the others grow with their length.\n",
				who, shown(100 * stable[name, "alone"]), shown(100 * stable[name, "itself"]),
				shown(100 * stable[name, "mixed"])
	}
	for (s = 1; s <= n_seconds; s++) {
		to = SUBSEP first SUBSEP second[s]
		printf "%s: %s instead of %s changes the mean wait of all jobs%s by %s on average over the " \
			"logs alone, by %s over logs mixed with themselves, and by %s in mixed logs.\n", logs,
			second[s], first,
			(n > 1 ? " (with 95 % intervals)" : ""), changed["alone" to, "jobs", "wait_mean"],
			changed["itself" to, "jobs", "wait_mean"], changed["mixed" to, "jobs", "wait_mean"]
	}
}
