# Text and tables in HTML. Tables of a page are short: the first cell of a row is its name.

# A text with its special characters escaped, and numbers kept together with their units.
function html(text,    end) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	if (index(text, " ")) {
		gsub(/ %/, "\\&nbsp;%", text)
		while (match(text, /[0-9] (s|min|h|d)($|[^a-z])/))
			text = substr(text, 1, RSTART) "&nbsp;" substr(text, RSTART + 2)
		while (match(text, /&nbsp;(min|h|d) [0-9]+&nbsp;(s|min|h)/)) {
			end = index(substr(text, RSTART), " ") + RSTART - 1
			text = substr(text, 1, end - 1) "&nbsp;" substr(text, end + 1)
		}
	}
	return text
}

# Begins a table, of which heads[1..] and body[row, 1..] are set until print_table.
function new_table() {
	split("", heads)
	split("", body)
	table_columns = table_rows = 0
}
function add_head(text) { heads[++table_columns] = text }
# The cells of `text` between tabs as the next row.
function add_row(text,    cells, n, j) {
	n = split(text, cells, "\t")
	table_rows++
	if (n > table_columns) table_columns = n
	for (j = 1; j <= n; j++) body[table_rows, j] = cells[j]
}
# A column of numbers, which stand to the right: each of its cells begins with one, or has none.
function is_of_numbers(j,    i, some) {
	for (i = 1; i <= table_rows; i++) {
		if (body[i, j] ~ /^[-+<]?[0-9]/) some = 1
		else if (body[i, j] != "" && body[i, j] != "-") return 0
	}
	return some
}
# A cell of a number: how sure it is, in parentheses or after "±", goes below it, to save room.
function value_and_range(text,    at, mark) {
	if (!match(text, / \([^()]*\)( \*)?$/) && !match(text, / ± .*$/)) return html(text)
	at = RSTART
	mark = sub(/ \*$/, "", text) ? " *" : ""
	return html(substr(text, 1, at - 1) mark) " <span>" html(substr(text, at + 1)) "</span>"
}
# Prints the table, and below it the notes, with tabs between them. It scrolls by itself where the
# screen is narrow, also by the keyboard.
function print_table(title, notes,    i, j, id, class, note, n) {
	id = "table-" ++tables
	print "<div class=\"table scroll\"" (table_columns < 3 ? "" : " role=\"region\" tabindex=\"0\" " \
		"aria-labelledby=\"" id "\"") ">"
	print "<table" (table_columns > 6 ? " class=\"wide\"" : "") "><caption id=\"" id "\"><span>" \
		html(title) "</span></caption>"
	print "<thead><tr>"
	for (j = 1; j <= table_columns; j++) {
		class[j] = j > 1 && is_of_numbers(j) ? " class=\"n\"" : ""
		print "<th scope=\"col\"" class[j] ">" html(heads[j]) "</th>"
	}
	print "</tr></thead><tbody>"
	for (i = 1; i <= table_rows; i++) {
		printf "<tr><th scope=\"row\">%s</th>", html(body[i, 1])
		for (j = 2; j <= table_columns; j++)
			printf "<td%s>%s</td>", class[j], class[j] == "" ? html(body[i, j]) : \
				value_and_range(body[i, j])
		print "</tr>"
	}
	print "</tbody></table>"
	print "</div>"
	n = split(notes, note, "\t")
	for (i = 1; i <= n; i++) print "<p class=\"note\">" html(note[i]) "</p>"
}
