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
