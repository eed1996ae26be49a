# The plots of classes: shares and medians of the classes, and components, beside the paper.
load share . "style.gp"
of(where, columns) = reader("summary.csv", "gap=" . gap . "," . where, columns)
place(class) = strstrt(" IWD IWN IW  BHP BHD", " " . class . " ") ? \
	(strstrt(" IWD IWN IW  BHP BHD ", " " . class . " ") + 3) / 4 : \
	class eq "BHD" ? 5 : class eq "light" ? 1 : class eq "heavy" ? 2 : class eq "weekend" ? 3 : 4
first_cap = word(caps, 1)
# the published values, then those of clusters for each cap, and by rule
what_of(i) = i == 0 ? "paper" : i <= words(caps) ? "clusters" . \
	(word(caps, i) eq "100" ? "" : ", at most percentile " . word(caps, i)) : "by rule"
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

eval figure("classes", 980, 380, whose . ": shares of the classes of sessions and " . \
	"users. Clusters have their names by what they are like, as in swf-classify(1). The paper " . \
	"does not tell the shares of IW, BHP and BHD.")
set multiplot layout 1, words(kinds)
do for [kind in kinds] {
	set xrange [0.4:axis(kind) + 0.6]
	set yrange [0:100]
	set xtics ("" 0)
	do for [i = 1:axis(kind)] { set xtics add (word(names_of(kind), i) i) }
	set ylabel kind . ", %"
	set key top right
	set boxwidth 0.7 / (last_of(kind) + 1)
	plot for [i = 0:last_of(kind)] series(kind, "share", i) \
		using (place(strcol(1)) + shift(i, last_of(kind))):(100 * $2) \
		with boxes ls (i == 0 ? 8 : i) dt 1 lw 1 title what_of(i)
}
unset multiplot

eval figure("medians", 980, 560, whose . ": medians of the classes of sessions: " . \
	"duration, run time, number of jobs, and size in processors of a machine of 128. Values " . \
	"under the axis are not drawn.")
set multiplot layout 2, 2
set xrange [0.4:5.6]
set xtics ("" 0)
do for [i = 1:5] { set xtics add (word(names_of("sessions"), i) i) }
do for [variable in "D Rm J Pm"] {
	set ylabel (variable eq "D" ? "duration, s" : variable eq "Rm" ? "run time, s" : \
		variable eq "J" ? "jobs" : "size of 128")
	set logscale y
	set format y (variable eq "D" || variable eq "Rm" ? "10^{%L}" : "%g")
	set yrange [(variable eq "D" || variable eq "Rm" ? 10 : 0.5):*]
	if (variable eq "D") { set key bottom right } else { unset key }
	plot for [i = 0:last_of("sessions")] series("sessions", variable, i) \
		using (place(strcol(1)) + shift(i, last_of("sessions"))):2 \
		with points ls (i == 0 ? 8 : i) title what_of(i)
}
unset multiplot
unset logscale
set key on
set format y "%g"

eval figure("components", 980, 380, "The part of the variance of sessions and of users that " . \
	"the first principal components carry.")
set multiplot layout 1, 2
do for [kind in "sessions users"] {
	set xrange [0.5:18.5]
	set yrange [0:100]
	set xtics 2
	set xlabel "components"
	set ylabel "variance between " . kind . ", %"
	set key bottom right
	carried(column) = "< " . of("table=components,variable=cumulated,kind=" . kind . \
		",cap=" . first_cap, "class," . column)
	plot carried("published") using 1:(100 * $2) with points ls 8 title "paper", \
		carried("value") using 1:(100 * $2) with linespoints ls 1 title whose
}
unset multiplot
