# Findings and tables about schedulers that are compared. Needs compared.awk.

# Findings: who wins and who pays, and how unequally users are served.
function findings_of(part,    a, b) {
	if (part in incomparable || is_idle(part) || workloads[part] < 2) return
	hardly_chance(part)
	a = ordered[1]
	b = a == first ? ordered[2] : first
	if (has_no_average(part, decides, a, b)) return
	if (classes) {
		who_pays(part, a, b)
		if (b != ordered[2]) losers(part, a, ordered[2])
	}
	fairness(part, a, b)
}
# The workloads of this log may agree, where those of other logs of the site need not.
function hardly_chance(part,    i, a, low) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first || sure(part, decides, first, a) || has_no_average(part, decides, first, a))
			continue
		if (pair_sign_p[part, decides, first, a] == "" || pair_sign_p[part, decides, first, a] >= 0.05)
			continue
		low = pair_less[part, decides, first, a] > pair_less[part, decides, a, first]
		finding(sprintf("%sThe %s is %s under %s than under %s in %d of %d workloads of this " \
			"log (sign test, p %s). Other logs of the site may show another difference%s.", \
			about(part), name_of(decides), comparative(decides, low ? -1 : 1), a, first, \
			pair_less[part, decides, low ? first : a, low ? a : first], workloads[part], \
			shown(pair_sign_p[part, decides, first, a]), \
			for_site(under(part, a))))
	}
}
function who_pays(part, a, b,    i, what, share, most, wins) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (!better(what, decides, a, b)) continue
		share = size(pair_by[what, decides, b, a] / mean_of[what, decides, b])
		if (share > most) {
			most = share
			wins = sprintf("%s (%s instead of %s)", class_name(i), in_units(decides, \
				mean_of[what, decides, a]), in_units(decides, mean_of[what, decides, b]))
		}
	}
	if (wins != "") finding(sprintf("%sMost is won under %s instead of %s by jobs of %s.", \
		about(part), a, b, wins))
	if (!losers(part, a, b) && wins != "")
		finding(sprintf("%sNo class of jobs is shown to be worse off under %s than under %s.", \
			about(part), a, b))
	starvation(part, a, b)
}
# An average may fall while some wait for ever: the classes whose longest wait at least doubles, and
# is over an hour.
function starvation(part, a, b,    i, what, longest, before, pays) {
	for (i = 0; i <= classes; i++) {
		what = i ? part SUBSEP class_at[i] : part
		longest = mean_of[what, "wait_max", a]
		before = mean_of[what, "wait_max", b]
		if (longest > 3600 && longest >= 2 * before && before != "")
			pays = pays sprintf("%s %s (%s instead of %s)", pays == "" ? "" : ",", \
				i ? class_name(i) : "all classes", duration(longest), duration(before))
	}
	if (pays != "") finding(sprintf("%sThe longest waits are much longer under %s than under %s " \
		"in%s.", about(part), a, b, pays))
}
# Says which classes are worse off under a than under b, and returns whether any is.
function losers(part, a, b,    i, what, pays) {
	for (i = 1; i <= classes; i++) {
		what = part SUBSEP class_at[i]
		if (better(what, decides, b, a))
			pays = pays sprintf("%s %s (%s instead of %s)", pays == "" ? "" : ",", class_name(i), \
				in_units(decides, mean_of[what, decides, a]), in_units(decides, mean_of[what, decides, b]))
	}
	if (pays != "") finding(sprintf("%sWorse off under %s than under %s are jobs of%s.", about(part), \
		a, b, pays))
	return pays != ""
}
# How unequally users are served has several measures, which may not say the same: the 95th
# percentile and the standard deviation over users, and how many times the median the former is.
function fairness(part, a, b,    p95, sd, ratio) {
	if (!((part, "user_bsld_p95", a) in mean_of) || has_no_average(part, "user_bsld_p95", a, b)) return
	p95 = unfairer(part, "user_bsld_p95", a, b)
	sd = unfairer(part, "user_bsld_sd", a, b)
	ratio = to_median(part, b) > 0 ? to_median(part, a) / to_median(part, b) : 1
	ratio = ratio > 1.05 ? 1 : ratio < 0.95 ? -1 : 0
	if (!p95 && !sd) {
		finding(sprintf("%sNo difference is shown between %s and %s in how unequally users are served.", \
			about(part), a, b))
		return
	}
	if (p95 * sd < 0 || (p95 ? p95 : sd) * ratio < 0)
		finding(sprintf("%sWhether users are served more unequally under %s or under %s depends on the " \
			"measure: %s; %s; the 95th percentile is %s times the median instead of %s times.", \
			about(part), a, b, over_users(part, "user_bsld_p95", a, b, p95), \
			over_users(part, "user_bsld_sd", a, b, sd), shown(to_median(part, a)), \
			shown(to_median(part, b))))
	else if (p95)
		finding(sprintf("%sUsers are served %s unequally under %s than under %s: 5 %% of them have an " \
			"average bounded slowdown over %s, instead of over %s.", about(part), \
			p95 > 0 ? "more" : "less", a, b, \
			shown(mean(part, "user_bsld_p95", a)), shown(mean(part, "user_bsld_p95", b))))
	else finding(sprintf("%sUsers are served %s unequally under %s than under %s by the %s: %s " \
		"instead of %s.", about(part), sd > 0 ? "more" : "less", a, b, name_of("user_bsld_sd"), \
		shown(mean(part, "user_bsld_sd", a)), shown(mean(part, "user_bsld_sd", b))))
}
# 1 where more of the metric is shown under a than under b, -1 where less is, else 0.
function unfairer(part, metric, a, b) {
	return differ(part, metric, a, b) ? better(part, metric, b, a) ? 1 : -1 : 0
}
function to_median(part, a) {
	if (!(mean(part, "user_bsld_p50", a) > 0)) return 0
	return mean(part, "user_bsld_p95", a) / mean(part, "user_bsld_p50", a)
}
function over_users(part, metric, a, b, sign) {
	return sprintf("the %s is %s instead of %s%s", name_of(metric), shown(mean(part, metric, a)), \
		shown(mean(part, metric, b)), sign ? "" : ", which may be chance")
}

# Tables, of which each row is a scheduler, the best first, or a class of jobs.
# a difference that the digits do not show has no mark
function marked(what, metric, a, text) {
	return text (a != first && differ(what, metric, first, a) && shows(what, metric, first, a) ? \
		" *" : "")
}
function shows(what, metric, a, b) {
	return value_of(what, metric, a) != value_of(what, metric, b)
}
function with_mark(part, metric, a,    text) {
	text = mean_with_interval(part, metric, a)
	gsub(/ jobs( a day)?/, "", text)
	return marked(part, metric, a, text)
}
function schedulers_by(part, title, metrics, ranked,    n, metric, i, j, line) {
	n = split(metrics, metric, " ")
	table(about(part) title)
	line = "scheduler" (ranked ? "\trank" : "")
	for (j = 1; j <= n; j++) line = line "\t" head_of(metric[j])
	columns(line)
	for (i = 1; i <= schedulers[part]; i++) {
		line = ordered[i] (ranked ? "\t" rank_of[ordered[i]] : "")
		for (j = 1; j <= n; j++) line = line "\t" with_mark(part, metric[j], ordered[i])
		row(line)
	}
}
function what_marks_are(part, again) {
	if (workloads[part] < 2) return
	if (part in incomparable) return
	if (again) note("* differs from " first ". Tests and intervals are as above.")
	else note(sprintf("* differs from %s for this site (95 %% sure, Holm\047s correction over all " \
			"pairs by the %s, and over those by all other metrics). In parentheses: the 95 %% interval " \
			"for the site. Pairs are compared on the same workloads, so * may stand where intervals " \
			"overlap.%s", first, name_of(decides), how_cut()))
}
function tables_of(part) {
	table_of_never(part)
	tables_of_schedulers(part)
	if (all_unlimited(part)) return
	if (classes) classes_of(part, decides)
	table_of_users(part)
	if (all_pairs && !(part in incomparable)) pairs_of(part)
}
function has_metric(part, metric,    i) {
	for (i = 1; i <= schedulers[part]; i++)
		if ((part, metric, scheduler_at[part, i]) in mean_of) return 1
	return 0
}
function tables_of_schedulers(part,    i, text) {
	schedulers_by(part, "Waits", (decides ~ /^wait_(mean|p95|p99)$/ ? "" : decides " ") \
		"wait_mean wait_p95 wait_p99" (has_metric(part, "wait_max") ? " wait_max" : ""), \
		workloads[part] > 1 && !(part in incomparable))
	if (workloads[part] > 1 && !(part in incomparable))
		note(sprintf("Rank: 1 and the number of schedulers that are shown to be better by the %s.", \
			name_of(decides)))
	note_of_incomparable(part)
	what_marks_are(part)
	for (i = 1; i <= schedulers[part]; i++) if (saturated[part, ordered[i]])
		text = text sprintf("%s%s in %d", text == "" ? "" : ", ", ordered[i], \
			saturated[part, ordered[i]])
	if (part in some_unlimited) note("No limit: more workloads than not saturate, so that waits and " \
		"queues have no average.")
	if (text != "") note(sprintf("Waits that grow with the length of the workload, since more jobs " \
		"come than the machine can start: %s of %d workloads.", text, workloads[part]))
	schedulers_by(part, "Slowdowns and work", \
		"bsld_mean bsld_p95 throughput_per_day utilization queue_mean")
	what_marks_are(part, "again")
}
function table_of_users(part) {
	if (!((part, "user_bsld_p95", first) in mean_of)) return
	schedulers_by(part, "How unequally users are served: their average bounded slowdowns", \
		"user_bsld_p50 user_bsld_p95 user_bsld_sd")
	what_marks_are(part, "again")
}
function classes_of(part, metric,    i, j, line, what) {
	table(about(part) "Who wins, who pays: " name_of(metric) " by class of jobs")
	line = "jobs"
	for (j = 1; j <= schedulers[part]; j++) line = line "\t" scheduler_at[part, j]
	columns(line)
	for (i = 0; i <= classes; i++) {
		what = i ? part SUBSEP class_at[i] : part
		line = i ? class_name(i) : "all"
		for (j = 1; j <= schedulers[part]; j++)
			line = line "\t" ((what, metric, scheduler_at[part, j]) in mean_of ? \
				marked(what, metric, scheduler_at[part, j], value_of(what, metric, \
				scheduler_at[part, j])) : "none")
		row(line)
	}
	note_of_classes(part)
}
function note_of_classes(part) {
	if (workloads[part] > 1 && !(part in incomparable))
		note(sprintf("* differs from %s for this site (95 %% sure, Holm\047s correction within each " \
			"class).", first))
}
function pairs_of(part,    i, j, a, b, key) {
	table(about(part) "All pairs: " name_of(decides))
	columns("pair\tchange\tfor the site, 95 % sure\tp (Holm)")
	for (i = 1; i <= schedulers[part]; i++) for (j = i + 1; j <= schedulers[part]; j++) {
		a = ordered[i]
		b = ordered[j]
		key = part SUBSEP decides SUBSEP b SUBSEP a
		row(sprintf("%s instead of %s\t%s\t%s\t%s", a, b, relative_change(part, decides, a, b), \
			pair_n[key] > 1 ? difference(part, decides, a, b) : "", \
			pair_p[key] == "" ? "" : pair_p[key] < 0.0001 ? "below 0.0001" : shown(pair_p[key])))
	}
}

# Workloads may wait longer than the log itself, and users who react submit less (swf-resample(1)):
# that is so under all schedulers.
function limit_of_workloads(    p, part, wait, jobs) {
	for (p = 1; p <= parts; p++) {
		part = part_at[p]
		wait = own[part, first, "wait_mean"]
		jobs = own[part, first, "throughput_per_day"]
		if (wait > 0 && !has_no_limit(part, "wait_mean", first) && \
				size(mean(part, "wait_mean", first) / wait - 1) > 0.1)
			limit(sprintf("%sThe average wait of the workloads is not that of the log itself: under %s " \
				"%s, and %s for the log (swf-resample(1)).", about(part), first, \
				duration(mean(part, "wait_mean", first)), duration(wait)))
		if (jobs > 0 && size(mean(part, "throughput_per_day", first) / jobs - 1) > 0.05)
			limit(sprintf("%sThe workloads have %s jobs a day under %s, and the log itself %s.", \
				about(part), shown(mean(part, "throughput_per_day", first)), first, shown(jobs)))
	}
}

# What more workloads would lessen, and what not. Few workloads give no intervals.
function error_of_simulation(    p) {
	for (p = 1; p <= parts && all_unlimited(part_at[p]); p++);
	if (p <= parts && error_of_ratio > 0 && least_workloads() >= FEW)
		basis(sprintf("Error of simulation: more workloads would change the ratios of the %s by a " \
			"factor of %s or less (95 %% sure). The intervals include it. For narrower ones it takes a " \
			"longer log, or more logs.", name_of(decides), shown(1 + error_of_ratio)))
}
function limits_of_study() {
	error_of_simulation()
	limit_of_few()
	limit_of_workloads()
	if (logs < 2) limit("One log says little of other machines and users: compare several.")
	else if (logs < 3) limit("Two logs do not say what holds on average over logs.")
	else if (logs < 6) limit(sprintf("%d logs are few for an average over logs.", logs))
	limit_of_replay()
	limit_of_first_weeks()
}
function least_workloads(    p, least) {
	for (p = 1; p <= parts; p++)
		if (least == "" || workloads[part_at[p]] < least) least = workloads[part_at[p]]
	return least
}
function limit_of_few() {
	if (few_workloads(least_workloads())) limit(too_few_for_site(least_workloads()))
}
function limit_of_replay() {
	if (feedback == "")
		limit("The users do not react: where waits are shorter, people submit more. --feedback " \
			"simulates that.")
}
