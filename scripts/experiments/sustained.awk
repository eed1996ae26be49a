# The answer of sustained, of the rows of its summary: log, scheduler, metric, n and the mean over
# the workloads. What the schedulers sustain in the same workload is in results.csv.

{
	l = cell("log")
	s = cell("scheduler")
	if (!seen["log", l]++) logs[++n_logs] = l
	if (!seen["scheduler", s]++) schedulers[++n_schedulers] = s
	mean[l, s, cell("metric")] = cell("mean")
	if (cell("n") > 1) spread[l, s, cell("metric")] = interval("")
	n = cell("n")
}
function told(l, s, metric, unit) {
	return shown(mean[l, s, metric]) unit ((l, s, metric) in spread && \
		spread[l, s, metric] != "" ? " (" spread[l, s, metric] ")" : "")
}
# The loads of the runs, for ratios in the same workload.
function read_loads(    line, at, part, i, k) {
	while ((getline line <"results.csv") > 0) {
		k = split(line, part, ",")
		if (!(1 in at)) for (i = 1; i <= k; i++) at[part[i]] = i
		at[1]
		load[part[at["log"]], part[at["scheduler"]], part[at["replication"]]] = part[at["load"]]
	}
}
END {
	read_loads()
	for (i = 1; i <= n_logs; i++) {
		l = logs[i]
		for (j = 1; j <= n_schedulers; j++) {
			s = schedulers[j]
			printf "%s: %s sustains %s times the users of the log%s: a utilization of %s and %s jobs a " \
				"day. The mean wait is %s there.\n", l, s, told(l, s, "load", ""), \
				(n > 1 && j == 1) ? ", on average over " n " workloads (with 95 % intervals)" : "", \
				told(l, s, "utilization", ""), told(l, s, "throughput_per_day", ""), \
				told(l, s, "wait_mean", " s")
			if (j == 1) continue
			sum = 0
			least = most = ""
			for (k = 1; k <= n; k++) {
				ratio = load[l, s, k] / load[l, schedulers[1], k]
				sum += ratio
				if (least == "" || ratio < least) least = ratio
				if (most == "" || ratio > most) most = ratio
			}
			printf "%s: that is %s times the load of %s%s.\n", l, shown(sum / n), schedulers[1], \
				(n > 1) ? ", from " shown(least) " to " shown(most) " times in the same workload" : ""
		}
	}
}
