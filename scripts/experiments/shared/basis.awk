# SPDX-License-Identifier: GPL-3.0-or-later
# What an answer rests on: the logs, the machine, the workloads, the users and the load; that a log
# may have no submit times; and what runs said beside their tables. with-basis.awk puts it into the
# answer of the recipe.
#
#     awk -F, [-v procs=N] [-v reacting=MODELS] [-v site=yes] [-v overrun=extend|kill] \
#         [-v calendar=yes] [-v precision=FILE] [-v said=FILE -v runs=N] \
#         -v workloads=TEXT -v users=TEXT \
#         -f csv.awk -f units.awk -f answer.awk -f basis.awk LOG.about... results.csv
#
# Of the results the columns utilization and stable count, where they are there; of `reacting`
# users nothing is said of saturation, which they prevent. Where schedulers plan with estimates,
# `overrun` is what becomes of jobs that run longer. With `calendar` the answer tells hours or days.
# `precision` is what precision.awk wrote. `said` has in each line the place of a run among all
# `runs`, a tab, and a line that it said.

FILENAME ~ /\.about$/ {
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.about$/, "", name)
	days = cell("first_day") != "" ? sprintf(", %s to %s", cell("first_day"), cell("last_day")) : ""
	machine = procs ? procs : cell("procs")
	basis(sprintf("Log: %s, %s jobs%s in %s%s; %s.", name, whole(cell("jobs")), \
		cell("users") > 0 ? " of " whole(cell("users")) " users" : " without users", \
		span(cell("seconds")), days, machine > 0 ? sprintf("the machine has %s processors%s", \
		whole(machine), cell("gpus") > 0 ? " and " whole(cell("gpus")) " GPUs" : "") : \
		"the size of the machine is not known"))
	if (cell("effective_users") > 0) effective[++logs_with_users] = shown(cell("effective_users"))
	if (calendar != "" && cell("first_day") == "") undated[++undated_logs] = name
	if (cell("waited") == 0) without_waits[++logs_without_waits] = name
	if (overrun != "" && cell("ran") > 0)
		estimates_of(cell("unestimated") / cell("ran"), cell("overran") / cell("ran"))
	next
}
FNR == 2 {
	has_load = "utilization" in column_at
	has_loads = "load" in column_at && !("too_much" in column_at)
	has_stable = "stable" in column_at
}
# of all jobs
"class" in column_at && cell("class") != "all" { next }
"source" in column_at && cell("source") != "jobs" { next }
has_load && cell("utilization") != "" {
	x = cell("utilization")
	if (!loads++ || x < least) least = x
	if (x > most) most = x
	if (has_loads) {
		if (!(cell("load") in busy)) load_at[++n_loads] = cell("load")
		busy[cell("load")] += x
		runs_of[cell("load")]++
	}
}
has_stable && cell("stable") != "" {
	judged++
	saturated += cell("stable") < 1
}
# An oracle's share: what many jobs have, so that the answer may depend on it, is a verdict.
function estimates_of(unknown, over,    what) {
	basis(sprintf("Estimates: %s of %s %s%s.", unknown == 0 ? "each job" : unknown == 1 ? "no job" : \
		percent(1 - unknown) " of the jobs", name, unknown == 0 || unknown == 1 ? "has one" : \
		"have one, and schedulers plan with the run times of the others", over == 0 ? "" : sprintf( \
		"; %s of the jobs run longer than theirs, and %s", percent(over), overrun == "kill" ? \
		"are cut there" : "schedulers plan with their run times")))
	if (unknown > 0.05) what = percent(unknown) " of the jobs have no estimate"
	if (over > 0.05 && overrun != "kill")
		what = what (what == "" ? "" : ", and ") percent(over) " of the jobs run longer than " \
			(what == "" ? "their estimates" : "theirs")
	if (what != "") verdict(sprintf("%s%s: for these, schedulers plan with the run times here, " \
		"which no scheduler knows. With real estimates the answer may differ.", of_log(name), what))
}
# They are simulated as they are.
function of_even_submits(text) { if (overrun == "") limit(text); else verdict(text) }
function span(seconds) {
	return seconds >= 1209600 ? sprintf("%.0f weeks", seconds / 604800) : duration(seconds)
}
# A load is a factor of the users, and not what these give the machine to do.
function of_loads(    i, text) {
	if (n_loads < 2 && load_at[1] + 0 == 1) return ""
	for (i = 1; i <= n_loads; i++)
		text = text (i == 1 ? ": with " : ", with ") (load_at[i] + 0 == 1 ? "the users of the log " : \
			load_at[i] " times the users ") percent(busy[load_at[i]] / runs_of[load_at[i]])
	return n_loads ? text : ""
}
# What the intervals cover, and what not.
function certainty_of_site(    i, text) {
	for (i = 1; i <= logs_with_users; i++)
		text = text between_parts(i, logs_with_users) effective[i]
	basis(sprintf("Certainty: intervals and * are for the site, that is for the average over all " \
		"logs of this length that users of the same population could have produced. A few users do " \
		"most of the work: %s %s like %s users with equal shares of it. Another machine, another " \
		"population, and what users would do under another scheduler are not covered.", \
		logs > 1 ? "the logs" : "the log", logs > 1 ? "count" : "counts", text))
	if (reacting != "")
		limit("Where users react, intervals for the site are too narrow: of tests with a known truth " \
			"they held it in 83 to 97 %, and not in 95 %.")
}
END {
	if (workloads != "") basis("Workloads: " workloads)
	if (users != "") basis("Users: " users)
	if (site != "" && logs_with_users) certainty_of_site()
	if (loads) basis("Load: in the runs " (shown(least) == shown(most) ? percent(most) : \
		shown(100 * least) " to " percent(most)) " of the processors are busy on average" of_loads() ".")
	if (judged && !reacting)
		basis(saturated ? sprintf("Saturation: in %s of %s runs more jobs come than the machine can " \
			"start, and waits grow with the length of the workload.", whole(saturated), whole(judged)) : \
			"Saturation: the machine can do the work of every run.")
	else if (has_stable && !reacting)
		basis("Saturation: not judged, since the workloads have 7 weeks or less.")
	for (i = 1; i <= logs_without_waits; i++)
		of_even_submits(sprintf("No job of %s has waited: its submit times may be start times, which " \
			"are more even than those of users.", without_waits[i]))
	if (precision != "") print_precision()
	if (said != "") print_warnings()
	for (i = 1; i <= undated_logs; i++)
		limit(undated[i] " has no date: hours and days of the week are counted as if its second 0 " \
			"were a Monday, 0:00.")
}
function print_precision(    text) {
	getline text <precision
	if (match(text, /^last [^:]*:/)) verdict("The precision is not reached: with " \
		substr(text, 6, RLENGTH - 6) substr(text, RLENGTH + 1))
	sub(/^[a-z]* /, "", text)
	basis("Precision: " text)
}
# What runs said: each text once, with the number of runs that said it or the same with other
# numbers. What can change the verdict stands in it: limits that do not hold, and users who are
# missing. That no job of a log has waited is known of the log itself.
function print_warnings(    line, run, key, text, key_at, n, times, last_run, i) {
	while ((getline line <said) > 0) {
		run = substr(line, 1, index(line, "\t") - 1)
		line = substr(line, length(run) + 2)
		if (line ~ /no job has a wait time|every wait time is 0/) continue
		key = line
		gsub(/[0-9]+/, "0", key)
		if (!(key in text)) {
			text[key] = line
			key_at[++n] = key
		}
		if (last_run[key] != run) times[key]++
		last_run[key] = run
	}
	for (i = 1; i <= n; i++)
		text[key_at[i]] = "in " times[key_at[i]] " of " runs " runs " text[key_at[i]] "."
	# a page is no place for more
	for (i = 1; i <= n && i <= 20; i++) basis("Warning: " text[key_at[i]])
	if (n > 20) basis("Warnings: " n - 20 " others, which the runs have printed.")
	for (i = 1; i <= n; i++)
		if (text[key_at[i]] ~ /are missing from then on|limits do not hold/)
			verdict("Note that " text[key_at[i]])
}
