# What the files of runs hold. Its first input are names of runs, a line each, and behind files=1
# come all those files, so that nothing in them is taken for a name. A run is there when its end is,
# and when its table is whole: it has rows, and each has as many cells as the first line. `show` is
#     rows     the tables of the named runs that are there, with their `labels` before each row, and
#              before these the place of the run among the names and a tab
#     missing  the named runs that are not there
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
	}
}
