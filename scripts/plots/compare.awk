# SPDX-License-Identifier: GPL-3.0-or-later
# Joins the tables job,wait of two schedules by job, into the file of the variable `joined`: both
# waits and their difference. Prints the numbers of jobs with both waits, of those that wait less,
# as long and longer in the second; of jobs of which a wait is unknown, of those only in the first
# and only in the second; the mean waits, and the longest one, which is 1 at least.
BEGIN { FS = OFS = "," }
FNR == 1 { file++; next }
file == 1 { wait[$1] = $2; next }
!($1 in wait) { second++; next }
{
	first_wait = wait[$1]
	delete wait[$1]
	if (first_wait == "" || $2 == "") {
		unknown++
		next
	}
	n++
	less += $2 < first_wait + 0
	more += $2 > first_wait + 0
	sum += first_wait
	second_sum += $2
	longest = first_wait > longest + 0 ? first_wait : longest
	longest = $2 > longest + 0 ? $2 : longest
	print first_wait, $2, $2 - first_wait >joined
}
END {
	for (job in wait)
		first++
	print n + 0, less + 0, n - less - more, more + 0, unknown + 0, first + 0, second + 0, \
		n ? sum / n : 0, n ? second_sum / n : 0, longest < 1 ? 1 : longest
}
