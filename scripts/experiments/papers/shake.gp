# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of shake: maps of the grid, which the paper shows as surfaces, and the curves.
load share . "style.gp"
values(sweep, label) = system(reader("summary.csv", "sweep=" . sweep . ",metric=bsld_mean", \
	label) . " | awk '!seen[$0]++' | paste -s -d ' '")
place(value, list) = sum [i = 1:words(list)] (word(list, i) eq value ? i : 0)
attributes = ""
do for [sweep in "interarrival runtime estimate size"] {
	if (words(values(sweep, "value")) > 0) { attributes = attributes . " " . sweep }
}
shaken(sweep) = sweep eq "interarrival" ? "interarrival times" : \
	sweep eq "runtime" ? "run times" : sweep . "s"
maps = "span distance concentration"
title_of(map, log) = \
	map eq "span" ? log . ": how far the results of shaken logs spread, in % of that of the log" : \
	map eq "distance" ? log . ": how far the mean of shaken logs is from the log, in %" : \
	log . ": how many shaken logs give the result of the log, to 1 %"
caption_of(map) = (map eq "span" ? "From the 5th to the 95th percentile. The darker, " . \
	"the farther. " : \
	map eq "distance" ? "Blue is higher than the log, orange lower. " : \
	"In % of the shaken logs. The darker, the more. ") . \
	"Across: the largest change. Up: the share of the jobs that are shaken."
# not -0.00
number(map, x) = map eq "concentration" ? sprintf("%.0f", x) : \
	map eq "span" ? sprintf("%.2f", x) : abs(x) < 0.005 ? "0.00" : sprintf("%+.2f", x)
# the greatest number of a map of a log, without its sign
greatest(map, log) = above_none(larger(words(in_map(map, log, "bsld_mean")) == 0 ? 0 : \
	most_of(in_map(map, log, "bsld_mean")), words(in_map(map, log, "wait_mean")) == 0 ? 0 : \
	most_of(in_map(map, log, "wait_mean"))))
in_map(map, log, metric) = limits("summary.csv", "log=" . log . ",metric=" . metric, map)
larger(a, b) = a > b ? a : b
above_none(x) = x > 0 ? x : 1

sweeps = ""
do for [sweep in "load window factor"] {
	if (system("awk -F, '$2 == \"" . sweep . "\"' results.csv | wc -l") > 0) {
		sweeps = sweeps . " " . sweep
	}
}
axis(sweep) = sweep eq "load" ? "offered load" : sweep eq "window" ? \
	"prediction window (last jobs of the user)" : "factor of estimates, at most"
over(sweep) = sweep eq "load" ? "load" : sweep eq "window" ? "prediction window" : \
	"factor of estimates"

do for [log in logs] {
	set border 0
	set tics scale 0
	unset grid
	unset colorbox
	do for [map in maps] {
		eval figure(map . "-" . log, title_of(map, log), caption_of(map))
		most = map eq "concentration" ? 100 : greatest(map, log)
		do for [attribute in attributes] {
			degrees = values(attribute, "value")
			percents = values(attribute, "percent")
			do for [metric in "bsld_mean wait_mean"] {
				cell = "log=" . log . ",sweep=" . attribute . ",metric=" . metric
				# a wait of 0 of the log alone has nothing in % of it
				if (words(limits("summary.csv", cell, map)) == 0) { continue }
				eval panel(shaken(attribute) . ": " . called(metric))
				set xrange [0.5:words(degrees) + 0.5]
				set yrange [0.5:words(percents) + 0.5]
				set xtics ("" 0)
				set ytics ("" 0)
				do for [i = 1:words(degrees)] { set xtics add (word(degrees, i) i) }
				do for [i = 1:words(percents)] { set ytics add (word(percents, i) i) }
				set xlabel "largest change (" . (attribute eq "size" ? "processors" : "seconds") . ")"
				set ylabel "jobs that are shaken (%)"
				if (map eq "distance") {
					# white is no distance
					set palette defined (-1 "#e69f00", 0 "#ffffff", 1 "#56b4e9")
					set cbrange [-most:most]
				} else {
					set palette defined (0 "#ffffff", 1 "#56b4e9")
					set cbrange [0:most]
				}
				data = rows("summary.csv", cell, "value,percent," . map)
				plot data using (place(strcol(1), degrees)):(place(strcol(2), percents)): \
						(0.5):(0.5):3 with boxxyerror lc palette fs solid 1 border lc "#dddddd" notitle, \
					data using (place(strcol(1), degrees)):(place(strcol(2), percents)): \
						(number(map, $3)) with labels notitle
			}
		}
	}

	set border 3 lc "#444444"
	set tics scale 1
	set grid lc "#dddddd" lw 0.5 dt 1
	set xtics autofreq
	set ytics autofreq
	set xrange [*:*]
	set yrange [*:*] noextend
	do for [sweep in sweeps] {
		where(metric) = "log=" . log . ",sweep=" . sweep . ",metric=" . metric
		data = rows("curves.csv", where("bsld_mean"), "n")
		n = int(system(data[3:] . " | sort -n | tail -n 1"))
		eval figure(sweep . "-" . log, sprintf("%s: results by %s, of the log alone and on average " . \
			"over shaken logs", log, over(sweep)), "All interarrival times are shaken. The band is " . \
			"the 95 % confidence interval of their mean.")
		set xlabel axis(sweep)
		do for [metric in (sweep eq "factor" ? "bsld_mean wait_mean" : "bsld_mean")] {
			eval sweep eq "factor" ? panel(called(metric)) : single(called(metric))
			all = limits("curves.csv", where(metric), "reference,mean,high")
			eval of_metric("y", metric, all)
			eval roomy("y", in_units_of(unit_y, all))
			eval roomy("x", limits("curves.csv", "log=" . log . ",sweep=" . sweep, "value"))
			if (sweep eq "load") {
				set logscale y
				set ylabel called(metric) . " (logarithmic)"
				set ytics (1)
				do for [i = -1:5] {
					set ytics add (10.0**i)
					do for [k in "2 3 5 7"] { set ytics add (k * 10.0**i) }
				}
			}
			data = rows("curves.csv", where(metric), "value,reference,mean,low,high")
			point(x, y) = sprintf("%s %g: %s", over(sweep), x, shown(y))
			# of one shaking there is no interval; no slowdown is below 1, and no wait below 0
			least = metric eq "bsld_mean" ? 1 : 0
			plot data using 1:(larger(column(n > 1 ? 4 : 3), least) / unit_y): \
					(column(n > 1 ? 5 : 3) / unit_y) \
					with filledcurves lc "#0072b2" fs transparent solid 0.2 noborder notitle, \
				data using 1:($2 / unit_y) with lines ls 8 lw 1.2 title "the log alone", \
				data using 1:($2 / unit_y):(point($1, $2 / unit_y)) with labels hypertext \
					point ls 8 ps 0.5 notitle, \
				data using 1:($3 / unit_y) with lines ls 1 title sprintf("mean of %d shaken", n), \
				data using 1:($3 / unit_y):(point($1, $3 / unit_y)) with labels hypertext \
					point ls 1 ps 0.3 notitle
			unset logscale
			set ytics autofreq
		}
	}
}
