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
unit(sweep) = sweep eq "size" ? "processors" : "seconds"
maps = "span distance concentration"
told(map) = \
	map eq "span" ? "the span of the results of shaken logs, from their 5th to their 95th " . \
		"percentile, in % of the result of the log alone" : \
	map eq "distance" ? "the distance of the mean of the results of shaken logs from the result " . \
		"of the log alone, in % of the latter" : \
	"how many of the results of shaken logs, in %, are within 1 % of that of the log alone"
# not -0.00
number(map, x) = map eq "concentration" ? sprintf("%.0f", x) : \
	map eq "span" ? sprintf("%.2f", x) : abs(x) < 0.005 ? "0.00" : sprintf("%+.2f", x)
most_of(data) = real(system(data[3:] . " | awk -F, '{ x = $3 < 0 ? -$3 : $3 } " . \
	"x > most { most = x } END { print most + 0 }'"))

sweeps = ""
do for [sweep in "load window factor"] {
	if (system("awk -F, '$2 == \"" . sweep . "\"' results.csv | wc -l") > 0) {
		sweeps = sweeps . " " . sweep
	}
}
axis(sweep) = sweep eq "load" ? "offered load" : sweep eq "window" ? \
	"prediction window, last jobs of the user" : "factor by which estimates are too long at most"

do for [log in logs] {
	set border 0
	set tics scale 0
	unset grid
	unset colorbox
	do for [attribute in attributes] {
		degrees = values(attribute, "value")
		percents = values(attribute, "percent")
		do for [map in maps] {
			eval figure(map . "-" . attribute . "-" . log, 780, 330, log . ": " . told(map) . ", where " . \
				shaken(attribute) . " are shaken of so many of the jobs (up), by up to so many " . \
				unit(attribute) . " (across). The paper shows surfaces in three dimensions.")
			set multiplot layout 1, 2
			set xrange [0.5:words(degrees) + 0.5]
			set yrange [0.5:words(percents) + 0.5]
			set xtics ("" 0)
			set ytics ("" 0)
			do for [i = 1:words(degrees)] { set xtics add (word(degrees, i) i) }
			do for [i = 1:words(percents)] { set ytics add (word(percents, i) i) }
			set xlabel "degree of shaking, " . unit(attribute)
			set ylabel "jobs that are shaken, %"
			do for [metric in "bsld_mean wait_mean"] {
				data = rows("summary.csv", "log=" . log . ",sweep=" . attribute . ",metric=" . metric, \
					"value,percent," . map)
				most = map eq "concentration" ? 100 : most_of(data) > 0 ? most_of(data) : 1
				cell = "log=" . log . ",sweep=" . attribute . ",metric=" . metric
				if (words(limits("summary.csv", cell, map)) == 0) {
					# a wait of 0 of the log alone has nothing in % of it
					set multiplot next
					continue
				}
				if (map eq "distance") {
					# white is no distance
					set palette defined (-1 "#e69f00", 0 "#ffffff", 1 "#56b4e9")
					set cbrange [-most:most]
				} else {
					set palette defined (0 "#ffffff", 1 "#56b4e9")
					set cbrange [0:most]
				}
				set title map . " of the mean " . (metric eq "bsld_mean" ? "bounded slowdown" : "wait") . ", %"
				plot data using (place(strcol(1), degrees)):(place(strcol(2), percents)): \
						(0.5):(0.5):3 with boxxyerror lc palette fs solid 1 border lc "#dddddd" notitle, \
					data using (place(strcol(1), degrees)):(place(strcol(2), percents)): \
						(number(map, $3)) with labels notitle
			}
			unset multiplot
		}
	}

	set border 3 lc "#444444"
	set tics scale 1
	set grid lc "#dddddd" lw 0.5 dt 1
	set xtics autofreq
	set ytics autofreq
	set xrange [*:*]
	set yrange [*:*] noextend
	set lmargin 9
	unset title
	do for [sweep in sweeps] {
		panels = sweep eq "factor" ? "bsld_mean wait_mean" : "bsld_mean"
		data = rows("curves.csv", "log=" . log . ",sweep=" . sweep . ",metric=bsld_mean", "n")
		n = int(system(data[3:] . " | sort -n | tail -n 1"))
		eval figure(sweep . "-" . log, 720, words(panels) == 1 ? 400 : 680, \
			log . ": results of the log alone, and the mean of those of logs in which " . \
			"all interarrival times are shaken, with its 95 % confidence interval. " . \
			(sweep eq "load" ? "The vertical axis is logarithmic." : \
			"Vertical axes do not begin at 0."))
		set multiplot layout words(panels), 1
		if (sweep eq "load") {
			set logscale y
			set ytics (1)
			do for [i = -1:5] {
				set ytics add (10.0**i)
				set ytics add (2 * 10.0**i)
				set ytics add (5 * 10.0**i)
			}
		}
		set xlabel axis(sweep)
		set key outside top center horizontal Left reverse width -4
		do for [metric in panels] {
			set ylabel called(metric)
			data = rows("curves.csv", "log=" . log . ",sweep=" . sweep . ",metric=" . metric, \
				"value,reference,mean,low,high")
			all = limits("curves.csv", "log=" . log . ",sweep=" . sweep . ",metric=" . metric, \
				"reference,mean,low,high")
			eval roomy("x", limits("curves.csv", "log=" . log . ",sweep=" . sweep, "value"))
			eval roomy("y", all)
			# of one shaking there is no interval
			plot data using 1:(column(n > 1 ? 4 : 3)):(column(n > 1 ? 5 : 3)) with filledcurves \
					lc "#0072b2" fs transparent solid 0.2 noborder \
					title n > 1 ? "its 95 % interval" : "", \
				data using 1:2 with linespoints ls 8 lw 1.2 ps 0.5 title "log alone", \
				data using 1:3 with linespoints ls 1 lw 2.5 ps 0.3 title sprintf("mean of %d shakings", n)
		}
		unset multiplot
		unset logscale
		set ytics autofreq
	}
	unset lmargin
}
