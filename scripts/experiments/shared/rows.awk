# For plots: of the rows of a table whose cells are as `where` says (log=KTH,scheduler=easy), the
# columns named. Where there is no interval, as of few workloads, it is that of the mean alone, so
# that the mean is drawn.
BEGIN {
	wanted = split(where, pairs, ",")
	for (i = 1; i <= wanted; i++) {
		split(pairs[i], pair, "=")
		name[i] = pair[1]
		value[i] = pair[2]
	}
	shown_columns = split(columns, column, ",")
}
{
	for (i = 1; i <= wanted; i++) if (cell(name[i]) != value[i]) next
	for (i = 1; i <= shown_columns; i++)
		printf "%s%s", value_of(column[i]), i < shown_columns ? "," : "\n"
}
function value_of(name) {
	if (cell(name) != "" || name !~ /^(low|high)$/) return cell(name)
	return "difference" in column_at ? cell("difference") : "mean" in column_at ? cell("mean") : ""
}
