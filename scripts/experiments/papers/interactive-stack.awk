# SPDX-License-Identifier: GPL-3.0-or-later
# Puts tables under each other: the columns are those of the first; what another has not is empty.
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	if (NR == 1) {
		columns = split($0, name)
		print
	}
	next
}
{
	for (i = 1; i <= columns; i++)
		printf "%s%s", (name[i] in at) ? $at[name[i]] : "", (i < columns) ? "," : "\n"
}
