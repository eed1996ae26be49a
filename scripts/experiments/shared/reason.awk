# SPDX-License-Identifier: GPL-3.0-or-later
# reason_in(FILE): why a command gave nothing, of what it and others said meanwhile: the first
# message that is no mere warning, without the names of the command and of the log, and without
# advice about options. Prints that of the file `of`, if there is one.
BEGIN { if (of != "") print reason_in(of) }
function reason_in(file,    line, first, why) {
	while ((getline line <file) > 0) {
		if (first == "") first = line
		if (why == "" && line ~ /^swf-/ && line !~ /UnixStartTime|Think times|nothing to draw/)
			why = line
	}
	if (why == "") why = first == "" ? "none" : first
	sub(/^swf-[a-z-]+: ((unpacked\/|stdin)[^ ]*: )?/, "", why)
	sub(/; (--|give |so its ).*/, "", why)
	return why
}
