# The answer of sensitivity, of the rows of its summary: log, way, metric, first, second, and the
# difference of their means over the replications.

{
	of = cell("log") SUBSEP cell("second")
	if (!(of in seen)) {
		seen[of] = 1
		order[++n_of] = of
		log_of[of] = cell("log")
		first = cell("first")
		second[of] = cell("second")
	}
}
cell("metric") == "wait_mean" || cell("metric") == "bsld_mean" {
	metric = cell("metric")
	unit = metric == "wait_mean" ? " s" : ""
	if (cell("way") == "log") itself[of, metric] = sprintf("%s (%s%s instead of %s%s)", change(),
		shown(cell("mean_second")), unit, shown(cell("mean_first")), unit)
	else {
		text[of, metric] = text[of, metric] sprintf("%s%s %s", text[of, metric] == "" ? "" : "; ", \
			cell("way"), sure())
		note_width()
	}
}
cell("metric") == "stable" && cell("n") > 0 && feedback == "" && cell("way") == "resampled" {
	if (cell("mean_first") < 1) saturated[of] = saturated[of] part(first, cell("mean_first"))
	if (cell("mean_second") < 1) saturated[of] = saturated[of] part(second[of], cell("mean_second"))
}

function part(scheduler, stable) {
	return sprintf(" %s saturates in %.0f of %d resampled workloads.", scheduler,
		(1 - stable) * cell("n"), cell("n"))
}
function change() {
	return cell("difference") == 0 ? "the same" : of_first(size(cell("difference"))) \
		(cell("difference") < 0 ? " less" : " more")
}
function sure(    down, towards) {
	if (cell("n") < 2) return change() " in the only workload"
	if (cell("less") + cell("greater") == 0) return "the same in each of " cell("n") " workloads"
	down = cell("difference") < 0
	towards = down ? cell("less") : cell("greater")
	if (cell("low") <= 0 && cell("high") >= 0)
		return sprintf("not sure (95 %% interval of the difference %s to %s; less in %d and more in %d " \
			"of %d workloads)", of_first(cell("low")), of_first(cell("high")), cell("less"),
			cell("greater"), cell("n"))
	return sprintf("%s (95 %% interval %s to %s; so in %d of %d workloads)", change(),
		of_first(down ? -cell("high") : cell("low")), of_first(down ? -cell("low") : cell("high")),
		towards, cell("n"))
}
# the widest interval of a shaken way, in parts of the first mean, and what each says
function note_width(    width, says) {
	if (cell("n") < 2 || !cell("mean_first")) return
	width = (cell("high") - cell("low")) / cell("mean_first")
	says = cell("low") > 0 ? 1 : cell("high") < 0 ? -1 : 0
	if (cell("way") == "resampled") {
		resampled[of, metric] = width
		of_resampled[of, metric] = says
	} else if (!((of, metric) in shaken) || width > shaken[of, metric]) {
		shaken[of, metric] = width
		of_shaken[of, metric] = says
		widest[of, metric] = cell("way")
	}
}
function verdict(key,    a, b) {
	if (!(key in shaken) || !(key in resampled)) return ""
	a = of_shaken[key]
	b = of_resampled[key]
	return (shaken[key] > 0 ? sprintf(" The interval of the resampled workloads is %s times as wide " \
		"as that of %s.", shown(resampled[key] / shaken[key]), widest[key]) : "") \
		(a && b && a == b ? " Both say the same, so it holds for this log and for other workloads of " \
		"its users." : a && b ? " They contradict each other: the log is not like other workloads of " \
		"its users." : a ? " It holds for this log, but not surely for other workloads of its users." : \
		b ? " It holds for workloads of these users, and of this log alone it is not sure." : \
		" Neither is sure that there is a difference.")
}
function report(what, metric) {
	if ((of, metric) in text) printf "%s: the %s of %s beside that of %s is %s on the log itself. " \
		"%s%s.%s\n", log_of[of], what, second[of], first, itself[of, metric],
		toupper(substr(text[of, metric], 1, 1)),
		substr(text[of, metric], 2), verdict(of SUBSEP metric)
}
END {
	for (i = 1; i <= n_of; i++) {
		of = order[i]
		report("mean wait", "wait_mean")
		report("mean bounded slowdown", "bsld_mean")
		if (saturated[of] != "") printf "%s:%s\n", log_of[of], saturated[of]
	}
}
