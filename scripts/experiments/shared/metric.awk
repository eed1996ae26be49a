# Whether the table of a run has a column that is called `metric`, and is none of the `labels`.
BEGIN { count = split(labels, label, " ") }
{
	for (i = 1; i <= NF; i++) column[$i]
	for (i = 1; i <= count; i++) delete column[label[i]]
	if (metric in column) exit
	for (i = 1; i <= NF; i++) if ($i in column) known = known (known ? ", " : "") $i
	print "swf-experiment: PRECISE: '" metric "' is no metric of this study; these are: " \
		known >"/dev/stderr"
	failed = 1
	exit
}
END { exit failed }
