# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of load, of the rows of its summary: log, scheduler, load, metric, and the mean over
# the runs that are stable; of the metric `stable` the mean is their share.

{
	of = cell("log") SUBSEP cell("scheduler")
	if (!(of in count)) {
		series[++all] = of
		log_of[of] = of_log(cell("log"))
		scheduler_of[of] = cell("scheduler")
		several = several || cell("scheduler") != scheduler_of[series[1]]
	}
	if (!((of, cell("load")) in seen)) {
		seen[of, cell("load")]
		# in ascending order, whatever that of LOADS is
		for (i = ++count[of]; i > 1 && load[of, i - 1] + 0 > cell("load") + 0; i--)
			load[of, i] = load[of, i - 1]
		load[of, i] = cell("load")
	}
	key = of SUBSEP cell("load")
}
cell("metric") == "stable" {
	share[key] = cell("mean")
	runs[key] = cell("n")
	if (cell("n") > 0) judged[of] = cell("n")
	next
}
cell("n") > 0 {
	metric = cell("metric")
	mean[key, metric] = mean_of_row(metric)
	alone[key, metric] = in_units(metric, cell("mean"))
	if (cell("n") > 1 && cell("min") != cell("max") && cell("low") != "")
		sure[key, metric] = for_site(interval_of_row(metric))
	# the heads of columns have the unit
	sub(/ jobs a day/, "", alone[key, metric])
	gsub(/ jobs a day/, "", mean[key, metric])
	if (cell("n") > most_runs) most_runs = cell("n")
}
cell("n") > 0 && cell("metric") ~ /gpus_wait_mean$/ { has_gpus = 1 }
cell("n") > 0 && cell("metric") == "utilization" && cell("max") > greatest[of] {
	greatest[of] = cell("max")
}

function users(load) { return (load + 0 == 1 ? "" : load " times ") "the users of the log" }
# behind what is said of fewer users
function and_all_with(load) { return load == "" ? "" : ", and in all with " load " times" }
function saturates(key) {
	if (runs[key] == 1) return "saturates"
	if (share[key] == 0) return "saturates in all of " runs[key] " workloads"
	return sprintf("saturates in %.0f of %d workloads", (1 - share[key]) * runs[key], runs[key])
}
function waiting(key) {
	return (key, "wait_mean") in alone ? ", who then wait " alone[key, "wait_mean"] " on average" \
		sure[key, "wait_mean"] : ""
}
# How many users the machine can take under a scheduler, in a sentence.
function capacity(of,    under, last, none, safe, next_load, key, text, i, shares) {
	under = (judged[of] == 1 ? "in the only workload " : "") "under " scheduler_of[of] " the machine "
	for (i = 1; i <= count[of]; i++) shares[i] = share[of, load[of, i]]
	last = loads_sustained(shares, count[of])
	for (safe = 0; safe < count[of] && share[of, load[of, safe + 1]] == 1; safe++) continue
	for (none = count[of] + 1; none > 1 && share[of, load[of, none - 1]] == 0; ) none--
	if (last == 0) {
		text = under saturates(of SUBSEP load[of, 1]) " already with " users(load[of, 1])
		return text (none > 1 ? and_all_with(load[of, none]) : "") "."
	}
	some_stable = some_stable || safe > 0
	key = of SUBSEP load[of, last]
	text = under "can take " (last == count[of] ? "at least " : "") users(load[of, last]) \
		(share[key] == 1 ? "" : " in at least half of the workloads") \
		(((key, "utilization") in alone) ? " (utilization " alone[key, "utilization"] ")" : "") \
		waiting(key)
	if (last == count[of]) return text "; no more were tried." safely(of, safe, last)
	next_load = load[of, last + 1]
	text = text sprintf("; with %s times as many as in the log it %s", next_load, \
		saturates(of SUBSEP next_load))
	return text (none > last + 1 ? and_all_with(load[of, none]) : "") "." safely(of, safe, last)
}
# Up to which load no workload saturates, where that is less.
function safely(of, safe, last) {
	if (safe == last) return ""
	return safe == 0 ? " With " users(load[of, 1]) " it " saturates(of SUBSEP load[of, 1]) "." : \
		" None saturates with " users(load[of, safe]) "."
}
# What users who react get done, with the most of them instead of those of the log.
function done_by_more(of,    key, base, i, text) {
	key = of SUBSEP load[of, count[of]]
	base = load[of, 1]
	for (i = 1; i <= count[of]; i++) if (load[of, i] + 0 == 1) base = load[of, i]
	text = sprintf("under %s %s get %s jobs a day done%s", scheduler_of[of], \
		users(load[of, count[of]]), alone[key, "throughput_per_day"], sure[key, "throughput_per_day"])
	if (base == load[of, count[of]])
		return text sprintf(", and wait %s on average%s.", alone[key, "wait_mean"], \
			sure[key, "wait_mean"])
	base = of SUBSEP base
	return text sprintf(" instead of %s, and wait %s on average%s instead of %s.", \
		alone[base, "throughput_per_day"], alone[key, "wait_mean"], sure[key, "wait_mean"], \
		alone[base, "wait_mean"])
}
function verdict_of(of,    key) {
	if (feedback != "") return done_by_more(of)
	if (judged[of]) return capacity(of)
	key = of SUBSEP load[of, count[of]]
	return sprintf("whether the machine saturates under %s cannot be judged, since the workloads " \
		"have 7 weeks or less; %s wait %s on average%s.", scheduler_of[of], users(load[of, count[of]]), \
		alone[key, "wait_mean"], sure[key, "wait_mean"])
}

# Means of the few that are stable would be those of the workloads with the least work.
function has_few_stable(key) { return feedback == "" && runs[key] > 0 && share[key] < 0.5 }
function put_row(of, i,    key) {
	key = of SUBSEP load[of, i]
	some_few = some_few || has_few_stable(key)
	some_saturate = some_saturate || !has_few_stable(key) && runs[key] > 0 && share[key] < 1
	row(log_of[of] (several ? scheduler_of[of] "; " : "") load[of, i] "\t" \
		(feedback != "" ? mean[key, "throughput_per_day"] : !runs[key] ? "not judged" : \
		sprintf("%.0f of %d", share[key] * runs[key], runs[key])) "\t" \
		cell_of(key, "utilization") "\t" cell_of(key, "wait_mean") "\t" cell_of(key, "bsld_mean"))
}
function cell_of(key, metric) {
	return (key, metric) in mean && !has_few_stable(key) ? mean[key, metric] : "-"
}
# Who pays, where jobs have GPUs.
function table_of_gpus(    s, i, key, of) {
	table("Average waits of jobs with and without GPUs at each load")
	columns((several ? "scheduler; " : "") "users, times those of the log\twith GPUs\twithout")
	for (s = 1; s <= all; s++) for (i = 1; i <= count[series[s]]; i++) {
		of = series[s]
		key = of SUBSEP load[of, i]
		row(log_of[of] (several ? scheduler_of[of] "; " : "") load[of, i] "\t" \
			cell_of(key, "with_gpus_wait_mean") "\t" cell_of(key, "without_gpus_wait_mean"))
	}
}
# Between loads at which some saturate there may be one at which none does.
function limit_not_sharp(of,    i, saturated) {
	for (i = 1; i <= count[of]; i++) {
		if (share[of, load[of, i]] < 1) saturated = load[of, i]
		else if (saturated != "") {
			limit(sprintf("%sThe limit under %s is not sharp: some workloads saturate with %s times the " \
				"users, and none with %s times.", log_of[of], scheduler_of[of], saturated, load[of, i]))
			return
		}
	}
}
END {
	for (s = 1; s <= all; s++) {
		of = series[s]
		verdict(log_of[of] sentence(verdict_of(of)))
		if (!judged[of] || feedback != "" || !(of in greatest)) continue
		fullest[log_of[of]] = fullest[log_of[of]] sprintf("%s%s under %s", \
			fullest[log_of[of]] == "" ? "" : ", ", percent(greatest[of]), scheduler_of[of])
	}
	table("What " (feedback == "" ? "waits cost" : "users get done") " at each load")
	columns((several ? "scheduler; " : "") "users, times those of the log\t" \
		(feedback == "" ? "stable workloads" : "jobs a day") \
		"\tutilization\taverage wait\taverage bounded slowdown")
	for (s = 1; s <= all; s++) for (i = 1; i <= count[series[s]]; i++) put_row(series[s], i)
	if (most_runs > 1)
		note("Means over the workloads" (feedback == "" ? " that do not saturate" : "") \
			", with 95 % intervals for the site." how_cut() \
			(some_few ? " Where fewer than half of the workloads are stable no mean is shown." : ""))
	if (has_gpus) table_of_gpus()
	for (s = 1; s <= all; s++) {
		of = series[s]
		if (log_of[of] in fullest)
			finding(log_of[of] "The greatest utilization of a workload that does not saturate is " \
				fullest[log_of[of]] ".")
		delete fullest[log_of[of]]
		if (judged[of] && feedback == "") limit_not_sharp(of)
	}
	# of N workloads like these none saturates with a probability of 5 % at this share
	n = judged[series[1]]
	if (some_stable && n > 1 && feedback == "")
		limit(sprintf("Where none of %d workloads saturates, up to %s of further ones may.", n, \
			percent(1 - 0.05 ^ (1 / n))))
	if (some_saturate && feedback == "")
		limit("Where some workloads saturate, the means are those of the others, which have less " \
			"work, and wait less.")
	usual_limits(most_runs, 1)
	if (feedback == "") limit_of_first_weeks()
}
