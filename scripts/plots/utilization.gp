# utilization: how busy the machine is, and how much work arrives
#
# Above, the mean share of the processors that are busy in each bin. Below, the load: the work
# submitted in the bin, over what the machine could do in it. Few bins have a load far above that
# of the others: they are cut off, with a triangle. Lines are means over a day or a week, so that
# they leave out the cycle of the day or of the week. The picture ends with the last submit, or,
# where more than half of the work is done after that, with the last job.
# @logs 1
# @var BIN= width of a bin, such as 1h; by default one that gives at most 550 bins
# @var PROCS= processors of the machine; by default those of the header
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window: a date such as 2001-10-28T14:30, or a time from second 0, as 3d
# @var TO= end of the window
# @table series sh "$PLOTS/check-window" "$LOG" && \
#     options=$(bash "$PLOTS/series-options" "$LOG" 550 10m 1h 6h 1d 1w) && \
#     swf-metrics --quiet --series utilization,load $options \
#     ${PROCS:+--procs "$PROCS"} ${ZONE:+--tz "$ZONE"} "$LOG" | awk -f "$PLOTS/calendar.awk" \
#     -f "$PLOTS/window.awk" -v from="$FROM" -v to="$TO" -v columns="1 2"
load plots . "series.style"
height = 458
eval drawing(640, height)
file = table("series", 1)
set autoscale xfix
eval time_axis("x", file, 1, 2)

set datafile columnheaders
if (!lasting(file)) { eval no_time_passes; exit }
if (system("awk -F, 'NR > 1 && $4 != \"\" { print 1; exit }' " . file) ne "1") {
	eval in_words("it is not known how many processors the machine has")
	exit
}
stats file using "seconds":(column("utilization") * column("seconds")) nooutput
mean = 100 * STATS_sum_y / STATS_sum_x
bin = STATS_max_x
bins = STATS_records
# a log may have more than the machine has
stats file using "utilization" nooutput
full = STATS_max > 1 ? 105 * STATS_max : 100
# the number of bins that a line is a mean of
across = across(bin, bins)
smooth_load = smoothed(file, 5, across)
stats smooth_load using 3 nooutput
calm = STATS_max
stats file using "load" nooutput
most = STATS_max
# a bin may be much shorter than the jobs that are submitted in it
cut = across > 1 ? 1.7 * calm : 3
top = 100 * (most > cut ? cut : most)
top = top < 110 ? 110 : top

heading = "Utilization and load: " . names[1]
note = sprintf("means over %s", duration(bin)) . \
	(across > 1 ? " (areas) and " . duration(across * bin) . " (lines)" : "")
if (text) {
	heading = sprintf("Busy processors, %%; mean %.0f %%: %s", mean, names[1])
	heading = heading[1:columns - 4]
	eval headed(height)
	eval few_tics(bin * bins)
	set yrange [0:full]
	plot grouped(file, 4, bins) using (when(1, 2)):(100 * $3) with impulses notitle
} else {
	set multiplot
	set style fill solid 1 noborder
	eval headed(height)
	set lmargin at screen 0.1
	set rmargin at screen 0.96
	eval panel(height, 75, 220)
	set key at screen 0.96, 1 - 60.0 / height right center maxrows 1
	set yrange [0:full]
	set ytics 25
	set ylabel "busy processors, %"
	set xlabel
	set format x ""
	plot file using (middle($3)):(100 * column("utilization")): \
			(width($3)) with boxes lc "#a6cee3" notitle, \
		smoothed(file, 4, across) using (when(1, 2)):(across > 1 ? 100 * $3 : NaN) \
			with lines ls 1 notitle, \
		mean with lines ls 2 title sprintf("mean %.0f %%", mean)
	unset label
	eval panel(height, 255, 385)
	eval time_axis("x", file, 1, 2)
	set key at screen 0.96, 1 - 240.0 / height
	set yrange [0:top]
	set ytics autofreq
	set ylabel "load, %"
	plot file using (middle($3)):(100 * column("load") < top ? 100 * column("load") : top): \
		(width($3)) with boxes lc "#a5dcc7" notitle, \
		smooth_load using (when(1, 2)):(across > 1 ? 100 * $3 : NaN) with lines ls 3 dt 1 notitle, \
		100 with lines ls 7 title "capacity", \
		file using (middle($3)):(100 * column("load") > top ? top : NaN) with points pt 9 \
			ps 0.6 lc "#000000" title most * 100 > top ? sprintf("higher, up to %.0f %%", 100 * most) : ""
	unset multiplot
}
# SPDX-License-Identifier: GPL-3.0-or-later
