# SPDX-License-Identifier: GPL-3.0-or-later
# What a log is, as a table of one row: how many jobs and users it has, how many jobs have waited,
# when it begins and ends, and how many processors and GPUs its header tells; of the jobs that ran,
# how many have no estimate, and how many ran longer than theirs. common.mk adds the effective
# number of users and makes unpacked/LOG.about of it, which basis.awk reads.
#
#     awk -f calendar.awk -f about.awk LOG
/^; *ExtraFields:.*gpus/ { declared = 1 }
/^;/ {
	name = $0
	sub(/^; */, "", name)
	sub(/ *:.*/, "", name)
	if (!(name in header)) header[name] = substr($0, index($0, ":") + 1) + 0
	next
}
NF {
	if (!jobs++) first = $2
	last = $2
	waited += $3 > 0
	if ($4 >= 0 && ($5 > 0 || $8 > 0)) {
		ran++
		unestimated += $9 <= 0
		overran += $9 > 0 && $4 > $9
	}
	if ($12 >= 0 && !($12 in known)) {
		known[$12]
		users++
	}
}
# the day of a second of the log, where the log has a date
function day(second) {
	if (header["UnixStartTime"] <= 0) return ""
	return date_of(floor((header["UnixStartTime"] + second) / 86400))
}
END {
	print "jobs,users,waited,seconds,procs,first_day,last_day,ran,unestimated,overran,gpus"
	print jobs + 0 "," users + 0 "," waited + 0 "," last - first "," \
		(header["MaxProcs"] > 0 ? header["MaxProcs"] : header["MaxNodes"] + 0) "," \
		day(first) "," day(last) "," ran + 0 "," unestimated + 0 "," overran + 0 "," \
		(declared && header["MaxGPUs"] > 0 ? header["MaxGPUs"] : 0)
}
