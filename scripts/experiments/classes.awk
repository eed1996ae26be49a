# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of classes, of its summary: logs, gap, cap, kind, table, class, variable, value, mean,
# interval, published. The verdict and the medians are of the first gap and the least of the CAPS,
# which a few very long sessions change least.
BEGIN {
	split("IWD IWN IW BHP BHD", sessions, " ")
	split("light heavy weekend workday", users, " ")
	meaning["IWD"] = "interactive, workday (IWD)"
	meaning["IWN"] = "interactive, night (IWN)"
	meaning["IW"] = "interactive, weekend (IW)"
	meaning["BHP"] = "batch, parallel (BHP)"
	meaning["BHD"] = "batch, long (BHD)"
	meaning["light"] = "light users"
	meaning["heavy"] = "heavy users"
	meaning["weekend"] = "weekend users"
	meaning["workday"] = "workday users"
}
{
	run = cell("gap") "," cell("cap")
	if (!(run in known)) {
		known[run]
		runs[++n] = run
	}
	key = cell("kind") "," cell("table") "," cell("class") "," cell("variable")
	value[run, key] = cell("value")
	if (cell("published") != "") published[key] = cell("published")
	if (cell("table") == "shares" && !(cell("variable") in seen)) {
		seen[cell("variable")]
		name[++of_logs] = cell("variable")
	}
}
function has(run, key) { return (run, key) in value && value[run, key] != "" }
function of(run, key) { return value[run, key] }
function gap_of(run,    part) {
	split(run, part, ",")
	return part[1]
}
function cap_of(run,    part) {
	split(run, part, ",")
	return part[2] + 0
}
# the gap 20m as 20 min
function gap_in_words(gap,    unit) {
	unit = substr(gap, length(gap))
	return duration(gap * (unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : \
		unit == "w" ? 604800 : 1))
}
function capped(run) {
	return cap_of(run) < 100 ? "values at most percentile " cap_of(run) : "values as they are"
}
function share(run, kind, class,    key) {
	key = kind ",clusters," class ",share"
	return has(run, key) ? percent(of(run, key)) : "-"
}
# The greatest change of the share of a class of sessions, in points, from one run to another.
function change(from, to,    c, key, d, most) {
	for (c = 1; c in sessions; c++) {
		key = "sessions,clusters," sessions[c] ",share"
		d = 100 * size(value[from, key] - value[to, key])
		if (d > most) {
			most = d
			changed = sessions[c]
		}
	}
	return most + 0
}
# How far the shares that the paper has are from these, in points.
function from_paper(    c, key, d, most) {
	for (c = 1; c in sessions; c++) {
		key = "sessions,clusters," sessions[c] ",share"
		if (!(key in published)) continue
		d = 100 * size(of(main, key) - published[key])
		if (d > most) most = d
	}
	return most + 0
}
function answer(    of_all, apart) {
	of_all = of(main, "sessions,clusters,IWD,share") + of(main, "sessions,clusters,IWN,share") + \
		of(main, "sessions,clusters,IW,share")
	apart = from_paper()
	verdict("Of the sessions " percent(of_all) " are in the three clusters called interactive: " \
		share(main, "sessions", "IWD") " by day, " share(main, "sessions", "IWN") \
		" at night and " share(main, "sessions", "IW") " at the weekend. The shares by day and at " \
		"night are " (apart < 5 ? "like those" : "unlike those") " of the users-and-sessions paper: " \
		(apart < 0.05 ? "the same." : "up to " shown(apart) " points away."))
}
# The shares of all classes, of the clusters of each of the caps, by rule, and as published.
function shares(    heads, r) {
	table("Shares of the classes")
	heads = "class"
	for (r = 1; r <= n; r++) if (gap_of(runs[r]) == first) heads = heads "\tclusters, " \
		(cap_of(runs[r]) < 100 ? "percentile " cap_of(runs[r]) : "as they are")
	columns(heads "\tby rule\tpublished")
	rows_of("sessions", sessions)
	if (has(main, "users,clusters,light,share")) rows_of("users", users)
	note("Published are the shares in seven logs together; the paper does not have all. The rule is " \
		"that of swf-sessions.")
}
function rows_of(kind, classes,    c, r, text, key) {
	for (c = 1; c in classes; c++) {
		text = meaning[classes[c]]
		for (r = 1; r <= n; r++)
			if (gap_of(runs[r]) == first) text = text "\t" share(runs[r], kind, classes[c])
		key = kind ",rules," classes[c] ",share"
		text = text "\t" (has(main, key) ? percent(of(main, key)) : "-")
		key = kind ",clusters," classes[c] ",share"
		row(text "\t" (key in published ? percent(published[key]) : "-"))
	}
}
function medians(    c, class) {
	table("Medians of the sessions of a class (as published)")
	columns("class\tjobs\tlength\trun time\tprocessors")
	for (c = 1; c in sessions; c++) if (has(main, "sessions,clusters," sessions[c] ",share"))
		row(meaning[sessions[c]] "\t" median(sessions[c], "J", 0) "\t" median(sessions[c], "D", 1) \
			"\t" median(sessions[c], "Rm", 1) "\t" median(sessions[c], "Pm", 0))
	note("Clusters with " capped(main) ". Processors are of a machine of 128.")
}
function median(class, variable, is_time,    key) {
	key = "sessions,clusters," class "," variable
	return in_words(of(main, key), is_time) \
		(key in published ? " (" in_words(published[key], is_time) ")" : "")
}
function in_words(x, is_time) {
	return is_time ? duration(x) : x == int(x) ? whole(x) : shown(x)
}
function of_each_log(    i, c, text) {
	table("Shares of the common classes in each log")
	text = "log"
	for (c = 1; c in sessions; c++) text = text "\t" sessions[c]
	columns(text)
	for (i = 1; i <= of_logs; i++) {
		text = name[i]
		for (c = 1; c in sessions; c++)
			text = text "\t" percent(of(main, "sessions,shares," sessions[c] "," name[i]))
		row(text)
	}
	note("Clusters with " capped(main) ".")
}
function counted(run) {
	return whole(of(run, "sessions,log,,sessions")) " sessions"
}
function carried(kind,    c, key, text) {
	for (c = 8; c <= 9; c++) {
		key = kind ",components," c ",cumulated"
		if (has(main, key)) text = text (text == "" ? "" : " and ") c " carry " \
			percent(of(main, key)) " (published: " percent(published[key]) ")"
	}
	if (text != "") finding("Of the principal components of " kind " " text " of the variance.")
}

END {
	first = gap_of(runs[1])
	main = runs[1]
	for (r = 1; r <= n; r++)
		if (gap_of(runs[r]) == first && cap_of(runs[r]) < cap_of(main)) main = runs[r]
	answer()
	shares()
	medians()
	if (of_logs > 1) of_each_log()
	finding("There are " counted(main) " of " whole(of(main, "sessions,log,,users")) \
		" users, divided by think times of more than " gap_in_words(first) "; the paper has " \
		whole(published["sessions,log,,sessions"]) " of " whole(published["sessions,log,,users"]) ".")
	for (r = 1; r <= n; r++) {
		if (runs[r] == main) continue
		if (gap_of(runs[r]) == first) {
			points = change(main, runs[r])
			if (points >= 0.5) finding("With " capped(runs[r]) " in place of " capped(main) \
				" the share of a class of sessions changes by up to " shown(points) " points (" changed \
				"): a few extreme sessions decide on it.")
		} else finding("Think times of " gap_in_words(gap_of(runs[r])) " in place of " \
			gap_in_words(first) (cap_of(runs[r]) < 100 ? ", " capped(runs[r]) : "") ": " \
			counted(runs[r]) "; the share of a class of sessions changes by at most " \
			shown(change(first "," cap_of(runs[r]), runs[r])) " points.")
	}
	carried("sessions")
	carried("users")
	limit("A name says which cluster is the most so, not that it is so: see the medians.")
	processors = of(main, "sessions,clusters,BHP,Pm")
	if (processors != "" && processors < 32) limit("The cluster called BHP is not highly parallel " \
		"here: its median session uses " in_words(processors, 0) " of 128 processors, and 64 in the " \
		"paper.")
	if (!has(main, "users,clusters,light,share"))
		limit("The users cannot be clustered: they are too few, or alike in a variable.")
}
