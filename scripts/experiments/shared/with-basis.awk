# SPDX-License-Identifier: GPL-3.0-or-later
# An answer with what it rests on. The first file has lines about the whole study, the second is the
# answer: verdicts of the first stand behind those of the answer, and the rest of it at the end.
FNR == NR {
	if (/^verdict\t/) verdict[++verdicts] = $0
	else line[++lines] = $0
	next
}
!/^verdict\t/ { put_verdicts() }
{ print }
END {
	put_verdicts()
	for (i = 1; i <= lines; i++) print line[i]
}
function put_verdicts(    i) {
	for (i = 1; i <= verdicts; i++) print verdict[i]
	verdicts = 0
}
