# compare: two schedules of the same jobs, job by job
#
# Left the waits of each job in the first log (across) and in the second (up). A square is a tenth
# of a power of ten wide, and its shade says how many jobs lie in it; those of less than a second
# lie at 0. Right the cumulated distribution of the second wait less the first. Jobs
# are the same if they have the same number.
#
# @logs 2
# @table waits swf-select --quiet --format csv --columns job,wait "$LOG"
load plots . "panels.style"

# the numbers that compare.awk prints
counts = system(sprintf("awk -v joined=joined.csv -f %s %s %s | tr , ' '", beside("compare.awk"), \
	table("waits", 1), table("waits", 2)))
count(i) = real(word(counts, i))
percent(i) = sprintf("%.0f %%", 100.0 * count(i) / count(1))
left_out = (count(5) > 0 ? sprintf("; without a wait %.0f", count(5)) : "") . \
	(count(6) > 0 ? sprintf("; only in the first %.0f", count(6)) : "") . \
	(count(7) > 0 ? sprintf("; only in the second %.0f", count(7)) : "")
shares = count(1) == 0 ? "" : \
	"shorter " . percent(2) . ", same " . percent(3) . ", longer " . percent(4)
means = count(1) == 0 ? "" : duration(count(8)) . " to " . duration(count(9))

eval panels(1, 2, 290, 2, shortened(names[1], 36) . " and " . shortened(names[2], 36), \
	count(1) == 0 ? "no jobs" . left_out : sprintf("%.0f jobs: %s; mean %s%s", count(1), shares, \
		means, left_out))
first = text ? "first" : shortened(names[1], 24)
second = text ? "second" : shortened(names[2], 24)
if (count(1) == 0) {
	set title panel_title("waits") noenhanced
	eval nothing("no job has a wait in both logs")
} else {
	if (!text) {
		cells = "< awk -F, -v OFS=, '" . \
			"function place(t) { return t < 1 ? -6 : int(10 * log(t) / log(10) + 1e-9) } " . \
			"{ n[place($1) OFS place($2)]++ } END { for (i in n) print i, n[i] }' joined.csv"
		set title "waits of " . second . " (up)" noenhanced
		set xlabel "wait under " . first noenhanced
		eval durations("x")
		eval durations("y")
		set xtics add ("0" 0.28)
		set ytics add ("0" 0.28)
		set xrange [0.18:3 * count(10)]
		set yrange [0.18:3 * count(10)]
		set logscale cb
		set palette defined (0 "#9ecae1", 1 "#2171b5", 2 "#08204a")
		set format cb "%.0f"
		set style fill solid 1
		set colorbox horizontal user origin screen 0.1, screen 0.06 size screen 0.3, screen 0.025
		set cbtics scale 0.4
		set label 9 "jobs" at screen 0.41, screen 0.073
		plot cells using (10 ** (($1 + 0.5) / 10.0)):(10 ** (($2 + 0.5) / 10.0)):3 \
				with points pt 5 ps 0.45 palette notitle, \
			x with lines lc "#d55e00" lw 1 notitle
		unset logscale
		unset colorbox
		unset label 9
	}
	set title panel_title("second wait less the first") noenhanced
	set ylabel "jobs, %" offset 1, 0
	unset xlabel
	set autoscale
	set yrange [0:100]
	set xrange [both_sides(-8640000):both_sides(8640000)]
	eval both_sides_axis("x")
	set ytics 20
	if (text) {
		set label 1 shares at graph 0.97, graph 0.2 right
		set label 2 "mean " . means at graph 0.97, graph 0.1 right
	}
	plot ranked("joined.csv", 3, 0, -1e18) \
		using (both_sides($1)):(100 * $2) with steps ls 1 notitle
}
eval finish(0)
# SPDX-License-Identifier: GPL-3.0-or-later
