# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of extend, of the rows of its summary: log, part, distribution, metric, and the mean
# and the greatest over the workloads.

cell("metric") == "ks" && cell("n") > 0 {
	log_name = cell("log")
	name = cell("distribution")
	if (!(log_name in parts)) log_at[++count] = log_name
	if (!((log_name, cell("part")) in seen)) part_at[log_name, ++parts[log_name]] = cell("part")
	seen[log_name, cell("part")]
	if (!((log_name, name) in greatest)) name_at[log_name, ++names[log_name]] = name
	if (cell("max") > greatest[log_name, name]) greatest[log_name, name] = cell("max")
	distance[log_name, name, cell("part")] = cell("mean")
	if (name ~ /^(jobs|sessions|session_length|work)$/) {
		workloads[log_name] = cell("n")
		sum[log_name, cell("part")] += cell("mean")
		measured[log_name, cell("part")]++
		if (cell("max") > users[log_name]) users[log_name] = cell("max")
	}
}
cell("metric") == "differs" && cell("n") > 0 {
	name = cell("distribution")
	kind = name ~ /^(arrival|departure|activity)$/ ? "when" : "what"
	tests[cell("log"), kind] += cell("n")
	differ[cell("log"), kind] += cell("n") * cell("mean")
	tests[cell("log"), name] += cell("n")
	differ[cell("log"), name] += cell("n") * cell("mean")
}

function called(name) {
	if (name == "session_length") return "length of sessions"
	if (name == "week") return "jobs over the week"
	if (name == "runtime") return "run times"
	if (name == "activity") return "stay of users"
	return name " of users"
}
# 1 of 20 is so by chance; twice as many is taken for a difference
function is_different(l, kind) { return differ[l, kind] > tests[l, kind] / 10 }
function exceeding(l, kind) {
	return sprintf("%.0f of %d distances are greater than those of independent users, as 1 of 20 is " \
		"by chance", differ[l, kind], tests[l, kind])
}
# Of fewer than 60 users in both, distances up to a quarter are by chance.
function conclusion(l,    found) {
	found = sprintf("(distances of at most %s; %s)", shown(users[l]), exceeding(l, "what"))
	if (is_different(l, "what"))
		return "Longer workloads do not stay like the log: users have other numbers of jobs and " \
			"sessions, lengths of sessions or work " found "."
	if (users[l] > 0.25)
		return "Users are too few to tell whether longer workloads stay like the log " found "."
	return "Longer workloads stay like the log: users have as many jobs and sessions, as long ones, " \
		"and as much work as there " found "."
}
function averages(l,    p, text) {
	for (p = 1; p <= parts[l]; p++)
		text = text between_parts(p, parts[l]) \
			shown(sum[l, part_at[l, p]] / measured[l, part_at[l, p]]) " in part " part_at[l, p]
	return text
}
# of many parts the table has the first and the last
function is_in_table(l, p) { return parts[l] < 5 || p == 1 || p == parts[l] }
function distances(    i, j, p, l, name, cells) {
	l = log_at[1]
	for (p = 1; p <= parts[l]; p++) if (is_in_table(l, p)) cells = cells "\tpart " part_at[l, p]
	table("Distances from the log")
	columns("distribution" cells "\tgreatest\tgreater than by chance")
	for (i = 1; i <= count; i++) for (j = 1; j <= names[l = log_at[i]]; j++) {
		name = name_at[l, j]
		cells = of_log(l) called(name)
		for (p = 1; p <= parts[l]; p++)
			if (is_in_table(l, p)) cells = cells "\t" ((l, name, part_at[l, p]) in distance ? \
				shown(distance[l, name, part_at[l, p]]) : "-")
		row(cells "\t" shown(greatest[l, name]) "\t" \
			((l, name) in tests ? sprintf("%.0f of %d", differ[l, name], tests[l, name]) : "-"))
	}
	note("Kolmogorov-Smirnov distances, averages over the workloads: 0 is the same distribution, 1 " \
		"has nothing in common.")
}

END {
	for (i = 1; i <= count; i++) verdict(of_log(log_at[i]) conclusion(log_at[i]))
	if (count) distances()
	for (i = 1; i <= count; i++) {
		l = log_at[i]
		finding(of_log(l) sprintf("The distances of jobs, sessions, their lengths and work are on " \
			"average %s.", averages(l)))
		if (tests[l, "when"])
			finding(of_log(l) sprintf("When users come, when they leave and how long they stay: %s%s.", \
				exceeding(l, "when"), is_different(l, "when") ? ", since in each part long-term users " \
				"are there from its beginning" : ""))
		if (workloads[l] < 3) few = workloads[l]
	}
	if (few) limit(few == 1 ? "One workload says little of others." : \
		few " workloads say little of others.")
	if (count) limit("The comparison with independent users is lenient: those of the workloads are " \
		"the users of the log.")
}
