# SPDX-License-Identifier: GPL-3.0-or-later
# What react.mk measures of a run beside swf-metrics. `show` is
#     never    of a schedule the shares never_jobs and never_work of the jobs that could run, and of
#              their work, that were not started. With `abandons` the jobs of status 5 are those of
#              users who left, who count for nothing
#     gpus     of a table of swf-metrics --by gpus the average waits of jobs with and without GPUs
#     users    a log whose users are groups of users, which swf-metrics --by user then measures: 1
#              for the users who submit the first half of the work, the heaviest before others, 2
#              for those of the next 40 %, 3 for the others. Reads the workload that was simulated
#              and then the schedule, whose jobs are written
#     classes  the rows of a run, of three tables in this order: its metrics, its metrics
#              --by class,size, and the summary of the mean bounded slowdowns of its users. The row
#              `all` has the metrics, and of the users the median, the 95th percentile and the
#              standard deviation. Each class by run time (time-to-10m) and by size (size-to-8) has
#              a row with its jobs, the averages of their waits, response times and bounded
#              slowdowns, and their longest wait. Tables of groups may follow, whose first column is
#              gpus, partition, queue, group, month or users: each group is a class too
#              (partition-short), where there are several. Partitions, queues and groups go by their
#              names. Groups are accounts: those that the file `accounts` does not list are one.
#              There may also be the table of swf-simulate --left-out: each of its rows is a class
#              too, "left-out-PARTITION/QUEUE/REASON", with nothing but its jobs
#     months   a log whose groups are the months of submits, such as 202603, which swf-metrics --by
#              group then measures. Reads a table of swf-select with the columns submit_local and
#              week, and then the log. Without dates a month is four weeks: 1, 2, ...
# and otherwise name_of_number(kind, number) is the name of a partition, queue or group.

BEGIN { if (show == "classes") OFS = "," }
show == "never" {
	if (!/^;/) count_never()
	next
}
show == "gpus" {
	if (FNR == 1) begin_table()
	else add_to_class($1 == "none" ? "without" : "with")
	next
}
show == "users" {
	if (FNR == NR) add_work_of_user()
	else print_with_group()
	next
}
show == "months" {
	if (FNR == NR) month_of_row[FNR] = month_of($0)
	else print_with_month()
	next
}
show == "classes" && /^partition,queue,reason,/ {
	table++
	kind = "left-out"
	next
}
show == "classes" && kind == "left-out" {
	add_left_out()
	next
}
show == "classes" && (FNR == 1 || $1 ~ /^(class|metric|gpus|partition|queue|group|month|users)$/) {
	begin_table()
	next
}
show == "classes" && table == 1 { metrics_of_all = $0 }
show == "classes" && table == 2 {
	add_to_class("time-" $at["class"])
	add_to_class("size-" $at["size"])
}
show == "classes" && table == 3 { spread_of_users = $at["p50"] OFS $at["p95"] OFS $at["sd"] }
show == "classes" && table > 3 { group_row[kind, ++groups[kind]] = $0 }
END {
	if (show == "never") {
		print "never_jobs,never_work"
		printf("%.10g,%.10g\n", could_run ? never_ran / could_run : 0, \
			all_work > 0 ? never_work / all_work : 0)
	}
	if (show == "gpus") {
		print "with_gpus_wait_mean,without_gpus_wait_mean"
		print average_wait("with") "," average_wait("without")
	}
	if (show == "classes") print_classes()
}

# Jobs that were not started.

function processors() { return $8 > 0 ? $8 : $5 }
function count_never() {
	if (processors() <= 0 || $4 < 0 || ($3 < 0 && abandons && $11 == 5)) return
	could_run++
	all_work += $4 * processors()
	if ($3 < 0) {
		never_ran++
		never_work += $4 * processors()
	}
}

# Groups of users.

function add_work_of_user() {
	if (!/^;/ && processors() > 0 && $4 > 0) work_of[$12] += processors() * $4
}
function print_with_group() {
	if (!/^;/) {
		if (!grouped++) group_users()
		$12 = $12 in group_of_user ? group_of_user[$12] : 3
	}
	print
}
# from the heaviest on, by shell sort
function group_users(    i, j, gap, user, n, name, all, done) {
	for (user in work_of) {
		name[++n] = user
		all += work_of[user]
	}
	for (gap = int(n / 2); gap > 0; gap = int(gap / 2)) for (i = gap + 1; i <= n; i++) {
		user = name[i]
		for (j = i; j > gap && comes_before(user, name[j - gap]); j -= gap)
			name[j] = name[j - gap]
		name[j] = user
	}
	for (i = 1; i <= n; i++) {
		group_of_user[name[i]] = done < 0.5 * all ? 1 : done < 0.9 * all ? 2 : 3
		done += work_of[name[i]]
	}
}
function comes_before(a, b) {
	return work_of[a] > work_of[b] || work_of[a] == work_of[b] && a + 0 < b + 0
}

# Months, of which the table has a head and then a row for each job.

function month_of(row,    date) {
	split(row, date, ",")
	return date[1] != "" ? substr(date[1], 1, 4) substr(date[1], 6, 2) : int((date[2] - 1) / 4) + 1
}
function print_with_month() {
	if (!/^;/) $13 = month_of_row[++jobs_read + 1]
	print
}

# Classes of jobs.

function begin_table(    i) {
	kind = $1
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	if (++table > 1) return
	n_metrics = split($0, metric)
	if (show == "classes") print "class", $0, "user_bsld_p50", "user_bsld_p95", "user_bsld_sd"
}
# a metric that is an average over the jobs
function is_average(name) { return name ~ /^(wait|response|bsld)_mean$/ }
function add_to_class(class,    i) {
	if (!(class in jobs_of)) class_order[++n_classes] = class
	jobs_of[class] += $at["jobs"]
	for (i = 1; i <= n_metrics; i++) if (is_average(metric[i]))
		sum_of[class, metric[i]] += $at["jobs"] * $at[metric[i]]
	if ($at["wait_max"] + 0 > longest_of[class] + 0) longest_of[class] = $at["wait_max"]
}
# the classes of a table of groups
function add_groups(kind,    i) {
	if (groups[kind] < 2) return
	for (i = 1; i <= groups[kind]; i++) {
		$0 = group_row[kind, i]
		add_to_class(kind "-" (kind ~ /^(users|gpus)$/ ? $1 : kind == "month" ? dated($1) : \
			name_of_number(kind, $1)))
		if (kind == "gpus" && $1 != "none") add_to_class("gpus-some")
	}
}
function dated(month) {
	return month > 9999 ? substr(month, 1, 4) "-" substr(month, 5) : sprintf("%04d", month)
}
function add_left_out(    class) {
	class = "left-out-" name_of_number("partition", $1) "/" name_of_number("queue", $2) "/" $3
	if (!(class in jobs_of)) class_order[++n_classes] = class
	jobs_of[class] += $4
}
# The accounts that are listed, in that order, and then all others as one.
function add_accounts(    i, number, place, n) {
	if (groups["group"] < 2) return
	while (accounts != "" && (getline number <accounts) > 0) place[number] = ++n
	for (i = 1; i <= groups["group"]; i++) {
		$0 = group_row["group", i]
		if ($1 in place) account_row[place[$1]] = $0
		else other_row[++others] = $0
	}
	for (i = 1; i <= n; i++) if (i in account_row) {
		$0 = account_row[i]
		add_to_class("account-" name_of_number("group", $1))
	}
	for (i = 1; i <= others; i++) {
		$0 = other_row[i]
		add_to_class("account-:others")
	}
}
function average_wait(class) {
	return jobs_of[class] ? sprintf("%.10g", sum_of[class, "wait_mean"] / jobs_of[class]) : ""
}
function print_classes(    c, i, of, line) {
	add_groups("gpus")
	add_groups("partition")
	add_groups("queue")
	add_accounts()
	add_groups("users")
	add_groups("month")
	print "all", metrics_of_all, spread_of_users == "" ? ",," : spread_of_users
	for (c = 1; c <= n_classes; c++) {
		line = of = class_order[c]
		for (i = 1; i <= n_metrics; i++)
			line = line OFS (metric[i] == "jobs" ? jobs_of[of] : (of, metric[i]) in sum_of ? \
				sprintf("%.10g", sum_of[of, metric[i]] / jobs_of[of]) : metric[i] == "wait_max" ? \
				longest_of[of] : "")
		print line, ",,"
	}
}

# Names of partitions, queues and groups.

# The name that the table `keys` of swf-import --keys has for the number of one of these kinds, or
# else the header of `log_file`, of the characters that a name of a class can have; the
# number where there is none. Numbers with one name have the number behind it.
function name_of_number(kind, number,    name) {
	if (number < 0) return "none"
	if (!names_are_known) read_names()
	name = known[kind, number]
	return name == "" ? number : numbers_of[kind, name] > 1 ? name "-" number : name
}
function read_names(    line, part) {
	names_are_known = 1
	# first the table, which has the last word
	while (keys != "" && (getline line <keys) > 0)
		if (split(line, part, ",") >= 3 && part[2] ~ /^[0-9]+$/)
			add_name(part[1], part[2], substr(line, length(part[1] part[2]) + 3))
	if (keys != "") close(keys)
	while ((getline line <log_file) > 0 && line ~ /^;/) {
		if (split(substr(line, 2), part, /[ \t,]+/) < 3) continue
		if (part[2] ~ /^(Partition|Queue):$/) add_name(tolower(part[2]), part[3], part[4])
		if (part[1] ~ /^(Partition|Queue):$/) add_name(tolower(part[1]), part[2], part[3])
	}
	close(log_file)
}
# "(6 jobs)" of a header is no name
function add_name(kind, number, name) {
	sub(/:$/, "", kind)
	if (name ~ /^[(]/ || (kind, number + 0) in known) return
	gsub(/[^A-Za-z0-9_.+-]/, "", name)
	if (name == "") return
	known[kind, number + 0] = name
	numbers_of[kind, name]++
}
