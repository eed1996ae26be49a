# SPDX-License-Identifier: GPL-3.0-or-later
# Cuts a log, which is read twice, into parts of about `weeks` weeks, the files 1.swf, 2.swf and so
# on in `folder`. For each that has a user it prints its number, the weeks of a workload that is
# `times` as long, and by how many seconds this is later than the part. Jobs without a user mark
# the beginning and the end of a part, so that it has whole weeks.
BEGIN { week = 604800 }
/^;/ {
	if (FNR != NR) head = head $0 "\n"
	next
}
FNR == NR {
	if (begin == "") begin = $2
	end = $2
	next
}
!parts {
	all = int((end - begin) / week)
	parts = int(all / weeks + 0.5)
	if (parts < 1) parts = 1
	edge[0] = begin
	for (k = 1; k < parts; k++) edge[k] = begin + int(k * all / parts + 0.5) * week
	edge[parts] = end
}
{
	while (!part || (part < parts && $2 >= edge[part])) begin_part()
	if ($12 >= 0) users[part] = 1
	print >file
}
END {
	end_part()
	for (k = 1; k <= part; k++)
		if (k in users)
			printf "%d %.12g %.0f\n", k, times * (edge[k] - edge[k - 1]) / week, \
				(times - 1) * (edge[k - 1] - begin)
}
function begin_part() {
	end_part()
	file = folder "/" ++part ".swf"
	printf "%s", head >file
	mark(edge[part - 1])
}
function end_part() {
	if (!part) return
	mark(edge[part])
	close(file)
}
function mark(time) {
	print 0, time, -1, -1, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1 >file
}
