# SPDX-License-Identifier: GPL-3.0-or-later
# For classes: of a table of swf-sessions or swf-classify the rows kind, table, class, variable,
# value, mean, interval. The kind is sessions or users. The table is log (how many there are),
# components, clusters, rules (classes by rule), or shares: of the clusters in the log OF.
function put(class, variable, value, mean, interval) {
	print kind, table, class, variable, value, mean, interval
}
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) {
		at[$i] = i
		name[i] = $i
	}
	next
}
table == "log" && "session" in at {
	count["sessions"]++
	count["jobs"] += $at["J"]
	next
}
table == "log" { count["users"]++ }
table == "components" { for (i = 3; i <= NF; i++) put($1, name[i], $i, "", "") }
table ~ /^(clusters|rules)$/ {
	if (!($1 in seen)) put($1, "share", $at["share"], "", "")
	seen[$1]
	put($1, $at["variable"], $at["median"], $at["mean"], $at["interval"])
}
table == "shares" {
	count[$NF]++
	n++
}
END {
	m = split(table == "log" ? "jobs sessions users" : table != "shares" ? "" : \
		kind == "users" ? "light heavy weekend workday" : "IWD IWN IW BHP BHD", name, " ")
	for (i = 1; i <= m; i++)
		put(table == "log" ? "" : name[i], table == "log" ? name[i] : of,
			table == "log" ? count[name[i]] : count[name[i]] / n, "", "")
}
