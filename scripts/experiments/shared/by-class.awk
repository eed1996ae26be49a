# SPDX-License-Identifier: GPL-3.0-or-later
# The rows of a run, of three tables in this order: its metrics, its metrics --by class,size, and
# the summary of the mean bounded slowdowns of its users. The row `all` has the metrics, and of the
# users the median, the 95th percentile and the standard deviation. Each class by run time
# (time-to-10m) and by size (size-to-8) has a row with its jobs, the averages of their waits,
# response times and bounded slowdowns, and their longest wait. Tables of groups may follow,
# whose first column is partition, queue or users: each group is a class too (partition-short),
# where there are several. Partitions and queues go by their names in the header of `log_file`.
BEGIN {
	OFS = ","
	average["wait_mean"]
	average["response_mean"]
	average["bsld_mean"]
}
FNR == 1 || $1 ~ /^(class|metric|partition|queue|users)$/ {
	table++
	kind = $1
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	if (table == 1) {
		columns = NF
		for (i = 1; i <= NF; i++) name[i] = $i
		print "class", $0, "user_bsld_p50", "user_bsld_p95", "user_bsld_sd"
	}
	next
}
table == 1 { all = $0 }
table == 2 {
	add("time-" $at["class"])
	add("size-" $at["size"])
}
table == 3 { users = $at["p50"] OFS $at["p95"] OFS $at["sd"] }
table > 3 { group[kind, ++groups[kind]] = $0 }
# the classes of a table of groups
function add_groups(kind,    i) {
	if (groups[kind] < 2) return
	for (i = 1; i <= groups[kind]; i++) {
		$0 = group[kind, i]
		add(kind "-" (kind == "users" ? $1 : name_of_number(kind, $1)))
	}
}
function add(class,    i) {
	if (!(class in jobs)) order[++classes] = class
	jobs[class] += $at["jobs"]
	for (i in average) sum[class, i] += $at["jobs"] * $at[i]
	if ($at["wait_max"] + 0 > longest[class] + 0) longest[class] = $at["wait_max"]
}
END {
	add_groups("partition")
	add_groups("queue")
	add_groups("users")
	print "all", all, users == "" ? ",," : users
	for (c = 1; c <= classes; c++) {
		class = order[c]
		line = class
		for (i = 1; i <= columns; i++)
			line = line OFS (name[i] == "jobs" ? jobs[class] : name[i] in average ? \
				sprintf("%.10g", sum[class, name[i]] / jobs[class]) : name[i] == "wait_max" ? \
				longest[class] : "")
		print line, ",,"
	}
}
