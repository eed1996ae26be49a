# users: the work of the users who did most, week by week, and flurries
#
# A row for all jobs, one for each of the TOP users, and one for all others. Work counts when it is
# submitted, in processor hours. The rows of users have one scale. Flurries are what swf-split-users
# finds, a triangle each.
# @logs 1
# @var TOP=8 number of users with a row
# @var OF=hours what is drawn: processor hours, or jobs
# @var BIN= width of a bin, such as 1d; by default 1w, and less for a log of a few weeks
# @var FLURRY= a flurry has more jobs a day than this; by default as in swf-split-users
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window of submits: a date such as 2001-10-28T14:30, or a time, as 3d
# @var TO= end of the window
# @table users bin=$(bash "$PLOTS/bin-width" "$LOG" 100 1h 1d 1w) && \
#     jobs() { swf-select --quiet ${FROM:+--from "$FROM"} ${TO:+--to "$TO"} \
#         ${ZONE:+--tz "$ZONE"} "$@" "$LOG"; } && \
#     { jobs | awk -f "$PLOTS/span.awk" | \
#         swf-metrics --quiet --series arrivals --bin "$bin" ${ZONE:+--tz "$ZONE"} && \
#         jobs --format csv --columns submit,submit_local,user,size,run_time; } | \
#     awk -f "$PLOTS/calendar.awk" -f "$PLOTS/users.awk" -v top="$TOP" -v measure="$OF" \
#         -v bin="$bin"
# @table flurries swf-split-users --quiet --find-flurries --anonymous keep \
#     ${FLURRY:+--flurry-jobs "$FLURRY"} "$LOG"
load plots . "series.style"
eval refused(!filled("users", 1), "there are no jobs to draw")
file = table("users", 1)
set datafile columnheaders
eval time_axis("x", file, 4, 5)
stats file using 1:7 nooutput
rows = int(STATS_max_x) + 1
bins = int(STATS_records / rows)
stats file using 6:8 nooutput
bin = STATS_max_x
shown = OF eq "jobs" || STATS_max_y <= 0 ? 7 : 8
stats file using (when(4, 5)):4 every ::0::0 nooutput
zero = STATS_min_x
begins = STATS_min_y
# of each row: its user, how many users it has, the sum and the highest bin
cell(row, column) = system(sprintf("awk -F, '$1 == %d { print $%d; exit }' %s", \
	row - 1, column, file))
array user[rows]
array users[rows]
array total[rows]
array highest[rows]
top = 0
do for [r = 1:rows] {
	user[r] = cell(r, 2)
	users[r] = int(cell(r, 3))
	stats file using shown every ::(r - 1) * bins::r * bins - 1 nooutput
	total[r] = STATS_sum
	highest[r] = STATS_max
	if (user[r] ne "" && STATS_max > top) { top = STATS_max }
}
name_of(r) = r == 1 ? "all jobs" : user[r] ne "" ? "user " . user[r] : \
	users[r] == 0 ? "no user" : users[r] == 1 ? "1 other" : sprintf("%d others", users[r])
scale_of(r) = user[r] ne "" && top > 0 ? top : highest[r] > 0 ? highest[r] : 1
share_of(r) = total[1] > 0 ? sprintf("%.1f %%", 100 * total[r] / total[1]) : ""

# flurries, with the place of their row: that of users without one is the last
placed = "placed.csv"
place_flurries = "awk -F, 'BEGIN { print \"place,begin,end\" } " . \
	"NR == FNR { if ($2 != \"\") place[$2] = $1; next } " . \
	"FNR > 1 && $2 <= till && $3 >= since { " . \
	"print ($1 in place ? place[$1] : last) \",\" $2 \",\" $3 }' " . \
	"since=%.15g till=%.15g last=%d %s %s >%s"
system(sprintf(place_flurries, begins, begins + bins * bin, rows - 1, file, \
	table("flurries", 1), placed))
flurries = int(system("sed 1d " . placed . " | wc -l"))

# a number as a label of few characters
short(x) = x >= 999500 ? sprintf("%.3g M", x / 1e6) : \
	x >= 1000 ? sprintf("%.0f", x) : sprintf("%.3g", x)
heading = (shown == 7 ? "Jobs" : "Processor hours") . " of users: " . names[1]
note = "submitted in " . duration(bin) . \
	(shown == 7 && OF ne "jobs" ? "; the log has no run times" : "") . \
	(users[1] == 0 ? "; the log has no users" : "") . \
	(flurries ? (text ? "; ! marks" : "; triangles:") . " flurries" : "")
# a row of text: some characters for a bin or a character for some bins, the darker the more
in_characters = "awk -F, -v k=%d -v top=%g -v bins=%d -v wide=%d -v place=%d '" . \
	"NR == 2 { begin = $4; bin = $6; n = int((bins + wide - 1) / wide) } " . \
	"NR > FNR { if ($1 == place) mark[int(($2 - begin) / (bin * n))] = 1; next } " . \
	"NR > 1 && $1 == place { sum[int(i / n)] += $k; i++ } " . \
	"END { repeats = bins < wide ? int(wide / bins) : 1; for (c = 0; c * n < bins; c++) { " . \
	"q = top > 0 ? sum[c] / (top * n) : 0; q = q >= 1 ? 10 : 1 + int(9 * q + 0.999); " . \
	"for (j = 0; j < repeats; j++) " . \
	"printf(\"%%s\", (c in mark) ? \"!\" : substr(\" .:-=+*#%%@\", q, 1)) } }' %s %s"
if (users[1] == 0) { rows = 1 }
if (text) {
	set print folded
	wide = columns - 22
	print heading
	print lacking(logs) . note
	do for [r = 1:rows] {
		print sprintf("%-12.12s%7s |", name_of(r), share_of(r)) . system(sprintf(in_characters, \
			shown, scale_of(r), bins, wide, r - 1, file, placed)) . "|"
	}
	print sprintf("%22s", "") . system(sprintf("awk -F, 'NR == 2 { first = $4; date = $5 } " . \
		"END { if ($5 != \"\") print substr(date, 1, 10) \" to \" substr($5, 1, 10); " . \
		"else print \"seconds \" first \" to \" $4 + $6 }' %s", file))
	unset print
} else {
	room = 48
	height = 125 + room * rows
	eval drawing(640, height)
	set multiplot
	eval headed(height)
	set lmargin at screen 0.17
	set rmargin at screen 0.89
	set format x ""
	set xlabel
	set autoscale xfix
	unset key
	unset ytics
	# local time where the log has dates, else days
	day = dated ? 86400.0 : 1.0
	if (bins > 150) { set style fill solid 1 noborder }
	do for [r = 1:rows] {
		if (r == rows) {
			unset format
			eval time_axis("x", file, 4, 5)
		}
		eval panel(height, 60 + room * (r - 1), 60 + room * r - 8)
		set yrange [0:1.2 * scale_of(r)]
		set ytics (short(scale_of(r)) scale_of(r))
		if (r > 2 && user[r] ne "") { set ytics ("" scale_of(r)) }
		set label 1 name_of(r) at screen 0.015, graph 0.25
		set label 2 share_of(r) at graph 1.02, graph 0.25
		plot file every ::(r - 1) * bins::r * bins - 1 \
				using (when(4, 5) + bin / 172800 * day):(column(shown) > 0 ? column(shown) : NaN): \
				(bin / 86400 * day) with boxes ls r == 1 ? 7 : 1 lw 0.5 dt 1, \
			placed using ($1 == r - 1 ? zero + (0.5 * ($2 + $3) - begins) / 86400 * day : NaN): \
				(1.1 * scale_of(r)) with points pt 11 ps 0.9 lc "#d55e00"
		unset label 101
		unset label 102
	}
	unset multiplot
}
# SPDX-License-Identifier: GPL-3.0-or-later
