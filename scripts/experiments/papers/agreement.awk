# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of agreement, of summary.csv, a row for each class of jobs, and of results.csv, of
# which only what swf-simulate said counts.

FILENAME == "results.csv" {
	if (cell("class") == "said") keep_said(cell("log") SUBSEP cell("scheduler"), cell("metric"))
	next
}
{
	part = cell("log") SUBSEP cell("scheduler")
	if (!(part in known)) {
		known[part]
		part_at[++parts] = part
		log_of[part] = cell("log")
		scheduler_of[part] = cell("scheduler")
	}
	class = cell("class")
	if (class ~ /-/ && class != "left-out") add_class(class)
	what = part SUBSEP class
	jobs[what] = cell("jobs")
	recorded[what] = cell("recorded_mean")
	simulated[what] = cell("simulated_mean")
	recorded_median[what] = cell("recorded_median")
	simulated_median[what] = cell("simulated_median")
	agree[what] = cell("agree")
}
# with commas again
function keep_said(part, text) {
	gsub(/\001/, ",", text)
	if (text ~ /not modelled/) unmodelled[part, ++unmodelled_settings[part]] = text
	else said[part, ++sayings[part]] = text
}

# Averages agree if one is at most FACTOR times the other, or both differ by 5 minutes at most.
function is_near(what) {
	if (size(simulated[what] - recorded[what]) <= 300) return 1
	return simulated[what] <= factor * recorded[what] && recorded[what] <= factor * simulated[what]
}
function is_good(what) {
	if (size(simulated[what] - recorded[what]) <= 60) return 1
	return simulated[what] <= 1.25 * recorded[what] && recorded[what] <= 1.25 * simulated[what]
}
# Few jobs prove nothing, whatever they waited.
function counts(what) { return jobs[what] >= 30 }
function about(part) {
	return of_log(log_of[part]) (parts > logs ? "Under " scheduler_of[part] ": " : "")
}
function compared_with(a, b) {
	if (!a) return b ? "" : "the same"
	return b == a ? "the same" : shown(100 * size(b / a - 1)) " % " (b < a ? "less" : "more")
}

function verdict_of(part,    what, how, by) {
	what = part SUBSEP "all"
	if (!jobs[what]) {
		verdict(of_log(log_of[part]) "no job of the log has a recorded wait and was scheduled under " \
			scheduler_of[part] ".")
		return
	}
	how = is_good(what) && agree[what] >= 0.7 ? "the simulation agrees well with the log" : \
		is_near(what) && agree[what] >= 0.5 ? "the simulation agrees roughly with the log" : \
		"the simulation does not explain the waits of the log"
	by = compared_with(recorded[what], simulated[what])
	verdict(sentence(sprintf("%sunder %s %s: the average wait is %s, where the log records %s%s; " \
		"the median is %s instead of %s; %s of the jobs wait as long as recorded, within a factor " \
		"of %s.", of_log(log_of[part]), scheduler_of[part], how, duration(simulated[what]), \
		duration(recorded[what]), by == "" ? "" : " (" by ")", duration(simulated_median[what]), \
		duration(recorded_median[what]), percent(agree[what]), factor)))
}
function findings_of(part,    kind, kinds, k) {
	if (!jobs[part, "all"]) return
	kinds = split("partition queue size", kind, " ")
	for (k = 1; k <= kinds; k++) of_kind(part, kind[k])
	of_months(part)
}
# Of which classes of a kind the waits are explained.
function of_kind(part, kind,    i, what, n, far, text) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (index(class_at[i], kind "-") != 1 || !counts(what)) continue
		n++
		if (is_near(what)) continue
		far++
		text = text (text == "" ? "" : "; ") beside(what, class_name(i))
	}
	if (n < 2) return
	finding(about(part) (far ? sprintf("Waits differ by more than a factor of %s for %s%s.", factor, \
		kind == "size" ? "jobs of " : "", text) : sprintf("By %s all average waits are within a " \
		"factor of %s.", kind == "queue" ? "QOS" : kind, factor)))
}
function beside(what, name) {
	return sprintf("%s (%s instead of %s)", name, duration(simulated[what]), duration(recorded[what]))
}
# A month that is off where most others are not was another one.
function of_months(part,    i, what, n, far, text) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (class_at[i] !~ /^month-/ || !counts(what)) continue
		n++
		if (is_near(what)) continue
		far++
		text = text (text == "" ? "" : "; ") beside(what, class_name(i))
	}
	if (n < 2) return
	if (!far) finding(sprintf("%sThe average waits of all %d %s are within a factor of %s.", \
		about(part), n, months_of(n), factor))
	else if (far <= n / 3)
		finding(sprintf("%sOf %d %s %d %s off: %s. Look there for another configuration, a " \
			"maintenance, a reservation or nodes that were down.", about(part), n, months_of(n), far, \
			far == 1 ? "is far" : "are far", text))
	else finding(sprintf("%sOf %d %s %d are off by more than a factor of %s: the difference is no " \
		"matter of single months.", about(part), n, months_of(n), far, factor))
}
function months_of(n) { return has_dates() ? "months" : "parts of four weeks" }
function has_dates(    i) {
	for (i = 1; i <= classes; i++) if (class_at[i] ~ /^month-.*-/) return 1
	return 0
}

function table_of(part,    kind, kinds, k, i) {
	table(of_log(log_of[part]) "Waits of the log and under " scheduler_of[part])
	columns("jobs\tnumber\taverage, log\taverage, simulated\tmedian, log\tmedian, simulated\t" \
		"jobs that agree")
	row_of(part SUBSEP "all", "all")
	kinds = split("partition queue size month", kind, " ")
	for (k = 1; k <= kinds; k++) if (number_of_kind(part, kind[k]) > 1) for (i = 1; i <= classes; i++)
		if (index(class_at[i], kind[k] "-") == 1) row_of(part SUBSEP class_at[i], class_name(i))
	note(sprintf("* more than a factor of %s from the log, and more than 5 minutes. Jobs agree " \
		"whose waits are within this factor of each other, or differ by a minute at most.", factor))
}
function number_of_kind(part, kind,    i, n) {
	for (i = 1; i <= classes; i++)
		n += index(class_at[i], kind "-") == 1 && (part, class_at[i]) in jobs
	return n
}
function row_of(what, name) {
	if (!(what in jobs)) return
	row(name "\t" whole(jobs[what]) "\t" duration(recorded[what]) "\t" duration(simulated[what]) \
		(is_near(what) ? "" : " *") "\t" duration(recorded_median[what]) "\t" \
		duration(simulated_median[what]) "\t" percent(agree[what]))
}
# What the simulation says itself, such as settings that it does not model.
function what_was_said(part,    i) {
	if (unmodelled_settings[part]) {
		table(of_log(log_of[part]) "Settings of " scheduler_of[part] " that matter and are not modelled")
		columns("setting")
		for (i = 1; i <= unmodelled_settings[part]; i++) row(unmodelled[part, i])
	}
	for (i = 1; i <= sayings[part]; i++)
		finding(of_log(log_of[part]) "swf-simulate says of " scheduler_of[part] ": " said[part, i])
	if ((part, "refused") in jobs)
		finding(sprintf("%s%s %s that ran in the log can never start under %s.", \
			of_log(log_of[part]), whole(jobs[part, "refused"]), \
			jobs[part, "refused"] == 1 ? "job" : "jobs", scheduler_of[part]))
	if ((part, "left-out") in jobs)
		finding(sprintf("%s%s jobs are left out, since they never ran or their wait is not known.", \
			about(part), whole(jobs[part, "left-out"])))
}

END {
	for (p = 1; p <= parts; p++) verdict_of(part_at[p])
	for (p = 1; p <= parts; p++) if (jobs[part_at[p], "all"]) table_of(part_at[p])
	for (p = 1; p <= parts; p++) {
		findings_of(part_at[p])
		what_was_said(part_at[p])
	}
	limit("Recorded waits can have reasons that no scheduler explains: dependencies, begin times " \
		"and holds (swf-import --submit eligible leaves these out), nodes that were down, " \
		"reservations, and configurations of before.")
	limit("Cancelled jobs delayed others in reality; the simulation omits them.")
}
