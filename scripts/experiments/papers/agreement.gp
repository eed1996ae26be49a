# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of agreement: recorded and simulated waits over the months, over classes of jobs, and
# their distributions.
load share . "style.gp"
schedulers = system(taken("-v show=values -v columns=scheduler", "summary.csv"))
n = words(schedulers)
first = word(schedulers, 1)
classes_by(kind) = system(sprintf("grep -v -e ,left-out, -e ,refused, summary.csv | " . \
	"awk -F, -v drawn=%s -f %scsv.awk -f %sunits.awk -f %sjob-classes.awk", kind, share, share, \
	share))
row(class, i, column) = rows("summary.csv", "log=" . log . ",scheduler=" . word(schedulers, i) . \
	",class=" . class, column)
of_log(class, column) = row(class, 1, column)
# the percentiles of a metric of the waits of all jobs
quantiles(i, metric) = sprintf("< %s | tr , '\\n'", reader("results.csv", "log=" . log . \
	",scheduler=" . word(schedulers, i) . ",class=all,metric=" . metric, "p5,p25,p50,p75,p95"))
share_below = "5 25 50 75 95"
head(kind) = kind eq "month" ? "by month" : kind eq "partition" ? "by partition" : \
	kind eq "queue" ? "by QOS" : "by size"
do for [log in logs] {
	eval figure("waits-" . log, log . ": average waits, recorded and simulated", \
		"Crosses are the waits that the log records.")
	do for [kind in "month partition queue size"] {
		names = classes_by(kind)
		rows_of = words(names) / 2
		if (rows_of > (kind eq "month" ? 0 : 1)) {
			eval panel(head(kind))
			seen = limits("summary.csv", "log=" . log, "recorded_mean,simulated_mean")
			eval in_time("x", "average wait", seen)
			eval spanned("x", unit_x, "0 " . seen)
			set yrange [-0.5:rows_of - 0.5]
			set ytics ("" 0)
			do for [c = 1:rows_of] { set ytics add (word(names, 2 * c) rows_of - c) }
			plot NaN with points ls 8 title "the log", \
				for [i = 1:n] NaN with points ls i title word(schedulers, i), \
				for [c = 1:rows_of] of_log(word(names, 2 * c - 1), "recorded_mean") \
					using ($1 / unit_x):(rows_of - c) with points ls 8 notitle, \
				for [i = 1:n] for [c = 1:rows_of] row(word(names, 2 * c - 1), i, "simulated_mean") \
					using ($1 / unit_x):(rows_of - c) with points ls i notitle
		}
	}
	eval figure("percentiles-" . log, log . ": percentiles of the waits", \
		"Waits at the 5th to 95th percentile. A wait of less than a second counts as one.")
	eval single("waits of all jobs")
	eval log_time("x", "wait")
	set xrange [1:*]
	set yrange [0:100]
	set ytics 25
	set ylabel "jobs that wait less (%)"
	plot quantiles(1, "recorded") using ($1 < 1 ? 1 : $1):(real(word(share_below, int($0) + 1))) \
			with linespoints ls 8 title "the log", \
		for [i = 1:n] quantiles(i, "simulated") \
			using ($1 < 1 ? 1 : $1):(real(word(share_below, int($0) + 1))) \
			with linespoints ls i title word(schedulers, i)
	unset logscale x
	set xtics autofreq
}
