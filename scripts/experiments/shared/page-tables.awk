# SPDX-License-Identifier: GPL-3.0-or-later
# The tables in CSV of a study as lines of a page (see page.awk): summary.csv and original.csv, with
# numbers and columns for people.
#
#     awk -F, -f csv.awk -f units.awk -f page-tables.awk FILE...

BEGIN {
	# a page is no place for more
	most = 500
}
FNR == 2 {
	print_last()
	file = FILENAME
	columns = NF
	rows = 0
	split("", name)
	for (i in column_at) name[column_at[i]] = i
}
{
	rows++
	for (i = 1; i <= NF; i++) value[rows, i] = $i
}
END { print_last() }

function print_last() {
	if (!rows) return
	if (file == "summary.csv") {
		print "details\tAll results: summary.csv"
		if (place("n") && (place("metric") || place("figure"))) print_summary()
		else print_plain("summary.csv")
	} else {
		print "details\tThe logs themselves: original.csv"
		if (place("jobs") && place("replication")) print_turned()
		else print_plain("original.csv")
	}
}

# The column of the table with this name, 0 of none.
function place(column,    i) {
	for (i = 1; i <= columns; i++) if (name[i] == column) return i
	return 0
}
function is_number(x) { return x ~ /^-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?$/ }
function words_of(column) {
	gsub(/_/, " ", column)
	return column
}
# A number of a column, or of a row, whose name says what it is.
function of(column, row, x) {
	if (!is_number(x)) return x
	if (is_time(column) || is_time(row)) return duration(x)
	if (column ~ /share$|^(load|cumulated|utilization)$/ || row ~ /share$|^(load|utilization)$/)
		return percent(x)
	return x == int(x) && x < 1e15 ? whole(x) : shown(x)
}
function is_time(what) {
	return unit_of(what) == "time" || \
		unit_of(what) == "number" && what ~ /(^|_)(seconds|run_time|session_length|submit)$/
}
function a_probability(p) { return p == "" ? "" : p < 0.001 ? "<0.001" : sprintf("%.3f", p) }

# A table as it is. Of the user or class that a row is about, numbers are names.
function print_plain(title,    i, j, row) {
	print "table\t" title
	row = "columns"
	for (j = 1; j <= columns; j++) row = row "\t" words_of(name[j])
	print row
	for (i = 1; i <= rows && i <= most; i++) {
		row = "row\t" value[i, 1]
		for (j = 2; j <= columns; j++)
			row = row "\t" of(name[j], name[j - 1] == "fact" ? value[i, j - 1] : "", value[i, j])
		print row
	}
	print_rest()
}
function print_rest() {
	if (rows > most) print "note\tThe other " whole(rows - most) " rows are in " file "."
}
function varies(j,    i) {
	for (i = 2; i <= rows; i++) if (value[i, j] != value[1, j]) return 1
	return 0
}
function is_there(j,    i) {
	if (j) for (i = 1; i <= rows; i++) if (value[i, j] != "") return 1
	return 0
}

# The summary, a table for each log. Labels that are the same in all rows stand in the title.
function print_summary(    metric, n, log_at, j, i, title, labels, label, heads, last, pairs) {
	metric = place("metric") ? place("metric") : place("figure")
	n = place("n")
	log_at = place("log")
	pairs = place("difference")
	for (j = 1; j < n; j++) {
		if (j == log_at) continue
		if (varies(j) || j == metric || pairs && name[j] ~ /^(first|second)$/) {
			label[++labels] = j
			heads = heads "\t" words_of(name[j])
		} else title = title ", " words_of(name[j]) " " value[1, j]
	}
	heads = heads "\tworkloads"
	if (pairs) heads = heads "\tmean of first\tmean of second\tdifference"
	else heads = heads "\tmean"
	if (is_there(place("low"))) heads = heads "\t95 % interval"
	if (pairs) heads = heads (is_there(place("p")) ? "\tp" : "") \
		(is_there(place("p_holm")) ? "\tp after Holm's correction" : "") "\tless, same, more"
	else if (is_there(place("p5")) && is_there(place("low"))) heads = heads "\t5th to 95th percentile"
	if (is_there(place("reference"))) heads = heads "\tthe log"
	for (i = 1; i <= rows && i <= most; i++) {
		if (i == 1 || log_at && value[i, log_at] != last) {
			if (i > 1) print_note(pairs)
			last = log_at ? value[i, log_at] : ""
			print "table\t" (last == "" ? "All results" : last) title
			print "columns" heads
		}
		print "row" row_of(i, value[i, metric], label, labels, metric, n, pairs)
	}
	print_note(pairs)
	print_rest()
}
function row_of(i, what, label, labels, metric, n, pairs,    j, row) {
	for (j = 1; j <= labels; j++)
		row = row "\t" (label[j] == metric ? name_of(what) : value[i, label[j]])
	row = row "\t" whole(value[i, n])
	if (pairs)
		row = row "\t" measured(what, i, "mean_first") "\t" measured(what, i, "mean_second") \
			"\t" measured(what, i, "difference")
	else row = row "\t" measured(what, i, "mean")
	if (is_there(place("low"))) row = row "\t" between(what, i, "low", "high")
	if (pairs) row = row (is_there(place("p")) ? "\t" a_probability(value[i, place("p")]) : "") \
		(is_there(place("p_holm")) ? "\t" a_probability(value[i, place("p_holm")]) : "") \
		"\t" value[i, place("less")] ", " value[i, place("equal")] ", " value[i, place("greater")]
	else if (is_there(place("p5")) && is_there(place("low")))
		row = row "\t" between(what, i, "p5", "p95")
	if (is_there(place("reference"))) row = row "\t" measured(what, i, "reference")
	return row
}
function measured(metric, i, column,    x) {
	x = value[i, place(column)]
	return x == "" ? "" : in_units(metric, x)
}
function between(metric, i, low, high) {
	low = value[i, place(low)]
	high = value[i, place(high)]
	return low == "" || high == "" ? "" : range(metric, low, high)
}
function print_note(pairs) {
	print "note\t" (pairs ? "Each row compares two cases on the same workloads. The difference is " \
		"the mean of the second less the mean of the first. The last column counts the workloads in " \
		"which the second is less, the same and more." : "Each row is about the mean over the " \
		"workloads.") " summary.csv beside this page has all columns and digits."
}

# The metrics of the logs themselves: a metric a row, and a column for each case, at most six in a
# table. Each class of jobs or the like, which stands behind the replication, has its own table.
function print_turned(    first, i, k, of_table, n, shown_in) {
	first = place("jobs")
	for (i = 1; i <= rows; i++) if (!(i in shown_in)) {
		n = 0
		for (k = i; k <= rows && n < 6; k++)
			if (!(k in shown_in) && labels_of(k, 1, first) == labels_of(i, 1, first)) {
				of_table[++n] = k
				shown_in[k]
			}
		print_cases(of_table, n, first)
	}
}
# The labels of a row with which its table begins, or those of its column in it.
function labels_of(i, of_all, first,    j, text) {
	for (j = 1; j < first; j++)
		if (j != place("replication") && of_all == (j == place("log") || j > place("replication")))
			text = text (text == "" ? "" : ", ") value[i, j]
	return text
}
function print_cases(of_table, n, first,    j, k, row, some) {
	print "table\t" labels_of(of_table[1], 1, first)
	row = "columns\tmetric"
	for (k = 1; k <= n; k++) row = row "\t" labels_of(of_table[k], 0, first)
	print row
	for (j = first; j <= columns; j++) {
		row = "row\t" name_of(name[j])
		some = 0
		for (k = 1; k <= n; k++) {
			if (value[of_table[k], j] != "") some = 1
			row = row "\t" (value[of_table[k], j] == "" ? "-" : in_units(name[j], value[of_table[k], j]))
		}
		if (some) print row
	}
}
