# The answer of classes, of its summary: logs, gap, cap, kind, table, class, variable, value, mean,
# interval, published.
BEGIN {
	named["sessions"] = "IWD IWN IW BHP BHD"
	named["users"] = "light heavy weekend workday"
}
{
	name = cell("logs")
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
		logs[++of_logs] = cell("variable")
	}
}
function add(list, item) { return list ? list ", " item : item }
function percent(share) { return sprintf("%.1f %%", 100 * share) }
function paper(key, times) {
	return key in published ? sprintf(" (%s)", shown(published[key] * times)) : ""
}
function has(key) { return (run, key) in value }
function of(key) { return value[run, key] }
function many(count,    text) {
	text = sprintf("%d", count)
	while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text)
	return text
}
function counted(what,    key) {
	key = "sessions,log,," what
	return many(of(key)) " " what (key in published ? " (" many(published[key]) ")" : "")
}
function shares(kind,    list, m, c, class) {
	m = split(named[kind], class, " ")
	for (c = 1; c <= m; c++) list = add(list, class[c] " " percent(of(kind ",clusters," class[c] \
		",share")) paper(kind ",clusters," class[c] ",share", 100))
	return list
}
function carried(kind,    list, c, key) {
	for (c = 8; c <= 9; c++) {
		key = kind ",components," c ",cumulated"
		if (has(key)) list = add(list, c " carry " percent(of(key)) paper(key, 100))
	}
	return list
}
function typical(class, variable, unit) {
	return shown(of("sessions,clusters," class "," variable)) unit paper("sessions,clusters," \
		class "," variable, 1)
}
# The greatest change of the share of a class, in points, from another run to this one.
function moved(kind, former,    m, c, class, key, d, most) {
	m = split(named[kind], class, " ")
	for (c = 1; c <= m; c++) {
		key = kind ",clusters," class[c] ",share"
		d = 100 * size(value[run, key] - value[former, key])
		if (d > most) most = d
	}
	return shown(most + 0) " points"
}
# Of each class of sessions the least and the greatest share in a log.
function spread(    list, m, c, class, i, s, low, high, at_low, at_high) {
	m = split(named["sessions"], class, " ")
	for (c = 1; c <= m; c++) {
		for (i = 1; i <= of_logs; i++) {
			s = of("sessions,shares," class[c] "," logs[i])
			if (i == 1 || s < low) {
				low = s
				at_low = logs[i]
			}
			if (i == 1 || s > high) {
				high = s
				at_high = logs[i]
			}
		}
		list = add(list, sprintf("%s from %s (%s) to %s (%s)", class[c], percent(low), at_low,
			percent(high), at_high))
	}
	return list
}
END {
	for (r = 1; r <= n; r++) {
		run = runs[r]
		split(run, label, ",")
		if (r == 1) {
			first = label[1]
			print name ": " counted("sessions") " of " counted("users") ", divided by think " \
				"times of more than " first ". In brackets: what the users-and-sessions paper has."
			print "Of the variance of sessions, components " carried("sessions") \
				(has("users,components,9,cumulated") ? "; of that of users " carried("users") : "") "."
		}
		if (label[1] == first) {
			print "Clusters, " (label[2] < 100 ? "values at most percentile " label[2] : \
				"values as they are") ": sessions are " shares("sessions") ". The median session of " \
				"BHD lasts " typical("BHD", "D", " s") " and has " typical("BHD", "J", "") \
				" jobs; that of BHP has " typical("BHP", "Pm", "") " of 128 processors. " \
				(has("users,clusters,light,share") ? "Users are " shares("users") "." : \
				"The users cannot be clustered: they are too few, or alike in a variable.")
			if (of_logs > 1) print "From log to log: " spread() "."
		} else print "Think times of " label[1] " in place of " first (label[2] < 100 ? \
			", values at most percentile " label[2] : "") ": " counted("sessions") "; the share of " \
			"a class of sessions changes by at most " moved("sessions", first "," label[2]) "."
	}
	if (of_logs < 2) print "Names say which cluster of this log is the most so, not that it is so: " \
		"several logs tell the classes apart better."
}
