# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of what-if: how much the wait of each class of jobs changes, and then those of compare.
load share . "style.gp"
load share . "compared.gp"
kinds = ""
do for [kind in "partition queue account gpus users size time"] {
	if (words(classes_by(kind)) > 0) { kinds = kinds . " " . kind }
}
class_rows(class, i) = rows("summary.csv", here . ",class=" . class . ",metric=" . decides . \
	",first=" . first . ",second=" . word(schedulers, i), "difference,low,high,mean_first")
# of a wait of 0 there is no share, and one that grows tenfold would hide the others
share_of(x, all) = all <= 0 ? NaN : x / all > 2 ? 200 : x / all < -1 ? -100 : 100 * x / all
shares_of(kind) = system(sprintf("%s | awk -F, -v kind=%s- 'index($5, kind) == 1 && $4 > 0 { " . \
	"for (i = 1; i <= 3; i++) if ($i != \"\") print ($i > 2 * $4 ? 200 : $i < -$4 ? -100 : " . \
	"100 * $i / $4) }' | " . \
	"sort -g | sed -n '1p;$p' | paste -s -d ' '", reader("summary.csv", here . ",metric=" . decides . \
	",first=" . first, "difference,low,high,mean_first,class"), kind))
do for [log in logs] {
	here = "log=" . log
	eval figure("gains-" . log, log . ": who gains, who pays", "Change of the " . called(decides) . \
		" from " . first . ", in per cent of it, with 95 % intervals for the site, from -100 to 200 %.")
	named = n > 2 ? others : ""
	abreast = abreast_of(named)
	lines = lines_of(named, abreast)
	set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc "#777777"
	do for [kind in kinds] {
		names = classes_by(kind)
		rows_of = words(names) / 2
		eval rows_panel(by_kind(kind), rows_of * (n - 1), lines)
		eval legend(named, abreast, height_of(rows_of * (n - 1), lines))
		if (n == 2) { set key off }
		eval spanned("x", 1, "0 " . shares_of(kind))
		set xlabel "change, %"
		set yrange [-0.5:rows_of - 0.5]
		set ytics ("" 0)
		do for [c = 1:rows_of] { set ytics add (word(names, 2 * c) rows_of - c) }
		height(c, i) = rows_of - c - (n > 2 ? 0.7 * ((i - 1.5) / (n - 1) - 0.5) : 0)
		plot for [i = 2:n] NaN with points ls i title word(schedulers, i), \
			for [i = 2:n] for [c = 1:rows_of] class_rows(word(names, 2 * c - 1), i) \
				using (share_of($1, $4)):(height(c, i)):(share_of($2, $4)):(share_of($3, $4)) \
				with xerrorbars ls i notitle
	}
	unset arrow 1
	set bmargin
}
# the log itself over its months
months_of(log) = system(sprintf("awk -F, 'NR == 1 || $1 == \"%s\"' original.csv | awk -F, " . \
	"-v drawn=month -f %scsv.awk -f %sunits.awk -f %sjob-classes.awk", log, share, share, share))
month_rows(class, i) = rows("original.csv", here . ",class=" . class . ",scheduler=" . \
	word(schedulers, i), "wait_mean")
do for [log in logs] {
	here = "log=" . log
	months = months_of(log)
	eval figure("months-" . log, log . ": the log itself by month", \
		"Average waits of the jobs that come in a month, simulated once under each configuration.")
	rows_of = words(months) / 2
	if (rows_of > 1) {
		eval single("average waits")
		seen = "0"
		do for [c = 1:rows_of] {
			seen = seen . " " . limits("original.csv", here . ",class=" . word(months, 2 * c - 1), \
				"wait_mean")
		}
		most = sprintf("%.9g", extreme(seen, words(seen), 1))
		eval in_time("y", "average wait", most)
		eval spanned("y", unit_y, "0 " . most)
		unset xlabel
		set key on bmargin center horizontal
		set xrange [0.5:rows_of + 0.5]
		set xtics ("" 0) rotate by 90 right
		do for [c = 1:rows_of] { set xtics add (word(months, 2 * c) c) }
		plot for [i = 1:n] NaN with points ls i title word(schedulers, i), \
			for [i = 1:n] for [c = 1:rows_of] month_rows(word(months, 2 * c - 1), i) \
				using (c):($1 / unit_y) with points ls i notitle
		set xtics autofreq norotate
	}
}
load share . "compared-figures.gp"
