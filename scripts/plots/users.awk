# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f calendar.awk -f users.awk -v bin=DURATION -v top=N -v measure=hours|jobs < TABLES
#
# From the bins of a log, as swf-metrics --series prints them, and behind them a table of jobs with
# the columns submit, submit_local, user, size and run_time: the jobs that were submitted in each
# bin, and their processor hours. Place 0 is all jobs, places 1 to N are the users with the most,
# and N + 1 is all others. Bins count from midnight of the day of the first submit.
BEGIN {
	FS = OFS = ","
	if (top !~ /^[0-9]+$/)
		refuse("TOP: not a whole number: " top)
	if (measure != "hours" && measure != "jobs")
		refuse("OF: neither hours nor jobs: " measure)
	bin = seconds_of(bin)
}
$1 == "begin" { next }
$1 == "submit" {
	in_jobs = 1
	next
}
!in_jobs {
	if (!bins++) {
		edge = $2 != "" ? $1 - second_of_day($2) : 86400 * floor($1 / 86400)
		least = floor(($1 - edge) / bin)
		begin_local[0] = $2 == "" ? "" : earlier($2, $1 - edge - least * bin)
	} else {
		begin_local[bins - 1] = $2
	}
	most = least + bins - 1
	next
}
{
	k = floor(($1 - edge) / bin)
	work = $4 != "" && $5 != "" ? $4 * $5 / 3600 : 0
	add("all", k, 1, work)
	add("others", k, 1, work)
	if ($3 != "" && !($3 in of_user))
		count++
	if ($3 != "") {
		add($3, k, 1, work)
		of_user[$3] += measure == "jobs" ? 1 : work
	}
}
END {
	if (refused || !in_jobs)
		exit 1
	print "place", "user", "users", "begin", "begin_local", "seconds", "jobs", "hours"
	write(0, "all", "", count)
	for (place = 1; place <= top && (user = most_of_user()) != ""; place++) {
		write(place, user, user, 1)
		for (k = least; k <= most; k++)
			add("others", k, -jobs[user, k], -hours[user, k])
	}
	if (all_jobs["others"] > 0)
		write(place, "others", "", count - place + 1)
}
function add(who, k, number, work) {
	jobs[who, k] += number
	hours[who, k] += work
	all_jobs[who] += number
}
# the user with the most of those not written yet, the one of the least number if there are several
function most_of_user(user, best) {
	best = ""
	for (user in of_user)
		if (best == "" || of_user[user] > of_user[best] || \
			of_user[user] == of_user[best] && user + 0 < best + 0)
			best = user
	if (best != "")
		delete of_user[best]
	return best
}
function write(place, who, user, users, k) {
	for (k = least; k <= most; k++)
		printf "%d,%s,%d,%.10g,%s,%.10g,%d,%.6g\n", place, user, users, edge + k * bin, \
			begin_local[k - least], bin, jobs[who, k], hours[who, k] < 0 ? 0 : hours[who, k]
}
# the date that is so many seconds before another
function earlier(date, seconds, at) {
	at = 86400 * day_of(date) + second_of_day(date) - seconds
	seconds = at - 86400 * floor(at / 86400)
	return date_of(floor(at / 86400)) sprintf("T%02d:%02d:%02d", seconds / 3600, \
		seconds % 3600 / 60, seconds % 60)
}
function refuse(what) {
	print what >"/dev/stderr"
	refused = 1
	exit 1
}
