# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of flurries, of the rows of its summary: log, scheduler, metric, first, second (rates),
# and the difference of their means over the replications.

function with(rate) {
	return rate + 0 == 0 ? "without flurries" : "with " rate " flurr" (rate + 0 == 1 ? "y" : "ies") \
		" a week"
}
# How the average wait of the others changes, in a sentence.
function wait_of_others(    same, now, before) {
	now = in_units("wait_mean", cell("mean_second"))
	before = in_units("wait_mean", cell("mean_first"))
	same = "under " cell("scheduler") " the other jobs wait " now " on average " \
		with(cell("second")) ", and "
	if (cell("n") < 2)
		return "One workload cannot say what flurries do: " same before " " with(cell("first")) "."
	if (cell("less") + cell("greater") == 0)
		return "Flurries change nothing: " same "as long " with(cell("first")) ", in each of " \
			cell("n") " workloads."
	if (!differs())
		return sprintf("%s with %d workloads: %s%s %s%s.%s", \
			sentence(unsure(certainty_of_row())), cell("n"), same, before, with(cell("first")), \
			for_site(difference()), behind_unsure(certainty_of_row(), cell("needed"), cell("n")))
	return sprintf("%s the other jobs wait %s than %s: %s instead of %s on average under %s%s in %d " \
		"workloads.", sentence(with(cell("second"))), \
		cell("difference") < 0 ? "less" : "longer", with(cell("first")), now, before, \
		cell("scheduler"), for_site(difference()), cell("n"))
}
function difference() { return by_how_much(cell("metric"), cell("low"), cell("high")) }
# The cells of a metric at both rates.
function take(name) {
	value[at, cell("first"), name] = in_units(cell("metric"), cell("mean_first"))
	value[at, cell("second"), name] = in_units(cell("metric"), cell("mean_second")) mark()
}
function saturated(stable) {
	return cell("n") == 0 ? "not judged" : sprintf("%.0f of %d", (1 - stable) * cell("n"), cell("n"))
}
function print_table(    heads, i, r) {
	heads = "flurries a week\tdifference for the site\taverage wait\t" \
		"average bounded slowdown" (feedback == "" ? "\tsaturated workloads" : "")
	table("Waits of the jobs that are of no flurry")
	columns(heads)
	for (i = 1; i <= cases; i++) {
		put_row(i, first_of[i])
		for (r = 1; r <= rates[i]; r++) put_row(i, rate[i, r])
	}
	if (marks) note(meaning_of_mark("workloads " with(first_of[1])))
}
function put_row(i, r,    name) {
	name = log_of[i] (several ? scheduler_of[i] ", " : "") r
	row(name "\t" (r == first_of[i] ? "" : changed[i, r]) "\t" value[i, r, "wait"] "\t" \
		value[i, r, "bsld"] \
		(feedback == "" ? "\t" value[i, r, "saturated"] : ""))
}

# What the list of flurries of a log holds: the paper's had thousands of jobs.
function listed(name,    file, entry, n, most, part) {
	file = "flurries/" name ".csv"
	while ((getline entry <file) > 0)
		if (split(entry, part, ",") >= 5 && n++ && part[5] > most) most = part[5]
	close(file)
	if (n > 1 && most < 500)
		limit(sprintf("%s%s%s has %d jobs. The flurries of the paper have thousands; MADE makes one.",
			of_log(name), n > 2 ? "The largest of " n - 1 " flurries" : "The only flurry",
			flurry_jobs == "" ? "" : " of more than " whole(flurry_jobs) " jobs in a day", most))
}

{
	if (!((cell("log"), cell("scheduler")) in number)) {
		number[cell("log"), cell("scheduler")] = ++cases
		log_of[cases] = of_log(cell("log"))
		scheduler_of[cases] = cell("scheduler")
		several = several || cell("scheduler") != scheduler_of[1]
		first_of[cases] = cell("first")
		if (cell("log") != log_name[names]) log_name[++names] = cell("log")
	}
	at = number[cell("log"), cell("scheduler")]
	if (!((at, cell("second")) in seen)) {
		seen[at, cell("second")]
		rate[at, ++rates[at]] = cell("second")
	}
	marks = marks || cell("metric") ~ /^(wait_mean|bsld_mean)$/ && differs()
}
cell("metric") == "jobs" {
	if (differs()) more_or_fewer[at, cell("second")] = differs() > 0 ? "more" : "fewer"
}
cell("metric") == "bsld_mean" { take("bsld") }
cell("metric") == "wait_mean" {
	take("wait")
	# of the last rate
	workloads = cell("n")
	answer[at] = of_log(cell("log")) wait_of_others()
	changed[at, cell("second")] = cell("n") < 2 ? "" : difference()
}
cell("metric") == "stable" {
	value[at, cell("first"), "saturated"] = saturated(cell("mean_first"))
	value[at, cell("second"), "saturated"] = saturated(cell("mean_second"))
}
END {
	for (i = 1; i <= cases; i++) verdict(answer[i])
	print_table()
	# the workloads are the same under all schedulers
	for (i = 1; i <= cases; i++) for (r = 1; r <= rates[i]; r++)
		if (scheduler_of[i] == scheduler_of[1] && (i, rate[i, r]) in more_or_fewer)
			limit(sprintf("%s%s there are %s other jobs, too, which changes waits by itself.",
				log_of[i], sentence(with(rate[i, r])), more_or_fewer[i, rate[i, r]]))
	for (i = 1; i <= names; i++) listed(log_name[i])
	usual_limits(workloads, 1)
}
