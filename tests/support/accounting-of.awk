# SPDX-License-Identifier: GPL-3.0-or-later
# usage: awk -v form=slurm|dates|pbs -f tests/support/accounting-of.awk LOG
#
# What a batch system would have accounted for, had it run the jobs of a log as recorded: the output
# of sacct, with Unix times or with dates in UTC, or PBS records. Names are made of the log's
# numbers. Jobs without a wait, a run time or a size are left out.

# A Unix time as a date of the civil calendar, by days counted from a first of March.
function date(t,    days, era, of_era, year, of_year, month, day, s) {
	days = int(t / 86400) + 719468
	s = t % 86400
	era = int(days / 146097)
	of_era = days - era * 146097
	year = int((of_era - int(of_era / 1460) + int(of_era / 36524) - int(of_era / 146096)) / 365)
	of_year = of_era - (365 * year + int(year / 4) - int(year / 100))
	month = int((5 * of_year + 2) / 153)
	day = of_year - int((153 * month + 2) / 5) + 1
	month += month < 10 ? 3 : -9
	year += era * 400 + (month <= 2)
	return sprintf("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, s / 3600, s / 60 % 60, s % 60)
}

function stamp(t,    iso) {
	iso = date(t)
	return substr(iso, 6, 2) "/" substr(iso, 9, 2) "/" substr(iso, 1, 4) " " substr(iso, 12)
}

function clock(s) {
	return sprintf("%02d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
}

function time(t) {
	return form == "dates" ? date(t) : sprintf("%.0f", t)
}

function print_slurm(    state, limit, memory) {
	state = $11 == 1 ? "COMPLETED" : $11 == 5 ? "CANCELLED by 0" : "FAILED"
	limit = $9 > 0 ? int(($9 + 59) / 60) : "UNLIMITED"
	memory = $10 > 0 ? sprintf("%.0fK", $10 * asked) : "0"
	printf("%d|%d|user%d|all|group%d|part%d|queue%d|%s|", $1, $1, $12, $13, $16, $15, state)
	printf("%s|%s|%s|%s|%d|%s|", time(submit), time(submit), time(start), time(end), $4, limit)
	printf("%d|%d|1|%s||%s|0:0|node%04d|app%d\n", asked, got, memory, clock(cpu), $1 % 1000, $14)
}

function print_pbs(    id, node) {
	id = $1 ".server"
	node = sprintf("node%04d", $1 % 1000)
	printf("%s;Q;%s;queue=queue%d\n", stamp(submit), id, $15)
	printf("%s;E;%s;user=user%d group=group%d jobname=app%d queue=queue%d ", stamp(end), id, $12,
		$13, $14, $15)
	printf("ctime=%.0f qtime=%.0f etime=%.0f start=%.0f ", submit, submit, submit, start)
	printf("exec_host=%s/0*%d exec_vnode=(%s:ncpus=%d) ", node, got, node, got)
	printf("Resource_List.ncpus=%d Resource_List.nodect=1 Resource_List.place=pack ", asked)
	printf("Resource_List.select=1:ncpus=%d ", asked)
	if ($9 > 0)
		printf("Resource_List.walltime=%s ", clock($9))
	printf("session=1 end=%.0f Exit_status=%d resources_used.cpupercent=98 ", end, $11 != 1)
	printf("resources_used.cput=%s resources_used.mem=%.0fkb ", clock(cpu), $7 > 0 ? $7 * got : 0)
	printf("resources_used.ncpus=%d resources_used.walltime=%s run_count=1\n", got, clock($4))
}

BEGIN {
	if (form != "pbs") {
		printf("JobID|JobIDRaw|User|Group|Account|Partition|QOS|State|Submit|Eligible|Start|")
		printf("End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|NNodes|ReqMem|MaxRSS|TotalCPU|")
		print "ExitCode|NodeList|JobName"
	}
}

$1 == ";" && $2 == "UnixStartTime:" {
	second0 = $3
}

$1 !~ /^;/ {
	asked = $8 > 0 ? $8 : $5
	got = $5 > 0 ? $5 : $8
	submit = second0 + $2
	start = submit + $3
	end = start + $4
	cpu = $6 > 0 ? int($6 * got) : 0
	if ($3 < 0 || $4 < 0 || got <= 0)
		next
	if (form == "pbs")
		print_pbs()
	else
		print_slurm()
}
