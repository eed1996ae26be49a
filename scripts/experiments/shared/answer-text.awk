# SPDX-License-Identifier: GPL-3.0-or-later
# An answer as text for the terminal: verdicts, tables in columns, findings, what it rests on, and
# what it does not say, of each section in turn.

function width(text,    bytes) {
	# bytes of UTF-8 that go on with a character have no width
	gsub(/[\200-\277]/, "", text)
	return length(text)
}
# A table too wide for a terminal is broken into several, each of some columns behind the first.
function flush(    first, last, sum, columns) {
	for (columns = 1; (columns + 1) in widest; columns++) continue
	for (first = 2; first == 2 || first <= columns; first = last + 1) {
		sum = 2 + widest[1] + 2 + widest[first]
		for (last = first; last < columns && sum + 2 + widest[last + 1] <= 80; last++)
			sum += 2 + widest[last + 1]
		if (first > 2) print ""
		put_columns(first, last)
	}
	rows = 0
	split("", widest)
}
function put_columns(first, last,    i, j, line) {
	for (i = 1; i <= rows; i++) {
		line = cell_at[i, 1] blanks(1, i)
		for (j = first; j <= last && j <= cells_of[i]; j++)
			line = line "  " blanks(j, i) cell_at[i, j]
		sub(/ +$/, "", line)
		print "  " line
	}
}
function blanks(j, i) { return sprintf("%" (widest[j] - width(cell_at[i, j])) "s", "") }
function part(kind) {
	if (kind == last) return
	if (last != "" && !(kind == "note" || last == "section")) print ""
	if (kind == "basis") print "What this rests on:"
	if (kind == "limit") print "What this does not say:"
	last = kind
}
{
	kind = $1
	text = substr($0, length(kind) + 2)
}
kind ~ /^(details|section|page)$/ { folded = kind == "section" ? "" : kind }
folded != "" && kind ~ /^(details|page|table|columns|row|note)$/ { next }
folded == "page" && kind == "finding" { next }
kind == "columns" || kind == "row" {
	cells_of[++rows] = NF - 1
	for (j = 2; j <= NF; j++) {
		cell_at[rows, j - 1] = $j
		if (width($j) > widest[j - 1]) widest[j - 1] = width($j)
	}
	next
}
rows { flush() }
kind == "table" {
	last = last == "table" || last == "note" ? "other" : last
	part("table")
	print text ":"
	next
}
kind == "section" {
	if (NR > 1) print ""
	print $2
	last = "section"
	next
}
# limits are of the whole study, and come from several places
kind == "limit" {
	limit[++limits] = text
	next
}
kind == "note" {
	print "  " text
	next
}
{
	part(kind)
	print (kind == "basis" ? "- " : "") text
}
END {
	if (rows) flush()
	for (i = 1; i <= limits; i++) {
		part("limit")
		print "- " limit[i]
	}
}
