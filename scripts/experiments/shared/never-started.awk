# Schedulers under which different jobs can never start cannot be compared: waits are only those of
# jobs that start. Needs compared.awk and means.csv, whose never_jobs and never_work are shares.

# Shares that differ by less than this do not count, and are not told.
BEGIN { TRIFLE = 0.001 }
function never(part, metric, a) { return mean_of[part, metric, a] + 0 }
function never_alike(part, a, b) {
	return size(never(part, "never_jobs", a) - never(part, "never_jobs", b)) <= TRIFLE && \
		size(never(part, "never_work", a) - never(part, "never_work", b)) <= TRIFLE
}
function never_counts(part, a) {
	return never(part, "never_jobs", a) > TRIFLE || never(part, "never_work", a) > TRIFLE
}
# To be called before anything is asked of pairs.
function find_incomparable(    p, part, i) {
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		for (i = 1; i <= schedulers[part]; i++)
			if (!never_alike(part, scheduler_at[part, i], first)) incomparable[part]
		if (part in incomparable)
			for (i = 1; i <= classes; i++) incomparable[part SUBSEP class_at[i]]
	}
}
# "43 % of the jobs, 94 % of the work"
function never_started(part, a) {
	if (!never_counts(part, a)) return never(part, "never_jobs", a) ? "hardly any" : "none"
	return sprintf("%s of the jobs, with %s of the work,", percent(never(part, "never_jobs", a)), \
		percent(never(part, "never_work", a)))
}
# The first words of the verdict, where some can never start.
function verdict_on_never(part,    i, a, n, text) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first || never_alike(part, a, first)) continue
		text = text (n++ ? "; under " : "under ") a " " never_started(part, a) " can never start"
	}
	text = text "; under " first " " never_started(part, first)
	sub(/,$/, "", text)
	return text ". Jobs that never start are worse off than any that wait. Waits are only those of " \
		"the others, so that they are not compared."
}
# Where they are the same under all, and the comparison stands.
function verdict_on_never_alike(part) {
	if (part in incomparable || !never_counts(part, first)) return
	verdict(about(part) sentence(sprintf("under each of them %s can never start; all figures are " \
		"those of the others.", never_started(part, first))))
}
function table_of_never(part,    i, n, a) {
	for (i = 1; i <= schedulers[part]; i++) n += never_counts(part, scheduler_at[part, i])
	if (!n) return
	table(about(part) "Jobs that can never start")
	columns("scheduler\tshare of jobs\tshare of work")
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		row(a "\t" percent(never(part, "never_jobs", a)) "\t" \
			percent(never(part, "never_work", a)))
	}
	note("Jobs that the scheduler refuses, of those that have processors and a run time.")
}
function note_of_incomparable(part) {
	if (part in incomparable)
		note("Only of the jobs that start, which are not the same ones: not to be compared.")
}
