# The answer of bias, of the rows of its summary: log, given (a scheduler, or a kind of users),
# metric, first, second, and the difference of their means over the replications.

cell("first") == "none" {
	of = cell("log") SUBSEP cell("second")
	if (!(of in heading)) {
		order[++n] = of
		heading[of] = sprintf("%s: with more %s", cell("log"), kind(cell("second")))
		first_of[of] = cell("given")
	}
	# the workloads are the same under each scheduler
	if (cell("given") == first_of[of]) {
		if (cell("metric") == "jobs") jobs[of] = instead("")
		if (cell("metric") == "run_time_mean") times[of] = instead(" s")
		if (cell("metric") == "size_mean") sizes[of] = instead("")
		if (cell("metric") == "utilization") used[of] = instead("")
	}
	if (cell("metric") == "wait_mean") text[of] = text[of] sprintf(" Under %s the mean wait is %s%s,",
		cell("given"), instead(" s"), sure(" s"))
	if (cell("metric") == "bsld_mean")
		text[of] = text[of] sprintf(" and the mean bounded slowdown %s%s.", instead(""), sure(""))
	if (cell("metric") == "stable" && cell("n") > 0 && feedback == "" && \
		cell("mean_second") + cell("mean_first") < 2)
		text[of] = text[of] sprintf(" Saturated are %.0f of %d workloads, and %.0f without the bias.",
			(1 - cell("mean_second")) * cell("n"), cell("n"), (1 - cell("mean_first")) * cell("n"))
}
cell("first") != "none" && cell("metric") == "wait_mean" {
	pair = cell("log") SUBSEP cell("first") SUBSEP cell("second")
	if (!(pair in title)) {
		pairs[++n_pairs] = pair
		title[pair] = sprintf("%s: %s instead of %s changes the mean wait%s", cell("log"),
			cell("second"), cell("first"), cell("n") < 2 ? "" : " (with 95 % intervals)")
	}
	compared[pair] = compared[pair] sprintf("%s by %s %s", compared[pair] == "" ? "" : ",",
		of_first_with_interval(), cell("given") == "none" ? "without a bias" : \
		"with more " kind(cell("given")))
}

function kind(name) {
	if (name == "long") return "users of long jobs"
	if (name == "short") return "users of short jobs"
	if (name == "large") return "users of large jobs"
	if (name == "small") return "users of small jobs"
	if (name == "many") return "users of many jobs"
	if (name == "few") return "users of few jobs"
	return "users of " (name ~ /[+]$/ ? "great " : "small ") substr(name, 1, length(name) - 1)
}
function instead(unit) {
	return sprintf("%s%s instead of %s%s", shown(cell("mean_second")), unit,
		shown(cell("mean_first")), unit)
}
function sure(unit) {
	if (cell("n") < 2) return ", in the only two workloads"
	return sprintf(" (95 %% interval of the difference %s to %s%s%s)", shown(cell("low")),
		shown(cell("high")), unit, cell("low") <= 0 && cell("high") >= 0 ? ", which holds 0" : "")
}
END {
	for (i = 1; i <= n; i++) {
		of = order[i]
		printf "%s there are %s jobs, of a mean run time of %s and a mean size of %s; the utilization " \
			"is %s.%s\n", heading[of], jobs[of], times[of], sizes[of], used[of], text[of]
	}
	for (i = 1; i <= n_pairs; i++) print title[pairs[i]] compared[pairs[i]] "."
}
