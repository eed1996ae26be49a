# An answer, with a verdict behind the others where the precision that was asked for is not reached.
# The first file is precision.txt, the second the answer.
NR == 1 {
	if (sub(/^last /, "with ") && sub(/:/, ""))
		missed = "verdict\tThe precision is not reached: " $0
	next
}
missed != "" && !/^verdict\t/ { said() }
{ print }
END { if (missed != "") said() }
function said() {
	print missed
	missed = ""
}
