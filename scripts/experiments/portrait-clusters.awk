# SPDX-License-Identifier: GPL-3.0-or-later
# A row for each class of sessions or cluster of users that swf-classify prints: its share, and the
# medians of some of its variables.
BEGIN {
	print "class," what ",share,median_jobs,median_" (what == "sessions" ? "seconds" : "sessions") \
		",median_run_time,median_processors"
	wanted["J"] = wanted["Rm"] = wanted["Pm"] = wanted[what == "sessions" ? "D" : "S"] = 1
	second = what == "sessions" ? "D" : "S"
}
!(cell("cluster") in seen) {
	seen[cell("cluster")]
	order[++n] = cell("cluster")
	share[n] = cell("rows") "," cell("share")
}
cell("variable") in wanted { median[n, cell("variable")] = cell("median") }
END {
	for (i = 1; i <= n; i++) print order[i] "," share[i] "," median[i, "J"] "," median[i, second] "," \
		median[i, "Rm"] "," median[i, "Pm"]
}
