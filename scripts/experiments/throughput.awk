# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of throughput, of the rows of its summary: log, load, simulation, metric, first,
# second, and the differences over the replications.

function counted(part, n) { return sprintf("%.0f of %d", part * n, n) }
# More jobs a day, and in per cent of those under the first.
function more(    jobs) {
	if (cell("less") + cell("greater") == 0) return "no difference"
	jobs = size(cell("difference"))
	return sprintf("%s %s%s", shown(jobs), cell("difference") < 0 ? "fewer" : "more", \
		cell("mean_first") > 0 ? " (" percent(jobs / cell("mean_first")) ")" : "")
}
{
	key = cell("log") SUBSEP cell("second")
	if (!seen[key]++) keys[++n_keys] = key
	log_of[key] = cell("log")
	first = cell("first")
	second[key] = cell("second")
	if (!seen["second", cell("second")]++) others++
	s = cell("simulation")
	load = cell("load")
}
cell("metric") == "throughput_per_day" && s !~ /^of-/ {
	if (!seen[key, load]++) load_at[key, ++n_loads[key]] = load
	side = s == "conventional" ? "replayed" : "react"
	if (side == "react") model = s
	at = key SUBSEP load SUBSEP side
	n[at] = cell("n")
	under_first[at] = shown(cell("mean_first"))
	under_second[at] = shown(cell("mean_second"))
	equal[at] = cell("less") + cell("greater") == 0
	is_sure[at] = n[at] > 1 && differs()
	within[at] = by_how_much(cell("metric"), cell("low"), cell("high"))
	needed[at] = cell("needed")
	changed[at] = more() (is_sure[at] ? " *" : "")
	marked = marked || is_sure[at]
}
cell("metric") == "stable" && s == "conventional" {
	saturated[key, load] = cell("n") == 0 ? "not judged" : \
		first " " counted(1 - cell("mean_first"), cell("n")) ", " \
		cell("second") " " counted(1 - cell("mean_second"), cell("n"))
}
# what users make of one scheduler, under the others
s ~ /^of-/ {
	users = substr(s, 4) ", " times_users(load)
	at = cell("log") SUBSEP users
	if (!seen[at]++) {
		log_of_cross[++crosses] = cell("log")
		users_at[crosses] = users
	}
	keep(at, first, cell("mean_first"))
	keep(at, cell("second"), cell("mean_second"))
}
function keep(at, scheduler, mean) {
	if (!seen["scheduler", scheduler]++) scheduler_at[++schedulers] = scheduler
	value[at, scheduler, cell("metric")] = mean
	if (cell("metric") == "stable") runs[at] = cell("n")
}
function crossing(at, scheduler,    stable) {
	stable = value[at, scheduler, "stable"]
	return sprintf("%s (%s%s)", shown(value[at, scheduler, "queue_mean"]), \
		percent(value[at, scheduler, "utilization"]), stable == "" || stable == 1 ? "" : \
		"; saturated in " counted(1 - stable, runs[at]))
}
function times_users(load) { return load + 0 == 1 ? "the users" : load " times the users" }
function instead(at) { return under_second[at] " instead of " under_first[at] }
# What users who react get done, and what replaying shows of it.
function verdict_of(key, load,    at, who, both) {
	at = key SUBSEP load SUBSEP "react"
	who = "with " times_users(load) " of the log, who react, "
	both = sprintf("%s%s jobs a day get done under %s and %s under %s", who, under_second[at], \
		second[key], under_first[at], first)
	if (n[at] < 2)
		return "one workload cannot say how much more gets done: " both replay(key, load)
	if (equal[at])
		return sprintf("%sas many jobs get done under %s as under %s in each of %d workloads, %s a " \
			"day on average%s", who, second[key], first, n[at], under_first[at], replay(key, load))
	if (!is_sure[at])
		return sprintf("no difference can be measured with %d workloads: %s%s%s%s", n[at], both, \
			for_site(within[at]), replay(key, load), \
			to_find(needed[at], n[at]))
	return sprintf("%s%s jobs a day get done under %s instead of %s under %s%s in %d workloads%s", \
		who, under_second[at], second[key], under_first[at], first, for_site(within[at]), n[at], \
		replay(key, load))
}
function replay(key, load,    at) {
	at = key SUBSEP load SUBSEP "replayed"
	return sprintf("; a replay of the log shows %s.", n[at] < 2 ? instead(at) : equal[at] ? \
		"no difference" : is_sure[at] ? instead(at) " (" within[at] ")" : "no measurable difference")
}
END {
	for (i = 1; i <= n_keys; i++)
		verdict(of_log(log_of[keys[i]]) sentence(verdict_of(keys[i], load_at[keys[i], 1])))
	table("Jobs a day, with users who react (" model ") and in a replay")
	columns((others > 1 ? "scheduler; " : "") "users, times those of the log\tunder " first \
		"\tunder " (others > 1 ? "this scheduler" : second[keys[1]]) \
		"\tdifference\tdifference in a replay\tsaturated in the replay")
	for (i = 1; i <= n_keys; i++) for (j = 1; j <= n_loads[keys[i]]; j++) {
		load = load_at[keys[i], j]
		at = keys[i] SUBSEP load SUBSEP "react"
		row(of_log(log_of[keys[i]]) (others > 1 ? second[keys[i]] "; " : "") load "\t" \
			under_first[at] "\t" under_second[at] "\t" changed[at] "\t" \
			changed[keys[i], load, "replayed"] "\t" saturated[keys[i], load])
	}
	if (marked) note(meaning_of_mark(first))
	usual_limits(n[keys[1], load_at[keys[1], 1], "react"], 0)
	limit("What users who react get done is what the model " model " makes of them.")
	if (!crosses) exit
	table("Waiting jobs (and utilization), where what users who react make is replayed")
	heads = "made by users of"
	for (k = 1; k <= schedulers; k++) heads = heads "\treplayed under " scheduler_at[k]
	columns(heads)
	for (i = 1; i <= crosses; i++) {
		cells = of_log(log_of_cross[i]) users_at[i]
		for (k = 1; k <= schedulers; k++)
			cells = cells "\t" crossing(log_of_cross[i] SUBSEP users_at[i], scheduler_at[k])
		row(cells)
	}
}
