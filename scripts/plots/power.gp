# power: what the jobs that run draw over time
#
# The mean power of the running jobs in each bin: each draws its energy over its run time, evenly.
# Jobs whose energy is not known count as nothing; a note says how many these are. Lines are means
# over a day or a week, so that they leave out the cycle of the day or of the week. The picture ends
# with the last submit, or, where more than half of the work is done after that, with the last job.
# The log declares the energy of its jobs, see swf(5).
# @logs 1
# @var BIN= width of a bin, such as 1h; by default one that gives at most 550 bins
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window: a date such as 2001-10-28T14:30, or a time from second 0, as 3d
# @var TO= end of the window
# @table series sh "$PLOTS/check-window" "$LOG" && \
#     options=$(bash "$PLOTS/series-options" "$LOG" 550 10m 1h 6h 1d 1w) && \
#     swf-metrics --quiet --series power $options ${ZONE:+--tz "$ZONE"} "$LOG" | \
#     awk -f "$PLOTS/calendar.awk" -f "$PLOTS/window.awk" -v from="$FROM" -v to="$TO" \
#     -v columns="1 2"
# @table metrics swf-metrics --quiet "$LOG" | awk 'NR == 1 && !/energy_jobs/ { exit 1 } 1'
load plots . "series.style"
height = 330
eval drawing(640, height)
file = table("series", 1)
set autoscale xfix
eval time_axis("x", file, 1, 2)

set datafile columnheaders
if (!lasting(file)) { eval no_time_passes; exit }
stats file using "seconds":(column("power") * column("seconds")) nooutput
mean = STATS_sum_y / STATS_sum_x
bin = STATS_max_x
bins = STATS_records
across = across(bin, bins)
stats file using "power" nooutput
# W, kW or MW
step = STATS_max < 1e4 ? 1.0 : STATS_max < 1e7 ? 1e3 : 1e6
unit = step < 1e3 ? "W" : step < 1e6 ? "kW" : "MW"
# of_metrics(name): a number of the whole log
of_metrics(name) = real(system(sprintf("awk -F, -v name=%s " . \
	"'NR == 1 { while ($++k != name) { } } END { print $k + 0 }' %s", name, table("metrics", 1))))
unknown = of_metrics("jobs") - of_metrics("energy_jobs")

heading = "Power of the running jobs: " . names[1]
note = sprintf("means over %s", duration(bin)) . \
	(across > 1 ? " (areas) and " . duration(across * bin) . " (lines)" : "") . \
	(unknown > 0 ? sprintf("; of %.0f jobs the energy is not known", unknown) : "")
set yrange [0:*]
if (text) {
	heading = sprintf("Power of running jobs, %s; mean %.3g: %s", unit, mean / step, names[1])
	heading = heading[1:columns - 4]
	eval headed(height)
	eval few_tics(bin * bins)
	plot grouped(file, 4, bins) using (when(1, 2)):($3 / step) with impulses notitle
} else {
	set style fill solid 1 noborder
	eval headed(height)
	set lmargin at screen 0.1
	set rmargin at screen 0.96
	eval panel(height, 75, 265)
	set key at screen 0.96, 1 - 60.0 / height right center maxrows 1
	set ylabel "power, " . unit
	plot file using (middle($3)):(column("power") / step): \
			(width($3)) with boxes lc "#a6cee3" notitle, \
		smoothed(file, 4, across) using (when(1, 2)):(across > 1 ? $3 / step : NaN) \
			with lines ls 1 notitle, \
		mean / step with lines ls 2 title sprintf("mean %.3g %s", mean / step, unit)
}
# SPDX-License-Identifier: GPL-3.0-or-later
