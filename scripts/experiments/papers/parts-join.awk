# SPDX-License-Identifier: GPL-3.0-or-later
# Joins workloads to one: in front of each stands a line of the word `part` and by how many seconds
# it comes later. The header is that of the first; jobs are numbered anew, and the users of each
# are others.
$1 == "part" {
	later = $2
	jobs_before = jobs
	users_before = users
	next
}
/^;/ {
	if (!jobs) print
	next
}
{
	$1 = ++jobs
	$2 = sprintf("%.10g", $2 + later)
	$12 += users_before
	if ($12 > users) users = $12
	if ($17 > 0) $17 += jobs_before
	print
}
