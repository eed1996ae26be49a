# SPDX-License-Identifier: GPL-3.0-or-later
# Users in descending order of their work, with the share that each has of the work of all of them,
# and that it has together with those before.
function part(x) { return sum ? sprintf("%.6f", x / sum) : "" }
NR == 1 { names = $0; next }
{
	row[NR] = $0
	work[NR] = $3
	sum += $3
}
END {
	print names ",share,cumulated"
	for (i = 2; i <= NR; i++) {
		upto += work[i]
		print row[i] "," part(work[i]) "," part(upto)
	}
}
