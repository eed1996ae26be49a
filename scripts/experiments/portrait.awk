# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of portrait, of its results (log, part, replication, row, column, value), of which the
# tables are, and of the facts in its summary: log, fact, value. What a log does not tell is left
# out, and a limit says what that is.
#
# Each log has a verdict of what characterizes it, and a section, where there are several.

FILENAME == "results.csv" {
	l = number_of(cell("log"))
	r = cell("row") + 0
	if (r > rows[l, cell("part")]) rows[l, cell("part")] = r
	value[l, cell("part"), r, cell("column")] = cell("value")
	next
}
{
	l = number_of(cell("log"))
	fact[l, cell("fact")] = cell("value")
	if (cell("fact") ~ /^check: /) {
		odd = substr(cell("fact"), 8)
		found[l] = found[l] (found[l] ? "; " : "") with_commas(odd) \
			(cell("value") > 1 || odd ~ /^jobs/ ? " (" whole(cell("value")) ")" : "")
	}
}
function number_of(the_log) {
	if (!(the_log in place)) {
		place[the_log] = ++n
		name[n] = the_log
	}
	return place[the_log]
}

# which became semicolons, since cells have none
function with_commas(text) {
	gsub(/;/, ",", text)
	return text
}
function has(what) { return (l, what) in fact }
function of(what) { return has(what) ? fact[l, what] : "" }
function many(x, one, more) { return whole(x) " " (x == 1 ? one : more) }
function hour(h) { return sprintf("%d:00 to %d:00", h, h + 1) }
function joined(a, b) { return a == "" || b == "" ? a b : a " " b }

# What characterizes a log. A few jobs have nothing typical.
function character(    text) {
	if (of("jobs") + 0 == 0) return "The log has no jobs."
	if (of("jobs") < 30) return "The log has just " many(of("jobs"), "job", "jobs") \
		", too few to be typical of anything."
	return joined(joined(burden(), typical()), people())
}
# Below a load of a half it is light, and from four fifths on heavy.
function burden(    wait, load) {
	wait = !has("wait_median") ? "" : of("wait_max") + 0 == 0 ? "No job waits." : \
		of("wait_p95") + 0 == 0 ? "95 % of the jobs do not wait." : "Half of the jobs " \
		(of("wait_median") + 0 == 0 ? "do not wait" : "wait at most " duration(of("wait_median"))) \
		", and 95 % " (of("wait_median") + 0 == 0 ? "wait " : "") "at most " \
		duration(of("wait_p95")) "."
	load = of("load")
	if (load == "") return wait
	return (has("stable") && of("stable") == 0 ? "An overloaded" : \
		load < 0.5 ? "A lightly loaded" : load < 0.8 ? "A well used" : "A heavily loaded") \
		" machine: the work submitted is " percent(load) " of what it could do." \
		(wait == "" ? "" : " " wait)
}
function typical() {
	return !has("runtime_median") ? "" : "Half of the jobs run at most " \
		duration(of("runtime_median")) (has("size_median") ? ", and half use at most " \
		many(of("size_median"), "processor", "processors") : "") "."
}
function people(    text) {
	if (has("users_of_half")) text = many(of("users_of_half"), "of " whole(of("users")) \
		" users has", "of " whole(of("users")) " users have") " half of the work"
	if (!has("busy_hour")) return text == "" ? "" : text "."
	return sentence((text == "" ? "" : text ", and ") "the busiest hour of weekdays is from " \
		hour(of("busy_hour")) ".")
}

# What the last month of a log with dates is beside the one before.
function about_last_month(    r, jobs, work, wait, text) {
	for (r = rows[l, "months"]; r > 0 && value[l, "months", r, "jobs_times"] == ""; r--);
	if (r < 1 || !has("first_day")) return
	jobs = value[l, "months", r, "jobs_times"]
	work = value[l, "months", r, "work_times"]
	wait = value[l, "months", r, "wait_times"]
	text = "In " value[l, "months", r, "month"] " there were " by(jobs, "many", "fewer") \
		" jobs a day " (jobs < 3 ? "than" : "as") " in the month before"
	if (work != "") text = text ", with " by(work, "much", "less") " work a day"
	if (wait != "") text = text "; the average wait was " changed_by("wait_mean", wait)
	finding(text ".")
}
function by(times, times_as, fewer) {
	return times < 3 ? percents(times) " % " (times < 1 ? fewer : "more") : \
		shown(times) " times as " times_as
}

# One fact a finding.
function findings() {
	if (has("computer")) finding("Machine: " with_commas(of("computer")) ".")
	if (has("installation")) finding("Installation: " with_commas(of("installation")) ".")
	if (of("work_hours") > 0)
		finding("The jobs have " shown(of("work_hours")) " processor hours of work.")
	if (has("load_low")) finding("By month the load is from " percent(of("load_low")) " (" \
		of("load_low_month") ") to " percent(of("load_high")) " (" of("load_high_month") ").")
	about_last_month()
	if (has("utilization") && percent(of("utilization")) != percent(of("load")))
		finding("The processors are " percent(of("utilization")) " busy.")
	about_gpus()
	if (has("stable") && of("stable") == 0) finding("The queue grows all the time: more jobs " \
		"come than the machine can start.")
	if (has("busy_max") && has("processors") && of("busy_max") > of("processors") + 0)
		finding("At times the jobs have " whole(of("busy_max")) " processors together, more than " \
			"the " whole(of("processors")) " of the machine.")
	about_users()
	if (has("busy_hour")) finding("On weekdays " shown(of("busy_hour_jobs")) " jobs arrive from " \
		hour(of("busy_hour")) ", the busiest hour, and " shown(of("quiet_hour_jobs")) " from " \
		hour(of("quiet_hour")) ", the quietest.")
	if (has("weekend_to_weekday")) finding("A day of the weekend has " \
		percent(of("weekend_to_weekday")) " of the arrivals of a weekday.")
	if (has("h_low")) finding("The Hurst parameter of the arrivals is " \
		range("h", of("h_low"), of("h_high")) (of("h_methods") > 1 ? \
		" by " of("h_methods") " methods" : "") \
		"; 0.5 would be independent arrivals, and above 0.5 means bursts at all time scales.")
	if (has("flurries")) finding((of("flurries") == 1 ? "There is one flurry" : "There are " \
		(of("flurries") == 0 ? "no" : whole(of("flurries"))) " flurries") " of more than " \
		whole(flurry_jobs) " jobs in a day" (of("flurries") == 0 ? "" : \
		(of("flurries") == 1 ? ", of " : ", the largest of ") \
		whole(of("flurry_jobs")) " jobs of user " of("flurry_user")) ".")
	finding(l in found ? "swf-check found: " found[l] "." : "swf-check found nothing odd.")
}
# A value of the log itself, which is a row of the part `log`.
function told(what,    r) {
	r = row_of("log", "what", what)
	return r ? value[l, "log", r, "value"] : ""
}
function about_gpus(    with, n) {
	if (of("gpu_jobs") + 0 == 0) return
	finding((has("gpus") ? "The machine has " many(of("gpus"), "GPU", "GPUs") ". " : "") \
		percent(of("gpu_jobs") / of("jobs")) " of the jobs have GPUs" (of("gpu_users") > 0 ? \
		", those of " many(of("gpu_users"), "user", "users") : "") \
		(of("gpu_hours") > 0 ? ", for " shown(of("gpu_hours")) " GPU hours" : "") \
		(has("utilization_gpus") ? "; the GPUs are " percent(of("utilization_gpus")) " busy" : "") ".")
	waits_by_gpus()
	if (has("binds_gpus")) finding("The first job in the queue waits for GPUs in " \
		percent(of("binds_gpus")) " of the time, and for processors in " \
		percent(of("binds_procs")) (of("binds_none") > 0 ? "; in " percent(of("binds_none")) \
		" it waits though both are free" : "") ".")
}
# who pays: the average wait of jobs with and without GPUs, of those that have a wait
function waits_by_gpus(    i, n, name, wait, jobs) {
	n = split("to-1 to-4 to-8 over-8", name, " ")
	for (i = 1; i <= n; i++) if (told("gpus_" name[i] "_wait") != "") {
		jobs += told("gpus_" name[i] "_jobs")
		wait += told("gpus_" name[i] "_jobs") * told("gpus_" name[i] "_wait")
	}
	if (jobs && told("gpus_none_wait") != "") finding("Jobs with GPUs wait " \
		duration(wait / jobs) " on average, and the others " duration(told("gpus_none_wait")) ".")
}
function gpu_tables(    i, n, name, text, share, all) {
	if (of("gpu_jobs") + 0 == 0) return
	table("Jobs by GPUs")
	columns("GPUs\tjobs\tGPU hours\tshare of the GPU hours\taverage wait")
	n = split("none to-1 to-4 to-8 over-8", name, " ")
	split("none,1,2 to 4,5 to 8,over 8", text, ",")
	all = of("gpu_hours")
	for (i = 1; i <= n; i++) if (told("gpus_" name[i] "_jobs") != "") row(text[i] "\t" \
		whole(told("gpus_" name[i] "_jobs")) "\t" shown(told("gpus_" name[i] "_hours")) "\t" \
		(all > 0 ? percent(told("gpus_" name[i] "_hours") / all) : "-") "\t" \
		cell_as("time", told("gpus_" name[i] "_wait")))
	if (told("gpu_user_1") == "") return
	table(of("gpu_users") > top ? "The " top " of " whole(of("gpu_users")) \
		" users with most GPU hours" : "Users of GPUs")
	columns("user\tjobs with GPUs\tGPU hours\tshare of the GPU hours")
	for (i = 1; told("gpu_user_" i) != ""; i++) row(told("gpu_user_" i) "\t" \
		whole(told("gpu_user_" i "_jobs")) "\t" shown(told("gpu_user_" i "_hours")) "\t" \
		(all > 0 ? percent(told("gpu_user_" i "_hours") / all) : "-"))
}
function about_users() {
	if (has("busiest_1")) finding("The busiest user, " of("busiest_1") ", has " \
		percent(of("busiest_1_share")) " of the work" (has("busiest_3") ? "; the next are " \
		of("busiest_2") " with " percent(of("busiest_2_share")) " and " of("busiest_3") " with " \
		percent(of("busiest_3_share")) : "") ".")
	if (!has("long_term_jobs") || of("long_term_users") + of("temporary_users") == 0) return
	finding(many(of("long_term_users"), "user is long-term and has",
		"users are long-term and have") " " percent(of("long_term_jobs")) " of the jobs" \
		(of("temporary_users") > 0 ? "; " many(of("temporary_users"), "user is temporary",
		"users are temporary") : "") ".")
	if (of("discarded_users") > 0) finding(many(of("discarded_users"), "user is",
		"users are") " not classed, since they are active only near an end of the log.")
}

# What the log does not know.
function lacks(text) { limit(of_log(name[l]) text) }
function limits() {
	if (of("jobs") + 0 == 0) return
	if (!has("first_day")) lacks("The log has no dates: nothing can be said of months, days of " \
		"the week and hours.")
	if (of("users") == 0)
		lacks("No user is known: nothing can be said of users, their sessions and flurries.")
	else part_of("user", "a user")
	if (!has("processors")) lacks("The header does not say how many processors the machine has: " \
		"there is no load without PROCS=N.")
	if (!has("wait_median")) lacks("No wait is known: nothing can be said of the queue and the " \
		"schedule" (of("sessions") > 0 ? ", and the think times that divide sessions include the " \
		"waits." : "."))
	else part_of("wait", "a wait")
	part_of("run_time", "a run time")
	part_of("size", "a number of processors")
	if (of("unknown_estimate") == 1) lacks("No estimate is known.")
	else part_of("estimate", "an estimate")
}
# of the jobs that lack something, if they are more than one in a hundred
function part_of(what, text) {
	if (of("unknown_" what) > 0.01)
		lacks(percent(of("unknown_" what)) " of the jobs are without " text ".")
}

# A value for people: a share, a time, hours or a number; text stays as it is.
function cell_as(kind, x) {
	if (x == "") return "-"
	if (kind == "share") return percent(x)
	if (kind == "time") return duration(x)
	if (kind == "hours") return shown(x / 3600)
	if (kind == "times") return x >= 3 ? shown(x) " times" : signed_ratio(x)
	if (kind == "number") return x == int(x) ? whole(x) : shown(x)
	return with_commas(x)
}
# The part as a table, of some of its columns: a list COLUMN:KIND:HEAD,... At most `most` rows.
function list(part, title, spec, most,    c, columns_of, item, heads, r, cells) {
	if (!rows[l, part]) return 0
	table(title)
	c = split(spec, columns_of, ",")
	for (i = 1; i <= c; i++) {
		split(columns_of[i], item, ":")
		column[i] = item[1]
		kind[i] = item[2]
		heads = heads (i > 1 ? "\t" : "") item[3]
	}
	columns(heads)
	for (r = 1; r <= rows[l, part] && (!most || r <= most); r++) {
		cells = ""
		for (i = 1; i <= c; i++) cells = cells (i > 1 ? "\t" : "") \
			cell_as(kind[i], value[l, part, r, column[i]])
		row(cells)
	}
	return 1
}
# Of the jobs and users the row where a column has this name, or row 1.
function row_of(part, key, what,    r) {
	for (r = 1; r <= rows[l, part]; r++) if (value[l, part, r, key] == what) return r
	return 0
}
# A row of the distribution, of median, 95th percentile, greatest and mean.
function spread(what, kind, text,    r) {
	r = row_of("distributions", "distribution", what)
	if (!r || value[l, "distributions", r, "n"] + 0 == 0) return ""
	return text "\t" cell_as(kind, value[l, "distributions", r, "p50"]) "\t" \
		cell_as(kind, value[l, "distributions", r, "p95"]) "\t" \
		cell_as(kind, value[l, "distributions", r, "max"]) "\t" \
		(kind == "number" ? shown(value[l, "distributions", r, "mean"]) : \
		cell_as(kind, value[l, "distributions", r, "mean"]))
}
function spreads(spec,    i, m, item, text, line) {
	m = split(spec, item, ",")
	columns("what\tmedian\t95 % at most\tgreatest\taverage")
	for (i = 1; i <= m; i++) {
		split(item[i], text, ":")
		line = spread(text[1], text[2], text[3])
		if (line != "") row(line)
	}
}
function tables() {
	if (rows[l, "distributions"]) {
		table("What jobs are like")
		spreads("wait:time:wait,runtime:time:run time,estimate:time:estimate," \
			"accuracy:share:run time of estimate,size:number:processors")
	}
	if (of("sessions") > 0) {
		table("What sessions are like")
		columns("class\tshare\tjobs\tlength\trun time\tprocessors")
		session("IWD", "interactive, workday (IWD)")
		session("IWN", "interactive, night (IWN)")
		session("IW", "interactive, weekend (IW)")
		session("BHP", "batch, parallel (BHP)")
		session("BHD", "batch, long (BHD)")
		note(many(of("sessions"), "session", "sessions") ". Numbers are medians; those of " \
			"processors are of a machine of 128.")
	}
	gpu_tables()
	details(of_log(name[l]) "users, months, times between jobs, and more")
	if (list("months", "Load by month",
		"month:text:month,seconds:time:length,jobs:number:jobs,work_hours:number:processor hours," \
		"load:share:load,wait_mean:time:average wait,jobs_times:times:change of jobs a day," \
		"work_times:times:change of work a day,wait_times:times:change of the wait")) \
		note("Changes are from the row above. Parts of less than ten days are not compared.")
	list("users", rows[l, "users"] > top ? "The " top " busiest of " whole(rows[l, "users"]) \
		" users" : "Users", "user:text:user,jobs:number:jobs,work_hours:number:processor hours," \
		"share:share:share of the work,cumulated:share:with those before", top)
	if (of("long_term_users") != "") {
		table("Long-term and temporary users")
		columns("class\tusers\tjobs")
		kind_of_users("long_term", "long-term")
		kind_of_users("temporary", "temporary")
		kind_of_users("discarded", "not classed")
		note(sprintf("Users active for less than %s weeks are temporary; not classed are those within " \
			"%s weeks of an end of the log.", value[l, "classes", 1, "long_term_weeks"],
			value[l, "classes", 1, "edge_weeks"]))
	}
	if (list("clusters", "Clusters of users",
		"class:text:cluster,users:number:users,share:share:share,median_jobs:number:jobs," \
		"median_sessions:number:sessions,median_run_time:time:run time," \
		"median_processors:number:processors"))
		note("Jobs and what follows are medians; processors are of a machine of 128.")
	list("flurries", "Flurries", "user:text:user,jobs:number:jobs,begin:time:begins after," \
		"end:time:ends after")
	if (rows[l, "distributions"] && of("users") > 0) {
		table("Distributions over users")
		spreads("jobs:number:jobs,sessions:number:sessions,session_length:time:average session length," \
			"work:hours:processor hours,arrival:time:first submit,departure:time:last end," \
			"activity:time:time from first to last")
	}
	if (rows[l, "distributions"]) {
		table("Times between jobs")
		spreads("inter_arrival:time:inter-arrival time,think_time:time:think time")
	}
	list("hurst", "Hurst parameter by method", "method:text:method,h:number:H,low:number:95 % from," \
		"high:number:to,points:number:points")
	if (rows[l, "metrics"]) metrics()
	list("check", "What swf-check found", "meaning:text:what,severity:text:severity," \
		"count:number:count,first_line:number:first in line")
}
function session(class, text,    r) {
	r = row_of("sessions", "class", class)
	if (r && value[l, "sessions", r, "share"] > 0)
		row(text "\t" percent(value[l, "sessions", r, "share"]) "\t" \
			cell_as("number", value[l, "sessions", r, "median_jobs"]) "\t" \
			cell_as("time", value[l, "sessions", r, "median_seconds"]) "\t" \
			cell_as("time", value[l, "sessions", r, "median_run_time"]) "\t" \
			cell_as("number", value[l, "sessions", r, "median_processors"]))
}
function kind_of_users(class, text) {
	row(text "\t" whole(value[l, "classes", 1, class "_users"]) "\t" \
		whole(value[l, "classes", 1, class "_jobs"]))
}
function metrics(    m, metric, i) {
	table("Metrics of the schedule")
	columns("metric\tvalue")
	m = split("wait_mean wait_median wait_p95 wait_p99 wait_max response_mean bsld_mean " \
		"bsld_p95 bsld_p99 utilization throughput_per_day queue_mean queue_p95 queue_max", metric, " ")
	for (i = 1; i <= m; i++) if (value[l, "metrics", 1, metric[i]] != "")
		row(sentence(name_of(metric[i])) "\t" in_units(metric[i], value[l, "metrics", 1, metric[i]]))
}

END {
	top = ENVIRON["TOP"]
	flurry_jobs = ENVIRON["FLURRY_JOBS"]
	for (l = 1; l <= n; l++) verdict(of_log(name[l]) character())
	if (n > 1) {
		table("The logs")
		columns("log\tjobs\tusers\tload\tmedian wait\tmedian run time")
		for (l = 1; l <= n; l++) row(name[l] "\t" whole(of("jobs")) "\t" whole(of("users")) "\t" \
			cell_as("share", of("load")) "\t" cell_as("time", of("wait_median")) "\t" \
			cell_as("time", of("runtime_median")))
	}
	for (l = 1; l <= n; l++) {
		if (n > 1) section(name[l])
		findings()
		tables()
	}
	for (l = 1; l <= n; l++) limits()
}
