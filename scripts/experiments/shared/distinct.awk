# The different cells of a column, in the order in which they appear.
!(cell(column) in seen) {
	seen[cell(column)]
	printf "%s%s", n++ ? " " : "", cell(column)
}
