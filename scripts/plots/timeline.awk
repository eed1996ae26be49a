# SPDX-License-Identifier: GPL-3.0-or-later
# What a time line is drawn of, from a table job,submit,submit_local,wait,run_time,session,batch in
# the order of submits, its first `most` jobs: rows of a kind (0 job, 1 session, 2 batch), the first
# and the last line on which it stands, the times of its submit, start and end, and its number.
BEGIN { FS = OFS = "," }
function put(kind) {
	if (from[kind])
		print kind, from[kind] - 0.4, to[kind] + 0.4, begin[kind], begin[kind], end[kind], number[kind]
}
function add(kind, of) {
	if (!from[kind] || of != number[kind]) {
		put(kind)
		number[kind] = of
		from[kind] = line
		begin[kind] = submit
		end[kind] = finish
	}
	to[kind] = line
	if (finish > end[kind])
		end[kind] = finish
}
NR > 1 && NR <= most + 1 {
	line = NR - 1
	submit = $2
	start = submit + $4
	finish = start + $5
	print 0, line, line, submit, start, finish, $1
	add(1, $6)
	add(2, $7)
}
END {
	put(1)
	put(2)
}
