# resources: processors and GPUs over time, and which of them jobs wait for
#
# Above, the mean share of the processors and of the GPUs that are busy in each bin. Below them what
# waiting jobs need of each, in multiples of the machine. The strips show which resource binds: the
# darker, the longer in the bin the first job in the queue waits for it; the last strip is for the
# time in which that job waits though all that it needs is free. Lines are means over a day or a
# week. The picture ends with the last submit, or, where more than half of the work is done after
# that, with the last job. The log declares the GPUs of its jobs, see swf(5).
# @logs 1
# @var BIN= width of a bin, such as 1h; by default one that gives at most 550 bins
# @var PROCS= processors of the machine; by default those of the header
# @var GPUS= GPUs of the machine; by default MaxGPUs of the header
# @var ZONE= time zone of dates; by default that of the header
# @var FROM= beginning of a window: a date such as 2001-10-28T14:30, or a time from second 0, as 3d
# @var TO= end of the window
# @table series sh "$PLOTS/check-window" "$LOG" && \
#     options=$(bash "$PLOTS/series-options" "$LOG" 550 10m 1h 6h 1d 1w) && swf-metrics --quiet \
#     --series "busy,utilization,queue_procs,busy_gpus,utilization_gpus,queue_gpus,$( \
#     )binds_procs,binds_gpus,binds_none" $options ${PROCS:+--procs "$PROCS"} \
#     ${GPUS:+--gpus "$GPUS"} ${ZONE:+--tz "$ZONE"} "$LOG" | awk -f "$PLOTS/calendar.awk" \
#     -f "$PLOTS/window.awk" -v from="$FROM" -v to="$TO" -v columns="1 2"
load plots . "series.style"
height = 640
eval drawing(640, height)
file = table("series", 1)
set autoscale xfix
eval time_axis("x", file, 1, 2)

set datafile columnheaders
if (!lasting(file)) { eval no_time_passes; exit }
if (system("awk -F, 'NR > 1 && $5 != \"\" { print 1; exit }' " . file) ne "1") {
	eval in_words("it is not known how many processors the machine has")
	exit
}
stats file using "seconds" nooutput
bin = STATS_max
bins = STATS_records
time = STATS_sum
across = across(bin, bins)
# weighed(name): the mean of a column over time
weighed(name) = real(system(sprintf("awk -F, -v name=%s 'NR == 1 { for (i = 1; i <= NF; i++) " . \
	"if ($i == name) at = i } { sum += $at * $3 } END { printf(\"%%.9g\", sum) }' %s", \
	name, file))) / time
share_procs = weighed("utilization")
share_gpus = weighed("utilization_gpus")
# 1 where nothing is ever busy, so that what waits is shown as it is
procs = share_procs > 0 ? weighed("busy") / share_procs : 1
gpus = share_gpus > 0 ? weighed("busy_gpus") / share_gpus : 1
stats file using "utilization" nooutput
full_procs = STATS_max > 1 ? 105 * STATS_max : 100
stats file using "utilization_gpus" nooutput
full_gpus = STATS_max > 1 ? 105 * STATS_max : 100

heading = "Processors and GPUs: " . names[1]
note = sprintf("means over %s", duration(bin)) . \
	(across > 1 ? " (areas) and " . duration(across * bin) . " (lines)" : "")
if (text) {
	heading = sprintf("Busy GPUs, %%; mean %.0f %%; GPUs bind in %.0f %%, processors in %.0f %%: %s", \
		100 * share_gpus, 100 * weighed("binds_gpus"), 100 * weighed("binds_procs"), names[1])
	heading = heading[1:columns - 4]
	eval headed(height)
	eval few_tics(bin * bins)
	set yrange [0:full_gpus]
	plot grouped(file, 8, bins) using (when(1, 2)):(100 * $3) with impulses notitle
} else {
	# a colour of the strips, from white to its own with the share of the bin
	shade(share, red, green, blue) = int(255 - share * (255 - red)) * 65536 + \
		int(255 - share * (255 - green)) * 256 + int(255 - share * (255 - blue))
	set multiplot
	set style fill solid 1 noborder
	eval headed(height)
	set lmargin at screen 0.14
	set rmargin at screen 0.96
	set xlabel
	set format x ""
	set ytics 25
	eval panel(height, 78, 188)
	set key at screen 0.96, 1 - 64.0 / height right center maxrows 1
	set yrange [0:full_procs]
	set ylabel "busy\nprocessors, %"
	plot file using (middle($3)):(100 * column("utilization")): \
			(width($3)) with boxes lc "#a6cee3" notitle, \
		smoothed(file, 5, across) using (when(1, 2)):(across > 1 ? 100 * $3 : NaN) \
			with lines ls 1 notitle, \
		100 * share_procs with lines ls 2 title sprintf("mean %.0f %%", 100 * share_procs)
	unset label
	eval panel(height, 218, 328)
	set key at screen 0.96, 1 - 204.0 / height
	set yrange [0:full_gpus]
	set ylabel "busy\nGPUs, %"
	plot file using (middle($3)):(100 * column("utilization_gpus")): \
			(width($3)) with boxes lc "#a5dcc7" notitle, \
		smoothed(file, 8, across) using (when(1, 2)):(across > 1 ? 100 * $3 : NaN) \
			with lines ls 3 dt 1 notitle, \
		100 * share_gpus with lines ls 2 title sprintf("mean %.0f %%", 100 * share_gpus)
	# all panels have the span of the first
	set xrange [GPVAL_X_MIN:GPVAL_X_MAX]
	eval panel(height, 358, 458)
	set key at screen 0.96, 1 - 344.0 / height
	set yrange [0:*]
	set ytics autofreq
	set ylabel "waiting,\nof the machine"
	plot smoothed(file, 6, across) using (when(1, 2)):($3 / procs) with lines ls 1 \
			title "processors", \
		smoothed(file, 9, across) using (when(1, 2)):($3 / gpus) with lines ls 3 title "GPUs"
	eval panel(height, 494, 575)
	eval time_axis("x", file, 1, 2)
	eval sprintf("set xtics font ',%.1f'", 0.8 * font_size)
	set label 1 sprintf("Waited for: processors %.0f %% of the time, GPUs %.0f %%, neither %.0f %%", \
		100 * weighed("binds_procs"), 100 * weighed("binds_gpus"), 100 * weighed("binds_none")) \
		at screen 0.14, 1 - 482.0 / height left
	unset key
	unset grid
	set ylabel
	set yrange [0:3]
	set ytics ("neither" 0.5, "GPUs" 1.5, "processors" 2.5) scale 0
	plot file using (middle($3)):(2.5):(when(1, 2)):(when(1, 2) + width($3)):(2.08):(2.92): \
			(shade(column("binds_procs"), 0, 114, 178)) with boxxyerror lc rgb variable, \
		file using (middle($3)):(1.5):(when(1, 2)):(when(1, 2) + width($3)):(1.08):(1.92): \
			(shade(column("binds_gpus"), 0, 120, 90)) with boxxyerror lc rgb variable, \
		file using (middle($3)):(0.5):(when(1, 2)):(when(1, 2) + width($3)):(0.08):(0.92): \
			(shade(column("binds_none"), 80, 80, 80)) with boxxyerror lc rgb variable
	unset multiplot
}
# SPDX-License-Identifier: GPL-3.0-or-later
