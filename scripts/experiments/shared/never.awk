# SPDX-License-Identifier: GPL-3.0-or-later
# How much of a schedule was not started, of the jobs that could run: shares of the jobs and of the
# work. With `abandons` the jobs of status 5 are those of users who left, who count for nothing.
/^;/ { next }
{ size = $8 > 0 ? $8 : $5 }
size <= 0 || $4 < 0 { next }
$3 < 0 && abandons && $11 == 5 { next }
{
	jobs++
	work += $4 * size
	if ($3 < 0) {
		never++
		never_work += $4 * size
	}
}
END {
	print "never_jobs,never_work"
	printf("%.10g,%.10g\n", jobs ? never / jobs : 0, work > 0 ? never_work / work : 0)
}
