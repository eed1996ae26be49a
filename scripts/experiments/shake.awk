# The answer of shake, of the rows of its summary: of each attribute, degree and percentage,
# compared with the log, then how rough the curves are.

!(cell("log") in known) {
	known[cell("log")]
	logs[++n] = cell("log")
}

# The setting that is suggested as the least that is effective, else the last; and the widest.
cell("span") != "" && cell("metric") ~ /^(bsld|wait)_mean$/ {
	name = cell("log")
	sweep = name "," cell("sweep")
	if (!(sweep in part)) part[sweep] = sweeps[name, ++parts[name]] = sweep
	least = cell("value") == (cell("sweep") == "size" ? 1 : 60) && cell("percent") == 10
	if (cell("metric") == "bsld_mean") {
		if (least || !suggested[sweep]) {
			slowdown[sweep] = trusted()
			accident[sweep] = cell("n") > 1 ? larger(cell("span"), cell("distance")) : 0
		}
		if (!(sweep in widest) || cell("span") > widest[sweep]) {
			widest[sweep] = cell("span")
			strongest[sweep] = sprintf("%s %%, with %s", shown(cell("span")), setting())
		}
	}
	if (cell("metric") == "wait_mean" && (least || !suggested[sweep])) wait[sweep] = spread()
	if (least && cell("metric") == "bsld_mean") suggested[sweep] = 1
}
function larger(span, distance) {
	if (distance < 0) distance = -distance
	return span > distance ? span + 0 : distance + 0
}
# what is shaken, in the plural, and in which unit
function shaken(sweep) {
	if (sweep == "runtime") return "run times"
	return sweep == "interarrival" ? "interarrival times" : sweep "s"
}
function setting() {
	return sprintf("the %s of %s %% of the jobs shaken by up to %s %s", shaken(cell("sweep")), \
		cell("percent"), cell("value"), cell("sweep") != "size" ? "s" : \
		cell("value") == 1 ? "processor" : "processors")
}
function away(    distance) {
	distance = cell("distance")
	return distance == 0 ? "the same" : sprintf("%s %% %s", \
		shown(size(distance)), distance < 0 ? "lower" : "higher")
}
function spread() {
	if (cell("n") == 1) return "it is " away() " than that of the log alone"
	return sprintf("the span from the 5th to the 95th percentile is %s %% of the %s%s of the log " \
		"alone, %.0f %% are within 1 %% of it, and the mean is %s", shown(cell("span")), \
		shown(cell("reference")), cell("metric") == "wait_mean" ? " s" : "", \
		cell("concentration"), away())
}
function of_log(x) { return shown(100 * (x - cell("reference")) / cell("reference")) }
function trusted(    sure) {
	if (cell("low") != "" && cell("low") != cell("high"))
		sure = sprintf(" (95 %% interval of the difference: %s to %s %%%s)", \
		of_log(cell("low")), of_log(cell("high")), \
		cell("low") <= cell("reference") && cell("high") >= cell("reference") ? \
		", so it does not show" : "")
	return sprintf("of %d mean bounded slowdown%s, with %s, %s%s", cell("n"), \
		cell("n") == 1 ? "" : "s", setting(), spread(), sure)
}

cell("metric") == "bsld_roughness" && cell("value") == "each" {
	single = sprintf("single shakings have %s %%, from %s to %s %%", shown(cell("mean")), \
		shown(cell("min")), shown(cell("max")))
	shakings = cell("n")
}
cell("metric") == "bsld_roughness" && cell("value") == "mean" && cell("reference") == 0 {
	curves[cell("log")] = curves[cell("log")] sprintf("%s: over the %s the curve of the log alone " \
		"is flat: they change nothing, or there are no estimates or waits.\n", cell("log"),
		called(cell("sweep")))
	next
}
cell("metric") == "bsld_roughness" && cell("value") == "mean" && cell("reference") != "" {
	curves[cell("log")] = curves[cell("log")] sprintf("%s: over the %s the curve of the mean of %d " \
		"shakings is %ssmoother than that of the log alone: its roughness%s is %s %% of its mean, " \
		"that of the log %s %% (%s).\n", cell("log"), called(cell("sweep")), shakings, \
		cell("mean") < cell("reference") ? "" : "not ", explained++ ? "" : \
		", the mean absolute second difference of the bounded slowdowns,", shown(cell("mean")), \
		shown(cell("reference")), single)
}
function called(sweep) {
	return sweep == "load" ? "loads" : sweep == "window" ? "prediction windows" : \
		"factors of estimates"
}

# Estimates and sizes have few values, so that others are another log rather than an accident.
function remark(sweep) {
	if (sweep ~ /,(estimate|size)$/) return "Few values of these are usual, which shaking changes. "
	return accident[sweep] ? sprintf("So a difference of less than %s %% between two simulations of " \
		"this log alone may be an accident. ", shown(accident[sweep])) : ""
}
END {
	for (i = 1; i <= n; i++) {
		name = logs[i]
		for (j = 1; j <= parts[name]; j++) {
			sweep = sweeps[name, j]
			if (slowdown[sweep]) printf "%s: %s. %s%sThe greatest span of the " \
				"bounded slowdowns is %s.\n", name, slowdown[sweep], wait[sweep] == "" ? \
				"No job of the log alone waits. " : "Of the mean waits " wait[sweep] ". ", \
				remark(sweep), strongest[sweep]
		}
		printf "%s", curves[name]
	}
}
