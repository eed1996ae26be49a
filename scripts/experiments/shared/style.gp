# What the plots of all recipes share: the style of swf-plot, and how a figure begins.
load plots . "style.gp"

# figure(name, width, height, caption) begins plots/NAME, of a size in pixels of the screen; is
# used as `eval figure(...)`. The caption goes into the report.
if (format eq "svg") set print "plots.part/list"
figure(name, width, height, caption) = \
	(format eq "svg" ? sprintf('print "%s\t%s"; ', name, caption) : "") . \
	"unset multiplot; " . \
	terminal(format, width, height) . \
	sprintf('; set output "plots.part/%s.%s"', name, format)

# rows(table, where, columns): those of the table, to be plotted: where is log=KTH,scheduler=easy
reader(table, where, columns) = sprintf("awk -F, -f %scsv.awk -f %srows.awk -v where=%s " . \
	"-v columns=%s %s", share, share, where, columns, table)
rows(table, where, columns) = "< " . reader(table, where, columns)
# what a command prints, with the names of its columns in front
named(columns, command) = "(echo " . columns . "; " . command . ")"
# pairs(where, of, A, B, column): of the runs that differ in the label `of`, A and B, side by side
pairs(where, of, a, b, column) = sprintf("< bash -c 'paste -d, <(%s) <(%s)'", \
	reader("results.csv", where . "," . of . "=" . a, column), \
	reader("results.csv", where . "," . of . "=" . b, column))
# means(where, of, column): for each value of the label `of` mean, low and high of the column
means(where, of, column) = sprintf("< %s | swf-summary -q --by %s", \
	named(of . "," . column, reader("results.csv", where, of . "," . column)), of)

# how far the point i of a column is put to the side, where many would hide each other
scattered(i) = 0.25 * (0.618034 * i - floor(0.618034 * i) - 0.5)

# what the figures of swf-metrics are called on axes
called(m) = \
	m eq "jobs" ? "jobs" : m eq "wait_mean" ? "mean wait, s" : \
	m eq "response_mean" ? "mean response time, s" : \
	m eq "bsld_mean" ? "mean bounded slowdown" : \
	m eq "slowdown_mean" ? "mean slowdown" : m eq "utilization" ? "utilization" : \
	m eq "throughput_per_day" ? "throughput, jobs a day" : \
	m eq "queue_mean" ? "mean queue length, jobs" : m

# step(low, high): 1, 2 or 5 times a power of ten, of which the range has about four
step(low, high) = high > low ? rounded((high - low) / 4.0) : 1
rounded(x) = power_of_ten(x) * \
	(x < 1.5 * power_of_ten(x) ? 1 : x < 3 * power_of_ten(x) ? 2 : x < 7 * power_of_ten(x) ? 5 : 10)
power_of_ten(x) = 10 ** floor(log10(x))
# limits(table, where, columns): the least and the greatest number in them, and
# `eval fitted(limits(...))` gives the x-axis a range with a little room beside these, and few tics
limits(table, where, columns) = system(reader(table, where, columns) . \
	" | tr , '\n' | grep . | sort -g | sed -n '1p;$p' | paste -s -d ' '")
# `eval scaled(axes, positive(...))` makes axes logarithmic, or linear where no number is above 0;
# gnuplot gives both ends the room that a single number has not
positive(table, where, columns) = system(reader(table, where, columns) . \
	" | tr , '\n' | awk '$1 > 0' | sort -g | sed -n '1p;$p' | paste -s -d ' '")
scaled(axes, positive) = words(positive) == 0 \
	? "unset logscale; set format " . axes . " '%g'; " . ranged(axes, "[0:1]") \
	: "set logscale " . axes . "; set format " . axes . " '10^{%L}'; " . \
		ranged(axes, word(positive, 1) eq word(positive, 2) ? sprintf("[%.9g:%.9g]", \
			real(word(positive, 1)) / 2, real(word(positive, 1)) * 2) : "[*:*]")
ranged(axes, range) = (strstrt(axes, "x") ? "set xrange " . range . "; " : "") . \
	(strstrt(axes, "y") ? "set yrange " . range . "; " : "")
# `eval roomy(axis, limits(...))` gives an axis a range with room where there is a single number
roomy(axis, limits) = ranged(axis, words(limits) && word(limits, 1) eq word(limits, 2) \
	? sprintf("[%.9g:%.9g]", real(word(limits, 1)) - 0.5, real(word(limits, 1)) + 0.5) : "[*:*]")
# `eval above_0(limits(...))`: a linear axis from 0 on
above_0(limits) = "set yrange " . (real(word(limits, words(limits))) > 0 ? "[0:*]" : "[0:1]")
fitted(limits) = fitted_to(real(word(limits, 1)), real(word(limits, 2)))
fitted_to(low, high) = with_room(low, high, \
	high > low ? (high - low) / 40.0 : low != 0 ? abs(low) / 10.0 : 1)
with_room(low, high, room) = sprintf("set xrange [%.9g:%.9g]; set xtics %.9g", \
	low - room, high + room, rounded((high - low + 2 * room) / 2.5))
