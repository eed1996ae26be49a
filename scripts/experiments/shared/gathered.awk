# SPDX-License-Identifier: GPL-3.0-or-later
# What the files of runs hold. Its first input are names of runs, a line each, and behind files=1
# come all those files, so that nothing in them is taken for a name. A run is there when its end is,
# and when its table is whole: it has rows, and each has as many cells as the first line. `show` is
#     rows     the tables of the named runs that are there, with their `labels` before each row, and
#              before these the place of the run among the names and a tab
#     missing  the named runs that are not there
#     chunks   these in chunks for so many `jobs` at a time, a line each: its number and its runs,
#              with | between them. Each takes half of a job's share of what is left, so that they
#              get smaller towards the end, and at most ten, or a thousandth of all, since a chunk
#              is a file in the folder of the runs
#     cut      those of them that have an end, but no whole table
#     there    all runs that are there
#     said     what the named runs that are there said beside their tables: lines of the place of
#              the run among the names and of what it said, with a tab between
#     others   of one file what does not belong to the named runs
# Between a beginning and its end stands what the run printed; of one that was killed, up to any
# byte. Nothing but begin and end has a line that begins with `# begin runs/` or `# end runs/`; what
# a run said has lines that begin with `# said `. A folder may be somebody else's: what is there
# under a name with characters that mean something to make or a shell, which no study gives, is no
# run.
!files {
	place[$0] = ++names
	name[names] = $0
	next
}
/^# (begin|end) runs\// {
	split($0, word, " ")
	if (word[2] == "begin") begin(word[3])
	else if (word[3] == run) finish()
	if (show == "others" && !(run in place)) print
	if (word[2] == "end") run = ""
	next
}
$0 == "" { next }
show == "others" {
	if (!(run in place)) print
	next
}
run == "" { next }
sub(/^# said /, "") {
	said[++sayings] = $0
	next
}
{
	if (!lines++) cells = NF
	if (NF != cells) bad = 1
	if (show == "rows") line[lines] = $0
}
function begin(of) {
	run = of
	lines = bad = sayings = 0
}
function finish(    i, of) {
	if (run !~ /^runs\/.+\.csv$/ || run ~ /[\001-$&-*;<>?[\\\]`{-}\177]/) return
	if (lines < 2 || bad) {
		broken[run]
		return
	}
	if (run in there) return
	there[run]
	if (show == "there") print run
	if (show == "said" && run in place)
		for (i = 1; i <= sayings; i++) print place[run] "\t" said[i]
	if (show != "rows" || !(run in place)) return
	of = substr(run, 6, length(run) - 9)
	gsub(/\//, ",", of)
	print place[run] "\t" labels "," line[1]
	for (i = 2; i <= lines; i++) print place[run] "\t" of "," line[i]
}
END {
	for (i = 1; i <= names; i++) {
		if (name[i] in there) continue
		if (show == "missing" || (show == "cut" && name[i] in broken)) print name[i]
		if (show == "chunks") absent[++absents] = name[i]
	}
	if (show == "chunks") cut_into_chunks()
}
function cut_into_chunks(    i, k, most, size, line) {
	most = int(absents / 1000) > 10 ? int(absents / 1000) : 10
	for (i = 1; i <= absents; i += size) {
		size = int((absents - i + 1) / (2 * (jobs < 1 ? 1 : jobs)))
		if (size < 1) size = 1
		if (size > most) size = most
		line = ++chunks
		for (k = i; k < i + size; k++) line = line "|" absent[k]
		print line
	}
}
