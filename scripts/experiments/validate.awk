# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of validate, of the rows of its summary: which properties of the log the workloads
# keep. A distribution over users is kept where the test of Kolmogorov and Smirnov rejects no more
# of the workloads than can be by chance at its level, by the binomial distribution; one over jobs,
# which are not independent, where it is nearer to the log than the halves of the log are to each
# other. Of locality and self-similarity the log should be where one more workload would be, in
# 95 % of cases.
BEGIN {
	by_chance = ENVIRON["LEVEL"] + 0
	level = 100 * by_chance " %"
	split("users jobs stack daily similarity hurst", groups, " ")
	title["users"] = "distributions over users"
	title["jobs"] = "distributions over jobs"
	title["stack"] = "stack depth"
	title["daily"] = "fullest daily bin"
	title["similarity"] = "jobs of a session alike"
	title["hurst"] = "Hurst parameter"
	split("jobs sessions session_length work arrival departure activity week runtime estimate size " \
		"think_time inter_arrival accuracy rs", plain, " ")
	split("jobs of a user|sessions of a user|session length|work of a user|first arrival|" \
		"last departure|time of activity|hour of the week|run time|estimate|size|think time|" \
		"inter-arrival time|accuracy of estimates|R/S", words, "|")
	for (i in plain) in_words[plain[i]] = words[i]
}
function called(what) {
	sub(/-0$/, "", what)
	return what in in_words ? in_words[what] : what
}
# Users who are there from the beginning make these another distribution than that of the log.
function by_construction(what) { return what ~ /^(arrival|activity)$/ }
# The probability that at least `often` of n workloads are rejected, each with probability p.
function tail(often, n, p,    k, term, sum) {
	for (k = 0; k < often; k++) {
		term = k == 0 ? (1 - p) ^ n : term * (n - k + 1) / k * p / (1 - p)
		sum += term
	}
	return 1 - sum
}
function add(list, item) { return list ? list ", " item : item }

!(cell("log") in known) {
	known[cell("log")]
	name[++n] = cell("log")
}
cell("figure") == "distance" && cell("mean") != "" {
	distance[cell("what")] = cell("mean")
	halves[cell("what")] = cell("reference")
}
cell("figure") == "rejected" && cell("mean") != "" {
	what = cell("what")
	group = what ~ /^(jobs|sessions|session_length|work|arrival|departure|activity)$/ ? "users" : \
		"jobs"
	often = sprintf("%.0f", cell("mean") * cell("n"))
	workloads[n] = cell("n")
	unlike = group == "users" ? often > 0 && \
		tail(often, cell("n"), by_chance) <= by_chance * (1 + 1e-9) : halves[what] == "" ? -1 : \
		distance[what] >= halves[what]
	judge(group, what, unlike, called(what) (group == "users" ? sprintf(" (%d of %d workloads)",
		often, cell("n")) : ""))
	if (unlike > 0 && by_construction(what)) again[n] = 1
	line[n, group, ++lines[n, group]] = sprintf("%s\t%s\t%d of %d\t%s\t%s", called(what),
		yes_or_no(unlike), often, cell("n"), shown(distance[what]),
		halves[what] == "" ? "-" : shown(halves[what]))
}
# These figures are more than 0 where there are any.
(cell("figure") == "depth_mean" || cell("test") cell("figure") == "dailymean" ||
cell("what") ~ /-0$/ || cell("test") == "hurst") && cell("reference") > 0 && cell("n") > 0 {
	group = cell("test")
	workloads[n] = cell("n")
	unlike = -1
	where = "-"
	if (cell("n") > 1) {
		half = (cell("high") - cell("low")) / 2 * sqrt(cell("n") + 1)
		unlike = size(cell("reference") - cell("mean")) > half
		where = shown(cell("mean") - half) " to " shown(cell("mean") + half)
		figures[n]++
		judge(group, cell("what"), unlike, called(cell("what")))
	}
	line[n, "figures", ++lines[n, "figures"]] = sprintf("%s\t%s\t%s\t%s\t%s",
		title[group] ", " called(cell("what")), yes_or_no(unlike), shown(cell("reference")),
		shown(cell("mean")), where)
}
function yes_or_no(unlike) { return unlike < 0 ? "-" : unlike ? "no" : "yes" }
function judge(group, what, unlike, text) {
	if (unlike < 0) return
	judged[n, group]++
	properties[n]++
	if (!unlike) {
		kept[n, group]++
		all_kept[n]++
		return
	}
	others[n, group] = add(others[n, group], text)
	if (++unlike_ones[n] <= 4)
		apart[n] = add(apart[n], (group ~ /^(users|jobs)$/ ? "" : title[group] " by ") called(what) \
			(by_construction(what) ? " (by construction)" : ""))
}

function answer(l,    like) {
	if (unlike_ones[l] > 4) apart[l] = apart[l] " and " unlike_ones[l] - 4 " more"
	like = all_kept[l] + 0 " of " properties[l] " properties"
	if (workloads[l] == 1) verdict(of_log(name[l]) "One workload is too few to say whether " \
		"workloads may be used as if they were the log." (properties[l] ? " It keeps " like \
		(l in apart ? ", but not these: " apart[l] "." : ".") : ""))
	else if (!properties[l]) verdict(of_log(name[l]) "The log has no property that could be compared.")
	else verdict(of_log(name[l]) as_far_as(workloads[l], "resampled workloads " \
		(all_kept[l] == properties[l] ? "may be used as if they were the log: they keep all " \
		properties[l] " properties that were compared." : all_kept[l] * 2 > properties[l] ? \
		"may be used as if they were the log for " like ", but not where these matter: " apart[l] "." : \
		"cannot stand for the log: they keep just " like ", and not these: " apart[l] ".")))
}
function rows_of(l, group,    i) {
	for (i = 1; i <= lines[l, group]; i++) row(line[l, group, i])
}
function tables(l,    g, group) {
	table(of_log(name[l]) "Which properties workloads keep")
	columns("properties\tkept\tunlike the log")
	for (g = 1; g in groups; g++) {
		group = groups[g]
		if (judged[l, group]) row(title[group] "\t" kept[l, group] + 0 " of " judged[l, group] "\t" \
			((l, group) in others ? others[l, group] : "-"))
	}
	if (lines[l, "users"] + lines[l, "jobs"]) {
		table(of_log(name[l]) "Distances of distributions from the log")
		columns("distribution\tkept\tdistinguishable\tmean distance\thalves of the log")
		rows_of(l, "users")
		rows_of(l, "jobs")
		note("Kolmogorov-Smirnov distances; the test at " level " distinguishes workloads from the " \
			"log. Distributions over users are kept where it distinguishes no more of them than can be by " \
			"chance, and distributions over jobs where the halves of the log are farther from each other.")
	}
	if (lines[l, "figures"]) {
		table(of_log(name[l]) "Locality and self-similarity")
		columns("figure\tkept\tthe log\tmean of workloads\tone more workload")
		rows_of(l, "figures")
		note("One more workload would be in this range in 95 % of cases.")
	}
}

END {
	for (l = 1; l <= n; l++) answer(l)
	for (l = 1; l <= n; l++) tables(l)
	for (l = 1; l <= n; l++) {
		if (again[l]) finding(of_log(name[l]) "Arrival and activity differ by construction: " \
			"long-term users are there from the beginning, and begin again when their work is done.")
		of_users += lines[l, "users"]
		of_jobs += lines[l, "jobs"]
		of_figures += figures[l]
		if (workloads[l] > 1 && workloads[l] < 20 && figures[l]) few = workloads[l]
	}
	if (of_users) limit("The Kolmogorov-Smirnov test is lenient over users, since the users of " \
		"workloads are those of the log.")
	if (of_jobs) limit("Over jobs the test finds too much, since it takes jobs for independent, " \
		"while they repeat each other.")
	if (of_figures) limit("Of the figures of locality and self-similarity about one in 20 is unlike " \
		"the log by chance.")
	if (few) limit("With " few " workloads the ranges of one more are wide: small changes of " \
		"locality and self-similarity are not seen.")
	usual_limits("", 0)
}
