# The part of a log, of the rows of its cells, as the table of the report: FOLDER/PART-LOG.csv, or
# FOLDER/PART-LOG.none, which says why there is none; and a line for it in FOLDER/list. The metrics
# become a row each, and of the users there are the first.
cell("log") == section && cell("part") == part {
	r = cell("row")
	if (r > rows) rows = r
	if (cell("column") == "nothing") why = cell("value")
	if (rows <= 1 && !(cell("column") in known)) {
		known[cell("column")]
		name[++columns] = cell("column")
	}
	value[r, cell("column")] = cell("value")
}
BEGIN {
	title["log"] = "The log"
	title["metrics"] = "Metrics of its schedule (times in seconds)"
	title["months"] = "Load by month"
	title["classes"] = "Long-term and temporary users"
	title["sessions"] = "Classes of sessions (times in seconds)"
	title["clusters"] = "Clusters of users (times in seconds)"
	title["flurries"] = "Flurries"
	title["distributions"] = "Distributions over users and jobs (times in seconds)"
	title["hurst"] = "Hurst parameter"
	title["check"] = "What swf-check found"
}
function heading() {
	return part != "users" ? title[part] : rows > top ? "The " top " busiest of " rows " users" : \
		"Users"
}
END {
	file = folder "/" part "-" section ".csv"
	gsub(/;/, ",", why)
	if (why != "") print why >(folder "/" part "-" section ".none")
	else if (rows == 1) {
		print "what,value" >file
		for (i = 1; i <= columns; i++) print name[i] "," value[1, name[i]] >file
	} else {
		for (i = 1; i <= columns; i++) printf "%s%s", name[i], i < columns ? "," : "\n" >file
		for (r = 1; r <= rows && (part != "users" || r <= top); r++)
			for (i = 1; i <= columns; i++)
				printf "%s%s", value[r, name[i]], i < columns ? "," : "\n" >file
	}
	print part "-" section "\t" heading() >>(folder "/list")
}
