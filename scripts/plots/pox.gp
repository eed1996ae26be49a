# pox: whether submits come in bursts at all time scales: the rescaled range by the length of time
#
# Of one log each point is a segment of so many hours, and the line through them has the slope H. Of
# several logs there are the lines alone. Grey lines show the slope of 1/2, where what comes is
# independent of what came long before, and of 1.
#
# @logs 1+
# @var BIN=1h length of time that a value is counted over
# @var ATTRIBUTE=jobs what is counted, as in swf-hurst: jobs, size, work, ...
# @table points swf-hurst --quiet --bin "$BIN" --attribute "$ATTRIBUTE" --points "$LOG"
load plots . "panels.style"

# The ends of each line, and what the key says of it.
array line[logs]
array slope[logs]
array number[logs]
left = 1e300
do for [i = 1:logs] {
	line[i] = "< echo NaN"
	number[i] = ": too short, or constant"
	if (filled("points", i)) {
		stats table("points", i) skip 1 using (log($2)):(log($3)) nooutput
		at(x) = exp(STATS_intercept + STATS_slope * x)
		line[i] = sprintf("< printf '%%s\\n' %.9g,%.9g %.9g,%.9g", exp(STATS_min_x), \
			at(STATS_min_x), exp(STATS_max_x), at(STATS_max_x))
		number[i] = sprintf(": H = %.3f", STATS_slope)
		if (exp(STATS_min_x) < left) {
			left = exp(STATS_min_x)
			level = at(STATS_min_x)
		}
	}
}
key_title(i) = logs > 7 && i == 2 ? sprintf("%d others", logs - 1) : \
	shortened(names[i], text ? 40 : 60) . number[i]
key_columns = 1
keys = logs <= 7 ? logs : 2

eval panels(1, 1, 380, key_lines(keys), "Pox plot: " . called_logs, \
	ATTRIBUTE . " in bins of " . BIN)
set title panel_title("") noenhanced
set logscale xy
set xlabel "length of a segment, bins"
set ylabel "rescaled range R/S" offset 1, 0
set format x "%.0f"
set format y "%.0s%c"
set key on top left Left reverse
set autoscale xfix
plot logs > 1 ? "< echo NaN" : table("points", 1) skip 1 using 2:3 \
		with points lc "#56b4e9" pt 7 ps 0.4 notitle, \
	for [i = logs:1:-1] line[i] using 1:2 with lines ls look(i) title titled(i), \
	level * (x / left) ** 0.5 with lines lc "#444444" lw 1.5 dt 3 title "slope 1/2", \
	level * x / left with lines lc "#444444" lw 1.5 dt 2 title "slope 1"
eval finish(keys)
# SPDX-License-Identifier: GPL-3.0-or-later
