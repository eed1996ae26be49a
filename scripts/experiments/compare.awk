# The answer of compare, of the rows of its summary: log, metric, first, second, and the difference
# of their means over the replications.

function compared(what, unit, worse, better,    difference, mean, other) {
	difference = cell("difference")
	mean = cell("mean_first")
	other = cell("second")
	if (cell("n") < 2)
		return sprintf("The %s under %s is %s%s and under %s %s%s in the only workload, which does " \
			"not say how sure that is", what, other, shown(cell("mean_second")), unit, cell("first"),
			shown(mean), unit)
	if (cell("less") + cell("greater") == 0)
		return sprintf("The %s is %s%s under %s as under %s, in each of %d workloads", what,
			shown(mean), unit, other, cell("first"), cell("n"))
	if (cell("low") <= 0 && cell("high") >= 0)
		return sprintf("The %s under %s is %s%s and under %s %s%s, but %s: the 95 %% interval of the " \
			"difference, %s to %s%s, holds 0; %s in %d and %s in %d of %d workloads%s", what, other,
			shown(cell("mean_second")), unit, cell("first"), shown(mean), unit,
			clear() ? "by how much is not sure" : "that is not sure", shown(cell("low")),
			shown(cell("high")), unit, better, cell("less"), worse, cell("greater"), cell("n"),
			clear() ? ", which is hardly chance (sign test, p " shown(cell("sign_p")) ")" : "")
	return sprintf("The %s under %s is %s%s, %s by %s%s%s than under %s (%s%s); 95 %% interval of " \
		"the difference: %s to %s%s; %s in %d of %d workloads", what, other, shown(cell("mean_second")),
		unit, difference < 0 ? better : worse, shown(size(difference)), unit,
		share(size(difference), mean), cell("first"), shown(mean), unit,
		shown(difference < 0 ? -cell("high") : cell("low")),
		shown(difference < 0 ? -cell("low") : cell("high")), unit, difference < 0 ? better : worse,
		difference < 0 ? cell("less") : cell("greater"), cell("n"))
}
# a few workloads may tell which is better, and not by how much
function clear() { return cell("sign_p") != "" && cell("sign_p") < 0.05 }
function share(part, whole) { return whole ? sprintf(" or %s %%", shown(100 * part / whole)) : "" }
# Waits may differ and not matter: under both 95 % of the jobs start at once in every workload, and
# bounded slowdowns are those of jobs that do not wait.
function is_idle(key) {
	return value[key, "wait_p95"] == 0 && (key, "bsld_mean") in value && value[key, "bsld_mean"] < 1.01
}
function add(text) { told[key] = told[key] cell("log") ": " text "\n" }
function saturated(scheduler, part,    text) {
	text = saturation(scheduler, part)
	if (text != "" && !said[cell("log"), scheduler]++) add(text)
}

{
	key = cell("log") SUBSEP cell("second")
	if (!(key in first)) order[++keys] = key
	first[key] = cell("first")
	second[key] = cell("second")
	log_of[key] = cell("log")
	mean = size(cell("mean_first")) > size(cell("mean_second")) ? cell("mean_first") : \
		cell("mean_second")
	if (cell("n") > 0) value[key, cell("metric")] = mean
}
cell("metric") == "wait_mean" {
	waits[key] = waits[key] cell("log") ": " compared("mean wait", " s", "longer", "shorter") ".\n"
}
cell("metric") == "bsld_mean" {
	waits[key] = waits[key] cell("log") ": " \
		compared("mean bounded slowdown", "", "higher", "lower") ".\n"
}
cell("metric") == "throughput_per_day" && size(cell("difference")) > cell("mean_first") / 100 {
	add(compared("throughput", " jobs a day", "more", "less") ".")
}
cell("metric") == "stable" {
	saturated(cell("first"), cell("mean_first"))
	saturated(cell("second"), cell("mean_second"))
	if (not_judged() != "" && !said[cell("log")]++) add(not_judged())
}
END {
	for (i = 1; i <= keys; i++) {
		key = order[i]
		if (is_idle(key))
			printf "%s: there is nothing to choose between %s and %s: both start nearly every job at " \
				"once%s.\n", log_of[key], first[key], second[key], (key, "utilization") in value ? \
				sprintf(" (utilization %s %%)", shown(100 * value[key, "utilization"])) : ""
		else printf "%s", waits[key]
		printf "%s", told[key]
	}
}
