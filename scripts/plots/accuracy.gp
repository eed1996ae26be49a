# accuracy: how much of their estimates jobs run, and the distributions of both
#
# Left a histogram of run time over estimate. A bar holds the jobs above its left edge and up to its
# right edge, the first one also those of 0; the last one, which begins at 105 % or before, holds
# all above. Right the cumulated distributions of run times and estimates. A row for each log.
#
# @logs 1+
# @var BIN=5 width of a bar, %
# @table histogram swf-distrib --quiet --distribution accuracy "$LOG" | \
#     awk -v bin="$BIN" -f "$PLOTS/accuracy.awk"
# @table runtime swf-distrib --quiet --distribution runtime "$LOG"
# @table estimate swf-distrib --quiet --distribution estimate "$LOG"
load plots . "panels.style"
eval refused((sum [i = 1:logs] made("histogram", i)) == 0, "no histogram can be made")

bin = real(BIN)
# where the last bar begins
last = int(105 / bin) * bin
eval panels(logs, 2, 220, 1, "Accuracy of estimates: " . called_logs, \
	sprintf("left: the last bar holds all jobs that ran longer than %g %% of the estimate", last))
key_title(i) = i == 1 ? "run time" : "estimate"
key_line(i) = i
do for [i = 1:logs] {
	set title panel_title(logs > 1 ? shortened(names[i], 40) : "how much of it jobs ran") noenhanced
	set xlabel (i == logs || text ? "run time / estimate, %" : "")
	set ylabel "jobs, %" offset 1, 0
	set xrange [0:last + bin]
	set yrange [0:*]
	if (filled("histogram", i)) {
		set boxwidth bin
		plot table("histogram", i) skip 1 using ($1 + bin / 2):(100 * $4) with boxes ls 1 notitle
	} else {
		eval nothing("no job has an estimate and a run time")
	}
	if (text) { break }

	set title "run times and estimates"
	unset xlabel
	set yrange [0:100]
	if (filled("runtime", i) || filled("estimate", i)) {
		eval durations("x")
		set xtics add (up_to_1_s 1)
		set xrange [1:*]
		plot cumulated(table("runtime", i), 0, "", 1, 4, 1) \
				using 1:(100 * $2) with steps ls 1 notitle, \
			cumulated(table("estimate", i), 0, "", 1, 4, 1) \
				using 1:(100 * $2) with steps ls 2 notitle
		unset logscale
		set xtics autofreq
	} else {
		eval nothing("no job has a run time or an estimate")
	}
}
eval finish(2)
# SPDX-License-Identifier: GPL-3.0-or-later
