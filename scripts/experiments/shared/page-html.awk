# SPDX-License-Identifier: GPL-3.0-or-later
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

# Pictures of gnuplot as parts of a page: small, without their white ground, with the colours of the
# page in light and dark, tooltips that need no script, and ids that no other picture has.

BEGIN {
	# the colours of swf-plot's styles
	n = split("0,114,178 213,94,0 0,158,115 204,121,167 230,159,0 86,180,233 240,228,66", okabe, " ")
	for (i = 1; i <= n; i++) colour_of[okabe[i]] = "var(--data-" i ")"
	colour_of["black"] = colour_of["0,0,0"] = "var(--ink)"
	colour_of["#FFFFFF"] = colour_of["255,255,255"] = "var(--paper)"
	colour_of["gray"] = colour_of["lightgrey"] = "var(--line)"
}
# The colour of the page for one of gnuplot's. Greys become greys that fit the dark page, too.
function colour(value,    key, part) {
	if (value in colour_of) return colour_of[value]
	key = value
	gsub(/rgb\(|\)| /, "", key)
	if (!(key in colour_of)) {
		split(key, part, ",")
		if (key ~ /^[0-9]+,/ && part[1] == part[2] && part[2] == part[3])
			colour_of[key] = part[1] < 100 ? "var(--muted)" : part[1] < 210 ? "var(--grey)" : \
				"var(--line)"
		else colour_of[key] = value
	}
	return colour_of[value] = colour_of[key]
}

# The attributes of a tag become given[name].
function read_tag(tag,    part, n, i, name) {
	split("", given)
	n = split(tag, part, /["']/)
	for (i = 1; i < n; i += 2) {
		name = part[i]
		sub(/ *= *$/, "", name)
		sub(/.*[ \t\n]/, "", name)
		given[name] = part[i + 1]
	}
}
# An attribute for the page, and nothing where its value is the usual one.
function attribute(name, usual,    value) {
	if (!(name in given)) return ""
	value = name == "fill" || name == "stroke" || name == "color" ? colour(given[name]) : given[name]
	return value == usual ? "" : " " name "=\"" value "\""
}

# Coordinates to a tenth of a pixel.
function shortened(text,    part, n, i, digits, short) {
	n = split(text, part, ".")
	short = part[1]
	for (i = 2; i <= n; i++) {
		match(part[i], /^[0-9]*/)
		digits = substr(part[i], 1, 1)
		short = short (digits == "0" ? "" : "." digits) substr(part[i], RLENGTH + 1)
	}
	gsub(/[ \t\n]+/, " ", short)
	return short
}

# Small print is as large as the rest: on a phone it would be too small to read.
function group() {
	if (given["font-size"] < 12) delete given["font-size"]
	return "<g" attribute("transform") attribute("fill", "none") attribute("color", "var(--ink)") \
		attribute("stroke", "currentColor") attribute("stroke-width", "1.00") \
		attribute("font-size", "12.00") attribute("font-weight") attribute("font-style") \
		attribute("text-anchor", "start") ">"
}
# Colours of a scale are not those of the page, and turn over on a dark one.
function drawn(name) {
	return "<" name (colour(given["fill"]) ~ /^rgb/ ? " class=\"scale\"" : "") \
		attribute("fill") attribute("fill-opacity") attribute("stroke") \
		attribute("stroke-dasharray") (name == "path" ? " d=\"" shortened(given["d"]) : \
		" points=\"" shortened(given["points"])) "\"/>"
}
# A raster, which gnuplot puts into the picture itself.
function image() {
	return "<image" attribute("x") attribute("y") attribute("width") attribute("height") \
		attribute("preserveAspectRatio") " href=\"" given["xlink:href"] "\"/>"
}
# A point. Each shape of a size and a colour is defined once in a picture: points are many.
function point(    at, key) {
	split(given["transform"], at, /[(),]/)
	key = substr(given["xlink:href"], 2) SUBSEP at[5] SUBSEP colour(given["color"])
	if (!(key in point_at)) {
		point_at[key] = ++points
		point_of[points] = key
	}
	return "<use href=\"#" picture "-" point_at[key] "\" x=\"" \
		shortened("x" in given ? given["x"] : at[2]) "\" y=\"" \
		shortened("y" in given ? given["y"] : at[3]) "\"/>"
}
# What a point of gnuplot consists of: a shape, or another one that is filled or turned.
function shape_of(name,    tag, of) {
	tag = shapes[name]
	read_tag(tag)
	sub(/ id='[^']*'/, "", tag)
	if (!("xlink:href" in given)) return "<" tag
	of = substr(given["xlink:href"], 2)
	return "<g" attribute("fill") attribute("stroke") attribute("transform") ">" shape_of(of) "</g>"
}
function print_points(    i, part) {
	print "<defs>"
	for (i = 1; i <= points; i++) {
		split(point_of[i], part, SUBSEP)
		printf "<g id=\"%s-%d\"%s%s>%s</g>\n", picture, i, part[3] == "" ? "" : " color=\"" part[3] "\"",
			part[2] == "" ? "" : " transform=\"scale(" part[2] ")\"", shape_of(part[1])
	}
	print "</defs>"
}

# The width of the picture in a file, and 0 of one that gnuplot did not end.
function svg_width(file,    old, tag, width, last) {
	old = RS
	RS = "<"
	while ((getline tag <file) > 0) {
		if (tag ~ /^svg[ \n]/) {
			read_tag(tag)
			width = given["width"]
		}
		last = tag
	}
	close(file)
	RS = old
	return last ~ /^\/svg>/ ? width : 0
}

# Prints the picture in a file. The title is its name for those who do not see it.
function print_svg(file, title,    old, tag, rest, name, in_defs, tooltip, group_begin, size) {
	picture = "picture-" ++pictures
	split("", shapes)
	split("", point_at)
	points = 0
	old = RS
	RS = "<"
	while ((getline tag <file) > 0) {
		rest = substr(tag, index(tag, ">") + 1)
		tag = substr(tag, 1, index(tag, ">"))
		name = tag
		sub(/[ \t\n\/>].*/, "", name)
		# groups of nothing are many
		if (group_begin != "") {
			if (tag != "/g>") printf "%s", group_begin
			group_begin = ""
			if (tag == "/g>") continue
		}
		if (match(tag, /showHypertext\(evt,'.*'\)" onmouseout/)) {
			tooltip = substr(tag, RSTART + 19, RLENGTH - 33)
			printf "<g>"
			continue
		}
		read_tag(tag)
		if (name == "svg") {
			split(given["viewBox"], size, " ")
			printf "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-labelledby=\"%s\" " \
				"style=\"--width:%s\">\n<title id=\"%s\">%s</title>\n", size[3], size[4], picture, size[3],
				picture, html(title)
		} else if (name == "defs") in_defs = 1
		else if (tag == "/defs>") in_defs = 0
		else if (in_defs) {
			if ("id" in given) shapes[given["id"]] = tag
		} else if (name == "g") group_begin = group()
		else if (tag == "/g>") print "</g>"
		else if (name == "path" || name == "polygon" || name == "polyline") printf "%s", drawn(name)
		else if (name == "use") printf "%s", point()
		else if (name == "image") printf "%s", image()
		# what stands higher or lower is no smaller than the rest, which would be too small to read
		else if (name == "text" || name == "tspan")
			printf "<%s%s%s%s%s>%s", name, attribute("dy"), attribute("fill"), attribute("font-weight"),
				attribute("font-style"), rest
		else if (tag == "/text>") printf "</text>"
		else if (tag == "/tspan>") printf "</tspan>%s", rest
		else if (name == "title" && tooltip != "") {
			printf "<title>%s</title>", tooltip
			tooltip = ""
		# of a plot without a title gnuplot says how it was made
		} else if (name == "title" && rest !~ /^(Gnuplot$|gnuplot_plot_|[ \t\n]*$)|[ \t]using[ \t]|['"$]/)
			printf "<title>%s</title>", rest
	}
	close(file)
	RS = old
	if (points) print_points()
	print "</svg>"
}
