# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of sensitivity: by how much each workload differs between two schedulers, and the means,
# for each way to make workloads; and the log itself.
load share . "style.gp"
n = words(ways)
first = word(schedulers, 1)
label_of(way) = way eq "resampled" ? way : "shaken\n" . (way eq "shaken-batch" ? "batches" : \
	way[8:*] . "s")
do for [log in logs] { do for [k = 2:words(schedulers)] {
	other = word(schedulers, k)
	of(way) = "log=" . log . ",way=" . way
	summed(way, metric) = rows("summary.csv", of(way) . ",second=" . other . ",metric=" . metric, \
		"difference,low,high,mean_first")
	# in per cent of the first, where that is above 0, or no change
	share_of(x, first) = first > 0 ? 100.0 * x / first : 0
	changes(i, metric) = pairs(of(word(ways, i)), "scheduler", first, other, metric) . \
		" | awk -F, '$1 > 0 || $1 == $2 { print $1 == $2 ? 0 : 100 * ($2 / $1 - 1) }'"
	eval figure("differences-" . log . "-" . other, \
		sprintf("%s: what changes from %s to %s, by how the workloads were made", log, first, other), \
		"Points are single workloads, bars the change of the averages with its 95 % interval, " . \
		"and the line is the log itself. Where a bar leaves out 0, the schedulers differ.")
	set xrange [-0.5:n - 0.5]
	set rmargin 7
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (label_of(word(ways, i)) i - 1) }
	do for [metric in "wait_mean bsld_mean"] {
		eval panel("change of the " . called(metric))
		set ylabel "change (%)"
		all = limits("summary.csv", "log=" . log . ",second=" . other . ",metric=" . metric, \
			"difference,low,high")
		eval ranged("y", all eq "0 0" ? "[-1:1]" : "[*:*]")
		plot 0 with lines lc "#777777" lw 1 notitle, \
			for [i = 1:n] changes(i, metric) using (i - 1 + scattered($0)):1: \
				(sprintf("%+.3g %%", $1)) with labels hypertext point lc "#777777" pt 7 ps 0.3 notitle, \
			for [i = 1:n] summed(word(ways, i), metric) \
				using (i - 1):(share_of($1, $4)):(share_of($2, $4)):(share_of($3, $4)) \
				with yerrorbars ls 1 notitle, \
			summed("log", metric) using (-0.5):(share_of($1, $4)):(n):(0) with vectors nohead ls 8 \
				notitle, \
			summed("log", metric) using (n - 0.5):(share_of($1, $4)):("the log") \
				with labels left offset 0.3,0 notitle
	}
	set xtics autofreq
	unset rmargin
	set autoscale
} }
