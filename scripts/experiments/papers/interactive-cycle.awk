# SPDX-License-Identifier: GPL-3.0-or-later
# Changes the daily cycle of a log, whose second 0 is the second `clock` of a day: with hours such
# as cycle=8-18 every session is moved to begin between these, in the order of their times of day;
# with cycle=none each user is moved by a separate time, spread evenly over the week (by the golden
# ratio), so that the work of each stays as it is and that of all has no cycle. Every line begins
# with what the log is to be sorted by, and a tab.
BEGIN {
	OFS = " "
	split(cycle, hour, "-")
	hours = (hour[2] - hour[1] + 24) % 24
	if (!hours) hours = 24
}
/^;/ {
	print "-1\t" $0
	next
}
cycle != "none" && (!($12 in last) || $2 - last[$12] > 3600) {
	time = ($2 + clock) % 86400
	# a week more, so that none comes before second 0
	by[$12] = 604800 + hour[1] * 3600 + int(time * hours / 24) - time
}
cycle == "none" && !($12 in last) {
	turns = $12 > 0 ? $12 * 0.6180339887498949 : 0
	by[$12] = int((turns - int(turns)) * 604800)
}
{
	last[$12] = $2
	$2 += by[$12]
	print $2 "\t" $0
}
