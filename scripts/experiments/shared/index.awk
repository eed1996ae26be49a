# SPDX-License-Identifier: GPL-3.0-or-later
# The studies of a folder in HTML: a section each with its question, verdicts and a link.
#
#     awk -F '\t' -f page-html.awk -f index.awk
#
# Lines are those of an answer (see answer.awk), and of each study before these: study NAME,
# question TEXT, and report FILE, or missing TEXT with what was said of its failure.
{ text = substr($0, length($1) + 2) }
$1 == "study" {
	name[++studies] = text
	of = ""
}
$1 == "question" { question[studies] = text }
$1 == "report" { report[studies] = text }
$1 == "missing" { missing[studies] = text == "" ? " " : text }
$1 == "section" { of = $2 ": " }
$1 == "verdict" {
	verdict[studies, ++verdicts[studies]] = (index(text, of) == 1 ? "" : of) text
}
function all_names(    i, text) {
	for (i = 1; i <= studies; i++) text = text (i == 1 ? "" : i == studies ? " and " : ", ") name[i]
	return text
}
END {
	print "<header><h1>" html("Answers of " studies " studies: " all_names()) "</h1></header>"
	for (i = 1; i <= studies; i++) {
		print "<section aria-labelledby=\"study-" i "\"><h2 id=\"study-" i "\">" \
			html(question[i] == "" ? name[i] : question[i]) "</h2>"
		for (j = 1; j <= verdicts[i]; j++)
			print "<p class=\"verdict\">" html(verdict[i, j]) "</p>"
		if (i in missing)
			print "<p>" html("The study " name[i] " is not complete. " missing[i]) "</p>"
		else
			print "<p><a href=\"" html(report[i]) "\">The whole report: " html(name[i]) "</a></p>"
		print "</section>"
	}
}
