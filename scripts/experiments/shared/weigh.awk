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
END {
	if (failed) exit 1
	favoured = int(share * n + 0.5)
	if (favoured < 1) favoured = 1
	print "user,weight" >weights
	for (k = 1; k <= favoured; k++) {
		best = 0
		for (i = 1; i <= n; i++)
			if (!(i in chosen) && (!best || before(i, best))) best = i
		chosen[best]
		print user[best] "," weight >weights
	}
	for (i = 1; i <= n; i++) {
		w = (i in chosen) ? weight : 1
		sum += w
		all += work[i]
		weighed += w * work[i]
	}
	printf "%.6f\n", (weighed > 0 ? all * sum / n / weighed : 1)
}
