# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of compare: of several logs what each changes of the metric that decides; of each log
# the means of the schedulers, their differences from the first, who wins and who pays, and how
# unequally users are served.
load share . "style.gp"
load share . "compared.gp"
# of several logs: changes in per cent, which the axis shows to 100 at most
in_percent = "awk -F, '$4 > 0 { for (i = 1; i <= 3; i++) print 100 * $i / $4 }'"
over_in_percent = "awk -F, '{ for (i = 1; i <= 3; i++) if ($i > 0) print 100 * ($i - 1) }'"
within = "awk '{ print ($1 < -100 ? -100 : $1 > 100 ? 100 : $1) }' | paste -s -d ' '"
if (words(logs) > 1) { do for [load in loads] {
	eval figure("logs" . name_at(load), "Change of the " . called(decides) . " from " . first . \
		" in each log" . title_at(load), "Points are differences with 95 % intervals for the " . \
		"site" . (over_logs ? "; the diamond is the average over logs with its interval." : "."))
	set key off
	eval listed(over_logs ? logs . " all" : logs)
	if (over_logs) { set ytics add ("all logs" 0) }
	do for [i = 2:n] {
		pair = ",metric=" . decides . ",first=" . first . ",second=" . word(schedulers, i)
		each = rows("summary.csv", (has_loads ? "load=" . load . "," : "") . \
			(has_classes ? "class=all" : "") . (has_classes ? pair : pair[2:*]), \
			"difference,low,high,mean_first,log")
		over = rows("pooled.csv", (has_loads ? "load=" . load . pair : pair[2:*]), "ratio,low,high,k")
		eval panel(word(schedulers, i))
		set xlabel "change from " . first . ", %"
		eval spanned("x", 1, "0 " . system(sprintf("{ %s | %s; %s; } | %s", each[3:*], in_percent, \
			over_logs ? over[3:*] . " | " . over_in_percent : "true", within)))
		set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc "#777777"
		plot @bars_of_logs each using (100 * $1 / $4):(row_of_log($0)): \
				(sprintf("%s: %+.3g %%", strcol(5), 100 * $1 / $4)) with labels hypertext point ls 1, \
			@bar_over_logs NaN notitle
	}
	unset arrow 1
} }
kinds = "time size"
load share . "compared-figures.gp"

# over the loads: how many times that of the first what decides is under each of the others, where
# both have an average
utilization_at(log) = reader("means.csv", "log=" . log . all . ",metric=utilization,scheduler=" . \
	first, "load,mean")
average_at(log, scheduler) = reader("means.csv", "log=" . log . all . ",metric=" . decides . \
	",scheduler=" . scheduler, "load,mean")
ratio_at(log, second) = reader("summary.csv", "log=" . log . all . ",metric=" . decides . \
	",first=" . first . ",second=" . second, "load,ratio,ratio_low,ratio_high")
over_loads(log, second) = "{ " . utilization_at(log) . "; echo; " . average_at(log, first) . \
	"; echo; " . average_at(log, second) . "; echo; " . ratio_at(log, second) . "; } | " . \
	"awk -F, -v OFS=, 'NF == 0 { part++; next } " . \
	"part < 3 && $2 != \"\" { seen[part + 0, $1] = $2 } " . \
	"part == 3 && (0, $1) in seen && (1, $1) in seen && (2, $1) in seen && $2 > 0 { " . \
	"print 100 * seen[0, $1], $2, $3, $4, $1 }' | sort -g"
all_over_loads(log, list, i) = i == 0 ? "true" : all_over_loads(log, list, i - 1) . "; " . \
	over_loads(log, word(list, i))
has_ratios = words(limits("summary.csv", "metric=" . decides, "ratio_low"))
bars_over_loads = has_ratios ? "for [i = 1:words(drawn)] at(i) using " . \
	"($1 + aside(i)):2:3:4 with yerrorbars ls i notitle, " : ""
if (words(loads) > 1) { do for [log in logs] {
	drawn = ""
	do for [s in others] {
		if (words(system(over_loads(log, s)))) { drawn = drawn . (drawn eq "" ? "" : " ") . s }
	}
	if (drawn eq "") { continue }
	eval figure("over-loads-" . log, log . ": " . called(decides) . " beside that under " . first . \
		", over the loads", "Ratios of means with 95 % intervals for the site; below 1 it is less " . \
		"than under " . first . ". Loads at which most workloads saturate have none.")
	eval single("")
	unset logscale x
	set logscale y
	set format y "%g"
	set ytics (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)
	set ylabel "times that under " . first . " (logarithmic)" noenhanced
	# the least and the greatest of some columns of all the points
	ends(columns) = system(sprintf("{ %s; } | cut -d, -f%s | tr , '\\n' | grep . | sort -g | " . \
		"sed -n '1p;$p' | paste -s -d ' '", all_over_loads(log, drawn, words(drawn)), columns))
	ratios = ends("2-4")
	set yrange [0.77 * real(word(ratios, 1)) < 0.9 ? 0.77 * real(word(ratios, 1)) : 0.9: \
		1.3 * real(word(ratios, 2)) > 1.1 ? 1.3 * real(word(ratios, 2)) : 1.1]
	used = ends("1")
	room = 0.06 * (real(word(used, 2)) - real(word(used, 1)))
	room = room > 0 ? room : 1
	set xrange [real(word(used, 1)) - room:real(word(used, 2)) + room]
	set xlabel "utilization under " . first . " (%)" noenhanced
	set xtics autofreq nomirror
	set format x "%g"
	# the loads themselves, above
	set link x2
	set x2tics ()
	set x2label "times the users of the log"
	set tmargin 4
	set key bmargin center horizontal
	set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc "#777777"
	# bars stand side by side
	aside(i) = 0.4 * (i - 0.5 * (words(drawn) + 1))
	at(i) = "< " . over_loads(log, word(drawn, i))
	plot at(1) using 1:2:x2tic(strcol(5)) with dots lc rgb "#ff000000" notitle, \
		for [i = 1:words(drawn)] at(i) using ($1 + aside(i)):2 with lines ls i notitle, \
		@bars_over_loads for [i = 1:words(drawn)] at(i) using ($1 + aside(i)):2 with points ls i \
			title word(drawn, i), \
		for [i = 1:words(drawn)] at(i) using ($1 + aside(i)):2: \
			(sprintf("%s, %s times the users: %s times", word(drawn, i), strcol(5), shown($2))) \
			with labels hypertext point ls i notitle
} }
