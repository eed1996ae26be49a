# SPDX-License-Identifier: GPL-3.0-or-later
# usage: swf-distrib --distribution accuracy LOG | awk -v bin=PERCENT -f accuracy.awk
#
# The histogram of the kind accuracy: edges of each bar in per cent, its jobs and their share.
BEGIN {
	FS = OFS = ","
	if (bin !~ /^[0-9]*[.]?[0-9]+$/ || bin + 0 < 0.1 || bin + 0 > 105) {
		print "BIN: not a number of per cent from 0.1 to 105: " bin >"/dev/stderr"
		refused = 1
		exit 1
	}
	bars = int(105 / bin)
}
# ratios are rounded: what is a billionth of a bar over an edge counts as on it
NR > 1 {
	i = int(100 * $1 / bin - 1e-9)
	of[i > bars ? bars : i] += $2
	n += $2
}
END {
	if (refused)
		exit 1
	print "low", "high", "jobs", "share"
	for (i = 0; i <= bars && n; i++)
		print i * bin, i < bars ? (i + 1) * bin : "", of[i] + 0, of[i] / n
}
