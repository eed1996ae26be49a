# The answer of parts, of the rows of its summary: log, scheduler, length of the parts in weeks or
# `whole`, metric, and the mean, the percentiles and the figure of the log itself.

{
	of = cell("log") ", " cell("scheduler")
	if (!(of in seen)) {
		seen[of] = 1
		order[++n] = of
	}
}
cell("metric") == "wait_mean" { waits[of] = add(waits[of], " s") }
cell("metric") == "bsld_mean" { slowdowns[of] = add(slowdowns[of], "") }
cell("metric") == "wait_mean" { place[of] = place[of] (place[of] == "" ? "" : ", ") place_of_log() }
cell("metric") ~ /^(wait|bsld)_mean$/ { itself[of, cell("metric")] = shown(cell("reference")) }
cell("metric") == "work_r" && cell("length") != "whole" && cell("n") > 0 {
	likeness[of] = likeness[of] sprintf("%s%s %s", likeness[of] == "" ? "" : ", ", \
		shown(cell("mean")), resampled())
}
# the same under each scheduler; of the blocks the shortest and the longest
cell("metric") ~ /^work_cv_/ && cell("length") == "whole" && cell("reference") != "" {
	weeks = substr(cell("metric"), 9)
	longest = weeks > 1
	if (!(cell("log") in first_of)) first_of[cell("log")] = of
	if (first_of[cell("log")] == of && (!longest || weeks + 0 > blocks[of])) {
		blocks[of] = weeks + 0
		variation[of, longest] = sprintf("%s: the work submitted in %s varies by %s %% in the log " \
			"(coefficient of variation), %s.\n", cell("log"), longest ? "blocks of " weeks " weeks" : \
			"a week", percent("reference"), beside_whole())
	}
}
cell("metric") == "stable" && cell("n") > 0 && cell("mean") < 1 && feedback == "" {
	saturated[of] = saturated[of] sprintf("%s: %s saturates in %.0f of %d workloads resampled %s.\n",
		cell("log"), cell("scheduler"), (1 - cell("mean")) * cell("n"), cell("n"), resampled())
}

function percent(column) { return shown(100 * cell(column)) }
function resampled() {
	return cell("length") == "whole" ? "as a whole" : "in parts of " cell("length") \
		(cell("length") == 1 ? " week" : " weeks")
}
function add(text, unit) {
	return text sprintf("%s%s%s%s in %s resampled %s", text == "" ? "" : ", ", shown(cell("mean")), \
		unit, cell("n") < 2 || interval(unit) == "" ? "" : " (95 % interval " interval(unit) ")", \
		text == "" ? "workloads" : "those", resampled())
}
function share_below(    below) {
	below = cell("percentile")
	return below == 50 ? "in the middle" : sprintf("%s than %s", below > 50 ? "more" : "less", \
		below == 0 || below == 100 ? "any" : shown(below > 50 ? below : 100 - below) " %")
}
function place_of_log() { return share_below() " of those " resampled() }
function beside_whole(    text) {
	text = sprintf("and by %s %% in workloads resampled as a whole", percent("mean"))
	if (cell("n") < 20) return text ", which are too few to say whether the log is like them"
	return text sprintf(" (%s to %s %% in 90 %% of them): %s", percent("p5"), percent("p95"),
		cell("percentile") > 95 ? "less than in the log: it is not stationary" : \
		cell("percentile") < 5 ? "more than in the log, whose work is more even than that of users " \
		"who are independent" : \
		"as in the log, which may be stationary")
}
END {
	for (i = 1; i <= n; i++) {
		of = order[i]
		printf "%s: the mean wait is %s. The log itself gives %s s, %s.\n", of, waits[of],
			itself[of, "wait_mean"], place[of]
		printf "%s: the mean bounded slowdown is %s. The log itself gives %s.\n", of, slowdowns[of],
			itself[of, "bsld_mean"]
		printf "%s%s%s", variation[of, 0], variation[of, 1], saturated[of]
		if (likeness[of] != "") printf "%s: the correlation of the work of their weeks with that of " \
			"the same weeks of the log is %s.\n", of, likeness[of]
	}
}
