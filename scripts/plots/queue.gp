# queue: how many jobs wait, and how many run
#
# Above the waiting jobs, below the running ones, each as the mean over time in each bin. Lines are
# means over a day or a week, so that they leave out the cycle of the day or of the week. The
# picture ends with the last submit, or, where more than half of the work is done after that, with
# the last job.
# @logs 1
# @var BIN= width of a bin, such as 1h; by default one that gives at most 550 bins
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window: a date such as 2001-10-28T14:30, or a time from second 0, as 3d
# @var TO= end of the window
# @table series sh "$PLOTS/check-window" "$LOG" && \
#     options=$(bash "$PLOTS/series-options" "$LOG" 550 10m 1h 6h 1d 1w) && \
#     swf-metrics --quiet --series queue,running $options \
#     ${ZONE:+--tz "$ZONE"} "$LOG" | awk -f "$PLOTS/calendar.awk" \
#     -f "$PLOTS/window.awk" -v from="$FROM" -v to="$TO" -v columns="1 2"
load plots . "series.style"
height = 448
eval drawing(640, height)
file = table("series", 1)
eval time_axis("x", file, 1, 2)
set autoscale xfix
set datafile columnheaders
if (!lasting(file)) { eval no_time_passes; exit }
stats file using "seconds":(column("queue") * column("seconds")) nooutput
queue_mean = STATS_sum_y / STATS_sum_x
bin = STATS_max_x
bins = STATS_records
across = across(bin, bins)
stats file using "seconds":(column("running") * column("seconds")) nooutput
running_mean = STATS_sum_y / STATS_sum_x

heading = "Waiting and running jobs: " . names[1]
note = "means over " . duration(bin) . \
	(across > 1 ? " (areas) and " . duration(across * bin) . " (lines)" : "")
set yrange [0:*]
if (text) {
	heading = sprintf("Waiting jobs; mean %.3g: %s", queue_mean, names[1])
	heading = heading[1:columns - 4]
	eval headed(height)
	eval few_tics(bin * bins)
	plot grouped(file, 4, bins) using (when(1, 2)):3 with impulses notitle
} else {
	set multiplot
	set style fill solid 1 noborder
	eval headed(height)
	set lmargin at screen 0.1
	set rmargin at screen 0.96
	eval panel(height, 75, 215)
	set key at screen 0.96, 1 - 60.0 / height right center maxrows 1
	set ylabel "waiting jobs"
	set xlabel
	set format x ""
	plot file using (middle($3)):"queue":(width($3)) with boxes lc "#a6cee3" notitle, \
		smoothed(file, 4, across) using (when(1, 2)):(across > 1 ? $3 : NaN) with lines ls 1 notitle, \
		queue_mean with lines ls 2 title sprintf("mean %.3g", queue_mean)
	unset label
	eval panel(height, 245, 375)
	eval time_axis("x", file, 1, 2)
	set key at screen 0.96, 1 - 230.0 / height
	set ylabel "running jobs"
	plot file using (middle($3)):"running":(width($3)) with boxes lc "#a5dcc7" notitle, \
		smoothed(file, 5, across) using (when(1, 2)):(across > 1 ? $3 : NaN) \
			with lines ls 3 dt 1 notitle, \
		running_mean with lines ls 2 title sprintf("mean %.3g", running_mean)
	unset multiplot
}
# SPDX-License-Identifier: GPL-3.0-or-later
