# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of interactive, of the rows of its summary: log, cycle, load, class, metric, first and
# second (which are values of alpha, or the name of another scheduler), and the differences over the
# replications.

# A key of what is kept: of the last alpha, or of another scheduler.
function key_of(l, cycle, load_of, class, metric, a) {
	return l SUBSEP cycle SUBSEP load_of SUBSEP class SUBSEP metric SUBSEP (a == "" ? last : a)
}
# at the highest load, with the daily cycle of the log
function at_top(l, class, metric, a) { return key_of(l, "log", top, class, metric, a) }
# A load is a factor of the number of users.
function with_users(load) {
	return "with " (load + 0 == 1 ? "the users of the log" : load " times the users")
}
# from the first alpha to the last: 1 h 2 min → 40 min *
function both(key, metric) {
	if (!(key in n)) return ""
	return plain(metric, before[key]) " → " plain(metric, after[key]) (sign[key] ? " *" : "")
}
function plain(metric, x) {
	return metric == "throughput_per_day" ? shown(x) : in_units(metric, x)
}
function difference(key, metric) {
	return n[key] < 2 ? "" : by_how_much(metric, low[key], high[key])
}
function instead(key, metric) {
	return plain(metric, after[key]) " instead of " in_units(metric, before[key])
}
# with the interval of the difference
function how_sure(key, metric) {
	return n[key] < 2 ? "" : for_site(difference(key, metric))
}
function name_of_class(class) { return class == "very-long" ? "very long" : class }
function listed(list,    part, m, i, text) {
	m = split(list, part, "\t")
	for (i = 1; i <= m; i++) text = text between_parts(i, m) part[i]
	return text
}
function with_part(list, part) { return list (list == "" ? "" : "\t") part }

# Who gains and who pays: a mean that grows while the median falls is that of few jobs.
function who_pays(l,    c, mean, median, name, gain, pay, split_ones, text) {
	for (c = 1; c <= 5; c++) {
		if (!(at_top(l, class_at[c], "wait_mean") in n)) continue
		mean = sign[at_top(l, class_at[c], "wait_mean")]
		median = sign[at_top(l, class_at[c], "wait_median")]
		name = name_of_class(class_at[c])
		if (mean < 0) gain = with_part(gain, name)
		else if (mean > 0 && median < 0) split_ones = with_part(split_ones, name)
		else if (mean > 0) pay = with_part(pay, name)
	}
	if (gain == "" && pay == "" && split_ones == "")
		return "no class of jobs is shown to wait longer or less" largest_change(l) starvation(l)
	text = gain == "" ? "" : listed(gain) " jobs wait less"
	if (pay != "") text = text (text == "" ? "" : ", and ") listed(pay) " jobs pay with longer waits"
	if (split_ones != "")
		text = text (text == "" ? "" : ", and ") "of the " listed(split_ones) \
			" jobs some pay with longer waits and others gain"
	return text largest_change(l) starvation(l)
}
# Means may fall while some jobs wait for ever: the classes whose longest wait at least doubles, and
# is over an hour.
function starvation(l,    c, key, text) {
	for (c = 1; c <= 5; c++) {
		key = at_top(l, class_at[c], "wait_max")
		if (key in n && after[key] > 3600 && after[key] >= 2 * before[key])
			text = text sprintf("%s %s (%s instead of %s)", text == "" ? "" : ",", \
				name_of_class(class_at[c]), duration(after[key]), duration(before[key]))
	}
	return text == "" ? "" : "; the longest waits are much longer, of jobs that are" text
}
# The class whose average wait changes most, where that is not certain.
function largest_change(l,    c, key, most, most_key, class) {
	for (c = 1; c <= 5; c++) {
		key = at_top(l, class_at[c], "wait_mean")
		if (!(key in n) || size(by[key]) <= most) continue
		most = size(by[key])
		most_key = key
		class = class_at[c]
	}
	if (most == 0 || sign[most_key]) return ""
	return sprintf(", but the average wait of %s jobs changes most, from %s to %s, which may be " \
		"chance", name_of_class(class), duration(before[most_key]), duration(after[most_key]))
}
function what_it_gives(l,    key, begin, done) {
	key = at_top(l, "all", "throughput_per_day")
	done = instead(key, "throughput_per_day") " are done"
	sub(/ jobs a day are done/, " jobs a day", done)
	begin = sprintf("Preferring jobs whose users still wait for them (alpha %s instead of %s)", last, \
		first)
	if (n[key] < 2)
		return "One workload cannot say what the preference for interactive jobs gives: with alpha " \
			last " instead of " first " users get " done " done " with_users(top) "."
	if (unequal[key] == 0)
		return sprintf("%s changes nothing: users get %s done %s, in each of %d workloads.", \
			begin, in_units("throughput_per_day", before[key]), with_users(top), n[key])
	if (!sign[key])
		return sprintf("In what gets done %s with %d workloads: %s users get %s done %s%s; " \
			"%s.%s", \
			unsure(certain[key]), n[key], "with alpha " last " instead of " first, done, \
			with_users(top), how_sure(key, "throughput_per_day"), who_pays(l), \
			behind_unsure(certain[key], needed[key], n[key]))
	return sprintf("%s completes %s %s%s; %s.", begin, done, with_users(top), \
		how_sure(key, "throughput_per_day"), who_pays(l))
}
# Whether large jobs pay for the preference as such, or for the reservation that they lose by it.
function reason(l,    key, other, text) {
	if (kept == "" || !(at_top(l, "large", "wait_mean", kept) in n)) return
	key = at_top(l, "large", "wait_mean")
	other = at_top(l, "large", "wait_mean", kept)
	finding(sprintf("%s%s prefers short jobs, too, but keeps the reservation of the job that came " \
		"first: under it large jobs wait %s on average%s, and at longest %s.", of_log(l), kept, \
		instead(other, "wait_mean"), how_sure(other, "wait_mean"), \
		duration(after[at_top(l, "large", "wait_max", kept)])))
	if (sign[key] <= 0) return
	if (by[other] < by[key] / 2)
		finding(sprintf("%sSo %s of what large jobs pay comes of the reservation that they lose, since " \
			"alpha %s gives it to the most critical job.", of_log(l), \
			by[other] < by[key] / 10 ? "nearly all" : "most", last))
	else finding(of_log(l) "So large jobs pay for the preference itself, with a reservation or " \
		"without.")
}
function cycle_name(cycle) {
	return cycle == "log" ? "that of the log" : cycle == "none" ? "none" : \
		"sessions begin from " substr(cycle, 1, index(cycle, "-") - 1) " to " \
		substr(cycle, index(cycle, "-") + 1) " o'clock"
}
function night(l,    queue, busy) {
	queue = key_of(l, "log", cycle_load, "all", "queue_night")
	busy = key_of(l, "log", cycle_load, "all", "busy_night")
	if (!(queue in n) || !(busy in n) || n[queue] < 2) return
	finding(sprintf("%sThat more is left for the night, as in the keynote, %s: from 18 to 8 o'clock " \
		"%s %s instead of %s jobs wait%s, and %s instead of %s of the machine is busy%s.", \
		of_log(l), sign[queue] > 0 && sign[busy] > 0 ? "shows" : sign[queue] < 0 ? "is not so" : \
		"does not show", with_users(cycle_load), shown(after[queue]), shown(before[queue]), \
		how_sure(queue, "queue_mean"), percent(after[busy]), percent(before[busy]), \
		how_sure(busy, "utilization")))
}

function put_classes(l,    c, class, marked) {
	table(of_log(l) "Who gains and who pays: from alpha " first " to " last ", " with_users(top))
	columns("jobs\taverage wait\tmedian wait\tlongest wait\tjobs a day")
	for (c = 1; c <= 5; c++) {
		class = class_at[c]
		if (at_top(l, class, "wait_mean") in n)
			put(name_of_class(class) "\t" both(at_top(l, class, "wait_mean"), "wait_mean") "\t" \
				both(at_top(l, class, "wait_median"), "wait_median") "\t" \
				both(at_top(l, class, "wait_max"), "wait_max") "\t" \
				both(at_top(l, class, "throughput_per_day"), "throughput_per_day"))
	}
	explain_marks()
}
function put_loads(l,    i, done, session, busy) {
	table(of_log(l) "What gets done and how long sessions last: from alpha " first " to " last)
	columns("users, times those of the log\tutilization\t" \
		"jobs a day: difference for the site\tjobs a day\t" \
		"session: difference for the site\t" \
		"average session")
	for (i = 1; i <= n_loads; i++) {
		done = key_of(l, "log", loads[i], "all", "throughput_per_day")
		session = key_of(l, "log", loads[i], "all", "session_length_mean")
		busy = key_of(l, "log", loads[i], "all", "utilization")
		put(loads[i] "\t" (busy in n ? percent(before[busy]) : "-") "\t" \
			difference(done, "throughput_per_day") "\t" both(done, "throughput_per_day") \
			"\t" difference(session, "session_length_mean") "\t" both(session, "session_length_mean"))
	}
	explain_marks()
}
function put_cycles(l,    i, cycle, done, response) {
	if (!n_cycles) return
	table(of_log(l) "By daily cycle, " with_users(cycle_load) ": from alpha " first " to " last)
	columns("daily cycle\tjobs a day: difference for the site\tjobs a day\t" \
		"response: difference for the site\tresponse of short jobs")
	for (i = 0; i <= n_cycles; i++) {
		cycle = i ? cycles[i] : "log"
		done = key_of(l, cycle, cycle_load, "all", "throughput_per_day")
		response = key_of(l, cycle, cycle_load, "short", "response_mean")
		put(cycle_name(cycle) "\t" difference(done, "throughput_per_day") "\t" \
			both(done, "throughput_per_day") "\t" difference(response, "response_mean") "\t" \
			both(response, "response_mean"))
	}
	explain_marks()
}
function put(cells) {
	row(cells)
	marked = marked || cells ~ / \*(\t|$)/
}
function explain_marks() {
	if (marked) note(meaning_of_mark("alpha " first) (few_workloads(workloads) ? " " \
		sentence(number_in_words(workloads)) " workloads are weak evidence." : ""))
	marked = 0
}

{
	a = cell("second")
	first = cell("first")
	if (!seen["log", cell("log")]++) log_at[++n_logs] = cell("log")
	if (a ~ /^[A-Za-z_]/) kept = a
	else if (!seen["alpha", a]++) last = a
	if (cell("cycle") == "log" && !seen["load", cell("load")]++) loads[++n_loads] = cell("load")
	if (cell("cycle") != "log") {
		cycle_load = cell("load")
		if (!seen["cycle", cell("cycle")]++) cycles[++n_cycles] = cell("cycle")
	}
	key = key_of(cell("log"), cell("cycle"), cell("load"), cell("class"), cell("metric"), a)
	n[key] = cell("n")
	before[key] = cell("mean_first")
	after[key] = cell("mean_second")
	by[key] = cell("difference")
	low[key] = cell("low")
	high[key] = cell("high")
	unequal[key] = cell("less") + cell("greater")
	sign[key] = differs()
	certain[key] = certainty_of_row()
	needed[key] = cell("needed")
}
END {
	split("short medium long very-long large", class_at, " ")
	top = loads[n_loads]
	workloads = n[at_top(log_at[1], "all", "throughput_per_day")]
	for (j = 1; j <= n_logs; j++) verdict(of_log(log_at[j]) what_it_gives(log_at[j]))
	for (j = 1; j <= n_logs; j++) {
		l = log_at[j]
		put_classes(l)
		put_loads(l)
		put_cycles(l)
	}
	for (j = 1; j <= n_logs; j++) {
		l = log_at[j]
		for (c = 1; c <= 2; c++) {
			key = at_top(l, class_at[c], "response_mean")
			if (key in n) finding(sprintf("%s%s the average response time of %s jobs is %s%s.", \
				of_log(l), sentence(with_users(top)), class_at[c], instead(key, "response_mean"), \
				how_sure(key, "response_mean")))
		}
		reason(l)
		if (n_cycles) night(l)
	}
	usual_limits(workloads, 0)
}
