# The answer of flurries, of the rows of its summary: log, scheduler, metric, first, second, and the
# difference of their means over the replications.

function changed(unit, more, less,    down) {
	if (cell("n") < 2)
		return sprintf("is %s%s instead of %s%s in the only two workloads", shown(cell("mean_second")),
			unit, shown(cell("mean_first")), unit)
	if (cell("less") + cell("greater") == 0)
		return sprintf("is the same in each of %d workloads: %s%s", cell("n"),
			shown(cell("mean_first")), unit)
	if (cell("low") <= 0 && cell("high") >= 0)
		return sprintf("is not surely another: %s%s instead of %s%s (95 %% interval of the " \
			"difference %s to %s%s, which holds 0)", shown(cell("mean_second")), unit,
			shown(cell("mean_first")), unit,
			shown(cell("low")), shown(cell("high")), unit)
	down = cell("difference") < 0
	return sprintf("is %s: %s%s instead of %s%s (difference %s%s, 95 %% interval %s to %s%s; %s in " \
		"%d of %d workloads)", down ? less : more, shown(cell("mean_second")), unit,
		shown(cell("mean_first")), unit, shown(size(cell("difference"))), unit,
		shown(down ? -cell("high") : cell("low")), shown(down ? -cell("low") : cell("high")), unit,
		down ? less : more, down ? cell("less") : cell("greater"), cell("n"))
}

# What the list of flurries of a log holds: the paper's had thousands of jobs.
function listed(name,    file, row, n, most, part) {
	file = "flurries/" name ".csv"
	while ((getline row <file) > 0)
		if (split(row, part, ",") >= 5 && n++ && part[5] > most) most = part[5]
	close(file)
	return n < 2 || most >= 500 ? "" : sprintf("%s: %s has %d jobs. That is no flurry as in the " \
		"paper, of thousands; MADE makes one.\n", name,
		n > 2 ? "the largest of " n - 1 " bursts" : "the only burst", most)
}

{
	of = cell("log") ", " cell("scheduler")
	key = of SUBSEP cell("second")
	if (!(of in count)) series[++all] = of
	if (!(cell("log") in known)) logs[++known_logs] = cell("log")
	known[cell("log")]
	if (!(key in seen)) {
		seen[key] = 1
		rate[of, ++count[of]] = cell("second")
	}
	first[of] = cell("first")
}
cell("metric") == "jobs" {
	text[key] = text[key] " The number of other jobs " changed("", "greater", "smaller") "."
}
cell("metric") == "wait_mean" {
	text[key] = text[key] " Their mean wait " changed(" s", "longer", "shorter") "."
}
cell("metric") == "bsld_mean" {
	text[key] = text[key] " Their mean bounded slowdown " changed("", "higher", "lower") "."
}
cell("metric") == "stable" && not_judged() != "" { text[key] = text[key] " And " not_judged() }
cell("metric") == "stable" && cell("n") > 0 && feedback == "" &&
(cell("mean_first") < 1 || cell("mean_second") < 1) {
	text[key] = text[key] sprintf(" Saturated are %.0f of %d workloads, and %.0f at the first rate.",
		(1 - cell("mean_second")) * cell("n"), cell("n"), (1 - cell("mean_first")) * cell("n"))
}
END {
	for (s = 1; s <= all; s++) for (i = 1; i <= count[series[s]]; i++) {
		of = series[s]
		printf "%s: %s flurries a week instead of %s.%s\n", of, rate[of, i], first[of],
			text[of, rate[of, i]]
	}
	for (l = 1; l <= known_logs; l++) printf "%s", listed(logs[l])
}
