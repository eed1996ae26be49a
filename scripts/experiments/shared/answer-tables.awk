# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of an answer for a paper: with -v format=latex as LaTeX, which needs the package
# booktabs, else as Markdown. Long tables, which the page folds, are left out. Needs page-html.awk,
# which keeps a table.

function flush() {
	if (!table_rows) return
	name = (heading == "" ? "" : heading ": ") title
	if (format == "latex") put_latex()
	else put_markdown()
	new_table()
	notes = 0
}
function put_latex(    i, j, line) {
	print "\n\\begin{table}\n\\caption{" latex(name) "}\\label{tab:" ++tables "}\n\\centering"
	printf "%s", "\\begin{tabular}{l"
	line = latex(heads[1])
	for (j = 2; j <= table_columns; j++) {
		printf "%s", is_of_numbers(j) ? "r" : "l"
		line = line " & " latex(heads[j])
	}
	print "}\n\\toprule\n" line " \\\\\n\\midrule"
	for (i = 1; i <= table_rows; i++) {
		line = latex(body[i, 1])
		for (j = 2; j <= table_columns; j++) line = line " & " latex(body[i, j])
		print line " \\\\"
	}
	print "\\bottomrule\n\\end{tabular}"
	for (i = 1; i <= notes; i++)
		print "\\par" (i == 1 ? "\\smallskip\\footnotesize " : " ") latex(note[i])
	print "\\end{table}"
}
function put_markdown(    i, j, line, rule) {
	print "\n**" markdown(name) "**\n"
	line = rule = "|"
	for (j = 1; j <= table_columns; j++) {
		line = line " " markdown(heads[j]) " |"
		rule = rule (j > 1 && is_of_numbers(j) ? "--:|" : "---|")
	}
	print line "\n" rule
	for (i = 1; i <= table_rows; i++) {
		line = "|"
		for (j = 1; j <= table_columns; j++) line = line " " markdown(body[i, j]) " |"
		print line
	}
	for (i = 1; i <= notes; i++) print (i == 1 ? "\n" : "") markdown(note[i])
}
function markdown(text) {
	gsub(/[\\|*_`<]/, "\\\\&", text)
	return text
}
BEGIN {
	word["\\"] = "\\textbackslash{}"
	word["~"] = "\\textasciitilde{}"
	word["^"] = "\\textasciicircum{}"
	word["*"] = "$^{*}$"
	word["<"] = "$<$"
	word[">"] = "$>$"
	word["|"] = "$|$"
	n = split("& % $ # _ { }", special, " ")
	for (i = 1; i <= n; i++) word[special[i]] = "\\" special[i]
}
# A minus before a number is one, and no hyphen.
function latex(text,    i, c, before, out) {
	gsub(/±/, "\001", text)
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == "-" && before !~ /[A-Za-z0-9]/ && substr(text, i + 1, 1) ~ /[0-9]/) out = out "$-$"
		else out = out (c in word ? word[c] : c)
		before = c
	}
	gsub(/\001/, "$\\pm$", out)
	return out
}

$1 ~ /^(details|section|table)$/ { flush() }
$1 == "details" { folded = 1 }
$1 == "section" {
	folded = 0
	heading = $2
}
folded { next }
$1 == "table" { title = substr($0, 7) }
$1 == "columns" {
	new_table()
	for (i = 2; i <= NF; i++) add_head($i)
}
$1 == "row" { add_row(substr($0, 5)) }
$1 == "note" { note[++notes] = substr($0, 6) }
END { flush() }
