# The words of commands, such as the names of programs and files, also of commands within quotes.
# Names may have blanks there, and characters that stand elsewhere between words.
{
	words = split($0, word, /[ \t|;&<>(){}"'$=,:`]+/)
	for (i = 1; i <= words; i++) print word[i]
	cut($0)
}

# Prints the words that the shell cuts a text into, without their quotes.
function cut(text,    i, c, quote, word) {
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quote == "" && c ~ /[ \t|;&<>()]/) {
			name(word)
			word = ""
		} else if (quote == "" && c ~ /['"]/)
			quote = c
		else if (c == quote)
			quote = ""
		else
			word = word (quote == "" && c == "\\" ? substr(text, ++i, 1) : c)
	}
	name(word)
}

# A word may be a command, and have a file behind = and before :.
function name(word) {
	if (word == "") return
	print word
	if (word ~ /[ \t|;&<>()'"\\]/) cut(word)
	if (match(word, /=/)) name(substr(word, RSTART + 1))
	if (match(word, /:[^:]*$/)) name(substr(word, 1, RSTART - 1))
}
