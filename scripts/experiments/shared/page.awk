# SPDX-License-Identifier: GPL-3.0-or-later
# The body of a page, of lines of an answer (see answer.awk), of the lists of figures, and of the
# manifest.
#
#     awk -F '\t' -f page-html.awk -f page.awk \
#         question.txt plots/list plots/missing manifest.txt answer.tsv TABLES
#
# The whole study comes first, then the sections of the answer. A figure NAME-SECTION belongs to
# that section.

FILENAME == "question.txt" { question = question (question == "" ? "" : " ") $0; next }
FILENAME == "manifest.txt" { manifest[++manifest_lines] = $0; next }
FILENAME == "plots/list" { figure[++figure_lines] = $0; next }
FILENAME == "plots/missing" { undrawn[++undrawn_figures] = $0; next }
{ text = substr($0, length($1) + 2) }
$1 == "section" {
	section[part = ++sections] = $2
	ending[part] = $3
}
$1 == "page" { folds[part] }
$1 == "details" {
	details[++details_parts] = text
	part = "details " details_parts
}
# what is about the whole study
$1 == "basis" {
	basis[++bases] = text
	part = 0
}
$1 == "limit" { limit[++limits] = text }
# these are counted for each part
$1 == "verdict" { verdict[part + 0, ++verdicts[part + 0]] = text }
$1 == "finding" { finding[part + 0, ++findings[part + 0]] = text }
$1 == "table" {
	title[key(part), ++tables_in[key(part)]] = text
	line_count = 0
}
$1 == "columns" || $1 == "row" { lines[key(part), tables_in[key(part)], ++line_count] = text }
$1 == "note" {
	at = key(part) SUBSEP tables_in[key(part)]
	note[at] = note[at] (at in note ? "\t" : "") text
}
function key(part) { return part == "" ? 0 : part }

# The section to whose ending the name of a figure ends: the longest of several, 0 of none.
function section_of(name,    s, of, end) {
	of = 0
	for (s = 1; s <= sections; s++) {
		end = "-" ending[s]
		if (substr(name, length(name) - length(end) + 1) == end && \
				(!of || length(ending[s]) > length(ending[of]))) of = s
	}
	return of
}

function print_tables(part, first, last,    t, i, j, n, head) {
	for (t = first; t <= last; t++) {
		new_table()
		n = split(lines[part, t, 1], head, "\t")
		for (j = 1; j <= n; j++) add_head(head[j])
		for (i = 2; (part, t, i) in lines; i++) add_row(lines[part, t, i])
		print_table(title[part, t], note[part, t])
	}
}
# Of a verdict of several sentences the first is the one that must be seen.
function print_verdicts(part,    i, end) {
	for (i = 1; i <= verdicts[part]; i++) {
		text = verdict[part, i]
		end = match(text, /[.] [^.]/) ? RSTART : length(text)
		print "<p class=\"verdict\"><strong>" html(substr(text, 1, end)) "</strong>" \
			html(substr(text, end + 1)) "</p>"
	}
}
# The verdicts and the first table, side by side where there is room.
function print_first(part) {
	print "<div class=\"first\"><div class=\"verdicts\">"
	print_verdicts(part)
	print "</div>"
	if (tables_in[part]) {
		print "<div class=\"tables\">"
		print_tables(part, 1, 1)
		print "</div>"
	}
	print "</div>"
}
function print_findings(part,    i) {
	if (!findings[part]) return
	print "<ul class=\"findings\">"
	for (i = 1; i <= findings[part]; i++) print "<li>" html(finding[part, i]) "</li>"
	print "</ul>"
}
function begin_section(id, heading) {
	print "<section aria-labelledby=\"" id "\"><h2 id=\"" id "\">" html(heading) "</h2>"
}
function print_section(id, heading, list, n,    i) {
	if (!n) return
	begin_section(id, heading)
	print "<ul>"
	for (i = 1; i <= n; i++) print "<li>" html(list[i]) "</li>"
	print "</ul></section>"
}

# The name of a figure, which several panels share.
function figure_of(line,    part) {
	split(line, part, "\t")
	if (part[4] != "") sub(/-[0-9]+$/, "", part[1])
	return part[1]
}
# How many panels stand side by side where there is room.
function abreast(n) { return n <= 4 ? n : n % 4 == 0 ? 4 : n % 3 == 0 || n == 5 ? 3 : 4 }
# The figure of the panels first..last of the list, without those that were not drawn to their end.
function print_figure(first, last,    i, part, panels, panel, width) {
	for (i = first; i <= last; i++) {
		split(figure[i], part, "\t")
		if (svg_width("plots/" part[1] ".svg")) panel[++panels] = figure[i]
	}
	if (!panels) return
	split(panel[1], part, "\t")
	width = svg_width("plots/" part[1] ".svg")
	print "<figure style=\"--width:" width ";--abreast:" abreast(panels) \
		";--least:" (width > 400 ? 0.85 * width : panels % 4 ? 304 : 344) "\">"
	print "<figcaption>"
	if (part[2] != "") print "<h3>" html(part[2]) "</h3>"
	if (part[3] != "") print "<p>" html(part[3]) "</p>"
	print "</figcaption>"
	print "<div class=\"panels\">"
	for (i = 1; i <= panels; i++) {
		split(panel[i], part, "\t")
		print_panel("plots/" part[1] ".svg", (part[2] == "" ? part[3] : part[2]) \
			(part[4] == "" || part[4] == part[2] ? "" : ": " part[4]))
	}
	print "</div></figure>"
}
# Large ones would be too small to read on a narrow screen: there they scroll, also by the keyboard.
function print_panel(file, name) {
	print svg_width(file) <= 400 ? "<div class=\"panel\">" : "<div class=\"panel scroll\" " \
		"role=\"region\" tabindex=\"0\" aria-label=\"" html(name) "\">"
	print_svg(file, name)
	sub(/svg$/, "pdf", file)
	print_pdf(file)
	print "</div>"
}
# The same for a paper, within the page.
function print_pdf(file,    command, text) {
	command = "[ ! -s '" file "' ] || base64 -w 0 '" file "'"
	command | getline text
	close(command)
	sub(/.*\//, "", file)
	if (text != "") print "<a class=\"save\" download=\"" html(file) "\" " \
		"href=\"data:application/pdf;base64," text "\" aria-label=\"" html(file) "\">PDF</a>"
}
function print_figures(part,    i, end, name) {
	for (i = 1; i <= figure_lines; i = end + 1) {
		name = figure_of(figure[i])
		for (end = i; end < figure_lines && figure_of(figure[end + 1]) == name; end++);
		if (section_of(name) == part) {
			if (!figures_in[part]++) print "<div class=\"figures\">"
			print_figure(i, end)
		}
	}
	if (figures_in[part]) print "</div>"
	print_undrawn(part)
}
function print_undrawn(part,    i, said, name, why) {
	for (i = 1; i <= undrawn_figures; i++) {
		name = why = undrawn[i]
		sub(/\t.*/, "", name)
		sub(/[^\t]*\t/, "", why)
		if (section_of(name) != part) continue
		if (part) name = substr(name, 1, length(name) - length(ending[part]) - 1)
		said = said (said == "" ? "" : ", ") name " (" why ")"
	}
	if (said != "") print "<p>Not drawn: " html(said) ".</p>"
}
function has_figures(part,    i) {
	for (i = 1; i <= figure_lines; i++) if (section_of(figure_of(figure[i])) == part) return 1
	for (i = 1; i <= undrawn_figures; i++) if (section_of(undrawn[i]) == part) return 1
	return 0
}

# The list of contents, which wide screens keep in view.
function print_link(shown, id, name) {
	if (shown) print "<li><a href=\"#" id "\">" html(name) "</a></li>"
}
function print_contents(    i) {
	print "<nav aria-label=\"Contents\"><ul>"
	print_link(1, "answer", "Answer")
	print_link(shows_figures, "figures", "Figures")
	print_link(shows_findings, "findings", "Further findings")
	for (i = 1; i <= sections; i++) print_link(1, "section-" i, section[i])
	print_link(bases, "basis", "What this rests on")
	print_link(limits, "limits", "What this does not say")
	print_link(details_parts, "results", "All results")
	print_link(1, "commands", "How to reproduce this")
	print "</ul></nav>"
}

# The commands of the manifest, and what else it says.
function print_manifest(    i, runs, command, seen) {
	for (i = 2; i <= manifest_lines && manifest[i] !~ /^Runs, /; i++);
	runs = i
	begin_section("commands", "How to reproduce this")
	print "<p>The whole study. Run this where you first started the study; paths are relative.</p>"
	print "<pre class=\"command\">" html_of_command(manifest[1]) "</pre>"
	print "<details><summary>Schedules of single runs, one of each kind</summary>"
	print "<p>Run these in the folder of the study, in which this page is. Each prints metrics of a " \
		"schedule. Commands that print the tables of the runs are in manifest.txt there.</p>"
	for (i = runs + 1; i <= manifest_lines; i++)
		if (!((command = schedule_of(manifest[i])) in seen)) {
			seen[command]
			print "<pre class=\"command\">" html_of_command(command) "</pre>"
		}
	print "</details>"
	print "<details><summary>Manifest: settings, versions and checksums</summary><pre>"
	for (i = 2; i < runs; i++) if (manifest[i] != "") print html_of_command(manifest[i])
	print "</pre></details></section>"
}
# The command of a run without what measures it, where that takes files of its own.
function schedule_of(command) {
	sub(/^work=[^;]*; trap [^;]* EXIT; /, "", command)
	sub(/^keys=;.* done; /, "", command)
	if (!sub(/ >"\$work\/scheduled"; .*/, " | swf-metrics", command)) return command
	gsub(/"\$work\/swf"/, "workload.swf", command)
	return command
}
# Commands have no blanks that keep words together: these would be pasted.
function html_of_command(text) {
	text = html(text)
	gsub(/&nbsp;/, " ", text)
	return text
}

END {
	about = question
	if (match(question, /\? /)) {
		about = substr(question, RSTART + 2)
		question = substr(question, 1, RSTART)
	} else about = ""
	print "<main>"
	print "<header><h1>" html(question) "</h1>"
	if (about != "") print "<p>" html(about) "</p>"
	print "</header>"
	begin_section("answer", "Answer")
	print_first(0)
	shows_figures = has_figures(0) || !figure_lines && !undrawn_figures
	shows_findings = tables_in[0] > 1 || verdicts[0] && findings[0]
	print_contents()
	if (!verdicts[0]) print_findings(0)
	print "</section>"
	if (shows_figures) {
		begin_section("figures", "Figures")
		if (!figure_lines && !undrawn_figures)
			print "<p>There are no plots: gnuplot was missing, or failed. The same command draws them " \
				"where it is.</p>"
		print_figures(0)
		print "</section>"
	}
	if (shows_findings) {
		begin_section("findings", "Further findings")
		if (verdicts[0]) print_findings(0)
		print_tables(0, 2, tables_in[0])
		print "</section>"
	}
	for (i = 1; i <= sections; i++) {
		begin_section("section-" i, section[i])
		print_first(i)
		if (i in folds) print "<details><summary>More of this: findings, figures and tables</summary>"
		print_findings(i)
		print_figures(i)
		print_tables(i, 2, tables_in[i])
		if (i in folds) print "</details>"
		print "</section>"
	}
	print_section("basis", "What this rests on", basis, bases)
	print_section("limits", "What this does not say", limit, limits)
	print "<!-- glossary -->"
	if (details_parts) {
		begin_section("results", "All results")
		for (i = 1; i <= details_parts; i++) {
			print "<details><summary>" html(details[i]) "</summary>"
			print_tables("details " i, 1, tables_in["details " i])
			print "</details>"
		}
		print "</section>"
	}
	print_manifest()
	print "</main>"
}
