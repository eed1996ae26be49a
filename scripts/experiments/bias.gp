# The plots of bias: the metrics of workloads with more users of a kind, and without a bias.
load share . "style.gp"
n = words(kinds)
m = words(schedulers)
do for [log in logs] {
	eval figure("bias-" . log, 860, 600, log . ": means with 95 % confidence intervals, with more " . \
		"users of a kind and without a bias.")
	set multiplot layout 2, 2 margins 0.11, 0.98, 0.08, 0.92 spacing 0.1, 0.12
	set key at screen 0.5, 0.99 center top maxrows 1 width 1
	set xrange [-0.5:n - 0.5]
	set xtics ("" 0)
	do for [i = 1:n] { set xtics add (word(kinds, i) i - 1) }
	of(i) = "log=" . log . ",scheduler=" . word(schedulers, i)
	do for [panel in "wait_mean bsld_mean run_time_mean size_mean"] {
		set ylabel panel eq "run_time_mean" ? "mean run time, s" : panel eq "size_mean" ? \
			"mean size, processors" : called(panel)
		eval above_0("0 " . limits("results.csv", "log=" . log, panel))
		plot for [i = 1:m] means(of(i), "favoured", panel) skip 1 \
			using ($0 + 0.15 * (i - (m + 1) / 2.0)):4:($6 < 0 ? 0 : $6):7 with yerrorbars ls i \
			title word(schedulers, i), \
			for [i = 1:m] means(of(i), "favoured", panel) skip 1 \
			using ($0 + 0.15 * (i - (m + 1) / 2.0)):4 with points ls i notitle
		unset key
	}
	unset multiplot
	set autoscale
}
