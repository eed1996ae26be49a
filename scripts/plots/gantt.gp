# gantt: jobs as rectangles: when each ran, on how many processors
#
# Logs do not say which processors a job had. swf-metrics --placement puts each job where there is
# room, and no two rectangles overlap. The users with most of the area have a colour each. Above
# LIMIT rectangles the picture is a raster of 900 by 320 points, which show the job at their centre.
# What does not fit on the machine stands above the line.
# @logs 1
# @var FROM= beginning of a window: a date such as 2001-10-28T14:30, or a time from second 0, as 3d
# @var TO= end of the window
# @var TOP=7 number of users with a colour, at most 7
# @var LIMIT=4000 number of rectangles above which the picture is a raster
# @var PROCS= processors of the machine; by default those of the header
# @var ZONE= time zone of dates; by default that of the header
# @table placement sh "$PLOTS/check-window" "$LOG" && \
#     procs=${PROCS:-$(sh "$PLOTS/machine-size" "$LOG")} && \
#     swf-metrics --quiet --placement ${PROCS:+--procs "$PROCS"} ${ZONE:+--tz "$ZONE"} "$LOG" | \
#     awk -f "$PLOTS/calendar.awk" -f "$PLOTS/window.awk" -v from="$FROM" -v to="$TO" \
#         -v columns="6 7 8 9" -v procs="$procs"
load plots . "series.style"
eval refused(!is_whole(TOP) || int(TOP) > 7, "TOP is not a number of users up to 7: " . TOP)
eval refused(!is_whole(LIMIT), "LIMIT is not a number of rectangles: " . LIMIT)
height = 482
file = table("placement", 1)
# the job that ends last, where that is too late to be drawn
late = TO ne "" ? "" : system(sprintf("awk -F, -v longest=%g 'NR > 1 && (first == \"\" || " . \
	"$6 < first) { first = $6 } NR > 1 && $7 > last + 0 { last = $7; job = $1 } " . \
	"END { if (last - first > longest) print job }' %s", longest, file))
eval refused(late ne "", "job " . late . " ends more than 1000 years after the first starts")
eval time_axis("x", file, 6, 8)
set datafile columnheaders

# Time on the axis goes on evenly where the clock is put back, so that rectangles stay apart.
stats file using (when(6, 8)):6 every ::0::0 nooutput
zero = STATS_min_x
begins = STATS_min_y
unit = dated ? 1.0 : 86400.0
at(seconds) = zero + (seconds - begins) / unit
second(time) = begins + (time - zero) * unit
is_date(s) = strstrt(s, "-") > 1
template = "0000-01-01T00:00:00"
filled_up(s) = s . template[strlen(s) + 1:*]
moment(s) = is_date(s) \
	? strptime(time_format, filled_up(strlen(s) > 10 ? s[1:10] . "T" . s[12:*] : s)) \
	: at(seconds(s))

stats file using 6:7 nooutput
rectangles = STATS_records
from = FROM eq "" ? at(STATS_min_x) : moment(FROM)
to = TO eq "" ? at(STATS_max_y) : moment(TO)
stats file using 11 nooutput
highest = STATS_max
# 0 if the header does not tell it; then all processors are those that the jobs need
machine = int(system("awk -F, 'NR == 2 { print $12 + 0; exit }' " . file))
procs = machine ? machine : highest + 1
# the numbers from that of the machine's processors on are of jobs that do not fit
above = highest >= procs
top = !above ? procs : highest < 1.2 * procs ? highest + 1 : 1.2 * procs
limit = int(LIMIT)

# the users with the largest area in the window, those without a number left out
count = int(TOP)
users = system(sprintf("awk -F, -v from=%.15g -v to=%.15g 'NR > 1 && $2 != \"\" { " . \
	"low = $6 > from ? $6 : from; high = $7 < to ? $7 : to; " . \
	"area[$2] += (high - low) * ($11 - $10 + 1) } " . \
	"END { for (u in area) printf(\"%%.9g %%d\\n\", area[u], u) }' %s", \
	second(from), second(to), file) . \
	sprintf(" | sort -k 1,1gr -k 2,2n | awk 'NR <= %d { print $2 }'", count))
named = words(users)
raster(across, high) = sprintf("awk -f %s -v users='%s' -v from=%.15g -v to=%.15g " . \
	"-v across=%d -v high=%d -v top=%d %s", beside("raster.awk"), users, second(from), second(to), \
	across, high, top, file)

# what the jobs without a colour are those of
rest = named ? "others" : "jobs"
array colours[8] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0xc4c4c4]
colour(k) = colours[k <= named ? int(k) : 8]
place_of(user) = (sum [i = 1:named] (word(users, i) eq user ? i : 0))
colour_of(user) = place_of(user) ? colours[place_of(user)] : colours[8]

jobs = int(system("awk -F, 'NR > 1 && $1 != last { n++ } { last = $1 } END { print n }' " . file))
heading = sprintf("%d job%s%s: %s", jobs, jobs == 1 ? "" : "s", \
	machine ? sprintf(" on %d processors", machine) : "", names[1])
note = "swfkit placed the jobs; the log does not say on which processors they ran"
# a second line, with what is special
special = (above ? "above the line: what does not fit on the machine" . \
	(highest + 1 > top ? sprintf(" (up to %.0f)", highest + 1) : "") : "") . \
	(!text && rectangles > limit ? (above ? "; " : "") . "each point shows the job at its centre" : "")
if (text) {
	# letters for the users, a plus sign for the others
	across = columns - 9
	high = lines - 5 - (special ne "")
	set print folded
	print heading
	print note
	if (special ne "") { print special }
	print system(raster(across, high) . sprintf(" | tac | awk -F, -v top=%d '{ line = \"\"; " . \
		"for (x = 1; x <= NF; x++) line = line (!$x ? \" \" : $x <= %d ? " . \
		"substr(\"abcdefg\", $x, 1) : \"+\"); " . \
		"printf(\"%%6s |%%s|\\n\", NR == 1 ? top : \"\", line) }'", top, named))
	date(x) = dated ? strftime(across < 40 ? "%Y-%m-%d" : "%Y-%m-%d %H:%M", x) : sprintf("%.5g d", x)
	print sprintf(sprintf("%%6d  %%-%ds%%s", across - strlen(date(to))), 0, date(from), date(to))
	key = named ? "users: " : ""
	do for [k = 1:named] { key = key . ("abcdefg"[k:k]) . "=" . word(users, k) . " " }
	print key . "+=" . rest
	unset print
} else {
	eval drawing(640, height)
	eval headed(height)
	set lmargin at screen 0.11
	set rmargin at screen 0.965
	eval panel(height, 75, 365)
	set label 103 special at screen 0.015, screen 1 - 58.0 / height left noenhanced \
		font sprintf(",%.1f", 0.92 * font_size) tc "#444444"
	set xrange [from:to]
	if (dated) { set xtics format date_format((to - from) / 86400) }
	set yrange [0:1.02 * top]
	set ylabel "processors, as placed"
	set key at screen 0.98, 1 - 456.0 / height right center maxrows 2 samplen 1 width 1
	set grid noxtics noytics
	set style fill solid 1 border lc "#333333"
	set boxwidth 1
	swatches = named + 1
	if (rectangles > limit) {
		set border 3
		step_x = (to - from) / 900.0
		step_y = top / 320.0
		# points without a job show what is below, on a dark page, too
		part(k, shift) = k == 0 ? 255 : (colour(int(k)) >> shift) & 255
		plot "< " . raster(900, 320) matrix using (from + ($1 + 0.5) * step_x):(($2 + 0.5) * step_y): \
				(part($3, 16)):(part($3, 8)):(part($3, 0)):($3 == 0 ? 0 : 255) \
				with rgbalpha notitle, \
			machine ? machine : NaN with lines ls 7 title machine ? "machine" : "", \
			for [k = 1:named + 1] NaN with boxes lc rgb colour(k) dt 1 lw 1 \
				title k > named ? rest : "user " . word(users, k)
	} else {
		plot file using (at($6)):10:(at($6)):(at($7)):10:($11 + 1):(colour_of(strcol(2))) \
				with boxxyerror lc rgb variable lw 0.5 notitle, \
			machine ? machine : NaN with lines ls 7 title machine ? "machine" : "", \
			for [k = 1:named + 1] NaN with boxes lc rgb colour(k) dt 1 lw 1 \
				title k > named ? rest : "user " . word(users, k)
	}
}
# SPDX-License-Identifier: GPL-3.0-or-later
