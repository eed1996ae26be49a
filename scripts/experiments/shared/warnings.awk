# SPDX-License-Identifier: GPL-3.0-or-later
# What runs said beside their tables, as lines of the answer: each text once, with the number of
# runs that said it or the same with other numbers.
#
#     awk -F '\t' -v runs=N -f warnings.awk
#
# Its input has the number of a run and a line of what it said in each line. What can change the
# verdict stands in it: limits that do not hold, and users who are missing. That no job of a log has
# waited is known of the log itself (see basis.awk).

BEGIN {
	# a page is no place for more
	most = 20
}
$2 ~ /no job has a wait time|every wait time is 0/ { next }
{
	key = $2
	gsub(/[0-9]+/, "0", key)
	if (!(key in text)) {
		text[key] = $2
		key_at[++n] = key
	}
	if (last_run[key] != $1) times[key]++
	last_run[key] = $1
	if (is_grave($2)) grave[key]
}
function is_grave(said) { return said ~ /are missing from then on|limits do not hold/ }
function counted(key) {
	return sprintf("in %d of %d runs %s", times[key], runs, text[key])
}
END {
	for (i = 1; i <= n && i <= most; i++) print "basis\tWarning: " counted(key_at[i]) "."
	if (n > most) print "basis\tWarnings: " n - most " others, which the runs have printed."
	for (i = 1; i <= n; i++) if (key_at[i] in grave)
		print "verdict\tNote that " counted(key_at[i]) "."
}
