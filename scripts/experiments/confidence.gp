# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of confidence: Figures 8 and 9 of the resampling paper.
load share . "style.gp"
cases = system("cut -d, -f1,2 original.csv | tail -n +2 | paste -s -d ' '")
metrics = system("cut -d, -f3 summary.csv | " . \
	"awk 'NR > 1 && $0 != \"stable\" && !seen[$0]++' | paste -s -d ' '")
# as many bins as the square root of the workloads, but enough for a shape
workloads(where, column) = real(word(limits("summary.csv", where . ",metric=" . column, "n"), 1))
bins(where, column) = workloads(where, column) > 64 ? ceil(sqrt(workloads(where, column))) : 8
histogram(where, column) = sprintf("< %s | swf-summary -q --histogram %d", \
	named(column, reader("results.csv", where, column)), bins(where, column))
# a value from the summary, as a line up to the top of its panel
line(where, metric, of) = rows("summary.csv", where . ",metric=" . metric, of)

set offsets 0, 0, 0, 0
do for [c in cases] {
	comma = strstrt(c, ",")
	log = c[1:comma - 1]
	scheduler = c[comma + 1:]
	where = "log=" . log . ",scheduler=" . scheduler
	eval figure("histograms-" . log . "-" . scheduler, \
		sprintf("%s under %s: what the log gives, beside what its users could have given", log, \
		scheduler), "Bars count the resampled workloads; lines are their mean, the 5th and 95th " . \
		"percentiles, and the log itself.")
	do for [m in metrics] {
		eval panel(called(m))
		eval of_metric("x", m, limits("summary.csv", where . ",metric=" . m, "min,max,reference"))
		set ylabel "workloads"
		eval fitted(in_units_of(unit_x, limits("summary.csv", where . ",metric=" . m, \
			"min,max,reference")))
		set autoscale y
		stats [*:*] histogram(where, m) skip 1 using 4 nooutput
		top = STATS_max * 1.08
		set yrange [0:top]
		set ytics step(0, top < 4 ? 4 : top)
		plot histogram(where, m) skip 1 using (($2 + $3) / 2 / unit_x):4:(($3 - $2) / unit_x) \
				with boxes ls 1 lw 1 title "workloads", \
			line(where, m, "mean") using ($1 / unit_x):(top) with impulses ls 2 title "mean", \
			for [of in "p5 p95"] line(where, m, of) using ($1 / unit_x):(top) with impulses ls 3 \
				title of eq "p5" ? "5 % and 95 %" : "", \
			line(where, m, "reference") using ($1 / unit_x):(top) with impulses ls 8 \
				title "the log"
	}
}
