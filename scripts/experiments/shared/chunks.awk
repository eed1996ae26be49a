# Cuts a list of runs into chunks for so many `jobs` at a time, a line each: its number and its
# runs, with | between them. Each takes half of a job's share of what is left, and at most
# ten, or a thousandth of all: a chunk is a file in the folder of the runs.
{ run[++runs] = $0 }
END {
	most = int(runs / 1000) > 10 ? int(runs / 1000) : 10
	for (i = 1; i <= runs; i += size) {
		size = int((runs - i + 1) / (2 * (jobs < 1 ? 1 : jobs)))
		if (size < 1) size = 1
		if (size > most) size = most
		line = ++chunks
		for (k = i; k < i + size; k++) line = line "|" run[k]
		print line
	}
}
