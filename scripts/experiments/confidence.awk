# The answer of confidence, of the rows of its summary: log, scheduler, metric, and the mean, the
# percentiles and the figure of the log itself.

function average(what, unit) {
	if (cell("n") < 2) return sprintf("%s, %s: the %s is %s%s in the only workload. That does not " \
		"say how sure it is.\n", cell("log"), cell("scheduler"), what, shown(cell("mean")), unit)
	if (cell("min") == cell("max"))
		return sprintf("%s, %s: the %s is %s%s in each of %d workloads. The log itself gives %s%s.\n",
			cell("log"), cell("scheduler"), what, shown(cell("mean")), unit, cell("n"),
			shown(cell("reference")), unit)
	return sprintf("%s, %s: the %s is %s%s on average over %d workloads%s, and it is %s. %s.\n",
		cell("log"), cell("scheduler"), what, shown(cell("mean")), unit, cell("n"),
		interval(unit) == "" ? "" : " (95 % confidence interval " interval(unit) ")",
		range(unit), place(unit))
}
# percentiles of a few are hardly other than the least and the greatest
function range(unit,    few, least, most) {
	few = cell("n") < 20
	least = shown(cell(few ? "min" : "p5"))
	most = shown(cell(few ? "max" : "p95"))
	return (least == most ? "about " : "between " least " and ") most unit \
		" in " (few ? "all" : "90 %") " of them"
}
function place(unit,    below, text) {
	below = cell("percentile")
	text = sprintf("The log itself gives %s%s, ", shown(cell("reference")), unit)
	if (below == 50) return text "the middle of them"
	text = text sprintf("%s than %s of them: ", below > 50 ? "more" : "less",
		below == 0 || below == 100 ? "any" : shown(below > 50 ? below : 100 - below) " %")
	if (cell("n") < 20) return text "they are too few to say whether it is typical"
	return text (below < 5 || below > 95 ? "it is not typical" : "it is typical")
}

cell("metric") == "jobs" { printf "%s", average("number of jobs", "") }
cell("metric") == "utilization" { printf "%s", average("utilization", "") }
cell("metric") == "bsld_mean" { printf "%s", average("mean bounded slowdown", "") }
cell("metric") == "wait_mean" { printf "%s", average("mean wait", " s") }
cell("metric") == "stable" {
	text = saturation(cell("scheduler"), cell("mean"))
	if (text != "") printf "%s: %s They are counted with the others.\n", cell("log"), text
	if (not_judged() != "") printf "%s, %s: %s\n", cell("log"), cell("scheduler"), not_judged()
}
END { remark_on_first_weeks() }
