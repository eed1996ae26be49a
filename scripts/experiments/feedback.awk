# SPDX-License-Identifier: GPL-3.0-or-later
# The answer of feedback, of the rows of its summary: log, scheduler, model, metric, n, mean and its
# interval.

function name(m) { return m == "conventional" ? "replayed" : "with " m " users" }
# The model whose hours or activities are the nearest to those of the log.
function nearest(l, s, metric,    i, best) {
	for (i = 1; i <= models; i++)
		if (model[i] != "conventional" && mean[l, s, model[i], metric] != "" && (best == "" || \
			mean[l, s, model[i], metric] + 0 < mean[l, s, best, metric] + 0)) best = model[i]
	return best
}
function off(l, s, m, metric) {
	return sprintf("%s at most", percent(mean[l, s, m, metric]))
}
function keeps(l, s,    week, activity) {
	week = nearest(l, s, "ks_week")
	activity = nearest(l, s, "ks_activity")
	if (week == "") return
	verdict(of_log(l) sentence(sprintf(week == activity ? "%s users keep the hours at which jobs " \
		"arrive best (their shares are off by %s), and how long users are active (off by %s), " \
		"under %s." : \
		"%s users keep the hours at which jobs arrive best (their shares are off by %s), and " activity \
		" users how long users are active (off by %s), under %s.", week, off(l, s, week, "ks_week"), \
		off(l, s, activity, "ks_activity"), s)))
}
function runs(l, s, m,    count) {
	count = n[l, s, m, "weeks_queue_mean"]
	return count > 1 ? "mean of " count " runs" : "one run"
}
function artefact(l, s, t, first, last,    a, b, c, d) {
	a = mean[l, t, first, "weeks_queue_mean"]
	b = mean[l, s, first, "weeks_queue_mean"]
	c = mean[l, t, last, "weeks_queue_mean"]
	d = mean[l, s, last, "weeks_queue_mean"]
	if (first == "conventional" && b > 0 && d > 0 && a > b && a / b - 1 > 2 * (c / d - 1))
		verdict(of_log(l) sprintf("Replaying this log overstates what schedulers differ by: %s has %s " \
			"times the waiting jobs of %s when replayed (%s), and %s times with %s users (%s).", t, \
			shown(a / b), s, runs(l, t, first), shown(c / d), last, runs(l, t, last)))
	else
		finding(of_log(l) sentence(sprintf("%s, %s jobs wait on average under %s and %s under %s; " \
			"%s, %s and %s.", name(first), shown(a), t, shown(b), s, name(last), shown(c), shown(d))))
}

cell("n") > 0 {
	log_name = cell("log")
	metric = cell("metric")
	if (!seen["log", log_name]++) log_at[++n_logs] = log_name
	if (!seen["scheduler", cell("scheduler")]++) scheduler[++schedulers] = cell("scheduler")
	if (!seen["model", cell("model")]++) model[++models] = cell("model")
	mean[log_name, cell("scheduler"), cell("model"), metric] = cell("mean")
	n[log_name, cell("scheduler"), cell("model"), metric] = cell("n")
	some_intervals = some_intervals || cell("n") > 1 && metric !~ /^ks_/
	text[log_name, cell("scheduler"), cell("model"), metric] = metric ~ /^ks_/ ? \
		percent(cell("mean")) : mean_of_row(metric ~ /^weeks_/ ? "number" : metric)
}
END {
	first = model[1]
	last = model[models]
	for (i = 1; i <= n_logs; i++) {
		keeps(log_at[i], scheduler[1])
		for (j = 2; j <= schedulers && first != last; j++)
			artefact(log_at[i], scheduler[1], scheduler[j], first, last)
	}
	table("What the user models make of the log")
	columns("scheduler and model\taverage wait\twaiting jobs\thours off by\tactivity off by")
	for (i = 1; i <= n_logs; i++) for (j = 1; j <= schedulers; j++) for (k = 1; k <= models; k++) {
		at = log_at[i] SUBSEP scheduler[j] SUBSEP model[k]
		row(of_log(log_at[i]) scheduler[j] ", " name(model[k]) "\t" text[at, "wait_mean"] "\t" \
			text[at, "weeks_queue_mean"] "\t" text[at, "ks_week"] "\t" text[at, "ks_activity"])
	}
	note("Off by: the largest difference of cumulated shares from those of the log, of the hours of " \
		"the week at which jobs arrive, and of how long users are active." \
		(some_intervals ? " In parentheses are 95 % intervals." how_cut() : ""))
	for (i = 1; i <= n_logs; i++) if ((log_at[i], scheduler[1], "adjusted", "ks_week") in mean && \
			mean[log_at[i], scheduler[1], "adjusted", "ks_week"] == 0)
		finding(of_log(log_at[i]) "Adjusted users give the log back, so it was probably made with " \
			scheduler[1] ".")
	usual_limits(0, 0)
	limit("No workload is resampled: a run says what this log gives, and not how sure that is.")
}
