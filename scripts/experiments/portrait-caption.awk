# SPDX-License-Identifier: GPL-3.0-or-later
# The title and the caption of a picture and an empty title of its panel, of what swf-plot --list
# says of its kind: without the sentences about its variables and about several logs.
/^(Variables|Tables):/ { part = $1; next }
part == "Variables:" && match($1, /^[A-Z]+=/) { variable[++n] = substr($1, 1, RLENGTH - 1) }
part != "" { next }
NR == 1 {
	sub("^" kind ": ", "")
	title = toupper(substr($0, 1, 1)) substr($0, 2)
	next
}
NF { text = text (text == "" ? "" : " ") $0 }
# a page has pictures of one log each
function about_others(sentence,    i) {
	for (i = 1; i <= n; i++) if (sentence ~ "(^|[^A-Z])" variable[i] "([^A-Z]|$)") return 1
	return sentence ~ /`|each log|several logs/
}
END {
	while (text != "") {
		end = match(text, /\. [A-Z]/) ? RSTART : length(text)
		sentence = substr(text, 1, end)
		text = substr(text, end + 2)
		if (!about_others(sentence)) caption = caption " " sentence
	}
	if (kind == "gantt") caption = caption " This is the week with the most busy processors."
	print title "\t" substr(caption, 2) "\t"
}
