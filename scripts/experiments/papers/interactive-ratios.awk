# SPDX-License-Identifier: GPL-3.0-or-later
# Of rows with class, replication, alpha and a figure: for each class and replication the figure by
# alpha `b` over that with alpha `a`, which comes first.
BEGIN {
	FS = OFS = ","
	print "class", "ratio"
}
$3 == a { from[$1, $2] = $4 }
$3 == b && $1 != "all" && from[$1, $2] > 0 { print $1, $4 / from[$1, $2] }
