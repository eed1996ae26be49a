# The plots of flurries: Figures 14, 16 and 15 of the resampling paper.
load share . "style.gp"
n = words(rates)
down = (n + 1) / 2
curve(log, rate, k, what, columns) = rows(sprintf("curves/%s/workload/%s/%d.csv", log, rate, k), \
	"what=" . what, columns)

do for [log in logs] {
	height = 90 + 190 * down
	eval figure("weeks-" . log, 760, height, log . ": the jobs in each week of the first " . \
		"replication at each rate of flurries.")
	set multiplot layout down, 2 margins 0.1, 0.965, 50.0 / height, 1 - 40.0 / height \
		spacing 0.09, 60.0 / height
	set key at screen 0.5, 1 - 6.0 / height center top maxrows 1 width 2
	set xlabel "week"
	set ylabel "jobs in the week"
	set xrange [0:*]
	top = system(sprintf("cat curves/%s/workload/*/1.csv | awk -F, '$1 == \"others\" { n = $3 } " . \
		"$1 == \"flurries\" && n + $3 > top { top = n + $3 } END { print top + 0 }'", log)) * 1.25
	set yrange [0:top]
	set ytics step(0, top)
	do for [rate in rates] {
		set label 1 rate . " flurries a week" at graph 0.03, 0.94
		both = sprintf("< bash -c 'paste -d, <(%s) <(%s)'", \
			curve(log, rate, 1, "others", "value,jobs")[3:], \
			curve(log, rate, 1, "flurries", "jobs")[3:])
		plot both using ($1 + 0.5):($2 / 2):($1):($1 + 1):(0):2 with boxxyerror ls 1 lw 0.7 \
				fs solid 0.35 title "other jobs", \
			both using ($1 + 0.5):($2 + $3 / 2):($1):($1 + 1):2:($2 + $3) with boxxyerror ls 2 \
				fs solid 0.9 noborder title "jobs of flurries"
		unset key
	}
	unset multiplot
	unset label 1
	set autoscale
	set ytics autofreq

	do for [scheduler in schedulers] {
		of(rate) = "log=" . log . ",scheduler=" . scheduler . ",rate=" . rate
		eval figure("others-" . log . "-" . scheduler, 760, 560, sprintf("%s under %s: the jobs that " . \
			"are of no flurry, and their figures, over the workloads of each rate of flurries.", \
			log, scheduler))
		set multiplot layout 2, 2 margins 0.1, 0.965, 0.1, 0.92 spacing 0.1, 0.15
		set key at screen 0.5, 0.985 center top maxrows 1 width 2
		set ylabel "share of the workloads"
		set yrange [0:1]
		do for [panel in "jobs utilization bsld_mean wait_mean"] {
			eval fitted(limits("results.csv", "log=" . log . ",scheduler=" . scheduler, panel))
			set xlabel called(panel)
			plot for [i = 1:n] rows("results.csv", of(word(rates, i)), panel) using 1:(1) \
				smooth cnormal with lines ls i title word(rates, i) . " a week"
			unset key
		}
		unset multiplot
		set xtics autofreq
	}
	set autoscale

	eval figure("users-" . log, 760, 330, log . ": the users in the order of how many jobs they " . \
		"have and of the mean length of their sessions, a flurry being a user; a line for each workload.")
	set multiplot layout 1, 2 margins 0.1, 0.965, 0.16, 0.86 spacing 0.1, 0.1
	set key at screen 0.5, 0.98 center top maxrows 1 width 2
	set xlabel "share of the users"
	set xrange [0:1]
	set logscale y
	set format y "10^{%L}"
	do for [panel in "jobs session_length"] {
		set ylabel panel eq "jobs" ? "jobs of a user" : "mean session length, s"
		plot for [i = 1:n] for [k = 1:curves] curve(log, word(rates, i), k, panel, "cumulated,value") \
			using 1:2 with lines ls i lw 1.2 title k == 1 ? word(rates, i) . " a week" : ""
		unset key
	}
	unset multiplot
	unset logscale
	set format y
	set autoscale
}
