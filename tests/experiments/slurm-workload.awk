# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -f tests/experiments/slurm-workload.awk [-v NAME=VALUE]...
#
# Makes the workload that record-slurm submits: a line for each job, with its submit time in s, its
# processors, its limit in minutes (0: none), its run time in s, its user, account, partition, QOS
# and memory in MB a processor (- where it asks for none), 1 if it does not end when it is told to,
# its generic resources, constraint, licences and reservation (- for none), and what else sbatch is
# told. Some jobs exceed their limits. The same variables give the same lines with any awk.
#
# jobs=300 seed=1
# pressure=1.1      of 100 processors, by the real run times
# partitions=- qos=-   NAME:WEIGHT,... that jobs are drawn from; NAME:WEIGHT:MINUTES:PROCESSORS
#                   takes only those that ask for no more than that
# unlimited=0       share of the jobs that name no limit
# memory=0          1: jobs ask for memory, 1000 to 8000 MB a processor; for 1000 MB where more
#                   would be more than 200000 MB in all
# gres=- constraint=- licenses=- reservation=-   such lists, with / in the place of : in the names;
#                   a name is - for none
# options=          such lists, with ; between them: a job gets an option of sbatch from each. %p
#                   in it is the number of the job before
#
# The base (when, who, how large, how long) comes from a stream of random numbers of its own, so
# that it stays the same where other variables change.

# The minimal standard generator of Park and Miller, exact in doubles.
function draw(stream) {
	state[stream] = state[stream] * 16807 % 2147483647
	return state[stream] / 2147483647
}

function begin_stream(stream, number,    i) {
	state[stream] = number * 1000003 % 2147483646 + 1
	for (i = 0; i < 10; i++)
		draw(stream)
}

function whole(stream, least, most) {
	return least + int(draw(stream) * (most - least + 1))
}

# One of the names of a list, by weight.
function pick(stream, list, minutes, size,    n, i, parts, part, sum, names, weights, point) {
	n = split(list, parts, ",")
	for (i = 1; i <= n; i++) {
		split(parts[i], part, ":")
		names[i] = part[1]
		weights[i] = part[2]
		if (3 in part && minutes > part[3] + 0 || 4 in part && size > part[4] + 0)
			weights[i] = 0
		sum += weights[i]
	}
	point = draw(stream) * sum
	for (i = 1; i < n && point >= weights[i]; i++)
		point -= weights[i]
	return names[i]
}

# One of a list of what jobs may ask for.
function ask(list, minutes, size,    name) {
	if (!list)
		return "-"
	name = pick("more", list, minutes, size)
	gsub("/", ":", name)
	return name
}

# An option of each list.
function ask_options(minutes, size, job,    n, i, lists, option, all) {
	n = split(options, lists, ";")
	for (i = 1; i <= n; i++) {
		option = ask(lists[i], minutes, size)
		gsub(/%p/, job - 1, option)
		if (option != "-")
			all = all " " option
	}
	return all
}

function add_batch(    user, count, size, factor, i) {
	user = pick("base", users)
	count = draw("base") < 0.3 ? whole("base", 3, 9) : 1
	size = int(2 ^ (6 * draw("base") ^ 1.6))
	factor = 1 + 4 * draw("base")
	for (i = 0; i < count && n < jobs; i++) {
		n++
		if (i)
			clock += whole("base", 1, 20)
		submit[n] = clock
		who[n] = user
		procs[n] = size
		run[n] = int(60 * 40 ^ draw("base") ^ 1.2)
		limit[n] = int(run[n] * factor / 60) + 1
		stubborn[n] = 0
		if (draw("base") < 0.05) {
			limit[n] = int(run[n] / 60 * 0.7) + 1
			stubborn[n] = whole("base", 0, 1)
		}
		area += procs[n] * (run[n] < limit[n] * 60 ? run[n] : limit[n] * 60)
	}
	clock += -log(1 - draw("base")) * 60
}

BEGIN {
	if (!jobs) jobs = 300
	if (!seed) seed = 1
	if (!pressure) pressure = 1.1
	users = "daemon:6,bin:4,sys:3,games:2,man:5,lp:3,mail:2,news:1"
	begin_stream("base", seed)
	begin_stream("more", seed + 1000)
	split("daemon physics bin physics sys physics games chemistry man chemistry " \
		"lp biology mail biology news computing", words, " ")
	for (i = 1; i in words; i += 2)
		account[words[i]] = words[i + 1]
	while (n < jobs)
		add_batch()
	stretch = area / 100 / pressure / clock
	for (i = 1; i <= n; i++) {
		is_unlimited = draw("more") < unlimited
		partition = partitions ? pick("more", partitions, limit[i], procs[i]) : "-"
		level = qos ? pick("more", qos, limit[i], procs[i]) : "-"
		megabytes = 1000 * 2 ^ whole("more", 0, 3)
		if (megabytes * procs[i] > 200000)
			megabytes = 1000
		minutes = is_unlimited ? 0 : limit[i]
		print int(submit[i] * stretch), procs[i], minutes, run[i], who[i], account[who[i]],
			partition, level, memory ? megabytes : "-", stubborn[i],
			ask(gres, limit[i], procs[i]), ask(constraint, limit[i], procs[i]),
			ask(licenses, limit[i], procs[i]),
			ask(reservation, limit[i], procs[i]) ask_options(limit[i], procs[i], i)
	}
}
