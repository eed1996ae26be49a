# Reads what compares schedulers on the same workloads: summary.csv (pairs, of each log, load and
# class of jobs) and means.csv (each scheduler by itself), whose rows are kept by `part`, that is a
# log and a load, or by a class of jobs in it. Ranks them. Needs pairs.awk, job-classes.awk and
# answer.awk, and the variable `decides`, a metric.

function part_of_row() {
	return cell("log") SUBSEP ("load" in column_at ? cell("load") : "")
}
FNR == 2 { has_classes = "class" in column_at }
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
	if (class == "all" && cell("metric") == decides && cell("n") > workloads[part])
		workloads[part] = cell("n")
	if (class == "all" && cell("metric") == "stable" && feedback == "") {
		judged[part, cell("scheduler")] = cell("n")
		saturated[part, cell("scheduler")] = int((1 - cell("mean")) * cell("n") + 0.5)
	}
}

# How a sentence about a part of the study begins.
function about(part) {
	return of_log(log_of[part]) (loads < 2 ? "" : (logs > 1 ? "at" : "At") " load " load_of[part] ": ")
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
			in_units(decides, mean(part, decides, ones[i])) " under " ones[i]
	return text
}
# One of ten may be an error of the test of saturation.
function saturates(part, a) { return saturated[part, a] > judged[part, a] / 10 }
# Waits of those that cannot do the work say how long the workloads are, too.
function falling_behind(part,    i, n, a, text) {
	if (workloads[part] < 2 || all_saturated(part)) return ""
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
