# SPDX-License-Identifier: GPL-3.0-or-later
# How many jobs wait at each hour of the day, on average over the whole days from `warmup` weeks
# after the first submit until `weeks` weeks after it, and the share of busy processors (of `procs`,
# else those of the header); columns queue_00 to queue_23, and the means of the day, from 8 to 18
# hours, and of the night. Second 0 of the log is the second `clock` of a day.
function add(from, to, by, what,    days, hour, end) {
	from = from > begin ? from : begin
	to = to < finish ? to : finish
	if (from >= to) return
	days = int((to - from) / 86400)
	whole[what] += days * by
	for (from += days * 86400; from < to; from = end) {
		hour = int(from % 86400 / 3600)
		end = from - from % 3600 + 3600
		if (end > to) end = to
		sum[what, hour] += (end - from) * by
	}
}
function mean(what, hour) { return (sum[what, hour] / 3600 + whole[what]) / days }
/^;/ {
	if (!procs && $2 == "MaxProcs:" && $3 > 0) procs = $3
	if (!nodes && $2 == "MaxNodes:" && $3 > 0) nodes = $3
	next
}
begin == "" {
	begin = (int(($2 + clock) / 86400) + 1 + 7 * warmup) * 86400
	finish = (int(($2 + clock) / 86400) + 7 * weeks) * 86400
	days = (finish - begin) / 86400
	if (!procs) procs = nodes
}
$3 >= 0 && $4 >= 0 {
	add($2 + clock, $2 + clock + $3, 1, "queue")
	add($2 + clock + $3, $2 + clock + $3 + $4, $8 > 0 ? $8 : $5, "busy")
}
END {
	for (hour = 0; hour < 24; hour++) {
		names = names sprintf("queue_%02d,", hour)
		values = values sprintf("%.10g,", mean("queue", hour))
		part = hour >= 8 && hour < 18 ? "day" : "night"
		queue[part] += mean("queue", hour)
		busy[part] += procs ? mean("busy", hour) / procs : 0
	}
	print names "queue_day,queue_night,busy_day,busy_night"
	printf "%s%.10g,%.10g,%.10g,%.10g\n", values, queue["day"] / 10, queue["night"] / 14, \
		busy["day"] / 10, busy["night"] / 14
}
