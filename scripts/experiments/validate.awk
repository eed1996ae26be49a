# The answer of validate, of the rows of its summary: distributions by the test of Kolmogorov and
# Smirnov, then the figures of locality and self-similarity.
BEGIN { level = ENVIRON["LEVEL"] * 100 }
function of_users(what) {
	return what ~ /^(jobs|sessions|session_length|work|arrival|departure|activity)$/
}
function add(list, item) { return list ? list ", " item : item }
function called(what) {
	sub(/_/, " ", what)
	return what
}

!(cell("log") in known) {
	known[cell("log")]
	logs[++n] = cell("log")
}
cell("figure") == "distance" && cell("mean") != "" {
	distance[cell("what")] = cell("mean")
	apart[cell("what")] = cell("reference")
}
cell("figure") == "rejected" && cell("mean") != "" {
	name = cell("log")
	what = cell("what")
	often = cell("mean") * cell("n")
	workloads[name] = cell("n")
	if (of_users(what)) {
		item = sprintf("%s (%s)", called(what), shown(distance[what]))
		if (!often) same[name] = add(same[name], item)
		else other[name] = add(other[name], sprintf("%.0f by %s", often, item))
		if (often && what ~ /^(arrival|activity)$/) again[name] = 1
	} else {
		if (often) told[name]++
		all[name]++
		if (distance[what] > far[name]) {
			far[name] = distance[what]
			farthest[name] = called(what)
		}
		if (!(name in near) || apart[what] < near[name]) near[name] = apart[what]
		if (apart[what] > wide[name]) wide[name] = apart[what]
	}
}
# The figures that may tell a workload from the log, which are more than 0 where there are any: the
# log should be where one more workload would be.
(cell("figure") == "depth_mean" || cell("test") cell("figure") == "dailymean" ||
cell("what") ~ /-0$/ || cell("test") == "hurst") && cell("reference") > 0 && cell("n") > 0 {
	name = cell("log")
	if (cell("n") > 1) {
		figures[name]++
		away = cell("reference") - cell("mean")
		half = (cell("high") - cell("low")) / 2 * sqrt(cell("n") + 1)
		if (away > half || away < -half) outside[name] = add(outside[name], of() " " beside())
	}
	if (cell("test") == "stack" || cell("what") == "rs")
		some[name] = add(some[name], of() " " beside())
}
function of(    what) {
	what = cell("what")
	sub(/-0$/, "", what)
	return cell("test") == "stack" ? "mean stack depth of " what : \
		cell("test") == "daily" ? "mean share of the fullest bin of " what : \
		cell("test") == "similarity" ? "similarity within sessions of " what : \
		"H by " (what == "rs" ? "R/S" : what)
}
function beside() {
	return sprintf("%s%s (log %s)", shown(cell("mean")), \
		cell("sd") == "" ? "" : " +- " shown(cell("sd")), shown(cell("reference")))
}

END {
	for (i = 1; i <= n; i++) {
		name = logs[i]
		if (name in workloads) {
			printf "%s: ", name
			if (same[name]) printf "the distributions over users of %s are kept: the " \
				"Kolmogorov-Smirnov test at %s %% (mean distances in parentheses) tells none of %d " \
				"workloads from the log by them, although it is lenient, since their users are " \
				"those of the log. ", same[name], level, workloads[name]
			if (other[name]) printf "%s tells, of %d workloads, %s. ", same[name] ? "It" : "Over " \
				"users, the Kolmogorov-Smirnov test at " level " % (mean distances in parentheses)",
				workloads[name], other[name]
			if (again[name]) printf "Arrival and activity differ by construction: long-term " \
				"users are there from the beginning, and begin again when their work is done."
			print ""
			if (all[name]) printf "%s: of the %d distributions over jobs it tells some workloads by " \
				"%d%s. Their mean distances are at most %s (%s); two halves of the log are %s to %s " \
				"apart.\n", name, all[name], told[name], told[name] ? ", but it takes jobs for " \
				"independent, while they repeat each other, so that it finds too much" : "",
				shown(far[name]), farthest[name], shown(near[name]), shown(wide[name])
		}
		if (some[name]) printf "%s: of the resampled workloads, mean and standard deviation: %s.\n",
			name, some[name]
		if (figures[name]) printf "%s: of %d figures of locality and self-similarity those of the " \
			"log are where one more workload would be in 95 %% of cases%s.\n", name, figures[name],
			outside[name] ? ", but for " outside[name] : ""
	}
}
