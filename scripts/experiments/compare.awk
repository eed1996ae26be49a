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
function saturated(scheduler, part) {
	part = 1 - part
	if (part == 0 || said[cell("log"), scheduler]++) return
	printf "%s: %s saturates in %.0f of %d workloads, where more jobs come than it can start: " \
		"its waits then grow with the length of the workload.\n",
		cell("log"), scheduler, part * cell("n"), cell("n")
}

cell("metric") == "wait_mean" {
	printf "%s: %s.\n", cell("log"), compared("mean wait", " s", "longer", "shorter")
}
cell("metric") == "bsld_mean" {
	printf "%s: %s.\n", cell("log"), compared("mean bounded slowdown", "", "higher", "lower")
}
cell("metric") == "throughput_per_day" && size(cell("difference")) > cell("mean_first") / 100 {
	printf "%s: %s.\n", cell("log"), compared("throughput", " jobs a day", "more", "less")
}
cell("metric") == "stable" {
	saturated(cell("first"), cell("mean_first"))
	saturated(cell("second"), cell("mean_second"))
}
