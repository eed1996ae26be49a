# The answer of interactive, of the rows of its summary: log, cycle, load, class, metric, first and
# second (which are values of alpha, or the name of another scheduler), and the differences over the
# replications.

function has(l, c, i, class, metric, a) { return (l, c, i, class, metric, a) in difference }
# -1 and 1 where it is sure whether it is less or more, else 0
function sure(l, c, i, class, metric, a) {
	if (n[l, c, i, class, metric, a] < 2) return 0
	return high[l, c, i, class, metric, a] < 0 ? -1 : low[l, c, i, class, metric, a] > 0
}
function change(l, c, i, class, metric, a, unit, times,    text, d) {
	d = difference[l, c, i, class, metric, a] * times
	text = (d > 0 ? "+" : "") shown(d) unit
	if (n[l, c, i, class, metric, a] < 2 || \
		d == 0 && low[l, c, i, class, metric, a] == high[l, c, i, class, metric, a]) return text
	return text " (" shown(low[l, c, i, class, metric, a] * times) " to " \
		shown(high[l, c, i, class, metric, a] * times) \
		(sure(l, c, i, class, metric, a) ? "" : ", no clear difference") ")"
}
# before and after at the highest load: from 5 to 7 s, or with `between` 7 instead of 5
function whole(l, class, metric, between, times,    from, to) {
	from = shown(before[l, "log", top, class, metric, last] * times)
	to = shown(after[l, "log", top, class, metric, last] * times)
	return between != "" ? to between from : "from " from " to " to \
		(metric == "wait_max" ? " days" : " s")
}
# What a class pays at the highest load: its waits in the mean and in the middle, and what it gets
# done. A mean that grows while the median falls is that of few jobs.
function payment(l, class,    up, down, text) {
	up = sure(l, "log", top, class, "wait_mean", last)
	down = sure(l, "log", top, class, "wait_median", last)
	text = (class == "very-long" ? "very long" : class) " jobs"
	text = up > 0 && down < 0 ? "some " text " pay and others gain" : \
		up > 0 ? text " pay" : up < 0 ? text " gain" : \
		down < 0 ? text " gain in the median, but not in the mean" : \
		down > 0 ? text " pay in the median, but not in the mean" : \
		text " neither clearly gain nor pay"
	return text ": their mean wait goes " whole(l, class, "wait_mean", "", 1) ", " \
		change(l, "log", top, class, "wait_mean", last, " s", 1) ", the median " \
		whole(l, class, "wait_median", "", 1) ", the longest " \
		whole(l, class, "wait_max", "", 1 / 86400) "; " \
		whole(l, class, "throughput_per_day", " a day instead of ", 1) " of them are done, " \
		change(l, "log", top, class, "throughput_per_day", last, "", 1) "."
}
# Whether large jobs pay for the preference as such, or for the reservation that they lose by it.
function reason(l,    by, price) {
	if (kept == "" || !has(l, "log", top, "large", "wait_mean", kept)) return
	price = difference[l, "log", top, "large", "wait_mean", last]
	by = difference[l, "log", top, "large", "wait_mean", kept]
	printf "%s: under %s, which prefers short jobs too but keeps the reservation of the job that " \
		"came first, the mean wait of large jobs changes by %s, and the longest goes to %s days", \
		l, kept, \
		change(l, "log", top, "large", "wait_mean", kept, " s", 1), \
		shown(after[l, "log", top, "large", "wait_max", kept] / 86400)
	if (sure(l, "log", top, "large", "wait_mean", last) <= 0) print "."
	else if (by < price / 2) printf ": so %s of what they pay comes of the reservation that they " \
		"lose, since alpha %s gives it to the most critical job.\n", \
		(by < price / 10) ? "nearly all" : "most", last
	else print ": so they pay for the preference itself, with a reservation or without."
}
function others(l,    i, text) {
	for (i = 1; i < n_loads; i++) text = text (text == "" ? "" : ", ") change(l, "log", loads[i], \
		"all", "throughput_per_day", last, "", 1) " at load " loads[i]
	return text == "" ? "" : " At other loads the difference of jobs a day is " text "."
}
function in_cycle(l, c) {
	return (c == "log" ? "with the cycle of the log " : c == "none" ? "without a daily cycle " : \
		"where sessions begin between " substr(c, 1, index(c, "-") - 1) " and " \
		substr(c, index(c, "-") + 1) " o'clock ") \
		change(l, c, cycle_load, "all", "throughput_per_day", last, "", 1) " and " \
		change(l, c, cycle_load, "short", "response_mean", last, " s", 1)
}

{
	l = cell("log")
	a = cell("second")
	first = cell("first")
	if (!seen["log", l]++) logs[++n_logs] = l
	if (a ~ /^[A-Za-z_]/) kept = a
	else if (!seen["alpha", a]++) last = a
	if (cell("cycle") == "log" && !seen["load", cell("load")]++) loads[++n_loads] = cell("load")
	if (cell("cycle") != "log") {
		cycle_load = cell("load")
		if (!seen["cycle", cell("cycle")]++) cycles[++n_cycles] = cell("cycle")
	}
	key = l SUBSEP cell("cycle") SUBSEP cell("load") SUBSEP cell("class") SUBSEP \
		cell("metric") SUBSEP a
	n[key] = cell("n")
	before[key] = cell("mean_first")
	after[key] = cell("mean_second")
	difference[key] = cell("difference")
	low[key] = cell("low")
	high[key] = cell("high")
}
END {
	split("short medium long very-long large", names, " ")
	top = loads[n_loads]
	for (j = 1; j <= n_logs; j++) {
		l = logs[j]
		printf "%s: at load %s alpha %s instead of %s gets %s jobs a day done, %s%s, and the " \
			"mean length of sessions goes %s, %s.%s\n", l, top, last, \
			first, whole(l, "all", "throughput_per_day", " instead of ", 1), \
			change(l, "log", top, "all", "throughput_per_day", last, "", 1), \
			(n[l, "log", top, "all", "throughput_per_day", last] < 2) ? "" : \
			" (in brackets the 95 % interval of the difference)", \
			whole(l, "all", "session_length_mean", "", 1), \
			change(l, "log", top, "all", "session_length_mean", last, " s", 1), others(l)
		if (has(l, "log", top, "short", "response_mean", last) && \
			has(l, "log", top, "medium", "response_mean", last)) \
			printf "%s: the mean response at load %s goes %s for short jobs, %s, and %s for medium " \
			"ones, %s.\n", l, top, whole(l, "short", "response_mean", "", 1), \
			change(l, "log", top, "short", "response_mean", last, " s", 1), \
			whole(l, "medium", "response_mean", "", 1), \
			change(l, "log", top, "medium", "response_mean", last, " s", 1)
		if (!has(l, "log", top, "long", "response_mean", last)) continue
		for (c = 3; c <= 5; c++)
			if (has(l, "log", top, names[c], "wait_mean", last)) print l ": " payment(l, names[c])
		reason(l)
		if (!n_cycles || !has(l, "log", cycle_load, "all", "throughput_per_day", last)) continue
		text = in_cycle(l, "log")
		for (i = 1; i <= n_cycles; i++) text = text "; " in_cycle(l, cycles[i])
		printf "%s: at load %s the change of the jobs done a day, and of the mean response of short " \
			"jobs, is %s.\n", l, cycle_load, text
		night = sure(l, "log", cycle_load, "all", "queue_night", last) > 0 && \
			sure(l, "log", cycle_load, "all", "busy_night", last) > 0
		printf "%s: that more is left for the night, as in the keynote, %s: from 18 to 8 hours the " \
			"mean queue changes by %s jobs, and the busy share of the machine by %s.\n", l, \
			night ? "shows" : sure(l, "log", cycle_load, "all", "queue_night", last) < 0 ? \
			"is not so" : "does not show", \
			change(l, "log", cycle_load, "all", "queue_night", last, "", 1), \
			change(l, "log", cycle_load, "all", "busy_night", last, "", 1)
	}
}
