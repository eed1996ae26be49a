# SPDX-License-Identifier: GPL-3.0-or-later
# The waits of each class of jobs, recorded and simulated, as one row.
BEGIN {
	print "log,scheduler,class,jobs,recorded_mean,simulated_mean,recorded_median,simulated_median," \
		"recorded_p95,simulated_p95,agree"
}
cell("class") == "said" { next }
{
	row = cell("log") OFS cell("scheduler") OFS cell("class")
	if (!(row in jobs)) order[++rows] = row
	jobs[row] = cell("n")
	mean[row, cell("metric")] = cell("mean")
	median[row, cell("metric")] = cell("p50")
	p95[row, cell("metric")] = cell("p95")
}
END {
	for (i = 1; i <= rows; i++) {
		row = order[i]
		print row, jobs[row], mean[row, "recorded"], mean[row, "simulated"], \
			median[row, "recorded"], median[row, "simulated"], p95[row, "recorded"], \
			p95[row, "simulated"], mean[row, "agrees"]
	}
}
