# SPDX-License-Identifier: GPL-3.0-or-later
# Names of partitions and queues, by their numbers in a log.

# The name that the table `keys` of swf-import --keys has for the number of a partition or a queue,
# the kind, or else the header of `log_file`, of the characters that a name of a class can have; the
# number where there is none. Numbers with one name have the number behind it.
function name_of_number(kind, number,    name) {
	if (number < 0) return "none"
	if (!names_are_known) read_names()
	name = known[kind, number]
	return name == "" ? number : numbers_of[kind, name] > 1 ? name "-" number : name
}
function read_names(    line, part) {
	names_are_known = 1
	# first the table, which has the last word
	while (keys != "" && (getline line <keys) > 0)
		if (split(line, part, ",") >= 3 && part[2] ~ /^[0-9]+$/)
			add_name(part[1], part[2], substr(line, length(part[1] part[2]) + 3))
	if (keys != "") close(keys)
	while ((getline line <log_file) > 0 && line ~ /^;/) {
		if (split(substr(line, 2), part, /[ \t,]+/) < 3) continue
		if (part[2] ~ /^(Partition|Queue):$/) add_name(tolower(part[2]), part[3], part[4])
		if (part[1] ~ /^(Partition|Queue):$/) add_name(tolower(part[1]), part[2], part[3])
	}
	close(log_file)
}
# "(6 jobs)" of a header is no name
function add_name(kind, number, name) {
	sub(/:$/, "", kind)
	if (name ~ /^[(]/ || (kind, number + 0) in known) return
	gsub(/[^A-Za-z0-9_.+-]/, "", name)
	if (name == "") return
	known[kind, number + 0] = name
	numbers_of[kind, name]++
}
