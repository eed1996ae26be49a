# SPDX-License-Identifier: GPL-3.0-or-later
# Puts the terms that occur on a page into a glossary in it, in place of its line <!-- glossary -->,
# and links each from where it occurs first.
#
#     awk -f page-glossary.awk glossary.txt PAGE
#
# An entry of glossary.txt is `term, other form, ...: definition`; a line that begins with a blank
# goes on with the one before. Capitals make no difference: the scheduler easy is EASY. The name of
# a partition or a QOS is none of the terms, though it may be written like one.

FNR == NR && /^ / {
	sub(/^ +/, " ")
	definition[terms] = definition[terms] $0
	next
}
FNR == NR {
	colon = index($0, ": ")
	forms = split(substr($0, 1, colon - 1), form, ", ")
	term[++terms] = form[1]
	definition[terms] = substr($0, colon + 2)
	for (i = 1; i <= forms; i++) {
		pattern[++patterns] = tolower(form[i])
		gsub(/ %/, "      %", pattern[patterns])
		about[patterns] = terms
	}
	next
}
{ page[++lines] = $0 }
/<svg|<style|<script|<pre/ { skipped = 1 }
!skipped && /<(p|li|h3|figcaption|caption|summary|th)[ >]/ {
	page[lines] = linked($0, $0 ~ /<(p|li|figcaption)[ >]/)
}
/<\/(svg|style|script|pre)>/ { skipped = 0 }

# Where the form begins in the text, as words of their own, or 0.
function place(text, form,    at, before, after, from) {
	from = 1
	while ((at = index(substr(text, from), form)) > 0) {
		at += from - 1
		before = at == 1 ? " " : substr(text, at - 1, 1)
		after = substr(text, at + length(form), 1)
		if (before !~ /[a-z0-9_-]/ && after !~ /[a-z0-9_-]/ && \
				substr(text, 1, at - 1) !~ /(^|[^a-z0-9_-])(partition|qos) $/) return at
		from = at + 1
	}
	return 0
}
# The line with links to the terms that occur in it first, and are not part of a longer one there.
# Tags have no terms, since they are blanked for the search.
function linked(line, may_link,    plain, i, at, best, end, out, first) {
	plain = tolower(line)
	while (match(plain, /<[^>]*>/))
		plain = substr(plain, 1, RSTART - 1) sprintf("%" RLENGTH "s", "") \
			substr(plain, RSTART + RLENGTH)
	# with as many blanks
	gsub(/&nbsp;/, "      ", plain)
	while (1) {
		best = 0
		for (i = 1; i <= patterns; i++) {
			at = place(plain, pattern[i])
			if (at && (!best || at < first || at == first && \
					length(pattern[i]) > length(pattern[best]))) {
				best = i
				first = at
			}
		}
		if (!best) return out line
		end = first + length(pattern[best])
		if (may_link && !(about[best] in seen)) {
			out = out substr(line, 1, first - 1) "<a class=\"term\" href=\"#term-" about[best] "\">" \
				substr(line, first, end - first) "</a>"
		} else out = out substr(line, 1, end - 1)
		occurs[about[best]]
		if (may_link) seen[about[best]]
		line = substr(line, end)
		plain = substr(plain, end)
	}
}

# The definitions have terms, too.
function add_those_of_definitions(    t, added) {
	do {
		added = 0
		for (t = 1; t <= terms; t++) if (t in occurs && !(t in read)) {
			read[t]
			linked(tolower(definition[t]), 0)
			added = 1
		}
	} while (added)
}
function print_glossary(    t) {
	print "<section aria-labelledby=\"glossary\"><h2 id=\"glossary\">Terms</h2>"
	print "<dl>"
	for (t = 1; t <= terms; t++) if (t in occurs)
		print "<div id=\"term-" t "\"><dt>" term[t] "</dt><dd>" definition[t] "</dd></div>"
	print "</dl></section>"
}
END {
	add_those_of_definitions()
	for (i = 1; i <= lines; i++)
		if (page[i] == "<!-- glossary -->") print_glossary()
		else print page[i]
}
