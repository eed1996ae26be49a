# The plots of confidence: Figures 8 and 9 of the resampling paper.
load share . "style.gp"
bins = 30
cases = system("cut -d, -f1,2 original.csv | tail -n +2 | paste -s -d ' '")
figures = system("cut -d, -f3 summary.csv | " . \
	"awk 'NR > 1 && $0 != \"stable\" && !seen[$0]++' | paste -s -d ' '")
across = words(figures) < 3 ? words(figures) : 3
down = (words(figures) + across - 1) / across
width = 70 + 230 * (across > 1 ? across : 2)
height = 40 + 220 * down
histogram(where, column) = sprintf("< %s | swf-summary -q --histogram %d", \
	named(column, reader("results.csv", where, column)), bins)
# a figure from the summary, as a line up to the top of its panel
line(where, column, of) = rows("summary.csv", where . ",metric=" . column, of)

do for [c in cases] {
	comma = strstrt(c, ",")
	log = c[1:comma - 1]
	scheduler = c[comma + 1:]
	where = "log=" . log . ",scheduler=" . scheduler
	eval figure("histograms-" . log . "-" . scheduler, width, height, \
		sprintf("%s under %s: how the figures of the resampled workloads are distributed, " . \
		"and what the log itself gives.", log, scheduler))
	set multiplot layout down, across margins 70.0 / width, 0.97, 55.0 / height, \
		1 - 35.0 / height spacing 65.0 / width, 75.0 / height
	set key at screen 0.5, 1 - 6.0 / height center top maxrows 1 width 2
	do for [i = 1:words(figures)] {
		f = word(figures, i)
		set xlabel called(f)
		set ylabel i % across == 1 || across == 1 ? "workloads" : ""
		eval fitted(limits("summary.csv", where . ",metric=" . f, "min,max,reference"))
		set autoscale y
		stats [*:*] histogram(where, f) skip 1 using 4 nooutput
		top = STATS_max * 1.08
		set yrange [0:top]
		set ytics step(0, top < 4 ? 4 : top)
		plot histogram(where, f) skip 1 using (($2 + $3) / 2):4:($3 - $2) with boxes ls 1 lw 1 \
				title "workloads", \
			line(where, f, "mean") using 1:(top) with impulses ls 2 title "their mean", \
			for [of in "p5 p95"] line(where, f, of) using 1:(top) with impulses ls 3 \
				title of eq "p5" ? "5 % and 95 %" : "", \
			line(where, f, "reference") using 1:(top) with impulses ls 8 title "the log itself"
		unset key
	}
	unset multiplot
}
