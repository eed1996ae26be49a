# The plots of sensitivity: by how much each workload differs between two schedulers, and the means,
# for each way to make workloads; and the log itself.
load share . "style.gp"
n = words(ways)
first = word(schedulers, 1)
do for [log in logs] { do for [k = 2:words(schedulers)] {
	other = word(schedulers, k)
	of(way) = "log=" . log . ",way=" . way
	eval figure("differences-" . log . "-" . other, 760, 380, log . ": by how much " . other . \
		" differs from " . first . " in each workload (points), the difference of the means with its " . \
		"95 % interval, and what the log itself gives (line).")
	set multiplot layout 1, 2 margins 0.09, 0.98, 0.12, 0.95 spacing 0.12, 0
	set xrange [-0.5:n - 0.5]
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(ways, i) i - 1) }
	set xtics rotate by 15 right
	summed(way, panel) = rows("summary.csv", of(way) . ",second=" . other . ",metric=" . panel, \
		"difference,low,high,mean_first")
	do for [panel in "wait_mean bsld_mean"] {
		set ylabel "change of the " . (panel eq "wait_mean" ? "mean wait" : called(panel)) . ", %"
		plot 0 with lines lc "#777777" lw 1 notitle, \
			for [i = 1:n] pairs(of(word(ways, i)), "scheduler", first, other, panel) \
				using (i - 1 + scattered($0)):(100.0 * ($2 / $1 - 1)) \
				with points lc "#777777" pt 7 ps 0.3 notitle, \
			for [i = 1:n] summed(word(ways, i), panel) \
				using (i - 1):(100.0 * $1 / $4):(100.0 * $2 / $4):(100.0 * $3 / $4) \
				with yerrorbars ls 1 notitle, \
			summed("log", panel) using (-0.5):(100.0 * $1 / $4):(n):(0) with vectors nohead ls 8 notitle
	}
	unset multiplot
	set xtics norotate autofreq
	set autoscale
} }
