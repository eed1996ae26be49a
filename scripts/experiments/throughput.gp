# The plots of throughput: what gets done as the load grows (figure 17 of the keynote), what the
# schedulers make of each other's users (its figure 8), and the differences of pairs.
load share . "style.gp"
simulations = "conventional " . model
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
most(log, column) = real(system(reader("results.csv", "log=" . log, column) . \
	" | sort -g | tail -n 1"))
differing(log, metric) = int(system(reader("summary.csv", "log=" . log . ",metric=" . metric, \
	"simulation,difference,low,high") . " | awk -F, '$1 !~ /^of-/ && ($2 || $3 || $4)' | wc -l"))

do for [log in logs] {
	eval figure("throughput-" . log, 720, 560, log . ": what gets done in the same weeks, as " . \
		"there are more users: replayed (left), where jobs keep coming whatever happens, and " . \
		"with users who react (right). Means over the workloads with 95 % confidence intervals.")
	set multiplot layout 2, 2 columnsfirst
	set xrange [lowest - pad:highest + pad]
	set key top left
	set xlabel "load: users, times those of the log"
	set xtics ("" 0)
	do for [l in loads] { set xtics add (l l) }
	do for [s in simulations] {
		set title s eq "conventional" ? "replayed" : s . " users"
		do for [panel in "throughput_per_day utilization"] {
			# the same range on both sides
			set yrange [0:panel eq "utilization" ? 1 : 1.3 * most(log, panel)]
			set ylabel called(panel)
			plot for [i = 1:n] means(where(log, s, word(schedulers, i)), "load", panel) skip 1 \
				using 1:4:($3 > 1 ? $6 : $4):($3 > 1 ? $7 : $4) with yerrorlines ls i \
				title s eq "conventional" && panel ne "utilization" ? word(schedulers, i) : ""
			unset title
		}
	}
	unset multiplot

	if (n > 1) {
		eval figure("gains-" . log, 720, 330, log . ": how much more gets done than under " . \
			first . ", in the same weeks of the same workloads: mean differences of the pairs, " . \
			"with 95 % confidence intervals.")
		set multiplot layout 1, 2
		do for [panel in "throughput_per_day utilization"] {
			set offsets 0, 0, graph 0.3, 0
			set yrange [*:*]
			if (!differing(log, panel)) { set yrange [-1:1] }
			set ylabel (panel eq "utilization" ? "more utilization" : "more jobs a day")
			plot for [j = 1:2] for [i = 2:n] rows("summary.csv", sprintf( \
				"log=%s,simulation=%s,second=%s,metric=%s", log, word(simulations, j), \
				word(schedulers, i), panel), "load,difference,low,high,n") \
				using 1:2:($5 > 1 ? $3 : $2):($5 > 1 ? $4 : $2) with yerrorlines \
				ls 2 * i - 4 + j title panel eq "utilization" ? "" : \
					word(schedulers, i) . (j == 1 ? ", replayed" : ", " . model . " users"), \
				0 with lines lc "#888888" lw 1 dt 1 notitle
		}
		unset multiplot
	}
	unset offsets
	set xrange [0:*]
	set xtics autofreq

	if (words(cross)) {
		eval figure("cross-" . log, 720, 330, log . ": waiting jobs, week by week, where the " . \
			"workload that " . model . " users make with one scheduler is replayed under each; " . \
			"load " . cross . ", the first workload.")
		set multiplot layout 1, n
		set logscale y
		longest = real(system("cut -d, -f2 curves/" . log . "/" . cross . \
			"/*/*/1.csv | sort -g | tail -n 1"))
		set yrange [0.1:30 * (longest > 0.1 ? longest : 0.1)]
		set format y "10^{%L}"
		set xlabel "week"
		set ylabel "mean queue length, jobs"
		set key top left
		do for [users in schedulers] {
			set title "made by users of " . users
			plot for [i = 1:n] rows("curves/" . log . "/" . cross . "/of-" . users . "/" . \
				word(schedulers, i) . "/1.csv", "", "week,queue_mean") \
				using 1:($2 > 0.1 ? $2 : 0.1) with lines ls i \
				title (users eq first ? "under " . word(schedulers, i) : "")
		}
		unset multiplot
		unset title
		unset logscale
		set format "% h"
	}
	unset xlabel
}
