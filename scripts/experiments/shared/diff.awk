# SPDX-License-Identifier: GPL-3.0-or-later
# What has changed between two studies, of manifest.txt and answer.tsv of the old one, and then of
# the new one. Variables: old and new, their folders.

FNR == 1 {
	file++
	side = file > 2
	heading = title = ""
	folded = 0
	split("", times)
}
# Of the manifest the variables, the version and checksums, between the command and those of runs.
file % 2 == 1 {
	if (FNR == 1) next
	if (/^Runs, one of each kind/) nextfile
	name = value = $0
	if (/ = ?/) {
		sub(/ =.*/, "", name)
		sub(/^[^=]*= ?/, "", value)
	} else if (/^[0-9a-f]+  /) {
		sub(/^[0-9a-f]+  /, "", name)
		value = substr(value, 1, 12)
	} else if (/ (version of swfkit|recipe)$/) {
		sub(/^[^ ]* /, "", name)
		sub(/ .*/, "", value)
	} else next
	keep("setting", name, value)
	next
}
$1 == "verdict" { keep("verdict", heading SUBSEP (++times["verdict", heading]), substr($0, 9)) }
$1 == "details" { folded = 1 }
$1 == "section" {
	heading = $2
	folded = 0
}
folded { next }
$1 == "table" { title = substr($0, 7) }
$1 == "columns" {
	split("", head)
	for (i = 2; i <= NF; i++) head[i] = $i
}
$1 == "row" {
	again = ++times[heading, title, $2]
	for (i = 3; i <= NF; i++) keep("cell", (heading == "" ? "" : heading ": ") title "; " $2 \
		(again > 1 ? " (" again ")" : "") "; " head[i], $i)
}

# The names of a kind in the order of the old study, and then of the new one.
function keep(kind, name, value) {
	if (!((kind, name) in known)) name_at[kind, ++count[kind]] = name
	known[kind, name]
	value_of[kind, name, side] = value
}
function text_of(kind, name, which) {
	if (!((kind, name, which) in value_of)) return "none"
	return value_of[kind, name, which] == "" ? "none" : value_of[kind, name, which]
}
function differs(kind, name) { return text_of(kind, name, 0) != text_of(kind, name, 1) }
function compare(kind, what, none,    i, n) {
	for (i = 1; i <= count[kind]; i++) n += differs(kind, name_at[kind, i])
	print (printed++ ? "\n" : "") (n ? what ":" : none)
	for (i = 1; i <= count[kind]; i++) if (differs(kind, name_at[kind, i])) put(kind, name_at[kind, i])
	return n
}
function put(kind, name) {
	if (kind == "verdict") {
		print "  old: " text_of(kind, name, 0)
		print "  new: " text_of(kind, name, 1)
	} else print "  " name ": " text_of(kind, name, 0) " -> " text_of(kind, name, 1)
}
END {
	print "From " old " to " new "."
	printed = 1
	compare("setting", "Settings, programs and logs", "Settings, programs and logs are the same.")
	compare("verdict", "Verdicts", "The verdicts are the same.")
	compare("cell", "Numbers in the tables of the answer", \
		"The numbers in the tables of the answer are the same.")
}
