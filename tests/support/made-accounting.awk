# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f tests/support/made-accounting.awk
#
# What sacct prints of a made site: seven weeks of 2026, from Monday, 5 January, of 12 users in three
# accounts. Users 0, 3, 6 and 9 have jobs with GPUs, user 11 has urgent ones, and the others need many
# processors. Once a week user 3 asks for 6 GPUs of one node. All start within ten minutes, as on a
# machine that is large enough.

# the same numbers for all awks
function random() {
	state = (state * 16807) % 2147483647
	return state / 2147483647
}
function job(user, submit, cpus, gpus, hours, partition, qos,    start, seconds, tres) {
	seconds = int(hours * 3600 * (0.3 + 0.6 * random()))
	start = submit + int(600 * random())
	tres = "cpu=" cpus ",node=" (cpus > 16 ? int((cpus + 15) / 16) : 1) (gpus ? ",gres/gpu=" gpus : "")
	row[++jobs] = sprintf("%s|user%02d|users|%s|%s|%s|COMPLETED|%d|%d|%d|%d|%d|%d|%d|%d|%d|0|%s|%s|0:0", \
		"%d|%d", user, account[user % 3], partition, qos, submit, submit, start, start + seconds, \
		seconds, hours * 60, cpus, cpus, cpus > 16 ? int((cpus + 15) / 16) : 1, tres, tres)
	time[jobs] = submit
}
function week_of(user, begin,    day, i, t) {
	for (day = 0; day < 5; day++) {
		t = begin + day * 86400 + 3600 * (8 + user % 3) + int(3600 * random())
		for (i = 0; i < 2; i++) {
			t += int(1800 * random())
			if (user == 11) job(user, t, 16, 0, 1, "urgent", "high")
			else if (user % 3 == 0) job(user, t, 4, 1 + int(4 * random()), 4, "gpu", "normal")
			else job(user, t, 16 * (1 + int(2 * random())), 0, 6, "batch", "normal")
		}
	}
	if (user == 3) job(user, t + 60, 4, 6, 4, "gpu", "normal")
}
BEGIN {
	state = 2026
	split("physics chemistry biology", name, " ")
	for (i = 0; i < 3; i++) account[i] = name[i + 1]
	for (week = 0; week < 7; week++)
		for (user = 0; user < 12; user++) week_of(user, 1767571200 + week * 604800)
	print "JobID|JobIDRaw|User|Group|Account|Partition|QOS|State|Submit|Eligible|Start|End|" \
		"ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|NNodes|ReqMem|AllocTRES|ReqTRES|ExitCode"
	# by their submit times, as the numbers of jobs are
	for (i = 2; i <= jobs; i++) {
		line = row[i]
		at = time[i]
		for (j = i; j > 1 && time[j - 1] > at; j--) {
			row[j] = row[j - 1]
			time[j] = time[j - 1]
		}
		row[j] = line
		time[j] = at
	}
	for (i = 1; i <= jobs; i++) printf row[i] "\n", i, i
}
