# think-times: how long users wait after a job before they submit the next one
#
# The cumulated distribution of the times from the end of a user's previous job to the submit.
# Below 0 the next job came before that end. Left around 0, where sessions have their jobs; right
# all of them, on an axis that is logarithmic on both sides of a minute.
#
# @logs 1+
# @var FROM=-1h left end of the left panel, a duration
# @var TO=3h its right end
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @table think_times swf-sessions --quiet --session-by think-time --previous --table jobs \
#     ${ANONYMOUS:+--anonymous "$ANONYMOUS"} "$LOG" | \
#     awk -F, 'NR > 1 && $8 != "" { print $8 }' | sort -g | uniq -c | \
#     awk -v OFS=, '{ count[NR] = $1; value[NR] = $2; n += $1 } \
#         END { print "value,count,share,cumulated"; for (i = 1; i <= NR; i++) { \
#             sum += count[i]; print value[i], count[i], count[i] / n, sum / n } }'
load plots . "panels.style"
eval refused(!is_duration(FROM) || !is_duration(TO) || seconds(FROM) >= seconds(TO), \
	"FROM and TO are not durations, the first one shorter: " . FROM . ", " . TO)

eval panels(1, 2, 300, key_lines(keys), "Think times: " . called_logs, \
	"from the end of a user's previous job to the submit of the next; " . thinned)
set yrange [0:100]
set ylabel "jobs, %" offset 1, 0
set arrow 1 from 20, graph 0 to 20, graph 1 nohead lc "#888888" dt 2
set label 1 "20 min" at 20, graph 0.06 offset 0.5, 0 textcolor "#666666"
set title panel_title("around sessions")
set xlabel "minutes"
set xrange [seconds(FROM) / 60:seconds(TO) / 60]
plot for [i = logs:1:-1] cumulated(table("think_times", i), 0, "", 1, 4, -1e18) \
	using ($1 / 60):(100 * $2) with steps ls look(i) title titled(i)
if (!text) {
	unset arrow 1
	unset label 1
	set title "all"
	unset xlabel
	set xrange [both_sides(-8640000):both_sides(8640000)]
	eval both_sides_axis("x")
	plot for [i = logs:1:-1] cumulated(table("think_times", i), 0, "", 1, 4, -1e18) \
		using (both_sides($1)):(100 * $2) with steps ls look(i) title titled(i)
	eval finish(keys)
}
# SPDX-License-Identifier: GPL-3.0-or-later
