# The plots of mixing: the means of each way, of the jobs of each log and of all.
load share . "style.gp"
ways = "alone itself mixed"
sources = logs . " jobs"
n = words(sources)
do for [s in schedulers] {
	eval figure("mixing-" . s, 860, 400, s . ": means with 95 % confidence intervals of the jobs " . \
		"of each log and of all jobs: of each log alone, mixed with itself, and in the mix of all logs.")
	set multiplot layout 1, 3 margins 0.1, 0.98, 0.1, 0.86 spacing 0.11, 0
	set key at screen 0.5, 0.985 center top maxrows 2 width 1
	set xrange [-0.5:2.5]
	set xtics ("" 0)
	do for [i = 1:3] { set xtics add (word(ways, i) i - 1) }
	of(i) = "scheduler=" . s . ",source=" . word(sources, i)
	do for [panel in "wait_mean bsld_mean utilization"] {
		set ylabel called(panel)
		eval above_0("0 " . limits("results.csv", "scheduler=" . s . ",source=jobs", panel))
		plot for [i = 1:n] means(of(i), "way", panel) skip 1 \
			using ($0 + 0.12 * (i - (n + 1) / 2.0)):4:($6 < 0 ? 0 : $6):7 with yerrorbars \
			ls i == n ? 8 : i title i == n ? "all jobs" : word(sources, i), \
			for [i = 1:n] means(of(i), "way", panel) skip 1 \
			using ($0 + 0.12 * (i - (n + 1) / 2.0)):4 with points ls i == n ? 8 : i notitle
		unset key
	}
	unset multiplot
}
