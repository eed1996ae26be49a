# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of throughput: what gets done as the load grows (figure 17 of the keynote), what the
# schedulers make of each other's users (its figure 8), and the differences of pairs.
load share . "style.gp"
simulations = "conventional " . model
title_of(simulation) = simulation eq "conventional" ? "replayed" : simulation . " users"
n = words(schedulers)
first = word(schedulers, 1)
where(log, simulation, scheduler) = sprintf("log=%s,simulation=%s,scheduler=%s", log, simulation, \
	scheduler)
lowest = real(word(loads, 1))
highest = lowest
do for [l in loads] {
	lowest = real(l) < lowest ? real(l) : lowest
	highest = real(l) > highest ? real(l) : highest
}
pad = highest > lowest ? 0.07 * (highest - lowest) : 0.5
measured = "throughput_per_day utilization"
more(metric) = metric eq "utilization" ? "more utilization (% points)" : "more jobs a day"
differences(log, simulation, scheduler, metric, columns) = rows("summary.csv", \
	sprintf("log=%s,simulation=%s,second=%s,metric=%s", log, simulation, scheduler, metric), columns)
tooltip(scheduler, load, x, unit) = sprintf("%s, %s times the users: %s %s", scheduler, load, \
	shown(x), unit)
# waiting jobs on a logarithmic axis, which has no 0
least = 0.1
on_axis(jobs) = jobs > least ? jobs : least
set key maxrows 2

do for [log in logs] {
	eval figure("throughput-" . log, log . ": what gets done in the same weeks, as there are more " . \
		"users", "Means over the workloads with 95 % intervals for the site. Replayed, jobs keep " . \
		"coming whatever happens; " . model . " users react to their waits.")
	set xrange [lowest - pad:highest + pad]
	set xlabel "users, times those of the log"
	set xtics ("" 0)
	do for [l in loads] { set xtics add (l l) }
	do for [m in measured] {
		ends = limits("results.csv", "log=" . log, m)
		eval of_metric("y", m, ends)
		# the same range in both panels
		most = real(word(ends, words(ends))) / unit_y
		set yrange [0:m eq "utilization" ? 105 : most > 0 ? 1.1 * most : 1]
		do for [s in simulations] {
			eval panel(title_of(s))
			plot for [i = 1:n] means(where(log, s, word(schedulers, i)), "load", m) skip 1 \
					using 1:($4 / unit_y):(tooltip(word(schedulers, i), strcol(1), $4 / unit_y, \
					m eq "utilization" ? "%" : "jobs a day")) with labels hypertext point ls i notitle, \
				for [i = 1:n] means(where(log, s, word(schedulers, i)), "load", m) skip 1 \
					using 1:($4 / unit_y):(($3 > 1 ? $6 : $4) / unit_y):(($3 > 1 ? $7 : $4) / unit_y) \
					with yerrorlines ls i title word(schedulers, i)
		}
	}

	if (n > 1) {
		eval figure("gains-" . log, log . ": how much more gets done than under " . first, \
			"Mean differences in the same weeks of the same workloads, with 95 % intervals for the site.")
		do for [m in measured] {
			unit_y = m eq "utilization" ? 0.01 : 1.0
			# the same range in both panels
			eval spanned("y", unit_y, "0 " . \
				limits("summary.csv", "log=" . log . ",metric=" . m, "difference,low,high"))
			set ylabel more(m)
			do for [s in simulations] {
				eval panel(title_of(s))
				plot 0 with lines lc "#777777" lw 1 dt 1 notitle, \
					for [i = 2:n] differences(log, s, word(schedulers, i), m, "load,difference") \
						using 1:($2 / unit_y):(tooltip(word(schedulers, i), strcol(1), $2 / unit_y, \
						more(m))) with labels hypertext point ls i notitle, \
					for [i = 2:n] differences(log, s, word(schedulers, i), m, \
						"load,difference,low,high,n") using 1:($2 / unit_y): \
						(($5 > 1 ? $3 : $2) / unit_y):(($5 > 1 ? $4 : $2) / unit_y) \
						with yerrorlines ls i title word(schedulers, i)
			}
		}
		set format "% h"
		set ytics autofreq
	}

	do for [at in cross] {
		eval figure(words(cross) > 1 ? "cross-" . log . "-" . at : "cross-" . log, log . \
			": waiting jobs week by week, where what users make of one scheduler is replayed under each", \
			sprintf("The first workload, with %s times the users, who react (%s) to the scheduler in " . \
			"the title of the panel.", at, model))
		curve(users, scheduler) = rows(sprintf("curves/%s/%s/of-%s/%s/1.csv", log, at, users, \
			scheduler), "", "week,queue_mean")
		longest = real(system(sprintf("cut -d, -f2 curves/%s/%s/*/*/1.csv | sort -g | tail -n 1", \
			log, at)))
		set xrange [0:*]
		set xtics autofreq
		set logscale y
		set yrange [least:10 ** ceil(log10(longest > 1 ? longest : 10))]
		set format y "%g"
		set xlabel "week"
		set ylabel "waiting jobs (logarithmic)"
		do for [users in schedulers] {
			eval panel("made by users of " . users)
			plot for [i = 1:n] curve(users, word(schedulers, i)) using 1:(on_axis($2)) \
				with lines ls i title "under " . word(schedulers, i)
		}
		unset logscale
		set format "% h"
	}
}
