# SPDX-License-Identifier: GPL-3.0-or-later
# The classes of jobs that measured.awk writes, in order, and what people call them. Needs
# units.awk.
#
#     add_class(class)  keeps a class, such as time-to-10m or size-over-32. Those by run time come
#                       first and then those by size and by GPUs, in ascending order, and then by
#                       partition, queue, account, users and month: class_at[1], ...,
#                       class_at[classes]
#     class_name(i)     what people call it, by size up to the processors of the machine, MOST_PROCS
#                       in the environment, if these are known
#
# For plots, with a kind such as drawn=time, it is a program: it prints the classes of this kind in
# a table, each with its name in apostrophes behind it; names of groups of users are short there.
drawn != "" && cell("class") != "all" { add_class(cell("class")) }
END { if (drawn != "") print_classes(drawn) }
function print_classes(kind,    i, name) {
	for (i = 1; i <= classes; i++) if (index(class_at[i], kind "-") == 1) {
		name = class_name(i)
		sub(/^users with /, "", name)
		printf "%s '%s' ", class_at[i], name
	}
}

function add_class(class,    i, up_to) {
	if (class in limit_of) return
	up_to = class
	if (sub(/^users-/, "", up_to)) up_to = 4e15 + up_to
	else if (sub(/^month-/, "", up_to)) {
		sub(/-/, "", up_to)
		up_to = 5e15 + up_to
	} else if (class ~ /^(partition|queue|account)-/)
		up_to = (class ~ /^partition-/ ? 2e15 : class ~ /^queue-/ ? 3e15 : 3.5e15) + ++unlimited + \
			(class ~ /:others$/ ? 1e14 : 0)
	else {
		sub(/^(time|size|gpus)-/, "", up_to)
		up_to = (class ~ /^size-/ ? 1e15 : class ~ /^gpus-/ ? 1.5e15 : 0) + \
			(sub(/^over-/, "", up_to) ? 1e14 : 0) + number_of(up_to)
	}
	for (i = ++classes; i > 1 && limit_of[class_at[i - 1]] > up_to; i--)
		class_at[i] = class_at[i - 1]
	class_at[i] = class
	limit_of[class] = up_to
}
function number_of(up_to,    unit) {
	if (up_to == "some") return 0.5
	sub(/^to-/, "", up_to)
	unit = substr(up_to, length(up_to))
	return up_to * (unit == "m" ? 60 : unit == "h" ? 3600 : unit == "d" ? 86400 : \
		unit == "w" ? 604800 : 1)
}
function class_name(i,    class, up_to, below) {
	class = class_at[i]
	if (class ~ /^(partition|queue|account|users|month)-/) return name_of_group(class)
	up_to = limit_of[class] % 1e14
	below = i > 1 && substr(class_at[i - 1], 1, 4) == substr(class, 1, 4) ? \
		limit_of[class_at[i - 1]] % 1e14 : 0
	if (class ~ /^time/)
		return class ~ /-over-/ ? "over " duration(up_to) : below ? duration(below) " to " \
			duration(up_to) : "up to " duration(up_to)
	if (class ~ /^gpus/) return name_of_gpus(class, up_to, below)
	if (class ~ /-over-/) return "over " whole(up_to) " processors"
	if (up_to > ENVIRON["MOST_PROCS"] + 0 && below < ENVIRON["MOST_PROCS"] + 0)
		up_to = ENVIRON["MOST_PROCS"] + 0
	if (up_to == 1) return "1 processor"
	if (below + 1 == up_to) return whole(up_to) " processors"
	return below ? whole(below + 1) " to " whole(up_to) " processors" : "up to " whole(up_to) \
		" processors"
}
function name_of_gpus(class, up_to, below) {
	if (class ~ /-some$/) return "some GPUs"
	if (class ~ /-over-/) return "over " whole(up_to) " GPUs"
	if (up_to < 2) return up_to == 0 ? "no GPUs" : "1 GPU"
	return (below >= 1 ? whole(below + 1) " to " : "up to ") whole(up_to) " GPUs"
}
# as in "jobs of ..."
function name_of_group(class,    name) {
	name = class
	if (sub(/^users-/, "", name))
		return name == 1 ? "users with half of the work" : name == 2 ? \
			"users with most of the rest" : "other users"
	if (sub(/^partition-/, "", name)) return name == "none" ? "no partition" : "partition " name
	if (sub(/^account-/, "", name))
		return name == "none" ? "no account" : name == ":others" ? "other accounts" : "account " name
	# without dates a month is four weeks
	if (sub(/^month-/, "", name))
		return name ~ /-/ ? name : "weeks " 4 * name - 3 " to " 4 * name
	sub(/^queue-/, "", name)
	return name == "none" ? "no QOS" : "QOS " name
}
