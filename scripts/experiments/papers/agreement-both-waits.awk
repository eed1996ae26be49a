# SPDX-License-Identifier: GPL-3.0-or-later
# The recorded wait of each job, its simulated one, and whether both agree: a row for all jobs and
# one for each class that it belongs to, of partition, QOS, size and month. Reads the log as a table
# and then the schedule. Jobs that never ran or whose wait is not known are left out (class
# left-out), and so are those that the scheduler refused (class refused).
BEGIN {
	OFS = ","
	limits = split(sizes, limit, ",")
	print "class,recorded,simulated,agrees"
}
/^;/ { next }
FILENAME ~ /log$/ {
	job = cell("job")
	if (cell("wait") == "" || cell("allocated") == 0 || cell("run_time") == "") {
		print "left-out", 0, 0, 0
		next
	}
	wait[job] = cell("wait")
	classes_of[job] = "partition-" name_of_number("partition", number(cell("partition"))) \
		OFS "queue-" name_of_number("queue", number(cell("queue"))) \
		OFS size_class(cell("size")) OFS "month-" period()
	next
}
{ split($0, field, " ") }
!(field[1] in wait) { next }
field[3] < 0 {
	print "refused", wait[field[1]], 0, 0
	next
}
{
	agrees = agree(wait[field[1]], field[3] + 0)
	print "all", wait[field[1]], field[3], agrees
	n = split(classes_of[field[1]], class, OFS)
	for (i = 1; i <= n; i++) print class[i], wait[field[1]], field[3], agrees
}
function number(text) { return text == "" ? -1 : text }
function size_class(wanted,    i) {
	for (i = 1; i <= limits; i++) if (wanted + 0 <= limit[i] + 0) return "size-to-" limit[i]
	return "size-over-" limit[limits]
}
# the month of a date, or without dates four weeks
function period() {
	if (cell("submit_local") != "") return substr(cell("submit_local"), 1, 7)
	return sprintf("%04d", int((cell("week") - 1) / 4) + 1)
}
function agree(a, b) {
	if (size(a - b) <= 60) return 1
	return a <= factor * b && b <= factor * a
}
