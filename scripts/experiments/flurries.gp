# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of flurries: Figures 14, 16 and 15 of the resampling paper, and the means by rate.
load share . "style.gp"
n = words(rates)
lowest = real(word(rates, 1))
highest = lowest
do for [rate in rates] {
	lowest = real(rate) < lowest ? real(rate) : lowest
	highest = real(rate) > highest ? real(rate) : highest
}
apart = 0.06 * (highest - lowest)
curve(log, rate, k, what, columns) = rows(sprintf("curves/%s/workload/%s/%d.csv", log, rate, k), \
	"what=" . what, columns)
metrics = "wait_mean bsld_mean jobs utilization"
title_of(m) = m eq "jobs" ? "number of jobs" : called(m)

do for [log in logs] {
	do for [scheduler in schedulers] {
		where = "log=" . log . ",scheduler=" . scheduler
		eval figure("others-" . log . "-" . scheduler, sprintf("%s under %s: what more flurries do " . \
			"to the other jobs", log, scheduler), "Squares: averages over the workloads, with 95 % " . \
			"confidence intervals; circles: the workloads.")
		set xrange [lowest - 2 * apart:highest + 2 * apart]
		set xlabel "flurries a week"
		set xtics ("" 0)
		do for [rate in rates] { set xtics add (rate real(rate)) }
		do for [m in metrics] {
			eval panel(title_of(m))
			ends = limits("results.csv", where, m)
			eval of_metric("y", m, ends)
			eval roomy("y", in_units_of(unit_y, ends))
			plot rows("results.csv", where, "rate,replication," . m) \
				using ($1 + apart * 2 * scattered($2)):($3 / unit_y):(sprintf("workload %d, %s flurries " . \
				"a week: %s", $2, strcol(1), shown($3 / unit_y))) with labels hypertext point \
				pt 6 ps 0.4 lc "#666666" notitle, \
				means(where, "rate", m) skip 1 using 1:($4 / unit_y):(($3 > 1 ? $6 : $4) / unit_y): \
				(($3 > 1 ? $7 : $4) / unit_y) with yerrorlines ls 2 dt 1 notitle
		}
		if (replications < 10) { continue }

		eval figure("spread-" . log . "-" . scheduler, sprintf("%s under %s: how workloads of each " . \
			"rate of flurries are spread", log, scheduler), "At a height of 50 % half of the " . \
			"workloads are left of the line. The metrics are those of the other jobs.")
		set ylabel "workloads (%)"
		do for [m in metrics] {
			eval panel(title_of(m))
			ends = limits("results.csv", where, m)
			eval of_metric("x", m, ends)
			eval fitted(in_units_of(unit_x, ends))
			set yrange [0:1]
			set ytics ("0" 0, "50" 0.5, "100" 1)
			plot for [i = 1:n] rows("results.csv", where . ",rate=" . word(rates, i), m) \
				using ($1 / unit_x):(1) smooth cnormal with lines ls i \
				title word(rates, i) . " a week"
		}
		set xtics autofreq
		set ytics autofreq
	}

	eval figure("weeks-" . log, log . ": the jobs of each week, by flurries a week", \
		"The first workload of each rate. Jobs of flurries stand on those of the other users.")
	set xlabel "week"
	set ylabel "jobs in the week"
	set xtics autofreq
	set xrange [0:*]
	top = system(sprintf("cat curves/%s/workload/*/1.csv | awk -F, '$1 == \"others\" { n = $3 } " . \
		"$1 == \"flurries\" && n + $3 > top { top = n + $3 } END { print top + 0 }'", log)) * 1.05
	set yrange [0:top]
	set ytics step(0, top)
	do for [rate in rates] {
		eval panel(real(rate) == 0 ? "without flurries" : rate . " a week")
		both = sprintf("< bash -c 'paste -d, <(%s) <(%s)'", \
			curve(log, rate, 1, "others", "value,jobs")[3:], \
			curve(log, rate, 1, "flurries", "jobs")[3:])
		plot both using ($1 + 0.5):($2 / 2):($1):($1 + 1):(0):2 with boxxyerror ls 1 lw 0.7 \
				fs solid 0.35 title "other jobs", \
			both using ($1 + 0.5):($2 + $3 / 2):($1):($1 + 1):2:($2 + $3) with boxxyerror ls 2 \
				fs solid 0.9 noborder title "jobs of flurries"
	}
	set autoscale
	set ytics autofreq

	eval figure("users-" . log, log . ": users with many jobs and long sessions, by flurries a " . \
		"week", "Users in ascending order; each flurry counts as one. A line for each workload" . \
		(replications > curves ? " of the first " . curves : "") . ".")
	set xlabel "users (%)"
	set xrange [0:100]
	do for [what in "jobs session_length"] {
		eval panel(what eq "jobs" ? "Jobs of a user" : "Sessions of a user")
		set autoscale y
		if (what eq "jobs") {
			set ylabel "jobs (logarithmic)"
			set logscale y
			set format y "%.0f"
		} else {
			set format y
			eval log_time("y", "average length")
		}
		plot for [i = 1:n] for [k = 1:curves] curve(log, word(rates, i), k, what, "cumulated,value") \
			using (100 * $1):2 with lines ls i lw 1.2 title k == 1 ? word(rates, i) . " a week" : ""
	}
	unset logscale
	set format "% h"
	set ytics autofreq
	set autoscale
}
