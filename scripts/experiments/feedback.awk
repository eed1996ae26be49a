# The answer of feedback, of the rows of its summary: log, scheduler, model, metric, n, mean and its
# interval.

function times(a, b) {
	return a == b ? "as the" : (b > 0 ? shown(a / b) : "many") " times the"
}
function list(text, item) { return text == "" ? item : text ", " item }
function spread(log_name, s, m, metric) {
	return width[log_name, s, m, metric] == "" ? "" : \
		" (+- " shown(width[log_name, s, m, metric]) ")"
}
function waits(l, s,    i, text) {
	for (i = 1; i <= models; i++)
		text = list(text, shown(mean[l, s, model[i], "wait_mean"]) " s " name(model[i]) \
			spread(l, s, model[i], "wait_mean"))
	return text
}
function name(m) { return m == "conventional" ? "replayed" : "with " m " users" }
function nearest(l, s, metric,    i, best) {
	for (i = 1; i <= models; i++)
		if (model[i] != "conventional" && mean[l, s, model[i], metric] != "" && (best == "" || \
			mean[l, s, model[i], metric] + 0 < mean[l, s, best, metric] + 0)) best = model[i]
	return best
}
function distances(l, s, metric,    i, text) {
	for (i = 1; i <= models; i++)
		if (model[i] != "conventional") text = list(text, model[i] " " \
			shown(mean[l, s, model[i], metric]))
	return text
}

{
	log_name = cell("log")
	if (!seen["log", log_name]++) logs[++n_logs] = log_name
	if (!seen["scheduler", cell("scheduler")]++) scheduler[++schedulers] = cell("scheduler")
	if (!seen["model", cell("model")]++) model[++models] = cell("model")
	mean[log_name, cell("scheduler"), cell("model"), cell("metric")] = cell("mean")
	if (cell("n") > 1) width[log_name, cell("scheduler"), cell("model"), cell("metric")] = \
		(cell("high") - cell("low")) / 2
}
END {
	s = scheduler[1]
	first = model[1]
	last = model[models]
	for (i = 1; i <= n_logs; i++) {
		l = logs[i]
		printf "%s: the mean wait under %s is %s.\n", l, s, waits(l, s)
		best = nearest(l, s, "ks_week")
		if (best != "") printf "%s: the hours of the week at which jobs arrive are those of the log " \
			"most nearly with %s users (largest difference of the cumulated shares under %s: %s), " \
			"and the activity lengths of users with %s users (%s).\n", l, best, s, \
			distances(l, s, "ks_week"), nearest(l, s, "ks_activity"), distances(l, s, "ks_activity")
		if ((l, s, "adjusted", "ks_week") in mean && mean[l, s, "adjusted", "ks_week"] == 0) \
			printf "%s: the log was made with %s, it seems, since adjusted users give it back.\n", l, s
		if (first == last) continue
		for (j = 2; j <= schedulers; j++) {
			t = scheduler[j]
			a = mean[l, t, first, "weeks_queue_mean"]
			b = mean[l, s, first, "weeks_queue_mean"]
			c = mean[l, t, last, "weeks_queue_mean"]
			d = mean[l, s, last, "weeks_queue_mean"]
			printf "%s: %s, %s has a mean queue of %s jobs, %s %s of %s; %s, %s, %s %s. ", l, \
				name(first), t, shown(a), times(a, b), shown(b), s, name(last), shown(c), \
				times(c, d), shown(d)
			if (first == "conventional" && b > 0 && d > 0 && a > b && a / b - 1 > 2 * (c / d - 1))
				printf "Most of that difference is an artefact of replaying, where jobs keep " \
					"coming however long their users wait."
			print ""
		}
	}
}
