# SPDX-License-Identifier: GPL-3.0-or-later
# How rough the curves of results.csv are, as a table for swf-summary: their mean absolute second
# difference in per cent of their mean. With once=1 a row for that of the log alone, which is
# replication 0; else one for that of each replication and one for that of their means. A curve of
# fewer than three points has none.
BEGIN { figures = split("wait_mean bsld_mean", figure, " ") }
cell("sweep") ~ /^(load|window|factor)$/ {
	curve = cell("log") "," cell("sweep")
	k = cell("replication")
	if (!((curve, cell("value")) in place)) {
		if (!points[curve]) order[++curves] = curve
		place[curve, cell("value")] = ++points[curve]
	}
	if (k > last[curve]) last[curve] = k
	for (f = 1; f <= figures; f++) y[curve, k, place[curve, cell("value")], f] = cell(figure[f])
}
function roughness(curve, from, to, f,    i, k, sum, mean, bends, bend) {
	for (i = 1; i <= points[curve]; i++) {
		mean[i] = 0
		for (k = from; k <= to; k++) mean[i] += y[curve, k, i, f] / (to - from + 1)
		sum += mean[i]
		if (i < 3) continue
		bend = mean[i] - 2 * mean[i - 1] + mean[i - 2]
		bends += bend < 0 ? -bend : bend
	}
	if (sum && points[curve] > 2)
		return sprintf("%.10g", 100 * (bends / (points[curve] - 2)) / (sum / points[curve]))
}
function row(name, curve, from, to,    f) {
	printf "%s", name
	for (f = 1; f <= figures; f++) printf ",%s", roughness(curve, from, to, f)
	print ""
}
END {
	print "log,sweep" (once ? "" : ",value,percent") ",wait_roughness,bsld_roughness"
	for (c = 1; c <= curves; c++) {
		curve = order[c]
		if (once) { row(curve, curve, 0, 0); continue }
		for (k = 1; k <= last[curve]; k++) row(curve ",each,100", curve, k, k)
		row(curve ",mean,100", curve, 1, last[curve])
	}
}
