# cycle: when jobs arrive, by hour of the day and day of the week
#
# The heat map shows the mean number of arrivals in each hour of the week, over all such hours
# from the first submit to the last, by the scale below. Above it stands the mean of each
# hour, on weekdays and at weekends, beside it that of each day.
# @logs 1
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window of submits: a date such as 2001-10-28T14:30, or a time, as 3d
# @var TO= end of the window
# @table cycle swf-select --quiet --format csv --columns submit,submit_local \
#     ${FROM:+--from "$FROM"} ${TO:+--to "$TO"} ${ZONE:+--tz "$ZONE"} "$LOG" | \
#     awk -f "$PLOTS/calendar.awk" -f "$PLOTS/cycle.awk"
load plots . "series.style"
height = 450
file = table("cycle", 1)
set datafile columnheaders
dated = system("awk -F, 'NR == 2 { print $2 }' " . file) eq "Monday"
stats file using "hours":"arrivals" nooutput
arrivals = STATS_sum_y
hours = STATS_sum_x
# one flurry may have made a cell much darker than all others
typical = real(system("awk -F, 'NR > 1 && $6 != \"\" { print $6 }' " . file . " | sort -g | " . \
	"awk '{ v[NR] = $1 } END { print v[int((NR - 1) * 0.95) + 1] }'"))
stats file using "arrivals_per_hour" nooutput
most = STATS_max
top = most > 2.5 * typical && typical > 0 ? 1.5 * typical : most

heading = "Arrivals an hour: " . names[1]
note = "mean over " . (hours < 336 ? sprintf("%d hour%s", hours, hours == 1 ? "" : "s") : \
	sprintf("%.3g weeks", hours / 168.0)) . \
	(dated ? ", in local time" : "; the log has no dates, days are counted from its second 0") . \
	(top < most ? sprintf("; the darkest: %.3g to %.3g", top, most) : "")
# a character for each hour and day, the darker the more
in_characters = "awk -F, -v top=%g -v wide=%d '" . \
	"NR > 1 { k = $6 == \"\" ? 1 : $6 >= top ? 10 : 1 + int(9 * $6 / top + 0.999); " . \
	"if (!$3) printf(\"%%s%%-6s|\", NR > 2 ? \"|\\n\" : \"\", " . \
	"$2 ~ /^day/ ? $2 : substr($2, 1, 3)); " . \
	"for (c = 0; c < wide; c++) printf(\"%%s\", substr(\" .:-=+*#%%@\", k, 1)) } " . \
	"END { printf(\"|\\n%%7s\", \"\"); " . \
	"for (h = 0; h < 24; h += 6) printf(\"%%-\" 6 * wide \"s\", h \":00\") }' %s"
# means over some hours: the columns hour or weekday, and arrivals an hour on the days of a range
means(key, low, high) = sprintf("< awk -F, 'NR == 1 { print \"key,mean\"; next } " . \
	"$1 >= %d && $1 <= %d { n[$%d] += $5; h[$%d] += $4 } " . \
	"END { for (k = 0; k < 24; k++) print k \",\" (h[k] ? n[k] / h[k] : \"NaN\") }' %s", \
	low, high, key, key, file)

if (text) {
	set print folded
	print heading
	print note
	print sprintf("from blank, no arrival, to @, %.3g an hour", top)
	print system(sprintf(in_characters, top, (columns - 8) / 24, file))
	unset print
} else {
	eval drawing(640, height)
	set multiplot
	eval headed(height)
	set xrange [0:24]
	set lmargin at screen 0.1
	set rmargin at screen 0.77
	set xtics 0, 3, 24 format ""
	eval panel(height, 80, 165)
	set yrange [0:*]
	set ytics step(0, most)
	set ylabel "mean"
	set key at screen 0.78, 1 - 90.0 / height left top Left reverse
	plot means(3, 1, dated ? 5 : 7) using ($1 + 0.5):2 with linespoints ls 1 \
			title dated ? "Mon to Fri" : "all days", \
		means(3, dated ? 6 : 9, 7) using ($1 + 0.5):2 with linespoints ls 2 title dated ? "Sat, Sun" : ""
	unset label
	unset grid
	unset key

	eval panel(height, 175, 335)
	set yrange [7.5:0.5]
	unset ylabel
	set ytics ("" 1)
	set for [d = 1:7] ytics add (word(dated ? "Mon Tue Wed Thu Fri Sat Sun" : \
		"1 2 3 4 5 6 7", d) d)
	if (!dated) { set ylabel "day" }
	set xtics 0, 3, 24 format "%g:00"
	set palette defined (0 "#ffffe5", 1 "#e3f3c2", 2 "#b5e0b8", 3 "#7cc9bd", 4 "#43aec2", \
		5 "#268ebc", 6 "#2469a8", 7 "#253b8c", 8 "#081d58")
	set cbrange [0:top > 0 ? top : 1]
	set colorbox horizontal user origin screen 0.1, screen 1 - 390.0 / height \
		size screen 0.67, screen 0.03
	set cbtics step(0, top)
	set cblabel "arrivals an hour"
	set style fill solid 1 noborder
	plot file using ($3 + 0.5):1:(0.5):(0.5):6 with boxxyerror lc palette
	unset colorbox

	set lmargin at screen 0.82
	set rmargin at screen 0.97
	set xrange [0:*]
	set xtics step(0, most) format "%g"
	unset ytics
	unset ylabel
	set style fill solid 0.35 border
	set xlabel "mean"
	plot means(1, 1, 7) using ($2 / 2):1:($2 / 2):(0.35) with boxxyerror ls 1 lw 1
	unset multiplot
}
# SPDX-License-Identifier: GPL-3.0-or-later
