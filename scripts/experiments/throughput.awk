# The answer of throughput, of the rows of its summary: log, load, simulation, metric, first,
# second, and the differences over the replications.

# of the difference, or of the difference the other way round
function between(negative) {
	if (cell("n") < 2 || cell("less") + cell("greater") == 0) return ""
	return sprintf(" (%s to %s%s)", shown(negative ? -cell("high") : cell("low")), \
		shown(negative ? -cell("low") : cell("high")), \
		cell("low") <= 0 && cell("high") >= 0 ? ", no clear difference" : "")
}
function unstable(text, part) {
	return part ? text (text == "" ? "" : ", ") cell("load") " (" counted(part, cell("n")) \
		" workloads)" : text
}
function saturates(key, scheduler, which) {
	return saturated[key, which] == "" ? "" : " " scheduler " then saturates at load " \
		saturated[key, which] ": its queue grows with the length of the workload."
}
function counted(part, n) { return sprintf("%.0f of %d", part * n, n) }

{
	key = cell("log") SUBSEP cell("second")
	if (!seen[key]++) keys[++n_keys] = key
	log_of[key] = cell("log")
	first = cell("first")
	second[key] = cell("second")
	s = cell("simulation")
}
cell("metric") == "throughput_per_day" && s !~ /^of-/ {
	side = s == "conventional" ? "replayed" : "react"
	if (side == "react") model = s
	difference = cell("difference")
	intervals = cell("n") > 1
	text = sprintf("at load %s: %s ", cell("load"), shown(cell("mean_second")))
	text = text (difference == 0 ? "with both" : sprintf("instead of %s, %s %s%s", \
		shown(cell("mean_first")), shown(size(difference)), \
		difference < 0 ? "fewer" : "more", between(difference < 0)))
	gains[key, side] = gains[key, side] (gains[key, side] == "" ? "" : "; ") text
}
cell("metric") == "stable" && s == "conventional" && cell("n") > 0 {
	judged[key] = 1
	saturated[key, 1] = unstable(saturated[key, 1], 1 - cell("mean_first"))
	saturated[key, 2] = unstable(saturated[key, 2], 1 - cell("mean_second"))
}
s ~ /^of-/ {
	users = substr(s, 4)
	cross_load = cell("load")
	if (!((key, users) in crossed)) crossed[key, users] = ++crosses[key]
	user[key, crossed[key, users]] = users
	value[key, users, cell("metric"), 1] = cell("mean_first")
	value[key, users, cell("metric"), 2] = cell("mean_second")
	runs[key] = cell("n")
}
function crossing(key, users, under, which) {
	if (value[key, users, "stable", which] == "")
		return sprintf("%s has a mean queue of %s jobs at a utilization of %s", under, \
			shown(value[key, users, "queue_mean", which]), \
			shown(value[key, users, "utilization", which]))
	return sprintf("%s saturates in %s and has a mean queue of %s jobs at a utilization of %s", \
		under, counted(1 - value[key, users, "stable", which], runs[key]), \
		shown(value[key, users, "queue_mean", which]), shown(value[key, users, "utilization", which]))
}
END {
	for (i = 1; i <= n_keys; i++) {
		key = keys[i]
		if (gains[key, "react"] != "") printf "%s: jobs a day that %s gets done with %s users, and " \
			"how many more than %s%s: %s.\n", log_of[key], second[key], model, first, \
			intervals ? " (with 95 % intervals)" : "", gains[key, "react"]
		if (gains[key, "replayed"] != "") printf "%s: the same replayed: %s.%s%s%s\n", log_of[key], \
			gains[key, "replayed"], judged[key] ? "" : " Whether it saturates is not judged, since " \
			"the workloads have 7 weeks or less.", saturates(key, first, 1), \
			saturates(key, second[key], 2)
		for (j = 1; j <= crosses[key]; j++) printf "%s: of the workloads that users of %s make at " \
			"load %s, %s; %s.\n", log_of[key], user[key, j], cross_load, \
			crossing(key, user[key, j], first, 1), crossing(key, user[key, j], second[key], 2)
	}
}
