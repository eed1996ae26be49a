# SPDX-License-Identifier: GPL-3.0-or-later
# What the plots of all recipes share: the style of swf-plot, figures of panels, axes, and data.
load plots . "style.gp"

# `eval figure(name, title, caption)` begins a figure: its title says what is seen, the caption how
# to read it. `eval panel(title)` begins the next of its panels, plots/NAME-1, plots/NAME-2, ...,
# which the page lays out side by side; `eval single(title)` the panel of a figure that has just
# one, `eval wide_panel(title, height)` one of times, which needs room, and `eval rows_panel(title,
# rows, lines)` one of many rows with a legend of so many lines. Sizes are pixels of the screen.
figure(name, title, caption) = (figure_name = name, figure_title = title, \
	figure_caption = caption, panels = 0, "")
panel(title) = panel_of(title, 360, 270)
single(title) = panel_of(title, 560, 340)
wide_panel(title, height) = panel_of(title, 720, height)
rows_panel(title, rows, lines) = panel_of(title, 360, height_of(rows, lines))
height_of(rows, lines) = 84 + 20 * lines + (rows <= 12 ? 156 : 13 * rows)
panel_of(title, width, height) = (panels = panels + 1, panel_title = title, \
	panel_file = sprintf("%s-%d", figure_name, panels), \
	(format eq "svg" ? print_panel : "") . terminal(format, width, height) . \
	sprintf('; set output "plots.part/%s.%s"; set title panel_title noenhanced', \
	panel_file, format))
print_panel = 'print sprintf("%s\t%s\t%s\t%s", panel_file, figure_title, figure_caption, ' . \
	'panel_title); '
if (format eq "svg") set print "plots.part/list"
set key bmargin center horizontal samplen 2.5 height 0.7
set tmargin 2.2
# `eval legend(names, abreast, height)` puts the names of a list, so many abreast, below the title
# of the x-axis of a panel of that height, by pixels, since characters are not as high in all
# formats. Long names stand one below the other: abreast_of(names).
legend(names, abreast, height) = sprintf("set key on at screen 0.5, screen 0.02 center bottom " . \
	"horizontal samplen 1 maxcols %d; set bmargin at screen %.4f", abreast, \
	(64 + 20 * lines_of(names, abreast)) / real(height))
lines_of(names, abreast) = (words(names) + abreast - 1) / abreast
abreast_of(names) = longest_of(names, words(names)) > 14 ? 1 : 2
longest_of(names, i) = i == 0 ? 0 : larger(strlen(word(names, i)), longest_of(names, i - 1))
larger(a, b) = a > b ? a : b
set title offset 0,-0.4

# rows(table, where, columns): those of the table, to be plotted: where is log=KTH,scheduler=easy.
# table.awk finds what is taken from a table.
taken(what, table) = sprintf("awk -F, %s -f %stable.awk -f %scsv.awk %s", what, share, share, table)
reader(table, where, columns) = taken("-v show=rows -v where=" . where . " -v columns=" . columns, \
	table)
rows(table, where, columns) = "< " . reader(table, where, columns)
# what a command prints, with the names of its columns in front
named(columns, command) = "(echo " . columns . "; " . command . ")"
# pairs(where, of, A, B, column): of the runs that differ in the label `of`, A and B, side by side
pairs(where, of, a, b, column) = sprintf("< bash -c 'paste -d, <(%s) <(%s)'", \
	reader("results.csv", where . "," . of . "=" . a, column), \
	reader("results.csv", where . "," . of . "=" . b, column))
# by_group(of): a summary for each value of `of`, for the site of the log at hand where the answer
# is about sites
by_group(of) = "swf-summary -q --by " . of . (site eq "" ? "" : exists("log") ? \
	" --site 'unpacked/" . log . ".about'" : " --site users.csv") . " | " . taken("-v show=drawn", "")
# means(where, of, column): for each value of the label `of` mean, low and high of the column
means(where, of, column) = sprintf("< %s | %s", \
	named(of . "," . column, reader("results.csv", where, of . "," . column)), by_group(of))

# a number in a tooltip: three digits, no exponent
shown(x) = abs(x) >= 1000 ? sprintf("%.0f", x) : x != 0 && abs(x) < 0.001 ? \
	sprintf("%.4f", x) : sprintf("%.3g", x)

# how far the point i of a column is put to the side, where many would hide each other
scattered(i) = 0.25 * (0.618034 * i - floor(0.618034 * i) - 0.5)

# Axes. Durations are in the unit that people would use: `eval in_time("y", label, limits)` names
# the axis and its unit, by which plots divide: `using 1:($2 / unit_y)`. `eval of_metric("y",
# metric, limits)` does so for a metric of swf-metrics, whatever it is measured in; limits(...) are
# those of the values, in the units of the table. `eval log_time("y", label)` is a logarithmic axis
# of durations, of which plots do not divide.
in_time(axis, label, limits) = in_unit(axis, label, unit_of_time(most_of(limits)))
in_unit(axis, label, unit) = sprintf("unit_%s = %.9g; set %slabel '%s (%s)'", axis, unit, axis, \
	label, unit == 1 ? "seconds" : unit == 60 ? "minutes" : unit == 3600 ? "hours" : "days")
unit_of_time(most) = most < 120 ? 1 : most < 7200 ? 60 : most < 172800 ? 3600 : 86400
most_of(limits) = words(limits) == 0 ? 1 : abs(real(word(limits, 1))) > \
	abs(real(word(limits, words(limits)))) ? abs(real(word(limits, 1))) : \
	abs(real(word(limits, words(limits))))
of_metric(axis, metric, limits) = is_time(metric) ? in_time(axis, called(metric), limits) : \
	metric eq "utilization" ? sprintf("unit_%s = 0.01; set %slabel 'utilization (%%)'", axis, axis) : \
	sprintf("unit_%s = 1.0; set %slabel '%s'", axis, axis, called(metric))
is_time(m) = m[1:5] eq "wait_" || m[1:9] eq "response_" || m eq "session_length_mean" || \
	m eq "run_time_mean" || m eq "makespan" || m eq "activity"
log_time(axis, label) = time_axis(axis, label, "'1 s' 1, '10 s' 10, '1 min' 60, " . \
	"'10 min' 600, '1 h' 3600, '' 36000, '1 d' 86400, '10 d' 864000, '100 d' 8640000")
# of an x-axis with names at its left, which leave no room for all these, of so many times its least
long_log_time(axis, label, times) = time_axis(axis, label, "'1 s' 1, '' 10, '1 min' 60, " . \
	"'' 600, '1 h' 3600, '' 36000, '1 d' 86400, '" . (times > 3e4 ? "" : "10 d") . \
	"' 864000, '100 d' 8640000")
time_axis(axis, label, tics) = sprintf("unset logscale %s; set logscale %s; set %slabel " . \
	"'%s (logarithmic)'; set %stics (%s); set %stics add (%s)", axis, axis, axis, label, axis, tics, \
	axis, short_tics(1, 9) . short_tics(10, 5) . short_tics(60, 9) . short_tics(600, 5) . \
	short_tics(3600, 9) . short_tics(36000, 2) . short_tics(86400, 9) . short_tics(864000, 9) . \
	short_tics(8640000, 8) . "'' 77760000 1")
# at 2, 3, ... times a time
short_tics(time, most) = most < 2 ? "" : \
	short_tics(time, most - 1) . sprintf("'' %d 1, ", most * time)
# `eval long_axis(metric, positive(...))` is a logarithmic y-axis of a metric, or a linear one where
# no value is above 0. It begins and ends at tics, of which there are two at least. Its label is
# short: the title of the panel has the name of the metric.
long_axis(metric, positive) = "unit_y = 1.0; " . (words(positive) == 0 ? sprintf( \
	"unset logscale y; set ytics autofreq; set yrange [0:1]; set ylabel '%s%s'", short(metric), \
	is_time(metric) ? " (seconds)" : "") : is_time(metric) ? log_time("y", short(metric)) . \
	log_range(tic_of_time(word(positive, 1), 0), tic_of_time(word(positive, 2), 1)) : sprintf( \
	"set logscale y; set ytics autofreq; set format y '%%.0s%%c'; set ylabel '%s (logarithmic)'", \
	short(metric)) . log_range(10 ** floor(log10(word(positive, 1))), \
	10 ** ceil(log10(word(positive, 2)))))
short(m) = m[1:5] eq "wait_" ? "wait" : m[1:9] eq "response_" ? "response time" : \
	m[1:5] eq "bsld_" || m[1:9] eq "slowdown_" ? "slowdown" : called(m)
log_range(low, high) = sprintf("; set yrange [%.9g:%.9g]", low, high > low ? high : 10 * low)
# the tic of log_time at or below a time, or at or above it
tic_of_time(seconds, above) = tic_beside(real(seconds), above, 9)
tic_beside(x, above, i) = i == 1 || time_tic(i) <= x ? \
	(above && time_tic(i) < x && i < 9 ? time_tic(i + 1) : time_tic(i)) : tic_beside(x, above, i - 1)
time_tic(i) = real(word("1 10 60 600 3600 86400 864000 8640000 86400000", i))
# limits in the units of the axis
in_units_of(unit, limits) = words(limits) == 0 ? "" : sprintf("%.9g %.9g", \
	real(word(limits, 1)) / unit, real(word(limits, words(limits))) / unit)
# what the metrics of swf-metrics are called on axes, without units
called(m) = \
	m eq "wait_mean" ? "average wait" : m eq "wait_median" ? "median wait" : \
	m eq "wait_p95" ? "95th percentile of waits" : m eq "wait_p99" ? "99th percentile of waits" : \
	m eq "wait_max" ? "longest wait" : m eq "response_mean" ? "average response time" : \
	m eq "bsld_mean" ? "average bounded slowdown" : m eq "slowdown_mean" ? "average slowdown" : \
	m eq "run_time_mean" ? "average run time" : \
	m eq "bsld_p95" ? "95th percentile of slowdowns" : \
	m[1:9] eq "user_bsld" ? "average slowdown of a user" : \
	m eq "throughput_per_day" ? "jobs a day" : m eq "queue_mean" ? "average queue (jobs)" : m

# step(low, high): 1, 2 or 5 times a power of ten, of which the range has about four
step(low, high) = high > low ? rounded((high - low) / 4.0) : 1
rounded(x) = power_of_ten(x) * \
	(x < 1.5 * power_of_ten(x) ? 1 : x < 3 * power_of_ten(x) ? 2 : x < 7 * power_of_ten(x) ? 5 : 10)
power_of_ten(x) = 10 ** floor(log10(x))
# limits(table, where, columns): the least and the greatest number in them, and
# `eval fitted(limits(...))` gives the x-axis a range with a little room beside these, and few tics
limits(table, where, columns) = range("", table, where, columns)
# positive(table, where, columns): the same of those above 0
positive(table, where, columns) = range("-v above=0 ", table, where, columns)
range(above, table, where, columns) = system(taken(above . "-v show=range -v where=" . where . \
	" -v columns=" . columns, table))
ranged(axis, range) = sprintf("set %srange %s; ", axis, range)
# `eval roomy(axis, limits(...))` gives an axis a range that holds these at least, with room where
# there is a single number. Few workloads give a site no intervals, which could reach beyond them;
# there gnuplot would warn of a single mean.
few = site ne "" && real(word(limits("results.csv", "", "replication") . " 0 0", 2)) < 10
roomy(axis, limits) = ranged(axis, !words(limits) ? "[*:*]" : word(limits, 1) eq word(limits, 2) \
	? sprintf("[%.9g:%.9g]", real(word(limits, 1)) - 0.5, real(word(limits, 1)) + 0.5) : \
	sprintf(few ? "[%.9g:%.9g]" : "[*<%.9g:%.9g<*]", real(word(limits, 1)), real(word(limits, 2))))
# `eval spanned(axis, unit, seen)` gives a linear axis a range that holds all the numbers of a list,
# which the unit divides, with a little room beside them but beyond 0, and few tics
spanned(axis, unit, seen) = words(seen) == 0 ? ranged(axis, "[0:1]") : \
	spanned_by(axis, extreme(seen, words(seen), -1) / unit, extreme(seen, words(seen), 1) / unit)
extreme(seen, i, sign) = i == 1 ? real(word(seen, 1)) : farther(real(word(seen, i)), \
	extreme(seen, i - 1, sign), sign)
farther(a, b, sign) = sign * a > sign * b ? a : b
spanned_by(axis, low, high) = low < high ? spanned_to(axis, \
	low == 0 ? 0 : low - (high - low) / 20, high == 0 ? 0 : high + (high - low) / 20) : \
	low == 0 ? spanned_to(axis, 0, 1) : \
	spanned_to(axis, low - abs(low) / 10, low + abs(low) / 10)
spanned_to(axis, low, high) = ranged(axis, sprintf("[%.9g:%.9g]", low, high)) . \
	sprintf("set %stics %.9g; set format %s '%s'", axis, step(low, high), axis, \
	step(low, high) < 1000 ? "%g" : "%.0s%c")
# `eval above_0(limits(...))`: a linear axis from 0 on
above_0(limits) = "set yrange " . (real(word(limits, words(limits))) > 0 ? "[0:*]" : "[0:1]")
fitted(limits) = fitted_to(real(word(limits, 1)), real(word(limits, 2)))
fitted_to(low, high) = with_room(low, high, \
	high > low ? (high - low) / 40.0 : low != 0 ? abs(low) / 10.0 : 1)
with_room(low, high, room) = sprintf("set xrange [%.9g:%.9g]; set xtics %.9g", \
	low - room, high + room, rounded((high - low + 2 * room) / 2.5))
