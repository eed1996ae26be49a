# SPDX-License-Identifier: GPL-3.0-or-later
# Each cell of a table in CSV as a row, so that different tables are rows of one: the number of its
# row, its column, and its value. Where there are no rows it says in the place of a cell why, of
# the file SAID. Commas in cells become semicolons.
BEGIN {
	FS = ","
	print "row,column,value"
}
/"/ {
	# a cell in quotes has a comma
	while (match($0, /"[^"]*"/)) {
		quoted = substr($0, RSTART + 1, RLENGTH - 2)
		gsub(/,/, ";", quoted)
		$0 = substr($0, 1, RSTART - 1) quoted substr($0, RSTART + RLENGTH)
	}
}
NR == 1 { columns = split($0, name); next }
{ for (i = 1; i <= columns; i++) print NR - 1 "," name[i] "," $i }
END {
	if (NR > 1) exit
	why = reason_in(said)
	gsub(/,/, ";", why)
	print "0,nothing," why
}
