# SPDX-License-Identifier: GPL-3.0-or-later
# Whether the error of simulation is at most the part of the mean that is `asked`, in each row of a
# summary of `n` replications: yes, no, or last where there are `most`; and that in words. The error
# is half the 95 % interval of the mean over the workloads, which more of them lessen. What is not
# known of a site remains, however many there are.
#
# Without `asked` it reads the table of a run instead, which has to have a column `metric` that is
# none of the `labels`.
asked == "" { exit failed = !has_metric() }
function has_metric(    i, count, label, known) {
	for (i in column_at) column[column_at[i]] = i
	count = split(labels, label, " ")
	for (i = 1; i <= count; i++) delete column[column_at[label[i]]]
	for (i in column) if (column[i] == metric) return 1
	for (i = 1; i <= NF; i++) if (i in column) known = known (known ? ", " : "") column[i]
	print "swf-experiment: PRECISE: '" metric "' is no metric of this study; these are: " \
		known >"/dev/stderr"
	return 0
}
cell("n") > n {
	print "a run has several rows, which ROWS of the recipe has to tell apart" >"/dev/stderr"
	failed = 1
	exit 1
}
# a case without the metric is not known, and never will be
cell("n") < 2 { next }
{
	mean = size(cell("mean"))
	if ("error" in column_at) {
		share = cell("error") == "" ? (cell("sd") == 0 ? 0 : 1e9) : cell("error")
		if (cell("low") > 0 && sqrt(cell("high") / cell("low")) > of_site)
			of_site = sqrt(cell("high") / cell("low"))
	} else {
		half = (cell("high") - cell("low")) / 2
		share = half == 0 ? 0 : mean == 0 ? 1e9 : half / mean
	}
	if (!cases++ || share > worst) {
		worst = share
		where = ""
		count = split(labels, label, " ")
		for (i = 1; i <= count; i++) where = where (i > 1 ? " " : "") cell(label[i])
	}
	if (share > asked) wide++
}
function percent(share) { return shown(100 * share) " %" }
END {
	if (failed || asked == "") exit failed
	if (!cases) {
		if (NR) print "PRECISION: no case has two replications with a " metric >"/dev/stderr"
		exit 1
	}
	enough = !wide ? "yes" : n < most ? "no" : "last"
	said = n " replications: the error of simulation of the mean " metric " is " \
		(worst < 1e9 ? "at most " percent(worst) : "more than 100 %") " (" where ")"
	if (wide)
		said = said sprintf("; it is more than %s in %d of %d cases", percent(asked), wide, cases)
	print enough, said (enough == "no" ? "" : ".") \
		(enough == "last" ? " MAXIMUM allows no more replications." : "") \
		(enough != "no" && of_site > 1 ? " The interval for the site reaches to " shown(of_site) \
		" times the mean. More replications do not narrow it; a longer log does, or more logs." : "")
}
