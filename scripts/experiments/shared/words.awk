# The words of commands, such as the names of programs and files, and what they have in quotes.
{
	words = split($0, word, /[ \t|;&<>(){}"'$=,:`]+/)
	for (i = 1; i <= words; i++) print word[i]
	rest = $0
	while (match(rest, /'[^']*'|"[^"]*"/)) {
		print substr(rest, RSTART + 1, RLENGTH - 2)
		rest = substr(rest, RSTART + RLENGTH)
	}
}
