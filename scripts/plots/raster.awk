# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f raster.awk -v users=LIST -v from=S -v to=S -v across=N -v high=N -v top=N < TABLE
#
# Of the rectangles of a placement a grid of numbers, a line for each row from processor 0 on. Each
# number is that of the user at the centre of its cell: the place in the list, one more than the
# list is long for other users, 0 where no job runs.
BEGIN {
	FS = ","
	n = split(users, user, " ")
	for (i = 1; i <= n; i++)
		place[user[i]] = i
	wide = (to - from) / across
	tall = top / high
}
NR > 1 {
	value = $2 in place ? place[$2] : n + 1
	first = at_least(($6 - from) / wide - 0.5)
	last = ($7 - from) / wide - 0.5
	lowest = at_least($10 / tall - 0.5)
	highest = ($11 + 1) / tall - 0.5
	for (x = first; x < last && x < across; x++)
		for (y = lowest; y < highest && y < high; y++)
			cell[x, y] = value
}
END {
	for (y = 0; y < high; y++) {
		for (x = 0; x < across; x++)
			printf "%d%s", cell[x, y], x < across - 1 ? "," : "\n"
	}
}
# the least whole number from 0 on that is not below x
function at_least(x) {
	return x <= 0 ? 0 : x > int(x) ? int(x) + 1 : int(x)
}
