# The caption of a picture, of what swf-plot --list says of its kind: without the sentences about
# its variables, which the page does not have.
/^(Variables|Tables):/ { part = $1; next }
part == "Variables:" && match($1, /^[A-Z]+=/) { variable[++n] = substr($1, 1, RLENGTH - 1) }
part != "" { next }
NR == 1 {
	sub("^" kind ": ", "")
	text = toupper(substr($0, 1, 1)) substr($0, 2) "."
	next
}
NF { text = text " " $0 }
function about_variables(sentence,    i) {
	for (i = 1; i <= n; i++) if (sentence ~ "(^|[^A-Z])" variable[i] "([^A-Z]|$)") return 1
	return sentence ~ /`/
}
END {
	while (text != "") {
		end = match(text, /\. [A-Z]/) ? RSTART : length(text)
		sentence = substr(text, 1, end)
		text = substr(text, end + 2)
		if (!about_variables(sentence)) caption = caption " " sentence
	}
	if (kind == "gantt") caption = caption " This is the week with the most busy processors."
	print substr(caption, 2)
}
