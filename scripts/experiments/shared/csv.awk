# SPDX-License-Identifier: GPL-3.0-or-later
# What the answers share: cells of a table by the name of their column, and numbers for people, of
# which units.awk has more. Rules of programs that are given behind this file do not meet the first
# line of a table. Tables of this toolkit have no quotes in them.

# The cell of this row in the column; the first row has the names.
function cell(name) {
	if (!(name in column_at)) {
		print "no column " name " in " FILENAME >"/dev/stderr"
		exit 1
	}
	return $column_at[name]
}
FNR == 1 {
	split("", column_at)
	for (i = 1; i <= NF; i++) column_at[$i] = i
	next
}

function size(x) { return x < 0 ? -x : x }

# Three digits of a number, with commas: 0.0123, 4.56, 78.9, 123, 45,600.
function shown(x,    value, sign, digits, text) {
	# text is compared as text
	x += 0
	sign = x < 0 ? "-" : ""
	value = size(x)
	if (value == 0) return "0"
	digits = 2 - int(log(value) / log(10) + (value >= 1 ? 1e-9 : -1 + 1e-9))
	if (digits > 0) return sign sprintf("%.*f", digits, value)
	value = sprintf("%.0f", value * 10 ^ digits) * 10 ^ -digits
	text = sprintf("%.0f", value)
	while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text)
	return sign text
}

# How sure a difference is, for all recipes that compare pairs: 2 where it counts as one, that is
# after Holm's correction; 1 where it is likely, since its interval leaves out 0; else 0. Pairs that
# all differ by the same have no p, and one pair alone has no interval either.
function certainty(low, high, p_holm) {
	if (p_holm == "" ? low * high > 0 : p_holm < 0.05) return 2
	return low * high > 0
}
# Whether the second of a row of pairs is less (-1) or more (1) than the first, else 0.
function differs() {
	if (certainty_of_row() < 2) return 0
	return cell("difference") < 0 ? -1 : 1
}
function certainty_of_row() { return certainty(cell("low"), cell("high"), cell("p_holm")) }
# The mark of such cells, and what it means, where the first of the pairs is called so.
function mark() { return differs() ? " *" : "" }
function meaning_of_mark(first) {
	return "* differs from " first " with p < 0.05, corrected for the number of comparisons (Holm)."
}
