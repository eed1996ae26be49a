# The settings of a study, those of now and then those that it has so far, put together. A line is
# NAME = VALUE or # VALUE NAME. Says which names have two values, and fails then. Without `runs`
# settings may be others, and only what files the study has made is kept: # made FILE.
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
name in now && now[name] != $0 {
	if (!conflicts++)
		print "the folder has runs of other settings (first) than these (second):" >"/dev/stderr"
	print $0 "\n" now[name] >"/dev/stderr"
}
END {
	if (!conflicts && runs != "" && !((" recipe") in known)) {
		print "settings.mk does not say how the runs of this folder were made, such as " runs \
			>"/dev/stderr"
		conflicts++
	}
	if (conflicts) {
		print "another folder is needed for them" >"/dev/stderr"
		exit 1
	}
	for (i = 1; i <= lines; i++) print order[i]
}
