# Of the commands of runs those parts that resample a log as it is, as rules of make for their
# workloads:
#
#     SAME=OPTIONS awk -f keep.awk COMMANDS
#
# OPTIONS are those that all of them have (for the site, and RESAMPLE). Others name a folder: the
# workload of replication 7 of the log KTH is workloads/KTH/7.swf.gz, and with --load-factor 1.2 it
# is workloads/KTH/load-factor-1.2/7.swf.gz.

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
function name_of(command,    options, log_name, k) {
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
	print "SHELL := bash\n.SHELLFLAGS := -o pipefail -ec\n.DELETE_ON_ERROR:\nall:"
}
{
	for (rest = $0; i = index(rest, "swf-resample --quiet "); rest = substr(rest, 2)) {
		rest = substr(rest, i)
		command = command_of(rest)
		name = name_of(command)
		if (name == "" || name in made) continue
		made[name]
		gsub(/\$/, "$$", command)
		print "all: " name
		print name ":"
		print "\t@mkdir -p $(@D); " command " | gzip -n >$@.part; mv $@.part $@"
	}
}
END { for (name in made) exit 0; exit 1 }
