# SPDX-License-Identifier: GPL-3.0-or-later
# Of a log its header and two jobs, which at once run for a second: at the first submit and at the
# last. The bins of the log are those of these jobs, also where it has no waits or no order.
/^[ \t\r]*($|[;#])/ {
	if (!jobs)
		print
	next
}
{
	if (!jobs++ || $2 + 0 < first + 0)
		first = $2
	if (jobs == 1 || $2 + 0 > last + 0)
		last = $2
}
END {
	if (jobs) {
		put(1, first)
		put(2, last)
	}
}
function put(job, submit) {
	print job, submit, 0, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, -1, -1, -1, -1, -1
}
