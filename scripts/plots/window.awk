# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f calendar.awk -f window.awk -v from=TIME -v to=TIME -v columns=LIST [-v procs=N]
#
# The rows of a table with a part in a window of time. The list has the numbers of four columns:
# beginning and end in seconds of the log, and both as local dates. Where it has two, rows are those
# that begin in the window. A time, which check-window has seen, is a local date, with or without a
# time of the day, or a duration from second 0. Without one the window is open on that side. The
# processors of the machine become a last column.
BEGIN {
	FS = OFS = ","
	split(columns, column, " ")
	moment = !(3 in column)
	begin = column[1]
	end = moment ? begin : column[2]
	begin_date = moment ? column[2] : column[3]
	end_date = moment ? begin_date : column[4]
	sub(" ", "T", from)
	sub(" ", "T", to)
	from_date = from ~ /.-/
	to_date = to ~ /.-/
	since = from_date ? from : seconds_of(from)
	until = to_date ? to : seconds_of(to)
}
NR == 1 {
	print procs == "" ? $0 : $0 OFS "procs"
	next
}
from != "" {
	last = from_date ? $end_date "" : $end + 0
	if (moment ? last < since : last <= since)
		next
}
to != "" {
	first = to_date ? $begin_date "" : $begin + 0
	if (first >= until)
		next
}
{ print procs == "" ? $0 : $0 OFS procs }
