# SPDX-License-Identifier: GPL-3.0-or-later
# What plots and recipes take from a table. `show` is
#     rows    of the rows whose cells are as `where` says (log=KTH,metric=jobs/wait_mean: one of
#             these) the `columns`, a line each, below the line `head` if there is one. Where
#             there is no interval, as of few workloads, it is that of the mean alone, so that the
#             mean is drawn
#     range   the least and the greatest number in these cells, as they stand there; with `above` of
#             those above it. Nothing where there is none
#     drawn   a table of swf-summary, all of it, whose intervals are as in rows
#     values  the different cells of the column `columns`, in the order in which they appear
# To be given before csv.awk, which keeps the first line from what comes behind it.
BEGIN {
	OFS = ","
	conditions = split(where, condition, ",")
	for (i = 1; i <= conditions; i++) {
		split(condition[i], part, "=")
		name[i] = part[1]
		values = split(part[2], value, "/")
		if (!values) wanted[i, ""]
		for (j = 1; j <= values; j++) wanted[i, value[j]]
	}
	n_columns = split(columns, column, ",")
	if (head != "") print head
}
FNR == 1 {
	if (show == "drawn") print
}
FNR > 1 && is_wanted() {
	if (show == "drawn") print_with_interval()
	for (i = 1; i <= n_columns; i++) {
		if (show == "rows") printf "%s%s", cell_to_draw(column[i]), i < n_columns ? "," : "\n"
		if (show == "range") extend_range(cell_to_draw(column[i]))
		if (show == "values") add_value(cell(column[i]))
	}
}
END { if (ranged) print least " " most }

function is_wanted(    i) {
	for (i = 1; i <= conditions; i++) if (!((i, cell(name[i])) in wanted)) return 0
	return 1
}
function cell_to_draw(name) {
	if (cell(name) != "" || name !~ /^(ratio_)?(low|high)$/) return cell(name)
	if (name ~ /^ratio_/) return cell("ratio")
	return "difference" in column_at ? cell("difference") : "mean" in column_at ? cell("mean") : ""
}
function print_with_interval() {
	if (cell("low") == "") $column_at["low"] = $column_at["high"] = cell("mean")
	print
}
function extend_range(text) {
	if (text == "" || (above != "" && text + 0 <= above + 0)) return
	if (!ranged || text + 0 < least + 0) least = text
	if (!ranged++ || text + 0 > most + 0) most = text
}
function add_value(text) {
	if (text in seen) return
	seen[text]
	printf "%s%s", n_values++ ? " " : "", text
}
