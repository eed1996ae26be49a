# SPDX-License-Identifier: GPL-3.0-or-later
# What common.mk reads from the commands of runs, which its rule show/RUN prints, a line each.
# `show` is
#     words      their words, such as the names of programs and files, also of commands within
#                quotes: of those that are files settings.mk has the checksums
#     again      the runs that depend on files: first a list of the files, then the lines of the
#                rule uses/RUN, a run and its command
#     workloads  those parts that resample a log as it is, as rules of make for their workloads.
#                Fails where there are none. SAME in the environment are the options that all of
#                them have (for the site, and RESAMPLE). Others name a folder: the workload of
#                replication 7 of the log KTH is workloads/KTH/7.swf.gz, and with --load-factor 1.2
#                it is workloads/KTH/load-factor-1.2/7.swf.gz.

# Names may have blanks, and characters that stand elsewhere between words.
show == "words" {
	words = split($0, word, /[ \t|;&<>(){}"'$=,:`]+/)
	for (i = 1; i <= words; i++) print word[i]
	print_words($0)
}

# Prints the words that the shell cuts a text into, without their quotes.
function print_words(text,    i, c, quote, word) {
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quote == "" && c ~ /[ \t|;&<>()]/) {
			print_word(word)
			word = ""
		} else if (quote == "" && c ~ /['"]/)
			quote = c
		else if (c == quote)
			quote = ""
		else
			word = word (quote == "" && c == "\\" ? substr(text, ++i, 1) : c)
	}
	print_word(word)
}

# A word may be a command, and have a file behind = and before :.
function print_word(word) {
	if (word == "") return
	print word
	if (word ~ /[ \t|;&<>()'"\\]/) print_words(word)
	if (match(word, /=/)) print_word(substr(word, RSTART + 1))
	if (match(word, /:[^:]*$/)) print_word(substr(word, 1, RSTART - 1))
}

# Quotes do not count in the commands, since there are several ways to put them.
show == "again" {
	bare = $0
	gsub(/['"\\]/, "", bare)
	if (FNR == NR) {
		files[bare]
		next
	}
	for (file in files)
		if (index(bare, file)) {
			print $1
			next
		}
}

# The command that a text begins with, up to what separates it from others for the shell.
function command_of(text,    i, c, quote) {
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quote != "") { if (c == quote) quote = "" }
		else if (c == "'" || c == "\"") quote = c
		else if (index("|&;<>()", c)) break
	}
	text = substr(text, 1, i - 1)
	gsub(/^ +| +$/, "", text)
	return text
}
# The name of the workload of a command; "" where it is made of anything but one log.
function workload_of(command,    options, log_name, k) {
	options = command
	if (!match(options, /^swf-resample --quiet --seed [0-9]+ --replication [0-9]+/)) return ""
	k = substr(options, 1, RLENGTH)
	sub(/.* /, "", k)
	options = substr(options, RLENGTH + 1)
	if (same != "") {
		if (index(options, " " same) != 1) return ""
		options = substr(options, length(same) + 2)
	}
	if (!match(options, / unpacked\/[^ ]+\.swf$/)) return ""
	log_name = substr(options, RSTART + 10, RLENGTH - 14)
	options = substr(options, 1, RSTART - 1)
	if (options ~ /[^A-Za-z0-9 .,=_+-]/ || k == 0) return ""
	gsub(/[ =]+-*/, "-", options)
	sub(/^-+/, "", options)
	return "workloads/" log_name (options == "" ? "" : "/" options) "/" k ".swf.gz"
}
BEGIN {
	same = ENVIRON["SAME"]
	if (show == "workloads")
		print "SHELL := bash\n.SHELLFLAGS := -o pipefail -ec\n.DELETE_ON_ERROR:\nall:"
}
show == "workloads" {
	for (rest = $0; i = index(rest, "swf-resample --quiet "); rest = substr(rest, 2)) {
		rest = substr(rest, i)
		command = command_of(rest)
		name = workload_of(command)
		if (name == "" || name in made) continue
		made[name]
		gsub(/\$/, "$$", command)
		print "all: " name
		print name ":"
		print "\t@mkdir -p $(@D); " command " | gzip -n >$@.part; mv $@.part $@"
	}
}
END {
	if (show != "workloads") exit 0
	for (name in made) exit 0
	exit 1
}
