# The answer of extend, of the rows of its summary: log, part, distribution, metric, and the mean
# and the greatest over the workloads.

cell("metric") == "ks" && cell("n") > 0 {
	log_name = cell("log")
	name = cell("distribution")
	if (!(log_name in parts)) order[++logs] = log_name
	if (!((log_name, cell("part")) in seen)) {
		seen[log_name, cell("part")]
		part[log_name, ++parts[log_name]] = cell("part")
	}
	if (cell("max") > greatest[log_name, name]) greatest[log_name, name] = cell("max")
	if (name ~ /^(jobs|sessions|session_length|work)$/) {
		workloads[log_name] = cell("n")
		sum[log_name, cell("part")] += cell("mean")
		measured[log_name, cell("part")]++
		if (cell("max") > users[log_name]) users[log_name] = cell("max")
	}
}
cell("metric") == "differs" && cell("n") > 0 {
	name = cell("distribution")
	kind = name ~ /^(arrival|departure|activity)$/ ? "when" : "what"
	tests[cell("log"), kind] += cell("n")
	differ[cell("log"), kind] += cell("n") * cell("mean")
}

function mean_of(l, p) { return shown(sum[l, p] / measured[l, p]) }
END {
	for (i = 1; i <= logs; i++) {
		l = order[i]
		if (!workloads[l]) continue
		printf "%s: how many jobs and sessions users have, how long their sessions are and how much " \
			"work they do is %sdistributed as in the log: the Kolmogorov-Smirnov distance is at most " \
			"%s", l, (differ[l, "what"] > tests[l, "what"] / 10 ? "not " : ""), shown(users[l])
		for (p = 1; p <= parts[l]; p++)
			printf "%s%s in part %s", (p == 1 ? ", on average " : p < parts[l] ? ", " : " and "),
				mean_of(l, part[l, p]), part[l, p]
		printf " of %d workload%s. Of these distances %.0f of %d are greater than those of independent " \
			"users, which 1 of 20 is by chance; that is lenient, since their users are those of " \
			"the log.\n", workloads[l], (workloads[l] == 1 ? "" : "s"),
			differ[l, "what"], tests[l, "what"]
		printf "%s: the distance of the weekly cycle is at most %s, that of the run times %s.\n", l,
			shown(greatest[l, "week"]), shown(greatest[l, "runtime"])
		printf "%s: when users come, when they leave and how long they stay has distances of at most " \
			"%s, %s and %s, of which %.0f of %d are greater than those of independent users%s.\n", l,
			shown(greatest[l, "arrival"]), shown(greatest[l, "departure"]),
			shown(greatest[l, "activity"]), differ[l, "when"], tests[l, "when"],
			(differ[l, "when"] > tests[l, "when"] / 10 ? ", since in each part long-term users are " \
			"there from its beginning" : "")
	}
}
