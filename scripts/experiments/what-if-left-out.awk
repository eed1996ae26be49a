# SPDX-License-Identifier: GPL-3.0-or-later
# The jobs of the log itself that are not scheduled, by partition, QOS and reason. Needs
# compared.awk and original.csv.

function left_out_of_log(part,    i, a, text) {
	if (!left_out[part]) return
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		text = text between_parts(i, schedulers[part]) whole(left_out_jobs[part, a]) " under " a
	}
	finding(about(part) "Jobs of the log itself that are not scheduled: " text ".")
}
function table_of_left_out(part,    i, j, line, class, of) {
	if (!left_out[part]) return
	table(about(part) "Jobs of the log itself that are not scheduled")
	line = "jobs"
	for (j = 1; j <= schedulers[part]; j++) line = line "\t" scheduler_at[part, j]
	columns(line)
	for (i = 1; i <= left_out[part]; i++) {
		class = left_out_at[part, i]
		split(substr(class, length("left-out-") + 1), of, "/")
		line = name_of_group("partition-" of[1]) ", " name_of_group("queue-" of[2]) ", " of[3]
		for (j = 1; j <= schedulers[part]; j++)
			line = line "\t" whole(left_out_jobs[part, class, scheduler_at[part, j]])
		row(line)
	}
}
