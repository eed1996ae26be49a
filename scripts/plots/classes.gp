# classes: what sessions and users there are
#
# Above the shares of the classes of sessions and of users; below what is typical of each class: a
# box from the 5th to the 95th percentile, with a line at the median. Sessions have their class by
# rule, as in swf-sessions: interactive in the daytime of a workday (IWD), at night (IWN) and at the
# weekend (IW), batch that is highly parallel (BHP) or of high duration (BHD). Users are in four
# clusters, as published, with the names that these get by the METHOD of swf-classify: they say
# which cluster of the log is the most so, not that it is so.
#
# @var ANONYMOUS= whose the jobs without a user are: each or one
# @var PROCS= processors of the machine, where the header does not say
# @var ZONE= time zone, instead of the log's
# @table sessions swf-sessions --quiet --session-by think-time ${PROCS:+--procs "$PROCS"} \
#     ${ZONE:+--tz "$ZONE"} ${ANONYMOUS:+--anonymous "$ANONYMOUS"} --table sessions "$LOG" | \
#     swf-classify rules --quiet
# @table users swf-sessions --quiet --session-by think-time ${PROCS:+--procs "$PROCS"} \
#     ${ZONE:+--tz "$ZONE"} ${ANONYMOUS:+--anonymous "$ANONYMOUS"} --table users "$LOG" | \
#     swf-classify kmeans --quiet | awk -F, -v rules='least:week_part:weekend most:Rm:heavy \
#         least:day_part:workday most:day_part:light' -f "$PLOTS/name-clusters.awk"
load plots . "panels.style"

# of(file, classes, variable, least): of each class its place, share, median, 5th and 95th
# percentile, which are no less than the least, so that they can be drawn on logarithmic axes
of(file, classes, variable, least) = sprintf("< awk -F, -v OFS=, -v classes='%s' -v least=%g " . \
	"'BEGIN { n = split(classes, class, \" \"); for (i = 1; i <= n; i++) place[class[i]] = i } " . \
	"function high(x) { return x < least ? least : x } $4 == \"%s\" && $6 != \"\" " . \
	"{ print place[$1], $3, high($6), high($7), high($8) }' %s", classes, least, variable, file)
in_words(variable) = variable eq "J" ? "jobs" : variable eq "D" ? "length" : \
	variable eq "D_days" ? "active" : variable eq "Rm" ? "run time" : "size of 128"
kinds = text && filled("sessions", 1) ? "sessions" : text ? "users" : "sessions users"

panels_gap = 40.0
eval panels(5, 2, 125, 0, "Classes of sessions and users: " . called_logs, \
	"boxes: 5th percentile, median, 95th; a cluster of users has the name that fits it best")
set boxwidth 0.6
do for [row = 1:text ? 1 : 5] {
	do for [kind in kinds] {
		color = kind eq "sessions" ? 1 : 2
		classes = kind eq "sessions" ? "IWD IWN IW BHP BHD" : "light heavy weekend workday"
		variable = word(kind eq "sessions" ? "J J D Rm Pm" : "J J D_days Rm Pm", row)
		rows(least) = of(table(kind, 1), classes, variable, least)
		unset logscale
		set format y "%.0s%c"
		set autoscale y
		set ytics autofreq
		set xrange [0.4:words(classes) + 0.6]
		set xtics ("" 0)
		do for [i = 1:words(classes)] { set xtics add (word(classes, i) i) }
		set title row == 1 ? panel_title("classes of " . kind) : "" noenhanced
		set ylabel row == 1 ? kind . ", %" : in_words(variable) \
			offset variable eq "J" || variable eq "Pm" ? -0.5 : 1, 0
		if (!filled(kind, 1)) {
			eval nothing("no classes")
		} else { if (row == 1) {
			set yrange [0:100]
			plot rows(0) using 1:(100 * $2) with boxes ls color dt 1 notitle, \
				"" using 1:(100 * $2):(sprintf("%.0f", 100 * $2)) with labels \
					offset 0, 0.6 notitle
		} else {
			set logscale y
			if (row == 3 || row == 4) { eval durations("y") }
			least = variable eq "D_days" ? 1 / 86400.0 : 1
			plot rows(least) using 1:($4 / least):($4 / least):($5 / least):($5 / least) \
					with candlesticks ls color dt 1 notitle, \
				"" using ($1 - 0.3):($3 / least):(0.6):(0) \
					with vectors nohead lc "black" lw 3 dt 1 notitle
		} }
	}
}
eval finish(0)
# SPDX-License-Identifier: GPL-3.0-or-later
