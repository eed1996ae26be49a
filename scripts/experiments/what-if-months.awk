# SPDX-License-Identifier: GPL-3.0-or-later
# The log itself, month by month: each month once under each scheduler, without workloads and so
# without intervals. Needs compared.awk and original.csv.

function own_of(part, month, a, metric) { return own[part SUBSEP month, a, metric] }
function has_month(part, i) { return own_of(part, month_at[i], first, "jobs") != "" }
function has_months(part,    i, n) {
	for (i = 1; i <= months; i++) n += has_month(part, i)
	return n > 1
}
# Waits that people would see differ: a minute at least, and a twentieth.
function month_differs(part, month, a,    now, other) {
	now = own_of(part, month, first, "wait_mean")
	other = own_of(part, month, a, "wait_mean")
	if (now == "" || other == "" || size(other - now) < 60) return 0
	if (size(other - now) < 0.05 * (now > other ? now : other)) return 0
	return other < now ? -1 : 1
}
# "2026-03 (1 h instead of 2 h)": the months where it is so, at most MOST, those that differ most
function months_with(part, a, sign,    i, j, k, n, at, text) {
	for (i = 1; i <= months; i++) {
		if (month_differs(part, month_at[i], a) != sign) continue
		for (j = ++n; j > 1 && month_by(part, at[j - 1], a) < month_by(part, i, a); j--)
			at[j] = at[j - 1]
		at[j] = i
	}
	for (k = 1; k <= n && k <= MOST; k++)
		text = text (k == 1 ? "" : k < n || n > MOST ? ", " : " and ") \
			name_of_group(month_at[at[k]]) " (" \
			duration(own_of(part, month_at[at[k]], a, "wait_mean")) " instead of " \
			duration(own_of(part, month_at[at[k]], first, "wait_mean")) ")"
	return text (n > MOST ? " and " n - MOST " more" : "")
}
function month_by(part, i, a) {
	return size(own_of(part, month_at[i], a, "wait_mean") - \
		own_of(part, month_at[i], first, "wait_mean"))
}
function months_of_log(part,    i, a, shorter, longer) {
	if (!has_months(part)) return
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first) continue
		shorter = months_with(part, a, -1)
		longer = months_with(part, a, 1)
		finding(about(part) sentence((shorter longer == "" ? as_modelled[a, first] : "") \
			"in the log itself " (shorter longer == "" ? \
			"no month has another average wait under " a " than under " first "." : \
			"the average waits under " a ", beside " first ", are " (shorter == "" ? "" : "shorter in " \
			shorter) (shorter == "" || longer == "" ? "" : "; and ") (longer == "" ? "" : "longer in " \
			longer) ".")))
	}
}
function table_of_months(part,    i, j, a, line) {
	if (!has_months(part)) return
	table(about(part) "The log itself by month: average waits and bounded slowdowns")
	line = "month\tjobs"
	for (j = 1; j <= schedulers[part]; j++) line = line "\twait, " scheduler_at[part, j]
	for (j = 1; j <= schedulers[part]; j++) line = line "\tslowdown, " scheduler_at[part, j]
	columns(line)
	for (i = 1; i <= months; i++) if (has_month(part, i)) {
		line = name_of_group(month_at[i]) "\t" whole(own_of(part, month_at[i], first, "jobs"))
		for (j = 1; j <= schedulers[part]; j++)
			line = line "\t" in_units("wait_mean", \
				own_of(part, month_at[i], scheduler_at[part, j], "wait_mean"))
		for (j = 1; j <= schedulers[part]; j++)
			line = line "\t" in_units("bsld_mean", \
				own_of(part, month_at[i], scheduler_at[part, j], "bsld_mean"))
		row(line)
	}
	note("Each month is simulated once, with the jobs of the log and no others: it has no " \
		"intervals. A difference counts only if it is at least a minute and at least 5 %.")
	note_of_incomparable(part)
}
