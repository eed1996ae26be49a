# The rows of runs, each with its labels before it, which the name of its file has:
# runs/KTH/easy/7.csv is KTH,easy,7. `labels` are their names.
FNR == 1 {
	label = FILENAME
	sub(/^runs\//, "", label)
	sub(/[.]csv$/, "", label)
	gsub(/\//, ",", label)
	print labels "," $0
	next
}
{ print label "," $0 }
