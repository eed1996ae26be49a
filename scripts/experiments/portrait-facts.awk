# SPDX-License-Identifier: GPL-3.0-or-later
# The facts of a portrait, of the rows of its parts: log, part, replication, row, column, value.
# Each is a row: log, fact, value. A fact that a log does not tell is not there.

{
	if (cell("log") != logs[n_logs]) logs[++n_logs] = cell("log")
	part = cell("part")
	r = cell("row")
	if (r > rows[n_logs, part]) rows[n_logs, part] = r
	value[n_logs, part, r, cell("column")] = cell("value")
}

# A cell of the log l: of the row where the column `key` has this name, or of row 1.
function at(part, column, key, name,    r) {
	if (key == "") return value[l, part, 1, column]
	for (r = 1; r <= rows[l, part]; r++)
		if (value[l, part, r, key] == name) return value[l, part, r, column]
	return ""
}
function put(fact, value) { if (value != "") print logs[l] "," fact "," value }
function digits(x) { return sprintf("%.6g", x) }

function put_log(    jobs, what, n, i, span) {
	n = split("computer installation processors jobs users work_hours", what, " ")
	for (i = 1; i <= n; i++) put(what[i], at("log", "value", "what", what[i]))
	jobs = at("log", "value", "what", "jobs")
	put("first_day", substr(at("log", "value", "what", "first_local"), 1, 10))
	put("last_day", substr(at("log", "value", "what", "last_local"), 1, 10))
	n = split("gpus gpu_jobs gpu_hours gpu_users", what, " ")
	for (i = 1; i <= n; i++) put(what[i], at("log", "value", "what", what[i]))
	if (!jobs) return
	span = at("log", "value", "what", "last_submit") - at("log", "value", "what", "first_submit")
	put("days", digits(span / 86400))
	n = split("user wait run_time estimate size", what, " ")
	for (i = 1; i <= n; i++) put("unknown_" what[i],
		digits(at("log", "value", "what", "jobs_without_" what[i]) / jobs))
}
function put_users(    r, n) {
	n = rows[l, "users"]
	for (r = 1; r <= n && r <= 3; r++) if (value[l, "users", r, "share"] != "") {
		put("busiest_" r, value[l, "users", r, "user"])
		put("busiest_" r "_share", value[l, "users", r, "share"])
	}
	for (r = 1; r <= n && value[l, "users", r, "cumulated"] < 0.5; r++) ;
	if (n && value[l, "users", 1, "share"] != "") put("users_of_half", r)
	if (at("classes", "long_term_users") == "") return
	put("long_term_users", at("classes", "long_term_users"))
	put("temporary_users", at("classes", "temporary_users"))
	put("discarded_users", at("classes", "discarded_users"))
	n = at("classes", "long_term_jobs") + at("classes", "temporary_jobs") + \
		at("classes", "discarded_jobs")
	if (n) put("long_term_jobs", digits(at("classes", "long_term_jobs") / n))
}
# The load over all the log, and the least and the greatest of a month; parts of months at its ends
# count if they have ten days.
function put_load(    r, n, seconds, sum, load, low, high, months) {
	n = rows[l, "months"]
	for (r = 1; r <= n; r++) {
		if ((load = value[l, "months", r, "load"]) == "") return
		seconds += value[l, "months", r, "seconds"]
		sum += load * value[l, "months", r, "seconds"]
		if (value[l, "months", r, "seconds"] < 864000) continue
		months++
		if (!low || load < value[l, "months", low, "load"]) low = r
		if (!high || load > value[l, "months", high, "load"]) high = r
	}
	if (seconds) put("load", digits(sum / seconds))
	put("months", months)
	if (months < 2) return
	put("load_low", digits(value[l, "months", low, "load"]))
	put("load_low_month", value[l, "months", low, "month"])
	put("load_high", digits(value[l, "months", high, "load"]))
	put("load_high_month", value[l, "months", high, "month"])
}
# Hours of weekdays, and how a day of the weekend compares; in a log of a week at least.
function put_cycle(    r, low, high, week, end, x) {
	if (rows[l, "hours"] < 24 || at("log", "value", "what", "last_submit") - \
			at("log", "value", "what", "first_submit") < 604800) return
	for (r = 1; r <= 24; r++) {
		x = value[l, "hours", r, "weekday"]
		week += x
		end += value[l, "hours", r, "weekend"]
		if (!low || x + 0 < value[l, "hours", low, "weekday"] + 0) low = r
		if (!high || x + 0 > value[l, "hours", high, "weekday"] + 0) high = r
	}
	put("busy_hour", value[l, "hours", high, "hour"])
	put("busy_hour_jobs", digits(value[l, "hours", high, "weekday"]))
	put("quiet_hour", value[l, "hours", low, "hour"])
	put("quiet_hour_jobs", digits(value[l, "hours", low, "weekday"]))
	if (week > 0) put("weekend_to_weekday", digits(end / week))
}
function put_schedule(    what, n, i) {
	n = split("utilization busy_max stable utilization_gpus binds_procs binds_gpus binds_none", \
		what, " ")
	for (i = 1; i <= n; i++) put(what[i], at("metrics", what[i]))
	n = split("wait runtime size accuracy", what, " ")
	for (i = 1; i <= n; i++) {
		put(what[i] "_median", at("distributions", "p50", "distribution", what[i]))
		put(what[i] "_p95", at("distributions", "p95", "distribution", what[i]))
		put(what[i] "_max", at("distributions", "max", "distribution", what[i]))
	}
}
function put_sessions(    r, n) {
	for (r = 1; r <= rows[l, "sessions"]; r++) n += value[l, "sessions", r, "sessions"]
	put("sessions", n)
	for (r = 1; r <= rows[l, "sessions"]; r++)
		put(value[l, "sessions", r, "class"], value[l, "sessions", r, "share"])
}
function put_hurst(    r, h, n, low, high) {
	for (r = 1; r <= rows[l, "hurst"]; r++) {
		if ((h = value[l, "hurst", r, "h"]) == "") continue
		n++
		if (low == "" || h + 0 < low + 0) low = h
		if (high == "" || h + 0 > high + 0) high = h
	}
	put("h_methods", n)
	put("h_low", low)
	put("h_high", high)
}
function put_odd(    r, n, most) {
	n = rows[l, "flurries"]
	if (at("log", "value", "what", "users") > 0) put("flurries", n + 0)
	for (r = 1; r <= n; r++)
		if (!most || value[l, "flurries", r, "jobs"] > value[l, "flurries", most, "jobs"] + 0) most = r
	if (n) {
		put("flurry_jobs", value[l, "flurries", most, "jobs"])
		put("flurry_user", value[l, "flurries", most, "user"])
	}
	for (r = 1; r <= rows[l, "check"]; r++) put("check: " value[l, "check", r, "meaning"],
		value[l, "check", r, "count"])
}
END {
	print "log,fact,value"
	for (l = 1; l <= n_logs; l++) {
		put_log()
		put_users()
		put_load()
		put_cycle()
		put_schedule()
		put_sessions()
		put_hurst()
		put_odd()
	}
}
