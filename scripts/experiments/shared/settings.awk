# SPDX-License-Identifier: GPL-3.0-or-later
# Merges the settings of a study: first file those of this call, second those of its folder.
# A line is NAME = VALUE or # VALUE NAME. Fails where a name has two values, and prints both.
# Without `runs` the settings may change, and only the names of made files stay: # made FILE.
# The checksum of a file that OPTIONS_NAME names may change, too: the file `changed` gets its name.
BEGIN { program = "^ *program " }
{ name = $1 == "#" ? substr($0, index($0, $2) + length($2)) : $1 }
FNR == NR {
	now[name] = $0
	order[++lines] = $0
	next
}
$1 == "#" && $2 == "made" {
	order[++lines] = $0
	next
}
runs == "" { next }
{ known[name] = 1 }
!(name in now) { order[++lines] = $0 }
name in now && now[name] != $0 && is_chosen(name) {
	sub(program, "", name)
	print name >changed
	next
}
name in now && now[name] != $0 {
	if (!conflicts++)
		print "the folder has runs with other settings; of each pair the second is new:" >"/dev/stderr"
	print $0 "\n" now[name] >"/dev/stderr"
}
function bare(text) {
	gsub(/['"\\]/, "", text)
	return text
}
# whether a setting is the checksum of a file that OPTIONS_NAME names
function is_chosen(setting,    name) {
	if (!sub(program, "", setting)) return 0
	for (name in now)
		if (name ~ /^OPTIONS_/ && index(bare(now[name]), bare(setting))) return 1
	return 0
}
END {
	if (!conflicts && runs != "" && !((" recipe") in known)) {
		print "settings.mk lacks the settings of the runs in this folder, such as " runs \
			>"/dev/stderr"
		conflicts++
	}
	if (conflicts) {
		print "give another folder with --output" >"/dev/stderr"
		exit 1
	}
	for (i = 1; i <= lines; i++) print order[i]
}
