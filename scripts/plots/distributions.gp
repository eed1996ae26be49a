# distributions: how the jobs, or the users, differ in run time, estimate, wait, size and more
#
# A panel for each distribution in WHAT: the share of jobs, or of users, up to a value. Of `week`
# it is the share of the jobs that were submitted in each hour of the week, and of `queue` and
# `busy` the share of time with so many waiting jobs and busy processors.
#
# @logs 1+
# @var WHAT=runtime,estimate,wait,size the distributions, by the names of swf-distrib, queue or busy
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @var ZONE= time zone, instead of the log's
# @table cumulated set -f; made=; echo distribution,value,count,share,cumulated; \
#     for what in ${WHAT//,/ }; do \
#         case $what in \
#         queue | busy) swf-metrics --quiet --distribution "$what" "$LOG" ;; \
#         *) swf-distrib --quiet ${ANONYMOUS:+--anonymous "$ANONYMOUS"} ${ZONE:+--tz "$ZONE"} \
#             --distribution "$what" "$LOG" ;; \
#         esac | awk -v what="$what" 'NR > 1 { print what "," $0 }'; \
#         case $? in 0) made=1 ;; 2) exit 1 ;; esac; \
#     done; test "$made"
load plots . "panels.style"

# words for commas
spaced(list) = strstrt(list, ",") ? list[1:strstrt(list, ",") - 1] . " " . \
	spaced(list[strstrt(list, ",") + 1:*]) : list
# a table has its own
wanted = tabled ? system("awk -F, 'FNR > 1 && $1 ~ /^[a-z_]+$/ && !seen[$1]++ { print $1 }' " . \
	"cumulated-*.csv | paste -s -d ' '") : spaced(WHAT)
eval refused(words(wanted) == 0, "the table has no distribution")
of_users = " jobs sessions session_length work arrival departure activity "
of_time = " queue busy "
in(list, what) = strstrt(list, " " . what . " ") > 0
durations_of = " runtime estimate wait session_length inter_arrival "
days_of = " arrival departure activity "
in_words(what) = \
	what eq "runtime" ? "run time" : what eq "session_length" ? "mean session length" : \
	what eq "size" ? "size, processors" : what eq "jobs" ? "jobs of a user" : \
	what eq "sessions" ? "sessions of a user" : what eq "work" ? "work, processor hours" : \
	what eq "arrival" ? "first submit, days from the log's" : \
	what eq "departure" ? "last end, days from first submit of the log" : \
	what eq "activity" ? "from first submit to last end, days" : \
	what eq "week" ? "submits, by local time" : what eq "think_time" ? "think time, hours" : \
	what eq "inter_arrival" ? "time between submits" : \
	what eq "accuracy" ? "run time / estimate, %" : what eq "queue" ? "waiting jobs" : \
	what eq "busy" ? "busy processors" : what
# what a unit of the axis is in the table
unit(what) = in(days_of, what) ? 86400 : what eq "work" || what eq "think_time" ? 3600 : \
	what eq "accuracy" ? 0.01 : 1

# the logs that know it
knowing(what) = system(sprintf("for i in $(seq %d); do awk -F, -v what=%s -v i=$i " . \
	"'$1 == what { print i; exit }' cumulated-$i.csv; done | paste -s -d ' '", logs, quoted(what)))
if (text) {
	do for [what in wanted] {
		if (words(wanted) > 1 && words(knowing(what)) == 0) { wanted = wanted[strlen(what) + 2:*] }
	}
	wanted = word(wanted, 1)
}
n = words(wanted)
across = n == 1 ? 1 : 2
eval panels((n + across - 1) / across, across, n == 1 ? 340 : 210, key_lines(keys), \
	"Distributions of " . called_logs, "cumulated; " . thinned)
do for [what in wanted] {
	known = knowing(what)
	set title panel_title(in_words(what) . (words(known) == logs || words(known) == 0 ? "" \
		: sprintf(" (known in %d logs)", words(known)))) noenhanced
	set ylabel (in(of_users, what) ? "users, %" : in(of_time, what) ? "time, %" : "jobs, %") \
		offset 1, 0
	if (words(known) == 0) {
		eval nothing("not in the log")
	} else {
		unset logscale
		set xtics autofreq
		set autoscale
		if (what eq "week") {
			set xrange [0:168]
			set yrange [0:*]
			set xtics ("Mon" 0, "Tue" 24, "Wed" 48, "Thu" 72, "Fri" 96, "Sat" 120, "Sun" 144, "" 168)
			do for [hour = 6:162:6] { set xtics add ("" hour 1) }
			set ylabel "jobs in an hour, %"
			plot for [i = logs:1:-1] table("cumulated", i) skip 1 \
				using 2:(strcol(1) eq what ? 100 * $4 : NaN) with steps ls look(i) title titled(i)
		} else {
			set yrange [0:100]
			if (in(durations_of, what)) {
				eval durations("x")
				set xtics add (up_to_1_s 1)
				set xrange [1:*]
			}
			if (in(" size jobs sessions work queue ", what)) {
				set logscale x
				if (what ne "work") { set xrange [1:*] }
				set format x what eq "work" ? "10^{%L}" : "%.0s%c"
			}
			if (what eq "accuracy") { set xrange [0:120] }
			if (what eq "think_time") { set xrange [-2:8] }
			least = in(durations_of, what) || what eq "queue" ? 1 : what eq "work" ? 36 : \
				what eq "think_time" ? -1e18 : 0
			plot for [i = logs:1:-1] cumulated(table("cumulated", i), 1, what, 2, 5, least) \
				using ($1 / unit(what)):(100 * $2) with steps ls look(i) title titled(i)
			set format x "%h"
		}
	}
}
eval finish(keys)
# SPDX-License-Identifier: GPL-3.0-or-later
