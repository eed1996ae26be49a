# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f calendar.awk -f cycle.awk < TABLE
#
# From a table of jobs with the columns submit and submit_local: for each hour of the week how many
# such hours the log has, from that of the first submit to that of the last, how many jobs arrived
# in them, and the mean. Where the log has no dates, days count from second 0.
BEGIN { FS = OFS = "," }
NR == 1 { next }
{
	hour = $2 != "" ? 24 * day_of($2) + floor(second_of_day($2) / 3600) : floor($1 / 3600)
	dated = $2 != ""
	if (NR == 2 || hour < first)
		first = hour
	if (NR == 2 || hour > last)
		last = hour
	arrivals[of_week(hour)]++
}
END {
	if (NR < 2)
		exit
	split(dated ? "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday" : \
		"day 1,day 2,day 3,day 4,day 5,day 6,day 7", name)
	# an hour that the clock skips counts, and one that it repeats counts once
	weeks = int((last - first + 1) / 168)
	for (hour = first + 168 * weeks; hour <= last; hour++)
		hours[of_week(hour)]++
	print "weekday", "day", "hour", "hours", "arrivals", "arrivals_per_hour"
	for (hour = 0; hour < 168; hour++) {
		day = int(hour / 24) + 1
		hours[hour] += weeks
		print day, name[day], hour % 24, hours[hour], arrivals[hour] + 0, \
			hours[hour] ? arrivals[hour] / hours[hour] : ""
	}
}
# of the week that begins on Monday; day 0 was a Thursday
function of_week(hour) {
	hour = (hour + (dated ? 72 : 0)) % 168
	return hour < 0 ? hour + 168 : hour
}
