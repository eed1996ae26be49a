# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of confidence, of the rows of its summary: log, scheduler, metric, and the mean, the
# percentiles and the value of the log itself.

# Percentiles of a few are hardly other than the least and the greatest.
function too_few() { return cell("n") < 20 }
function single(metric) {
	return range(metric, cell(too_few() ? "min" : "p5"), cell(too_few() ? "max" : "p95"))
}
function is_constant() { return cell("min") == cell("max") }
function is_typical() { return cell("reference") >= cell("p5") && cell("reference") <= cell("p95") }
function below(share) {
	return share == 0 ? "none" : share == 100 ? "all" : sprintf("%.3g %%", share)
}
function place(share) {
	if (share == 50) return "the middle of them"
	return sprintf("%s than in %s of them", share > 50 ? "more" : "less",
		below(share > 50 ? share : 100 - share))
}
# What one log says of the wait, in a sentence.
function wait_of_one_log(    what, log_itself) {
	what = "under " cell("scheduler") " the average wait "
	log_itself = in_units("wait_mean", cell("reference"))
	if (cell("n") < 2)
		return sprintf("One workload does not say how sure a result is: %sis %s there, and %s in the " \
			"log.", what, in_units("wait_mean", cell("mean")), log_itself)
	if (is_constant())
		return sentence(sprintf("%sis %s in each of %d workloads, and %s in the log.", what,
			in_units("wait_mean", cell("mean")), cell("n"), log_itself))
	if (too_few())
		return sprintf("%d workloads are too few to say whether the log is typical, 20 are needed: " \
			"%sis %s in all of them, and %s in the log.", cell("n"), what, single("wait_mean"), log_itself)
	return sentence(sprintf("%scould as well have been %s with other weeks of the same users (90 %% " \
		"of %d workloads), and is %s in the log, %s.", what, single("wait_mean"), cell("n"),
		log_itself, place(cell("percentile"))))
}
# Whether the log is typical, by all metrics under the scheduler.
function typical(of) {
	if (metrics[of] == 1) return " The log is " (untypical[of] == "" ? "" : "not ") "typical by this."
	if (untypical[of] == "") return sprintf(" The log is typical by all %d metrics.", metrics[of])
	return sprintf(" The log is not typical, by its %s.", listed(untypical[of]))
}
# A list with an "and" in the place of its last comma.
function listed(text,    last) {
	last = text
	if (!sub(/.*, /, "", last)) return text
	return substr(text, 1, length(text) - length(last) - 2) " and " last
}

cell("n") == 0 { next }
{
	few = too_few()
	one = cell("n") < 2
	if (cell("n") > workloads) workloads = cell("n")
	several = several || NR > 2 && cell("scheduler") != scheduler[rows]
	scheduler[++rows] = cell("scheduler")
	log_of[rows] = of_log(cell("log"))
}
cell("metric") == "stable" {
	rows--
	if (cell("mean") < 1 && feedback == "")
		limits[++n_limits] = sprintf( \
			"%sUnder %s %.0f of %d workloads saturate; their waits, which grow " \
			"with the length of the workload, count with the others.", of_log(cell("log")),
			cell("scheduler"), (1 - cell("mean")) * cell("n"), cell("n"))
	next
}
{
	metric = cell("metric")
	of = cell("log") SUBSEP cell("scheduler")
	metrics[of]++
	if (metric == "wait_mean") {
		case_at[++cases] = of
		of_wait[of] = of_log(cell("log")) wait_of_one_log()
		if (!few) is_judged[of]
	}
	name[rows] = name_of(metric)
	log_itself = in_units(metric, cell("reference"))
	if (!one && !few && !is_constant() && !is_typical()) {
		untypical[of] = untypical[of] (untypical[of] == "" ? "" : ", ") name_of(metric)
		log_itself = log_itself " *"
		marks = 1
	}
	cells[rows] = one ? in_units(metric, cell("mean")) "\t" log_itself : \
		mean_of_row(metric) "\t" single(metric) "\t" log_itself "\t" below(cell("percentile"))
}
END {
	for (i = 1; i <= cases; i++)
		verdict(of_wait[case_at[i]] (case_at[i] in is_judged ? typical(case_at[i]) : ""))
	table(one ? "The workload and the log" : "The workloads and the log")
	columns("metric\t" (one ? "workload\tlog" : "average (its 95 % interval over workloads)\t" \
		(few ? "all" : "90 % of the") " workloads\tlog\tworkloads below the log"))
	for (i = 1; i <= rows; i++)
		row(log_of[i] (several ? scheduler[i] ", " : "") name[i] "\t" cells[i])
	if (marks)
		note("* not typical: the log is outside what 90 % of the workloads have, as by chance in one " \
			"metric of ten." how_cut())
	else if (!one && how_cut() != "") note("In parentheses are 95 % intervals of the average over " \
		"workloads of this log." how_cut())
	usual_limits(workloads, 1)
	for (i = 1; i <= n_limits; i++) limit(limits[i])
	limit_of_first_weeks()
}
