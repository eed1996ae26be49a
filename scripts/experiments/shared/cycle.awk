# Changes the daily cycle of a log, whose second 0 is the second `clock` of a day: with cycle=8-18
# every session is moved to begin between these hours, in the order of their times of day; with
# cycle=none each user is moved by a separate time, spread evenly over the week (by the golden
# ratio), so that the work of each stays as it is and that of all has no cycle. Every line begins
# with what the log is to be sorted by, and a tab.
BEGIN { OFS = " " }
/^;/ {
	print "-1\t" $0
	next
}
cycle == "8-18" && (!($12 in last) || $2 - last[$12] > 3600) {
	time = ($2 + clock) % 86400
	# a week more, so that none comes before second 0
	by[$12] = 604800 + 28800 + int(time * 10 / 24) - time
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
