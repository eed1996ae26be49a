# Names the files that are no whole tables: those without a row, or with one that has not as many
# cells as the first line.
function judge() {
	if (file != "" && (rows == 0 || cut)) print file
}
FNR == 1 {
	judge()
	file = FILENAME
	cells = NF
	rows = cut = 0
	next
}
{ rows++ }
NF != cells { cut = 1 }
END { judge() }
