# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of sustained, of the rows of its summary: log, scheduler, metric, n and the mean over
# the workloads; and of pairs.csv, which compares the loads that the others and the first scheduler
# sustain in the same workload. A load is a factor of the number of users. What is said first is the
# load that half of the workloads sustain, as in the recipe load.

FILENAME == "summary.csv" {
	l = cell("log")
	s = cell("scheduler")
	metric = cell("metric")
	# workloads of which MAX_LOAD was sustained have no load that is too much
	if (metric == "too_much") at_end[l, s] = n - cell("n")
	else n = cell("n")
	if (!(l in schedulers)) log_at[++n_logs] = l
	if (!((l, s) in known)) scheduler_at[l, ++schedulers[l]] = s
	known[l, s]
	if (!(metric in column_of)) metric_at[column_of[metric] = ++metrics] = metric
	value[l, s, metric] = mean_of_row(metric ~ /^(load|too_much)$/ ? "factor" : metric)
	# the head of its column has the unit
	gsub(/ jobs a day/, "", value[l, s, metric])
	if (metric != "load") next
	mean[l, s] = shown(cell("mean"))
	half[l, s] = shown(cell("p50"))
	alike[l, s] = n < 2 || cell("min") == cell("max")
	sure[l, s] = n < 2 ? "" : alike[l, s] ? " in each of " n " workloads" : "; on average " \
		mean[l, s] " times" (cell("low") == "" ? "" : for_site(interval_of_row("factor")))
	reached[l, s] = cell("p50") == max_load
	next
}
{
	key = cell("log") SUBSEP cell("second")
}
FILENAME == "pairs.csv" {
	equal[key] = cell("less") + cell("greater") == 0
	needed[key] = cell("needed")
	certain[key] = certainty_of_row()
	ratio[key] = shown(cell("ratio"))
	if (cell("ratio_low") != "")
		between[key] = range("factor", cell("ratio_low"), cell("ratio_high")) " times"
	# an interval that is narrower than three digits show
	if (between[key] == ratio[key] " times") between[key] = "this"
}

# What makes a load one that is sustained, beside that nothing saturates.
function condition() {
	return limited == "" ? "" : sprintf(", with the %s at most %s,", name_of(limited), \
		in_units(limited, most))
}
function takes(l, s) {
	return sprintf("under %s%s the machine can take %s times the users of the log%s", s, condition(), \
		factor(l, s), alike[l, s] ? "" : " in at least half of the workloads")
}
# MAX_LOAD is the least that the load of a workload can be.
function factor(l, s) { return (reached[l, s] ? "at least " : "") half[l, s] }
function no_more() { return "; no more than " max_load " times (MAX_LOAD) were tried." }
function alone(l, s) {
	if (at_end[l, s]) return takes(l, s) no_more()
	return n < 2 ? takes(l, s) "; one workload does not say how sure that is." : \
		takes(l, s) sure[l, s] "."
}
# What another scheduler sustains beside the first, in a sentence.
function beside(l, s, first,    key) {
	key = l SUBSEP s
	if (at_end[l, s] || at_end[l, first]) {
		if (equal[key] || n < 2 && factor(l, s) == factor(l, first))
			return sprintf("%s, and under %s as well%s", takes(l, s), first, no_more())
		return (n > 1 && certain[key] < 2 ? "no difference can be measured with " n " workloads: " : \
			"") sprintf("%s, %s %s times under %s%s", takes(l, s), certain[key] == 2 ? "instead of" : \
			"and", factor(l, first), first, no_more())
	}
	if (n < 2)
		return sprintf("%s, and %s times under %s; one workload does not say how sure that is.", \
			takes(l, s), half[l, first], first)
	if (equal[key])
		return sprintf("%s, and as many under %s, in each of %d workloads.", takes(l, s), first, n)
	if (certain[key] == 2)
		return sprintf("%s, and %s times under %s: on average %s times as many users%s.", \
			takes(l, s), half[l, first], first, ratio[key], for_site(between[key]))
	return sprintf("%s with %d workloads: %s, and %s times under %s%s.%s", unsure(certain[key]), n, \
		takes(l, s), half[l, first], first, for_site(between[key] == "" ? "" : between[key] " as many"), \
		behind_unsure(certain[key], needed[key], n))
}
# The loads of the runs, for the range of their ratios.
function read_loads(    line, at, part, i, k) {
	while ((getline line <"results.csv") > 0) {
		k = split(line, part, ",")
		if (!(1 in at)) for (i = 1; i <= k; i++) at[part[i]] = i
		at[1]
		load[part[at["log"]], part[at["scheduler"]], part[at["replication"]]] = part[at["load"]]
	}
}
function ratios(l, s, first,    k, x, least, greatest) {
	for (k = 1; k <= n; k++) {
		x = load[l, s, k] / load[l, first, k]
		if (k == 1 || x < least) least = x
		if (k == 1 || x > greatest) greatest = x
	}
	finding(sprintf("%sIn the same workload the machine takes %s times as many users under %s as " \
		"under %s, %s times on average (geometric mean).", of_log(l), \
		range("factor", least, greatest), s, first, ratio[l, s]))
}
function head(metric) {
	return metric == "load" ? "users, times those of the log" : \
		metric == "too_much" ? "not sustained" : head_of(metric)
}
END {
	for (i = 1; i <= n_logs; i++) {
		l = log_at[i]
		first = scheduler_at[l, 1]
		if (schedulers[l] == 1) verdict(of_log(l) sentence(alone(l, first)))
		for (j = 2; j <= schedulers[l]; j++)
			verdict(of_log(l) sentence(beside(l, scheduler_at[l, j], first)))
	}
	table("The highest load that the machine sustains, and what it does there")
	heads = "scheduler"
	for (k = 1; k <= metrics; k++) heads = heads "\t" head(metric_at[k])
	columns(heads)
	for (i = 1; i <= n_logs; i++) for (j = 1; j <= schedulers[log_at[i]]; j++) {
		l = log_at[i]
		s = scheduler_at[l, j]
		if (at_end[l, s]) {
			value[l, s, "load"] = "at least " mean[l, s]
			value[l, s, "too_much"] = at_end[l, s] " of " n " above " max_load
			some_at_end = 1
		}
		cells = of_log(l) s
		for (k = 1; k <= metrics; k++) cells = cells "\t" value[l, s, metric_at[k]]
		row(cells)
	}
	note(sprintf("%sThe search ends where a load is sustained and one at most %.3g %% higher is not " \
		"(TOLERANCE)%s.", n < 2 ? "" : \
		"Means over the workloads, with 95 % intervals for the site." how_cut() " ", \
		100 * tolerance, some_at_end ? ", or at " max_load " times the users (MAX_LOAD)" : ""))
	usual_limits(n, 1)
	if (n < 2) exit
	read_loads()
	for (i = 1; i <= n_logs; i++) for (j = 2; j <= schedulers[log_at[i]]; j++)
		if (!equal[log_at[i], scheduler_at[log_at[i], j]] && \
				!at_end[log_at[i], scheduler_at[log_at[i], j]] && \
				!at_end[log_at[i], scheduler_at[log_at[i], 1]])
			ratios(log_at[i], scheduler_at[log_at[i], j], scheduler_at[log_at[i], 1])
}
