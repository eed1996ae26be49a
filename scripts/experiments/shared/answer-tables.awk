# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of an answer for a paper: with -v format=latex as LaTeX, which needs the package
# booktabs, else as Markdown. Long tables, which the page folds, are left out.

function flush() {
	if (!rows) return
	name = (heading == "" ? "" : heading ": ") title
	if (format == "latex") put_latex()
	else put_markdown()
	rows = notes = 0
	split("", cell_at)
}
# A column of numbers stands to the right.
function is_of_numbers(j,    i, some) {
	for (i = 2; i <= rows; i++) {
		if (cell_at[i, j] ~ /^[-+<]?[0-9]/) some = 1
		else if (cell_at[i, j] != "" && cell_at[i, j] != "-") return 0
	}
	return some
}
function put_latex(    i, j, line) {
	print "\n\\begin{table}\n\\caption{" latex(name) "}\\label{tab:" ++tables "}\n\\centering"
	printf "%s", "\\begin{tabular}{l"
	for (j = 2; j <= columns; j++) printf "%s", is_of_numbers(j) ? "r" : "l"
	print "}\n\\toprule"
	for (i = 1; i <= rows; i++) {
		line = latex(cell_at[i, 1])
		for (j = 2; j <= columns; j++) line = line " & " latex(cell_at[i, j])
		print line " \\\\"
		if (i == 1) print "\\midrule"
	}
	print "\\bottomrule\n\\end{tabular}"
	for (i = 1; i <= notes; i++)
		print "\\par" (i == 1 ? "\\smallskip\\footnotesize " : " ") latex(note[i])
	print "\\end{table}"
}
function put_markdown(    i, j, line) {
	print "\n**" markdown(name) "**\n"
	for (i = 1; i <= rows; i++) {
		line = "|"
		for (j = 1; j <= columns; j++) line = line " " markdown(cell_at[i, j]) " |"
		print line
		if (i > 1) continue
		line = "|"
		for (j = 1; j <= columns; j++) line = line (j > 1 && is_of_numbers(j) ? "--:|" : "---|")
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

$1 == "details" || $1 == "section" || $1 == "table" { flush() }
$1 == "details" { folded = 1 }
$1 == "section" {
	folded = 0
	heading = $2
}
folded { next }
$1 == "table" { title = substr($0, 7) }
$1 == "columns" { columns = NF - 1 }
$1 == "columns" || $1 == "row" {
	rows++
	for (j = 2; j <= NF; j++) cell_at[rows, j - 1] = $j
}
$1 == "note" { note[++notes] = substr($0, 6) }
END { flush() }
