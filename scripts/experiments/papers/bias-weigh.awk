# SPDX-License-Identifier: GPL-3.0-or-later
# Of the table of the users of a log, writes the file `weights` for swf-resample --bias: `weight`
# for the `share` of them with the greatest (COLUMN+) or least (COLUMN-) values of the column.
# Users of equal values are in the order of the table, and those without a value come last. Prints
# the factor of the number of users that leaves their work what it is.
BEGIN {
	sign = substr(column, length(column))
	name = substr(column, 1, length(column) - 1)
	if (sign != "+" && sign != "-") {
		print "not a kind of users: " column >"/dev/stderr"
		exit failed = 1
	}
	if (sub(/%$/, "", share)) share /= 100
}
{
	user[++n] = cell("user")
	value[n] = cell(name)
	work[n] = cell("work")
}
function before(a, b) {
	if (value[a] == "" || value[b] == "") return value[a] != ""
	return sign == "+" ? value[a] + 0 > value[b] + 0 : value[a] + 0 < value[b] + 0
}
# Sorts the places from low to high by merging; equal ones stay as they are.
function arrange(low, high,    middle, a, b, k) {
	if (low >= high) return
	middle = int((low + high) / 2)
	arrange(low, middle)
	arrange(middle + 1, high)
	a = low
	b = middle + 1
	for (k = low; k <= high; k++)
		merged[k] = b > high || a <= middle && !before(place[b], place[a]) ? place[a++] : place[b++]
	for (k = low; k <= high; k++) place[k] = merged[k]
}
END {
	if (failed) exit 1
	favoured = int(share * n + 0.5)
	if (favoured < 1) favoured = 1
	print "user,weight" >weights
	for (i = 1; i <= n; i++) place[i] = i
	arrange(1, n)
	for (k = 1; k <= n; k++) {
		i = place[k]
		w = k <= favoured ? weight : 1
		if (k <= favoured) print user[i] "," weight >weights
		sum += w
		all += work[i]
		weighed += w * work[i]
	}
	printf "%.6f\n", (weighed > 0 ? all * sum / n / weighed : 1)
}
