# locality: how alike the jobs of a user are by the distance of their sessions, and those of a day
#
# Above: how alike two jobs of a user are in sessions so far apart, the smaller value over the
# larger one. Below: the share of each day's jobs that the fullest of 16 bins holds, the days in
# ascending order; jobs that depend in no way on the day would give 1/16.
#
# @logs 1+
# @var MEASURE=mean of the pairs of jobs: mean, median or identical (share of pairs that are equal)
# @var DISTANCE=10 sessions up to so far apart
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @var ZONE= time zone, instead of the log's
# @table similarity swf-locality similarity --quiet --distance "$DISTANCE" \
#     ${ANONYMOUS:+--anonymous "$ANONYMOUS"} "$LOG"
# @table daily swf-locality daily --quiet --each ${ZONE:+--tz "$ZONE"} "$LOG" | \
#     { read -r names; echo "$names"; sort -t , -k 1,1 -k 4,4g; }
load plots . "panels.style"
eval refused(strstrt(" mean median identical ", " " . MEASURE . " ") == 0, \
	"MEASURE is none of mean, median and identical: " . MEASURE)
eval refused(!is_whole(DISTANCE) || int(DISTANCE) > 1000, \
	"DISTANCE is not a number of sessions up to 1000: " . DISTANCE)

attributes = text ? "runtime" : "runtime estimate size"
in_words(what) = what eq "runtime" ? "run time" : what
column_of = MEASURE eq "median" ? 5 : MEASURE eq "identical" ? 6 : 4
# rows of a table that are of an attribute, with the share of rows up to each
of(file, what) = sprintf("< awk -F, -v OFS=, -v what=%s " . \
	"'FNR == 1 { file++ } $1 != what { next } file == 1 { n++; next } { print $0, 100 * ++i / n } " . \
	"END { if (!n) print \"NaN\" }' %s %s", \
	what, file, file)
has(name, what) = system(sprintf( \
	"awk -F, -v what=%s '$1 == what { print 1; exit }' %s-[0-9]*.csv", \
	what, name)) eq "1"

eval panels(2, 3, 190, key_lines(keys), "Locality: " . called_logs, \
	"above: two jobs of a user; below: days in order of the share of their jobs that fit one bin")
set yrange [0:100]
set xtics DISTANCE > 10 ? 5 : 2
do for [what in attributes] {
	set title panel_title(in_words(what)) noenhanced
	set xlabel "distance, sessions"
	set ylabel (what ne "runtime" ? "" : MEASURE eq "identical" ? "identical pairs, %" : \
		MEASURE . " similarity, %") offset 1, 0
	if (has("similarity", what)) {
		set xrange [0:*]
		plot for [i = logs:1:-1] of(table("similarity", i), what) \
			using 2:(100 * column(column_of)) with linespoints ls look(i) ps 0.5 title titled(i)
	} else {
		eval nothing("no user has it")
	}
}
if (!text) {
	set xtics 25
	do for [what in attributes] {
		unset title
		set xlabel "days, %"
		set ylabel (what eq "runtime" ? "largest of 16 bins, %" : "") offset 1, 0
		set xrange [0:100]
		if (has("daily", what)) {
			plot for [i = logs:1:-1] of(table("daily", i), what) \
				using 5:(100 * $4) with lines ls look(i) title titled(i)
		} else {
			eval nothing("not in the log")
		}
	}
	eval finish(keys)
}
# SPDX-License-Identifier: GPL-3.0-or-later
