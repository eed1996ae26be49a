# SPDX-License-Identifier: GPL-3.0-or-later
# Adds a flurry to a log in SWF, which is read twice: `made` is how many jobs, their processors and
# their seconds. A user whom the log has not submits them evenly over a day, from its first submit
# on. The file `list` gets them as a list of rare behaviours.
function put() {
	printf "%d %d 0 %s %s -1 -1 %s %s -1 1 %d -1 -1 -1 -1 -1 -1\n", number + added, submit(),
		flurry[3], flurry[2], flurry[2], flurry[3], user
	added++
}
function submit() { return first + int((added - 1) * 86400 / flurry[1]) }

BEGIN { split(made, flurry, " "); added = 1 }
/^;/ || NF == 0 { if (NR > FNR) print; next }
NR == FNR {
	if (first == "") first = $2
	if ($1 > number) number = $1
	if ($12 >= user) user = $12 + 1
	next
}
{
	while (added <= flurry[1] && submit() < $2) put()
	print
}
END {
	while (added <= flurry[1]) put()
	added = flurry[1]
	printf "user,begin,end,name,jobs\n%d,%s,%s,made,%d\n", user, first, submit(), flurry[1] >list
}
