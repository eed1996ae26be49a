# The answer of load, of the rows of its summary: log, scheduler, load, metric, and the mean over
# the runs that are stable; of the metric `stable` the mean is their share.

{
	of = cell("log") " under " cell("scheduler")
	if (!(of in count)) series[++all] = of
	if (!((of, cell("load")) in seen)) {
		seen[of, cell("load")]
		# in ascending order, whatever that of LOADS is
		for (i = ++count[of]; i > 1 && load[of, i - 1] + 0 > cell("load") + 0; i--)
			load[of, i] = load[of, i - 1]
		load[of, i] = cell("load")
	}
	key = of SUBSEP cell("load")
	if (cell("metric") == "stable") {
		share[key] = cell("mean")
		runs[key] = cell("n")
		judged[of] += cell("n")
	}
	if (cell("metric") == "utilization" && cell("n") > 0) {
		utilization[key] = cell("mean")
		if (cell("max") > greatest[of]) greatest[of] = cell("max")
	}
	if (cell("metric") == "wait_mean" && cell("n") > 0)
		wait[key] = shown(cell("mean")) " s" with_interval(" s")
	if (cell("metric") == "throughput_per_day" && cell("n") > 0)
		throughput[key] = shown(cell("mean")) " jobs a day" with_interval("")
	if (cell("metric") == "bsld_mean" && cell("n") > 0) slowdown[key] = shown(cell("mean"))
}

function with_interval(unit) {
	return cell("n") < 2 || interval(unit) == "" ? "" : " (95 % interval " interval(unit) ")"
}
function cost(key,    text) {
	text = key in utilization ? ", a utilization of " shown(utilization[key]) : ""
	if (key in wait) text = text ", the mean wait is " wait[key]
	if (key in slowdown)
		text = text (key in wait ? " and " : ", ") "the mean bounded slowdown " slowdown[key]
	return text
}
# what tells that a few workloads do not say where saturation begins
function later_stable(of, from,    i) {
	for (i = from; i <= count[of]; i++) if (share[of, load[of, i]] == 1) \
		return ", but none of those at load " load[of, i] ": there are too few for a sharp limit"
}
function saturated(key) {
	return sprintf("%.0f of %d workloads saturate", (1 - share[key]) * runs[key], runs[key])
}
END {
	for (s = 1; s <= all; s++) {
		of = series[s]
		if (feedback != "" || !judged[of]) {
			if (feedback == "") print of ": whether the machine saturates is not judged, since the " \
				"workloads have 7 weeks or less."
			for (i = 1; i <= count[of]; i++) {
				key = of SUBSEP load[of, i]
				printf "%s: at load %s%s%s.\n", of, load[of, i], key in throughput ? \
					", " throughput[key] " get done" : "", cost(key)
			}
			continue
		}
		for (last = 0; last < count[of] && share[of, load[of, last + 1]] == 1; last++) continue
		least = of SUBSEP load[of, 1]
		if (last == 0) {
			printf "%s: already at load %s, %s.", of, load[of, 1], saturated(least)
			if (share[least] > 0) printf " Of the others%s.", cost(least)
		} else {
			printf "%s: all workloads are stable up to load %s. There%s.", of, load[of, last],
				cost(of SUBSEP load[of, last])
			if (last > 1) printf " At load %s%s.", load[of, 1], cost(least)
			if (last == count[of]) printf " No greater one was tried."
			else if (share[of, load[of, last + 1]] > 0)
				printf " At load %s, %s%s.", load[of, last + 1], \
					saturated(of SUBSEP load[of, last + 1]), later_stable(of, last + 2)
		}
		for (none = count[of] + 1; none > 1 && share[of, load[of, none - 1]] == 0; ) none--
		if (none <= count[of])
			printf " %s load %s none is stable.", (none < count[of] ? "From" : "At"), load[of, none]
		if (of in greatest)
			printf " The greatest utilization of a stable one is %s.", shown(greatest[of])
		print ""
	}
	if (feedback == "") remark_on_first_weeks()
}
