# SPDX-License-Identifier: GPL-3.0-or-later
# For the portrait, of the jobs of a log: the table `log`, `users`, `months` or `hours`. Where the
# log has no dates months are spans of 30 days from the first submit, and there are no hours. The
# table `log` has also what the header of `log_file` says: what the machine is called, and where it
# stands.

# A local time as seconds, as if all days had 24 hours; of a day 0 is Monday.
function local_seconds(date) { return 86400 * day_of(date) + second_of_day(date) }
function weekday(seconds) { return (int(seconds / 86400) + 3) % 7 }

function unknown(name) { if (cell(name) == "") lacking[name]++ }
{
	submit = cell("submit")
	if (submit == "") next
	local_time = cell("submit_local")
	time = local_time == "" ? submit : local_seconds(local_time)
	if (!n++) {
		first = time
		dated = local_time != ""
		first_local = local_time
		first_submit = submit
	}
	# a log may be out of order, and clocks are set back in autumn
	if (time < first) {
		first = time
		first_local = local_time
	}
	if (submit < first_submit) first_submit = submit
	if (n == 1 || time > last) {
		last = time
		last_local = local_time
	}
	if (n == 1 || submit > last_submit) last_submit = submit
	work = cell("work")
	all_work += work
}
table == "log" {
	if (cell("user") != "" && !(cell("user") in seen)) {
		seen[cell("user")]
		users++
	}
	unknown("user")
	unknown("wait")
	unknown("run_time")
	unknown("estimate")
	unknown("size")
	if (procs > 0 && cell("size") > procs) oversize++
}
table == "users" && cell("user") != "" {
	jobs[cell("user")]++
	user_work[cell("user")] += work
}
table == "months" {
	# the first one of an undated log begins with its first submit, which is not known yet
	name = dated ? substr(local_time, 1, 7) : int(time / 86400)
	jobs[name]++
	month_work[name] += work
	if (cell("wait") != "") {
		waits[name]++
		month_wait[name] += cell("wait")
	}
}
table == "hours" && dated { arrivals[int(time / 3600)]++ }

function put(what, value) { print what "," value }
# Commas cannot stand in a cell.
function put_header(    line, name, seen) {
	while ((getline line <log_file) > 0 && line ~ /^;/) {
		if (line !~ /^; *(Computer|Installation|TimeZoneString) *:/) continue
		name = line
		sub(/^; */, "", name)
		sub(/ *:.*/, "", name)
		sub(/^[^:]*: */, "", line)
		sub(/[ \t\r]+$/, "", line)
		gsub(/,/, ";", line)
		name = name == "TimeZoneString" ? "time_zone" : tolower(name)
		if (line != "" && !seen[name]++) put(name, line)
	}
}
# Months and, of undated logs, spans are told with what they are of the one before: parts of under
# ten days tell nothing of that.
function put_month(name, begin, end, jobs, work, waits, wait,    days) {
	if (begin < first) begin = first
	if (end > last) end = last
	if (end <= begin) return
	days = (end - begin) / 86400
	print name "," end - begin "," jobs + 0 "," sprintf("%.6f", work / 3600) "," \
		(procs ? sprintf("%.6f", work / (procs * (end - begin))) : "") "," mean(wait, waits) "," \
		times_before("jobs", days, jobs / days) "," times_before("work", days, work / days) "," \
		times_before("wait", days, waits ? wait / waits : "")
}
function times_before(what, days, x,    times) {
	if (days >= 10 && x != "" && before[what] > 0) times = sprintf("%.6f", x / before[what])
	before[what] = days >= 10 ? x : ""
	return times
}
function put_months(    year, month, last_year, last_month, begin, name, day, k, part) {
	if (dated) {
		year = substr(first_local, 1, 4) + 0
		month = substr(first_local, 6, 2) + 0
		last_year = substr(last_local, 1, 4) + 0
		last_month = substr(last_local, 6, 2) + 0
		while (year < last_year || (year == last_year && month <= last_month)) {
			name = sprintf("%04d-%02d", year, month)
			if (++month > 12) {
				month = 1
				year++
			}
			put_month(name, 86400 * day_of(name "-01"), \
				86400 * day_of(sprintf("%04d-%02d-01", year, month)), jobs[name], month_work[name], \
				waits[name], month_wait[name])
		}
		return
	}
	begin = int(first / 86400)
	for (day in jobs) {
		k = int((day - begin) / 30)
		part[k, 1] += jobs[day]
		part[k, 2] += month_work[day]
		part[k, 3] += waits[day]
		part[k, 4] += month_wait[day]
	}
	for (k = 0; (begin + 30 * k) * 86400 <= last; k++)
		put_month("days " 30 * k + 1 " to " 30 * k + 30, (begin + 30 * k) * 86400,
			(begin + 30 * k + 30) * 86400, part[k, 1], part[k, 2], part[k, 3], part[k, 4])
}
# The mean arrivals of each hour of the day, on days from Monday to Friday, and at weekends.
function put_hours(    hour, kind, count, times, h) {
	if (!dated) return
	for (hour = int(first / 3600); hour <= int(last / 3600); hour++) {
		kind = weekday(hour * 3600) < 5
		times[hour % 24, kind]++
		count[hour % 24, kind] += arrivals[hour]
	}
	for (h = 0; h < 24; h++) printf "%d,%s,%s\n", h, mean(count[h, 1], times[h, 1]), \
		mean(count[h, 0], times[h, 0])
}
function mean(sum, n) { return n ? sprintf("%.6f", sum / n) : "" }

END {
	if (table == "log") {
		put("what", "value")
		put_header()
		put("processors", procs > 0 ? procs : "")
		put("jobs", n + 0)
		put("users", users + 0)
		put("first_submit", first_submit)
		put("last_submit", last_submit)
		put("first_local", first_local)
		put("last_local", last_local)
		put("work_hours", sprintf("%.6f", all_work / 3600))
		put("jobs_without_user", lacking["user"] + 0)
		put("jobs_without_wait", lacking["wait"] + 0)
		put("jobs_without_run_time", lacking["run_time"] + 0)
		put("jobs_without_estimate", lacking["estimate"] + 0)
		put("jobs_without_size", lacking["size"] + 0)
		put("jobs_over_the_machine", oversize + 0)
	}
	if (table == "users") {
		print "user,jobs,work_hours"
		for (user in jobs) printf "%s,%d,%.6f\n", user, jobs[user], user_work[user] / 3600
	}
	if (table == "months") {
		print "month,seconds,jobs,work_hours,load,wait_mean,jobs_times,work_times,wait_times"
		put_months()
	}
	if (table == "hours") {
		print "hour,weekday,weekend"
		put_hours()
	}
}
