# continuation: how likely users go on after a job, by its response time and by its slowdown
#
# The share of jobs whose user submits the next one within the gap after their end, against the
# response time (left) and the slowdown (right) of the job. Jobs whose user submitted the next one
# before their end are left out. Of one log the bars are 95 % intervals, and the line is the curve
# a / (b x + 1) that fits best; of several logs lines join the shares. The grey line is
# 0.8 / (0.05 m + 1), of a response of m minutes.
#
# @logs 1+
# @var GAP=20m a user goes on if the next job comes at most so long after the end of this one
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @table continuation swf-sessions --quiet --table continuation --gap "$GAP" \
#     ${ANONYMOUS:+--anonymous "$ANONYMOUS"} "$LOG"
load plots . "panels.style"

if (text) { set key top right }

# the rows of a measure that have jobs
of(i, measure) = sprintf("< awk -F, 'NR > 1 && $1 == \"%s\" && $4 > 0' %s", \
	measure, table("continuation", i))
has(measure) = system(sprintf("awk -F, '$1 == \"%s\" && $4 > 0 { print 1; exit }' " . \
	"continuation-[0-9]*.csv", measure)) eq "1"
# a and b of the curve of a measure, "NaN NaN" where there is none
fit(measure) = system(sprintf("awk -F, '$1 == \"%s\" { a = $13; b = $14 } " . \
	"END { print a == \"\" ? \"NaN NaN\" : a \" \" b }' %s", measure, table("continuation", 1)))
curve(coefficients, x) = real(word(coefficients, 1)) / (real(word(coefficients, 2)) * x + 1)
formula(m) = 0.8 / (0.05 * m + 1)
# means below 1 stand at 1, where the axis begins
at(x) = x < 1 ? 1 : x

in_key = logs == 1 ? 2 : keys + 1
key_line(i) = i == in_key ? 10 : logs == 1 ? 1 : look(i)
key_title(i) = i == in_key ? "0.8 / (0.05 m + 1), m minutes" : \
	logs == 1 ? "fitted a / (b x + 1)" : \
	logs > 7 && i == 2 ? sprintf("%d others", logs - 1) : shortened(names[i], 60)
set style line 10 lc "#888888" lw 2 dt (6,4)
eval panels(1, 2, 300, key_lines(in_key), "Going on after a job: " . called_logs, \
	"jobs whose user submits the next one within " . GAP . " after the end of this one")
set yrange [0:100]
set samples 400
measures = text ? "response" : "response slowdown"
do for [measure in measures] {
	set title panel_title("by " . (measure eq "response" ? "response time" : "slowdown"))
	set ylabel "users go on, %" offset 1, 0
	set xlabel (measure eq "response" ? "response time" : "slowdown")
	if (!has(measure)) {
		eval nothing("no user waited for a job")
	} else {
		if (measure eq "response") {
			eval durations("x")
			set xtics add (up_to_1_s 1)
		} else {
			set logscale x
			set format x "10^{%L}"
			set xtics autofreq
		}
		set xrange [1:*]
		coefficients = fit(measure)
		unit = measure eq "response" ? 60.0 : 1.0
		if (logs == 1) {
			plot of(1, measure) using (at($10)):(100 * $6):(100 * $7):(100 * $8) \
					with yerrorbars ls 1 dt 1 notitle, \
				of(1, measure) using (at($10)):(100 * curve(coefficients, $10 / unit)) \
					smooth unique with lines ls 1 title (text ? key_title(1) : ""), \
				of(1, measure) using (at($10)):(measure eq "response" ? \
					100 * formula($10 / unit) : NaN) with lines ls 10 notitle
		} else {
			plot of(1, measure) using (at($10)):(measure eq "response" ? \
					100 * formula($10 / unit) : NaN) with lines ls 10 notitle, \
				for [i = logs:1:-1] of(i, measure) using (at($10)):(100 * $6) \
					with linespoints ls look(i) ps 0.5 title titled(i)
		}
		unset logscale
		set format "% h"
		set xtics autofreq
	}
}
if (!text) { eval finish(in_key) }
# SPDX-License-Identifier: GPL-3.0-or-later
