# SPDX-License-Identifier: GPL-3.0-or-later
# A row for each cell of `columns`, called by the cells of the columns `by`.
BEGIN {
	parts = split(by, part, ",")
	cells = split(columns, column, ",")
	print "what,figure,value"
}
{
	what = cell(part[1])
	for (i = 2; i <= parts; i++) what = what "-" cell(part[i])
	for (i = 1; i <= cells; i++) print what "," column[i] "," cell(column[i])
}
