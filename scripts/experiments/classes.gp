# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of classes: shares and medians of the classes, and components, beside the paper.
load share . "style.gp"
of(where, columns) = reader("summary.csv", "gap=" . gap . "," . where, columns)
place(class) = strstrt(" IWD IWN IW  BHP BHD", " " . class . " ") ? \
	(strstrt(" IWD IWN IW  BHP BHD ", " " . class . " ") + 3) / 4 : \
	class eq "BHD" ? 5 : class eq "light" ? 1 : class eq "heavy" ? 2 : class eq "weekend" ? 3 : 4
first_cap = word(caps, 1)
# the published values, then those of clusters for each cap, and by rule
what_of(i) = i == 0 ? "published" : i <= words(caps) ? "clusters" . \
	(word(caps, i) eq "100" ? "" : ", " . word(caps, i) . " %") : "by rule"
series(kind, variable, i) = "< " . of("kind=" . kind . ",variable=" . \
	variable . ",table=" . (i > words(caps) ? "rules" : "clusters") . ",cap=" . \
	(i == 0 || i > words(caps) ? first_cap : word(caps, i)), \
	"class," . (i == 0 ? "published" : "value"))
shift(i, n) = (i - n / 2.0) * 0.8 / (n + 1)
axis(kind) = kind eq "sessions" ? 5 : 4
names_of(kind) = kind eq "sessions" ? "IWD IWN IW BHP BHD" : "light heavy weekend workday"
last_of(kind) = words(caps) + (kind eq "sessions" ? 1 : 0)
there(kind) = system(of("kind=" . kind . ",table=clusters,variable=share", \
	"class") . " | wc -l") > 0
kinds = there("users") ? "sessions users" : "sessions"

eval figure("classes", "Which classes the sessions" . (words(kinds) > 1 ? " and users" : "") . \
	" are in", "Shares of the classes: interactive sessions in the daytime of a workday (IWD), at " . \
	"night (IWN) and at the weekend (IW), batch that is highly parallel (BHP) or of high duration " . \
	"(BHD). A cluster has the name of what it is most like" . (caps eq "100" ? "" : "; with 99 %, " . \
	"values count as at most their 99th percentile") . ". The paper does not have the shares of " . \
	"IW, BHP and BHD.")
do for [kind in kinds] {
	eval panel("classes of " . kind)
	set xrange [0.4:axis(kind) + 0.6]
	set yrange [0:100]
	set xtics ("" 0)
	do for [i = 1:axis(kind)] { set xtics add (word(names_of(kind), i) i) }
	set ylabel "of the " . kind . " (%)"
	set boxwidth 0.7 / (last_of(kind) + 1)
	plot for [i = 0:last_of(kind)] series(kind, "share", i) \
		using (place(strcol(1)) + shift(i, last_of(kind))):(100 * $2) \
		with boxes ls (i == 0 ? 8 : i) dt 1 lw 1 title what_of(i)
}

eval figure("medians", "What the sessions of a class are like", "Medians of the sessions of a " . \
	"class. Sizes are those of a machine of 128 processors.")
set xrange [0.4:5.6]
set xtics ("" 0)
do for [i = 1:5] { set xtics add (word(names_of("sessions"), i) i) }
do for [variable in "D Rm J Pm"] {
	what = variable eq "D" ? "length" : variable eq "Rm" ? "run time" : \
		variable eq "J" ? "jobs" : "processors"
	eval panel("median " . (variable eq "D" ? "length of a session" : what))
	if (variable eq "D" || variable eq "Rm") {
		eval log_time("y", what)
		set yrange [10:*]
	} else {
		set ytics autofreq
		set logscale y
		set yrange [0.5:*]
		set ylabel what . " (logarithmic)"
	}
	plot for [i = 0:last_of("sessions")] series("sessions", variable, i) \
		using (place(strcol(1)) + shift(i, last_of("sessions"))):2 \
		with points ls (i == 0 ? 8 : i) title what_of(i)
}
unset logscale
set ytics autofreq

eval figure("components", "How much of the variance the principal components carry", "The " . \
	"first components together. All of them carry 100 %. Points are the published values, of " . \
	"nine components.")
do for [kind in "sessions users"] {
	eval panel("components of " . kind)
	set xrange [0.5:18.5]
	set yrange [0:100]
	set xtics 2
	set xlabel "number of components"
	set ylabel "variance (%)"
	carried(column) = "< " . of("table=components,variable=cumulated,kind=" . kind . \
		",cap=" . first_cap, "class," . column)
	plot carried("published") using 1:(100 * $2) with points ls 8 title "published", \
		carried("value") using 1:(100 * $2) with linespoints ls 1 title whose
}
