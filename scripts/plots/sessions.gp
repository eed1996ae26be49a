# sessions: how long the sessions of users are and what is in them, or one user's jobs over time
#
# The cumulated distributions of the length of sessions, from the first submit to the latest end,
# of their jobs and of their batches. With USER a time line of this user's jobs, a line each from
# the submit over the start (thin, the wait) to the end. Jobs of one batch are in a grey box, those
# of one session in a frame. FROM and TO choose jobs by their submit time.
#
# @logs 1+
# @var USER= number of a user, for the time line
# @var FROM= first submit time of the time line: a date, or seconds
# @var TO= and the end of that, which does not count
# @var LIMIT=40 jobs of the time line at most
# @var GAP=1h longest gap within a session
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @table sessions swf-sessions --quiet --gap "$GAP" \
#     ${ANONYMOUS:+--anonymous "$ANONYMOUS"} --table batches "$LOG" | \
#     awk -F, -v OFS=, 'function put() \
#             { if (s != "") print u, s, start, end, end - start, jobs, b } \
#         BEGIN { print "user,session,start,end,length,jobs,batches" } NR == 1 { next } \
#         $1 != u || $2 != s { put(); u = $1; s = $2; start = $5; end = $7; jobs = b = 0 } \
#         { jobs += $4; b++; if ($7 > end) end = $7 } END { put() }'
# @table jobs if [[ ! $USER ]]; then echo job; elif [[ $USER == *[!0-9]* ]]; then \
#         echo "USER: not the number of a user: $USER" >&2; false; else { \
#         swf-sessions --quiet --gap "$GAP" --table jobs "$LOG" && \
#         swf-select --quiet --users "$USER" ${FROM:+--from "$FROM"} ${TO:+--to "$TO"} \
#             --format csv --columns job,submit,submit_local,wait,run_time "$LOG"; } | \
#     awk -F, -v OFS=, -v user="$USER" \
#         '$1 == "job" { if (++table == 2) print $0, "session,batch"; next } \
#         table == 1 { if ($2 == user) { session[$1] = $3; batch[$1] = $4 } next } \
#         { print $0, session[$1], batch[$1] }'; fi
load plots . "panels.style"
eval refused(USER ne "" && !made("jobs", 1), "the jobs of the user cannot be told")
eval refused(!is_whole(LIMIT) || int(LIMIT) == 0, "LIMIT is not a number of jobs: " . LIMIT)

if (USER eq "") {
	eval panels(1, 3, 240, key_lines(keys), "Sessions: " . called_logs, \
		"sessions end with a gap of more than " . GAP . " between two submits; " . thinned)
	set yrange [0:100]
	do for [column_of = 5:7] {
		set title panel_title(word("length jobs batches", column_of - 4)) noenhanced
		set ylabel (column_of == 5 ? "sessions, %" : "") offset 1, 0
		if (column_of == 5) {
			eval durations("x")
			set xtics add (up_to_1_s 1)
			if (!text) { set xtics ("1 s" 1, "" 60, "1 h" 3600, "" 86400, "100 d" 8640000) }
		} else {
			set logscale x
			set format x "%.0s%c"
			set xtics 10
		}
		set xrange [1:*]
		plot for [i = logs:1:-1] ranked(table("sessions", i), column_of, 1, 1) \
			using 1:(100 * $2) with steps ls look(i) title titled(i)
		if (text) { break }
	}
	eval finish(keys)
} else {
	here = !text || real(LIMIT) < lines - 8 ? int(LIMIT) : lines - 8
	system(sprintf("awk -v most=%d -f %s jobs-1.csv >lines.csv", here, beside("timeline.awk")))
	found = real(system("awk 'END { print (NR > 0 ? NR - 1 : 0) }' jobs-1.csv"))
	shown = found < here ? found : here
	signs = "wait, run; grey: batch, frame: session"
	eval panels(1, 1, 60 + 14 * (shown < 4 ? 4 : shown), 1, \
		"User " . USER . " of " . shortened(names[1], 50), found > shown \
		? sprintf("%.0f of %.0f jobs (FROM, TO and LIMIT choose others): ", shown, found) . signs \
		: sprintf("%.0f jobs: ", found) . signs)
	set title panel_title("") noenhanced
	if (found == 0) {
		eval nothing("this user submitted no job then")
	} else {
		system(sprintf("head -n %d jobs-1.csv >shown.csv", shown + 1))
		eval time_axis("x", "shown.csv", 2, 3)
		# the place of a second of the log on the axis
		first(k) = system(sprintf("awk -F, 'NR == 2 { print $%d }' shown.csv", k))
		second_0 = dated ? strptime(time_format, first(3)) - real(first(2)) : 0
		at(t) = dated ? second_0 + t : t / 86400.0
		of(kind) = sprintf("< grep ^%d, lines.csv", kind)
		set yrange [shown + 0.8:0.2]
		set ylabel "jobs, by submit"
		set ytics 5
		plot of(1) using (at($4)):2:(at($4)):(at($6)):2:3 \
				with boxxyerror fill empty lc "#444444" notitle, \
			of(2) using (at($4)):2:(at($4)):(at($6)):2:3 \
				with boxxyerror fill solid 0.3 noborder lc "#888888" notitle, \
			of(0) using (at($4)):2:(at($5) - at($4)):(0) with vectors nohead ls 2 lw 1 dt 1 notitle, \
			"" using (at($5)):2:(at($6) - at($5)):(0) with vectors nohead ls 1 lw 4 notitle, \
			"" using (at($5)):2 with points ls 1 ps 0.3 notitle, \
			of(1) using (at($6)):(($2 + $3) / 2):7 with labels left offset 0.5, 0 notitle
	}
	eval finish(0)
}
# SPDX-License-Identifier: GPL-3.0-or-later
