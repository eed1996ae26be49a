# The answer of portrait, of the facts in its summary: log, fact, value. A sentence whose facts a
# log does not tell is left out, and the last paragraph says what it does not tell.

cell("log") != logs[n] { logs[++n] = cell("log") }
{
	fact[n, cell("fact")] = cell("value")
	if (cell("fact") ~ /^check: /) found[n] = found[n] (found[n] ? "; " : "") \
		with_commas(substr(cell("fact"), 8)) (cell("value") > 1 || cell("fact") ~ /^check: jobs/ ? \
		" (" counted(cell("value")) ")" : "")
}

# which became semicolons, since cells have none
function with_commas(text) {
	gsub(/;/, ",", text)
	return text
}
function has(name) { return (l, name) in fact }
function of(name) { return has(name) ? fact[l, name] : "" }
# A whole number, with commas.
function counted(x,    text) {
	text = sprintf("%.0f", x)
	while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text)
	return text
}
function many(x, one, more) { return counted(x) " " (x == 1 ? one : more) }
function percent(share) { return shown(100 * share) " %" }
# A duration as people say it: 42 s, 5 min, 3 h 45 min, 11 days 8 h.
function lasting(s) {
	if (s < 59.5) return sprintf("%.0f s", s)
	if (s < 600) return two(s, 60, "min", "min", 1, "s", 1)
	if (s < 3570) return sprintf("%.0f min", s / 60)
	if (s < 86370) return two(s, 3600, "h", "h", 60, "min", 1)
	return two(s, 86400, "day", "days", 3600, "h", 10)
}
# the smaller unit only with less than `most` of the larger one, unless that is 1
function two(s, large, one, more, small, unit, most,    big, rest) {
	s = int(s / small + 0.5) * small
	big = int(s / large)
	rest = int((s - big * large) / small)
	if (most > 1 && big >= most) return sprintf("%d %s", int(s / large + 0.5), more)
	return big " " (big == 1 ? one : more) (rest ? " " rest " " unit : "")
}
function hour(h) { return sprintf("%d:00 to %d:00", h, h + 1) }
function paragraph(name, text) {
	gsub(/^ | $/, "", text)
	if (text != "") print name ": " text
}

function place() { return has("installation") ? " (" with_commas(of("installation")) ")" : "" }
function machine(    text) {
	text = has("computer") ? " of " of("computer") : ""
	if (has("processors")) return " on " many(of("processors"), "processor", "processors") \
		text place()
	return (has("computer") ? " on " of("computer") : "") place()
}
function begin(    text) {
	text = many(of("jobs"), "job", "jobs") (of("users") > 0 ? " of " \
		many(of("users"), "user", "users") : "")
	if (has("days")) text = text (of("days") >= 2 ? sprintf(" in %s days%s", counted(of("days")),
		of("days") >= 730 ? sprintf(" (%.1f years)", of("days") / 365.25) : "") : \
		of("days") > 0 ? " in " lasting(of("days") * 86400) : "")
	if (has("first_day")) text = text (of("first_day") == of("last_day") ? ", on " of("first_day") : \
		", from " of("first_day") " to " of("last_day"))
	text = text "," machine() "."
	sub(/,\.$/, ".", text)
	if (of("work_hours") > 0) text = text " That is " shown(of("work_hours")) \
		" processor hours of work."
	return text
}
function users(    text) {
	if (has("busiest_1")) text = "The busiest, user " of("busiest_1") ", has " \
		percent(of("busiest_1_share")) " of the work" (has("busiest_3") ? "; the next are " \
		of("busiest_2") " with " percent(of("busiest_2_share")) " and " of("busiest_3") " with " \
		percent(of("busiest_3_share")) : "") ". " (of("users_of_half") > 1 ? \
		many(of("users_of_half"), "user", "users") " of " counted(of("users")) \
		" have half of the work." : "")
	if (has("long_term_jobs") && of("long_term_users") + of("temporary_users") > 0)
		text = text " " many(of("long_term_users"), "user is long-term and has",
			"users are long-term and have") " " percent(of("long_term_jobs")) " of the jobs; " \
			many(of("temporary_users"), "user is temporary", "users are temporary") \
			(of("discarded_users") > 0 ? ", and " counted(of("discarded_users")) \
			" cannot be classed: they are active near an end of the log alone." : ".")
	return text
}
function load(    text) {
	if (has("load")) text = "The work submitted is " percent(of("load")) " of what the machine " \
		"could do" (has("load_low") ? "; by month it is from " percent(of("load_low")) " (" \
		of("load_low_month") ") to " percent(of("load_high")) " (" of("load_high_month") ")" : "") "."
	if (has("utilization")) text = text " The processors were " percent(of("utilization")) " busy."
	return text
}
function cycle() {
	if (!has("busy_hour")) return ""
	return "On weekdays most jobs arrive from " hour(of("busy_hour")) ", " \
		shown(of("busy_hour_jobs")) " in the hour, and fewest from " hour(of("quiet_hour")) ", " \
		shown(of("quiet_hour_jobs")) "." (has("weekend_to_weekday") ? " A day of the weekend has " \
		percent(of("weekend_to_weekday")) " of the arrivals of a weekday." : "")
}
function waits() {
	if (!has("wait_median")) return ""
	if (of("wait_max") == 0) return "No job waits: every one starts when it is submitted."
	return "Half of the jobs " (of("wait_median") == 0 ? "do not wait" : "wait at most " \
		lasting(of("wait_median"))) ", and 95 % " (of("wait_p95") == 0 ? "do not wait either" : \
		"wait at most " lasting(of("wait_p95"))) "; the longest wait is " lasting(of("wait_max")) "." \
		(has("stable") && of("stable") == 0 ? " The queue grows all the time: more jobs come than " \
		"the machine can start." : "")
}
function jobs(    text) {
	if (has("runtime_median")) text = "Half of the jobs run at most " lasting(of("runtime_median")) \
		", and 95 % at most " lasting(of("runtime_p95")) "."
	if (has("size_median")) text = text " Half of them have at most " \
		many(of("size_median"), "processor", "processors") ", and 95 % at most " \
		counted(of("size_p95")) "."
	if (has("accuracy_median") && of("unknown_estimate") < 1)
		text = text " Half of the jobs run for at most " percent(of("accuracy_median")) \
			" of the time that was requested for them."
	return text
}
function sessions(    text) {
	if (of("sessions") + 0 == 0) return ""
	return many(of("sessions"), "session", "sessions") ": " percent(of("IWD")) \
		" interactive in the daytime of workdays, " percent(of("IWN")) " at night and " \
		percent(of("IW")) " at the weekend; " percent(of("BHP")) " batch of many processors, and " \
		percent(of("BHD")) " of long duration."
}
function hurst() {
	if (!has("h_low")) return ""
	return "The Hurst parameter of the arrivals is " (of("h_methods") > 1 ? "from " \
		shown(of("h_low")) " to " shown(of("h_high")) " by " of("h_methods") " methods" : \
		shown(of("h_low"))) "; independent arrivals would have 0.5, and more means bursts at all " \
		"time scales."
}
function odd(    text) {
	if (of("flurries") > 0) text = many(of("flurries"), "flurry, of", "flurries, the largest of") " " \
		counted(of("flurry_jobs")) " jobs of user " of("flurry_user") ". "
	else if (has("flurries")) text = "There are no flurries. "
	if (has("processors") && of("busy_max") > of("processors") + 0)
		text = text "At times the jobs have " counted(of("busy_max")) " processors together, and " \
			"the machine has " counted(of("processors")) ". "
	return text (l in found ? "swf-check found: " found[l] "." : "swf-check found nothing odd.")
}
function unknown(    text) {
	if (!has("first_day") && of("jobs") > 0)
		text = " There is no date, so nothing about months, days of the week and hours is sure."
	if (of("users") == 0) text = text " No user is known, so nothing can be said of users, their " \
		"sessions and flurries."
	else text = text part_of("user", "a user")
	if (!has("processors")) text = text " The header does not tell how many processors the machine " \
		"has, so there is no load; PROCS=N would."
	if (!has("wait_median")) text = text " No wait is known, so nothing can be said of the queue " \
		"and the schedule" (of("sessions") > 0 ? "; the think times that tell sessions apart " \
		"include the waits." : ".")
	else text = text part_of("wait", "a wait")
	text = text part_of("run_time", "a run time") part_of("size", "a number of processors")
	if (of("unknown_estimate") == 1) text = text " No estimate is known."
	else text = text part_of("estimate", "an estimate")
	return text
}
# of the jobs that lack something, if they are more than one in a hundred
function part_of(what, name) {
	return of("unknown_" what) > 0.01 ? " " percent(of("unknown_" what)) " of the jobs are without " \
		name "." : ""
}

END {
	for (l = 1; l <= n; l++) {
		paragraph(logs[l], begin())
		paragraph("Users", users())
		paragraph("Load", load())
		paragraph("Cycle", cycle())
		paragraph("Waits", waits())
		paragraph("Jobs", jobs())
		paragraph("Sessions", sessions())
		paragraph("Self-similarity", hurst())
		paragraph("Odd", odd())
		paragraph("Not known", unknown())
	}
}
