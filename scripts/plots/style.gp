# What all plots share: fonts, lines that are told apart in print and by the colour-blind (the
# colours of Okabe and Ito, each with a dash and a point of its own), and axes. The scripts of
# swf-plot load it, and those of the recipes of swf-experiment.
set datafile separator ","
set border 3 lc "#444444"
set tics nomirror
set grid lc "#dddddd" lw 0.5 dt 1
set key noenhanced
set style fill solid 0.35 border
set style line 1 lc "#0072b2" lw 2 dt 1 pt 7 ps 0.7
set style line 2 lc "#d55e00" lw 2 dt (8,4) pt 5 ps 0.7
set style line 3 lc "#009e73" lw 2 dt (2,3) pt 9 ps 0.9
set style line 4 lc "#cc79a7" lw 2 dt (10,3,2,3) pt 13 ps 0.9
set style line 5 lc "#e69f00" lw 2 dt (14,5) pt 11 ps 0.9
set style line 6 lc "#56b4e9" lw 2 dt (5,2,2,2,2,2) pt 4 ps 0.8
set style line 7 lc "#000000" lw 2 dt (1,2) pt 6 ps 0.8
# the log itself, beside what was made of it
set style line 8 lc "#000000" lw 2 dt 1 pt 2 ps 1.2
set style increment user

# terminal(format, width, height): that of a picture of a size in pixels of the screen; as text it
# fills the terminal. In a PDF 360 pixels are the width of a paper's column, 3.5 inches, and letters
# have 8 points.
terminal(format, width, height) = \
	format eq "svg" \
	? sprintf('set terminal svg size %d,%d font "sans,12" background "white"', width, height) : \
	format eq "png" \
	? sprintf('set terminal pngcairo size %d,%d font "sans,18" fontscale 1 linewidth 2', \
		2 * width, 2 * height) : \
	format eq "text" ? sprintf('set terminal dumb size %d,%d', columns, lines) : \
	sprintf('set terminal pdfcairo size %.3fin,%.3fin font "sans,8"', 3.5 * width / 360, \
		3.5 * height / 360)

# The rest is for the scripts of swf-plot. In the terminal a picture is one plot of plain
# characters.
text = format eq "text"
# table(name, i): the file of a table of the log i, and whether it has rows
table(name, i) = sprintf("%s-%d.csv", name, i)
filled(name, i) = system(sprintf("awk 'NR == 2 { print 1; exit }' %s", table(name, i))) eq "1"

# made(name, i): whether its command succeeded, so that it has the names of its columns at least
made(name, i) = system(sprintf("head -n 1 %s", table(name, i))) ne ""

# lacking(n): what the note of a picture of n logs begins with where tables could not be made
lacking(n) = lacking_words(system("find . -name '*-[0-9]*.csv' -size 0 | sort | " . \
	"sed 's|^[.]/||; s|-\\([0-9]*\\)[.]csv$|" . (n > 1 ? " of log \\1" : "") . \
	"|' | paste -s -d ,"))
lacking_words(tables) = tables eq "" ? "" : "not made: " . tables . "; "

# is_whole(s): whether a text is a whole number from 0 to 999999999
is_whole(s) = strlen(s) > 0 && strlen(s) < 10 && only("0123456789", s)
only(characters, s) = strlen(s) == 0 || \
	(strstrt(characters, s[1:1]) > 0 && only(characters, s[2:*]))

# quoted(s): a text as one word of a shell
quoted(s) = "'" . between_apostrophes(s) . "'"
between_apostrophes(s) = strstrt(s, "'") == 0 ? s : s[1:strstrt(s, "'") - 1] . "'\\''" . \
	between_apostrophes(s[strstrt(s, "'") + 1:*])
# a file beside the scripts, for commands
beside(name) = quoted(plots . name)

# `eval refused(wrong, words)` ends the script with these words where something is wrong
refused(wrong, words) = (refusal = words, wrong ? "exit error refusal" : "")

# eval drawing(width, height) begins the picture, of a size in pixels of the screen
drawing(width, height) = terminal(format, width, height) . \
	sprintf('; set output "plot.%s"', format)

# Times. `eval time_axis("x", file, seconds, local)` makes an axis of time from the columns of a
# table that have the seconds of the log and the local time. Where that is empty the log has no
# date, and the axis shows days since second 0. Plots give when(seconds, local) as the time.
time_format = "%Y-%m-%dT%H:%M:%S"
dated = 0
when(seconds, local) = dated ? strptime(time_format, strcol(local)) : column(seconds) / 86400.0
# A time that no picture can show, as by a wrong number in a log, is refused.
longest = 1000 * 31557600.0
time_axis(axis, file, seconds, local) = timed(axis, system(sprintf( \
	"awk -F, 'NR == 2 { first = $%d; dated = $%d != \"\" } " . \
	"END { time = $%d - first; printf(\"%%d %%.0f\", dated, time < 1e15 ? time : 1e15) }' %s", \
	seconds, local, seconds, file)))
timed(axis, seen) = abs(real(word(seen, 2))) > longest \
	? "exit error 'more than 1000 years from the first time to the last'" : real(word(seen, 1)) == 1 \
	? sprintf("dated = 1; set %stics time format '%s'; set %slabel 'local time'", axis, \
		date_format(real(word(seen, 2)) / 86400), axis) \
	: sprintf("dated = 0; set format %s; set %slabel 'days since second 0 of the log'", axis, axis)
# of an axis of so many days
date_format(days) = \
	days < 3 ? (text ? "%d %H:%M" : "%H:%M\n%d %b") : \
	days < 100 ? (text ? "%d %b" : "%d %b\n%Y") : \
	days < 1500 ? (text ? "%Y-%m" : "%b\n%Y") : "%Y"

# `eval headed(height)` writes the variables `heading` and `note` above a picture of such a height:
# what it shows of which log, and what was placed, thinned, left out or not made. They take 50
# pixels.
headed(height) = (note = lacking(logs) . note, text ? "set title heading noenhanced" : sprintf( \
	"set label 101 heading at screen 0.015, screen %.4f left noenhanced font ',%.1f'; " . \
	"set label 102 note at screen 0.015, screen %.4f left noenhanced font ',%.1f' tc '#444444'", \
	1 - 18.0 / height, 1.15 * font_size, 1 - 40.0 / height, 0.92 * font_size))
font_size = format eq "png" ? 18 : format eq "pdf" ? 8 : 12
# a duration of some seconds, as people write it
duration(s) = s >= 604800 && int(s) % 604800 == 0 ? sprintf("%.0f w", s / 604800.0) : \
	s >= 86400 ? sprintf(s < 86400e3 ? "%.3g d" : "%.0f d", s / 86400.0) : \
	s >= 3600 ? sprintf("%.3g h", s / 3600.0) : \
	s >= 60 ? sprintf("%.3g min", s / 60.0) : sprintf("%.3g s", s)
# the seconds of a duration, with a unit as in 90s, 10m, 2h, 3d and 1w or without
is_duration(t) = t[1:1] eq "-" ? is_duration(t[2:*]) : strlen(t) > 0 && \
	is_number(strstrt("smhdw", t[strlen(t):*]) == 0 ? t : t[1:strlen(t) - 1])
is_number(s) = strlen(s) > 0 && s ne "." && only("0123456789.", s) && \
	strstrt(s[strstrt(s, ".") + 1:*], ".") * strstrt(s, ".") == 0
seconds(t) = strstrt("smhdw", t[strlen(t):*]) == 0 ? real(t) \
	: real(t[1:strlen(t) - 1]) * seconds_of(t[strlen(t):*])
seconds_of(unit) = unit eq "m" ? 60 : unit eq "h" ? 3600 : unit eq "d" ? 86400 : \
	unit eq "w" ? 604800 : 1
# SPDX-License-Identifier: GPL-3.0-or-later
