# SPDX-License-Identifier: GPL-3.0-or-later
# Gives clusters names in a table that swf-classify kmeans printed, by swf-classify(1), METHOD. The
# variable `rules` has MOST_OR_LEAST:VARIABLE:NAME of each in order, with blanks between them: of
# the clusters that are left that with the most, or the least, of the mean of the variable.
NR == 1 { print; next }
{
	line[NR] = $0
	mean[$1, $4] = $5
	if ($1 > clusters)
		clusters = $1
}
END {
	n = split(rules, rule, " ")
	for (i = 1; i <= n; i++) {
		split(rule[i], part, ":")
		best = 0
		for (c = 1; c <= clusters; c++) {
			m = mean[c, part[2]] * (part[1] == "least" ? -1 : 1)
			if (!(c in name) && (!best || m > most)) {
				best = c
				most = m
			}
		}
		name[best] = part[3]
	}
	for (i = 2; i <= NR; i++) {
		c = line[i]
		sub(/,.*/, "", c)
		sub(/^[0-9]+/, name[c], line[i])
		print line[i]
	}
}
