# What the answers share: cells of a table by the name of their column, and numbers for people.
# Tables of this toolkit have no quotes in them.

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

# What a row of the metric `stable` says of a scheduler, of which this is the share of stable
# workloads; nothing when all are stable. Users who react do not let a queue grow without end.
function saturation(scheduler, stable) {
	if (cell("n") == 0 || stable == 1 || feedback != "") return ""
	return sprintf("%s saturates in %.0f of %d workloads, where more jobs come than it can start: " \
		"its waits then grow with the length of the workload.", scheduler,
		(1 - stable) * cell("n"), cell("n"))
}
# What it says where no workload was judged.
function not_judged() {
	return cell("n") == 0 && feedback == "" ? "whether the machine saturates is not judged, since " \
		"the workloads have 7 weeks or less." : ""
}

# A difference in per cent of the mean of the first, of rows that compare pairs.
function of_first(x) {
	return cell("mean_first") ? shown(100 * x / cell("mean_first")) " %" : "0 %"
}
function of_first_with_interval() {
	return cell("n") < 2 ? of_first(cell("difference")) : sprintf("%s (%s to %s)",
		of_first(cell("difference")), of_first(cell("low")), of_first(cell("high")))
}

# The 95 % interval of a row, where it has one.
function interval(unit,    low, high) {
	low = shown(cell("low"))
	high = shown(cell("high"))
	return low == high ? "" : sprintf("%s to %s%s", low, high, unit)
}

# A remark for answers about waits, where all long-term users are active at first.
function remark_on_first_weeks(    line) {
	while ((getline line <"settings.mk") > 0)
		if (line ~ /^RESAMPLE = .*--start[ =]literal/)
			print "With --start literal more jobs come in the first weeks of these " \
				"workloads than later, and wait."
}
