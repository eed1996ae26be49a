# Reads what compares schedulers on the same workloads: summary.csv (pairs, of each log, load and
# class of jobs) and means.csv (each scheduler by itself), whose rows are kept by `part`, that is a
# log and a load, or by a class of jobs in it; and original.csv, of the logs themselves. Ranks them.
# Needs pairs.awk, job-classes.awk and answer.awk, and the variable `decides`, a metric.

function part_of_row() {
	return cell("log") SUBSEP ("load" in column_at ? cell("load") : "")
}
FNR == 2 { has_classes = "class" in column_at }
FILENAME == "stable.csv" {
	if (cell("sign_p") == "" || cell("sign_p") >= 0.05) next
	i = ++told_apart[part_of_row()]
	better_at[part_of_row(), i] = cell(cell("greater") > cell("less") ? "second" : "first")
	worse_at[part_of_row(), i] = cell(cell("greater") > cell("less") ? "first" : "second")
	next
}
FILENAME == "original.csv" {
	if ("class" in column_at && cell("class") != "all") next
	own[part_of_row(), cell("scheduler"), "wait_mean"] = cell("wait_mean")
	own[part_of_row(), cell("scheduler"), "throughput_per_day"] = cell("throughput_per_day")
	next
}
FILENAME ~ /^(summary|means)[.]csv$/ {
	part = part_of_row()
	class = has_classes ? cell("class") : "all"
	what = class == "all" ? part : part SUBSEP class
}
FILENAME == "summary.csv" {
	if (!(part in known)) {
		known[part]
		part_at[++parts] = part
		log_of[part] = cell("log")
		load_of[part] = "load" in column_at ? cell("load") : ""
		if (!(load_of[part] in known_load)) {
			known_load[load_of[part]]
			load_at[++loads] = load_of[part]
		}
		first = first == "" ? cell("first") : first
	}
	read_pair(what)
	if (class == "all" && cell("metric") == decides && cell("error") > error_of_ratio)
		error_of_ratio = cell("error")
}
FILENAME == "means.csv" {
	read_mean(what, "scheduler")
	if (class != "all") add_class(class)
	if (class == "all" && cell("n") > workloads[part]) workloads[part] = cell("n")
	if (class == "all" && cell("metric") == "stable" && feedback == "") {
		judged[part, cell("scheduler")] = cell("n")
		saturated[part, cell("scheduler")] = int((1 - cell("mean")) * cell("n") + 0.5)
	}
}

# How a sentence about a part of the study begins.
function about(part) {
	return of_log(log_of[part]) (loads < 2 ? "" : (logs > 1 ? "with " : "With ") \
		times_users(load_of[part]) (((part, "utilization", first) in mean_of) ? \
		" (utilization " percent(mean(part, "utilization", first)) ")" : "") ": ")
}
# A load is a factor of the number of users.
function times_users(load) {
	return load + 0 == 1 ? "the users of the log" : load " times the users"
}
function mean(part, metric, a) { return mean_of[part, metric, a] }
# Waits may differ and not matter: 95 % of the jobs start at once, and bounded slowdowns are those
# of jobs that do not wait.
function is_idle(part,    i, a) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (!((part, "wait_p95", a) in mean_of) || mean(part, "wait_p95", a) != 0 || \
			mean(part, "bsld_mean", a) >= 1.01) return 0
	}
	return 1
}
function is_same(part,    i, j) {
	for (i = 1; i <= schedulers[part]; i++) for (j = i + 1; j <= schedulers[part]; j++)
		if (pair_unequal[part, decides, scheduler_at[part, i], scheduler_at[part, j]]) return 0
	return 1
}
# The schedulers, those of the better ranks first, and of the same rank the better mean.
function sort_by_rank(part,    i, j, a) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		rank_of[a] = rank(part, decides, a)
		for (j = i; j > 1 && comes_before(part, a, ordered[j - 1]); j--) ordered[j] = ordered[j - 1]
		ordered[j] = a
	}
	best = worse = ""
	for (i = 1; i <= schedulers[part]; i++)
		if (rank_of[ordered[i]] == 1) best = best " " ordered[i]
		else worse = worse " " ordered[i]
}
function comes_before(part, a, b,    by) {
	by = mean(part, decides, b) - mean(part, decides, a)
	return rank_of[a] < rank_of[b] || rank_of[a] == rank_of[b] && \
		(less_is_better(decides) ? by : -by) > 0
}

function verb(list, one, several) {
	return in_words(list, "and") " " (split(list, name, " ") > 1 ? several : one)
}
function list_of(part,    i, list) {
	for (i = 1; i <= schedulers[part]; i++) list = list " " scheduler_at[part, i]
	return list
}
function in_turn(part, list,    n, i, ones, text) {
	n = split(list, ones, " ")
	for (i = 1; i <= n; i++)
		text = text (i == 1 ? "" : i < n ? ", " : " and ") \
			value_of(part, decides, ones[i]) " under " ones[i]
	return text
}
# Waits have no average where more workloads than not saturate. What is compared there is in how
# many they do: by the sign test of stable.csv, where it tells two schedulers apart.
function find_unlimited(    p, part, i, k, a) {
	if (feedback != "") return
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		for (i = 1; i <= schedulers[part]; i++) {
			a = scheduler_at[part, i]
			if (saturated[part, a] <= judged[part, a] / 2) continue
			some_unlimited[part]
			without_limit[part, a]
			for (k = 1; k <= classes; k++) without_limit[part SUBSEP class_at[k], a]
		}
		for (i = 1; i <= told_apart[part]; i++) for (k = 0; k <= classes; k++)
			stabler[k ? part SUBSEP class_at[k] : part, better_at[part, i], worse_at[part, i]]
	}
}
# One of ten may be an error of the test of saturation.
function saturates(part, a) { return saturated[part, a] > judged[part, a] / 10 }
# Waits of those that cannot do the work say how long the workloads are, too.
function falling_behind(part,    i, n, a, text) {
	if (workloads[part] < 2 || all_unlimited(part)) return ""
	for (i = 1; i <= schedulers[part]; i++) {
		a = ordered[i]
		if (saturates(part, a))
			text = text sprintf(n++ ? ", and %s in %d" : " %s falls behind in %d of %d workloads", \
				a, saturated[part, a], judged[part, a])
	}
	if (!n) return ""
	return text (n > 1 ? ": their queues grow" : ": its queue grows") \
		" without end, and waits with the length of the workload."
}
