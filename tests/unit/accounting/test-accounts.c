/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "accounting/accounts.h"
#include "accounting/names.h"
#include "support/file-bytes.h"
#include "unit/suites.h"

/* Local time is UTC. */
static struct swf_calendar *utc(void)
{
	static const struct swf_offset none = {0, 0};
	return swf_calendar_new(0, &none, 1);
}

struct import {
	swf_accounts_read *read;
	struct swf_calendar *clock;
	struct swf_accounts *accounts;
	struct swf_accounts_summary summary;
	struct swf_error error;
	char path[sizeof "/tmp/swf-unit-XXXXXX"]; /* of the file read last */
	char reports[4000];                       /* without the names of files, one a line */
};

static void add_report(void *context, const char *text)
{
	struct import *import = context;
	const size_t length = strlen(import->reports);
	const char *colon = strchr(text, ':');
	ck_assert_ptr_nonnull(colon);
	snprintf(import->reports + length, sizeof import->reports - length, "%s\n", colon + 1);
}

static struct import *begin(swf_accounts_read *read, bool skip_bad, bool eligible)
{
	struct import *import = calloc(1, sizeof *import);
	import->read = read;
	import->clock = utc();
	const struct swf_accounts_options options = {.clock = import->clock,
		.skip_bad = skip_bad,
		.eligible = eligible,
		.report = add_report,
		.context = import};
	import->accounts = swf_accounts_new(&options);
	return import;
}

static int read_text(struct import *import, const char *text)
{
	strcpy(import->path, "/tmp/swf-unit-XXXXXX");
	FILE *file = fdopen(mkstemp(import->path), "w");
	fputs(text, file);
	fclose(file);
	const int status = import->read(import->accounts, import->path, &import->error);
	unlink(import->path);
	return status;
}

static void add(struct import *import, const char *text)
{
	if (read_text(import, text) != 0)
		ck_abort_msg("%s", import->error.text);
}

static void settle(struct import *import)
{
	ck_assert_int_eq(swf_accounts_settle(import->accounts), 0);
	ck_assert_int_eq(swf_accounts_summarize(import->accounts, &import->summary), 0);
}

static void end(struct import *import)
{
	swf_accounts_free(import->accounts);
	swf_calendar_free(import->clock);
	free(import);
}

static const struct swf_accounts_counts *counts(const struct import *import)
{
	return swf_accounts_counts(import->accounts);
}

/* Fields 1 to 16 of all jobs. */
static void check_jobs(const struct import *import, const char *expected)
{
	char *jobs = calloc(1, 10000), *p = jobs;
	for (size_t i = 0; i < import->summary.jobs; i++) {
		const struct swf_job job = swf_accounts_job(import->accounts, i, &import->summary);
		const int64_t wholes[] = {
			job.status, job.user, job.group, job.executable, job.queue, job.partition};
		p += sprintf(p, "%lld %g %g %g %d %g %lld %d %g %lld", (long long)job.number,
			job.submit, job.wait, job.run_time, job.allocated, job.cpu_time,
			(long long)job.memory, job.requested, job.estimate,
			(long long)job.memory_request);
		for (int k = 0; k < 6; k++)
			p += sprintf(p, " %lld", (long long)wholes[k]);
		p += sprintf(p, "\n");
		ck_assert(job.preceding == -1 && job.think_time == -1);
	}
	ck_assert_str_eq(jobs, expected);
	free(jobs);
}

#define SLURM "JobID|JobIDRaw|State|Submit|Start|End|AllocCPUS|User\n"

START_TEST(jobs_of_slurm)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	add(import,
		SLURM "7|7|COMPLETED|1000|1010|1030|4|ann\n"
		      "8|8|FAILED|990|1000|1012|2|bob\n"
		      "9|9|CANCELLED by 5|1001|Unknown|1020|0|ann\n"
		      "10|10|TIMEOUT|1970-01-01T00:16:30|1030|1031|3|\n");
	settle(import);
	check_jobs(import,
		"1 0 10 12 2 -1 -1 2 -1 -1 0 1 -1 -1 -1 -1\n"
		"2 0 40 1 3 -1 -1 3 -1 -1 0 -1 -1 -1 -1 -1\n"
		"3 10 10 20 4 -1 -1 4 -1 -1 1 2 -1 -1 -1 -1\n"
		"4 11 19 0 0 -1 -1 -1 -1 -1 5 2 -1 -1 -1 -1\n");
	/* jobs 8 and 7 from 1010 to 1012; at 1030 job 7 has ended */
	ck_assert(import->summary.start == 990 && import->summary.end == 1031);
	ck_assert(import->summary.procs == 6 && import->summary.nodes == 0);
	ck_assert(!import->summary.has_cpu_time);
	ck_assert_int_eq(counts(import)->no_estimate, 4);
	ck_assert_str_eq(import->reports, "");
	end(import);
}
END_TEST

/* All columns, in another order, and steps behind their jobs. */
START_TEST(all_fields_of_slurm)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	add(import,
		"JobID|JobIDRaw|User|Group|Account|Partition|QOS|State|Submit|Eligible|Start|End|"
		"ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|NNodes|ReqMem|MaxRSS|TotalCPU|NodeList|"
		"JobName\n"
		"5|5|ann|g1|acc|p|q|COMPLETED|100|100|110|150|30|2|6|8|2|12M||00:01:00|n[1-2]|a|b\n"
		"5.batch|5.batch||||||COMPLETED|110|110|110|150|40||8|8|1||3000K|00:00:59|n1|"
		"batch\n"
		"5.0|5.0||||||COMPLETED|110|110|110|150|40||8|8|1||1.5M|00:00:01|n1|x\n"
		"6|6|bob|g1||p|q2|COMPLETED|100|100|110|150|40|UNLIMITED|4|4|1|2Gn||00:00:00|n2|c\n"
		"6.batch|6.batch||||||COMPLETED|110|110|110|150|40||4|4|1||2048|01:02.500|n2|"
		"batch\n"
		"6.0|6.0||||||COMPLETED|110|110|110|150|40||4|4|1|||1-01:00:00|n2|x\n"
		"8.0|8.0||||||COMPLETED|110|110|110|150|40||4|4|1|||1-01:00:00|n2|x\n");
	settle(import);
	/* 5: 60 s of 8 processors, 12 MB for 6; 6: 62.5 + 90000 s of 4, 2 GB for 4 */
	check_jobs(import,
		"1 0 10 30 8 7.5 3000 6 120 2048 1 1 1 1 1 1\n"
		"2 0 10 40 4 22515.6 2 4 -1 524288 1 2 2 2 2 1\n");
	ck_assert(import->summary.has_cpu_time && import->summary.nodes == 2);
	ck_assert(import->summary.procs == 12);
	ck_assert(counts(import)->stray_steps == 1 && counts(import)->no_estimate == 1);
	ck_assert(counts(import)->suspended == 1 && counts(import)->suspension == 10);
	end(import);
}
END_TEST

/* Of those submitted in the same second, by the batch system's numbers; whatever the order of
 * files. */
START_TEST(jobs_are_in_the_order_of_submit)
{
	static const char *const files[] = {SLURM "30|30|COMPLETED|100|120|130|1|c\n"
						  "4|4|COMPLETED|90|120|130|2|d\n",
		SLURM "5|5|COMPLETED|100|101|130|3|e\n200|200|COMPLETED|80|120|130|4|z\n"
		      "100|100|COMPLETED|100|120|130|5|a\n"};
	for (int first = 0; first < 2; first++) {
		struct import *import = begin(swf_accounts_read_slurm, false, false);
		add(import, files[first]);
		add(import, files[1 - first]);
		settle(import);
		check_jobs(import,
			"1 0 40 10 4 -1 -1 4 -1 -1 1 1 -1 -1 -1 -1\n"
			"2 10 30 10 2 -1 -1 2 -1 -1 1 2 -1 -1 -1 -1\n"
			"3 20 1 29 3 -1 -1 3 -1 -1 1 3 -1 -1 -1 -1\n"
			"4 20 20 10 1 -1 -1 1 -1 -1 1 4 -1 -1 -1 -1\n"
			"5 20 20 10 5 -1 -1 5 -1 -1 1 5 -1 -1 -1 -1\n");
		end(import);
	}
}
END_TEST

/* Of a run that is there twice, what was read last; one that was over somewhere is. */
START_TEST(records_in_several_files)
{
	static const char *const files[] = {SLURM
		"1|1|RUNNING|100|110|Unknown|1|u\n2|2|PENDING|101|Unknown|Unknown|0|u\n"
		"3|3|COMPLETED|102|110|120|3|u\n",
		SLURM "1|1|COMPLETED|100|110|130|1|u\n3|3|COMPLETED|102|110|120|4|u\n"};
	for (int first = 0; first < 2; first++) {
		struct import *import = begin(swf_accounts_read_slurm, false, false);
		add(import, files[first]);
		add(import, files[1 - first]);
		settle(import);
		check_jobs(import,
			first == 0 ? "1 0 10 20 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1\n"
				     "2 2 8 10 4 -1 -1 4 -1 -1 1 1 -1 -1 -1 -1\n"
				   : "1 0 10 20 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1\n"
				     "2 2 8 10 3 -1 -1 3 -1 -1 1 1 -1 -1 -1 -1\n");
		ck_assert(counts(import)->unfinished == 1 && counts(import)->repeated == 2);
		end(import);
	}
}
END_TEST

/* Runs of a job that was requeued are jobs; of an array that waits each task is one. */
START_TEST(several_jobs_of_a_number)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	const char *const text =
		SLURM "1|1|REQUEUED|100|110|120|1|u\n1|1|COMPLETED|120|130|140|1|u\n"
		      "2|2|NODE_FAIL|100|110|120|1|v\n2|2|PENDING|120|Unknown|Unknown|0|v\n"
		      "3_[1-3,7,10-14:2]|3|CANCELLED|150|Unknown|160|0|w\n"
		      "4_[0-9%2]|4|PENDING|150|Unknown|Unknown|0|w\n";
	add(import, text);
	add(import, text);
	settle(import);
	/* 1, 2 and 1 again, then 3 + 1 + 3 tasks */
	check_jobs(import,
		"1 0 10 10 1 -1 -1 1 -1 -1 5 1 -1 -1 -1 -1\n"
		"2 0 10 10 1 -1 -1 1 -1 -1 0 2 -1 -1 -1 -1\n"
		"3 20 10 10 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1\n"
		"4 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"5 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"6 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"7 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"8 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"9 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n"
		"10 50 10 0 0 -1 -1 -1 -1 -1 5 3 -1 -1 -1 -1\n");
	/* 2's second run and ten tasks; again are 3 runs, 7 tasks, and two records */
	ck_assert_int_eq(counts(import)->unfinished, 11);
	ck_assert_int_eq(counts(import)->repeated, 12);
	end(import);
}
END_TEST

START_TEST(jobs_that_cannot_have_been)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	add(import,
		"JobID|JobIDRaw|State|Submit|Start|End|AllocCPUS|ElapsedRaw\n"
		"1|1|COMPLETED|100|110|105|1|\n"
		"2|2|COMPLETED|120|110|130|1|20\n"
		"3|3|CANCELLED|120|Unknown|110|0|0\n"
		"4|4|COMPLETED|100|110|Unknown|1|\n"
		"5|5|COMPLETED|Unknown|110|120|1|10\n"
		"6|6|COMPLETED|100|110|120|1|11\n"
		"7|7|SLEEPING|100|110|120|1|10\n"
		"8_[1,3,...]|8|CANCELLED|100|Unknown|120|0|0\n"
		"9|9|COMPLETED|100|110|120|1|10\n");
	settle(import);
	ck_assert_uint_eq(import->summary.jobs, 1);
	ck_assert(counts(import)->impossible == 8 && counts(import)->bad == 0);
	ck_assert_str_eq(import->reports,
		"2: the end is before the start\n"
		"3: the start is before the submit\n"
		"4: the end is before the submit\n"
		"5: over, but without an end\n"
		"6: no submit time\n"
		"7: it ran longer than from its start to its end\n"
		"8: unknown state 'SLEEPING'\n"
		"9: a list of array tasks that is cut; with SLURM_BITSTR_LEN=0 sacct lists all\n");
	end(import);
}
END_TEST

START_TEST(bad_lines_of_slurm)
{
	static const struct {
		const char *line, *what;
	} cases[] = {{"1|1|COMPLETED|100",
			     "4 cells where there are 8 columns: cut off, or behind a line break"},
		{"x|x|COMPLETED|100|110|120|1|u", "column 'JobIDRaw': not a job's number: 'x'"},
		{"1|1|COMPLETED|100x|110|120|1|u", "column 'Submit': not a time: '100x'"},
		{"1|1|COMPLETED|100|110|2026-13-01T00:00:00|1|u",
			"column 'End': not a time: '2026-13-01T00:00:00'"},
		{"1|1|COMPLETED|100|110|120|1.5|u",
			"column 'AllocCPUS': not a whole number: '1.5'"},
		{"1|1|COMPLETED|100|110|120|2147483648|u",
			"column 'AllocCPUS': out of range: '2147483648'"}};
	enum { CASES = sizeof cases / sizeof *cases };
	char text[1000];
	for (size_t i = 0; i < CASES; i++) {
		for (int skip_bad = 0; skip_bad < 2; skip_bad++) {
			struct import *import =
				begin(swf_accounts_read_slurm, skip_bad == 1, false);
			char expected[200];
			snprintf(text, sizeof text,
				SLURM "2|2|COMPLETED|100|110|120|1|u\n%s\n"
				      "3|3|COMPLETED|100|110|120|1|u\n",
				cases[i].line);
			ck_assert_int_eq(read_text(import, text), skip_bad ? 0 : -1);
			snprintf(expected, sizeof expected, "3: %s%s", cases[i].what,
				skip_bad ? "\n" : "");
			ck_assert_str_eq(
				skip_bad ? import->reports : strchr(import->error.text, ':') + 1,
				expected);
			ck_assert_int_eq(counts(import)->bad, skip_bad);
			settle(import);
			ck_assert(!skip_bad || import->summary.jobs == 2);
			end(import);
		}
	}
}
END_TEST

START_TEST(what_is_no_listing)
{
	static const struct {
		const char *text, *what;
	} cases[] = {{"", " empty, without names of columns"},
		{"JobID|JobIDRaw|State|Submit|Start|End\n", "1: no column 'AllocCPUS'"},
		{SLURM, "1: no column 'Eligible'"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct import *import = begin(swf_accounts_read_slurm, true, true);
		ck_assert_int_eq(read_text(import, cases[i].text), -1);
		ck_assert_str_eq(strchr(import->error.text, ':') + 1, cases[i].what);
		end(import);
	}
	struct import *import = begin(swf_accounts_read_slurm, true, false);
	ck_assert_int_eq(read_text(import, "JobID JobIDRaw\n"), -1);
	ck_assert_int_eq(import->read(import->accounts, "/nonexistent", &import->error), -1);
	ck_assert_str_eq(import->error.text, "/nonexistent: No such file or directory");
	import->read = swf_accounts_read_pbs;
	ck_assert_int_eq(import->read(import->accounts, "/nonexistent", &import->error), -1);
	ck_assert_str_eq(import->error.text, "/nonexistent: No such file or directory");
	settle(import);
	ck_assert(import->summary.jobs == 0 && import->summary.procs == 0);
	ck_assert(import->summary.start == 0 && import->summary.end == 0);
	end(import);
}
END_TEST

/* From when it was eligible, but not before its submit nor after its start; from its submit if it
 * ended before. */
START_TEST(submits_are_when_jobs_became_eligible)
{
	static const char text[] =
		"JobID|JobIDRaw|State|Submit|Eligible|Start|End|AllocCPUS\n"
		"1|1|COMPLETED|100|150|160|170|1\n2|2|COMPLETED|101|101|160|170|2\n"
		"3|3|COMPLETED|102|90|160|170|3\n4|4|COMPLETED|103|165|160|170|4\n"
		"5|5|CANCELLED|104|Unknown|Unknown|170|0\n6|6|CANCELLED|105|180|Unknown|170|0\n";
	struct import *import = begin(swf_accounts_read_slurm, false, true);
	add(import, text);
	settle(import);
	/* 2 at 101, 3 at 102, 5 at 104, 6 at 105, 1 at 150, 4 at 160 */
	check_jobs(import,
		"1 0 59 10 2 -1 -1 2 -1 -1 1 -1 -1 -1 -1 -1\n"
		"2 1 58 10 3 -1 -1 3 -1 -1 1 -1 -1 -1 -1 -1\n"
		"3 3 66 0 0 -1 -1 -1 -1 -1 5 -1 -1 -1 -1 -1\n"
		"4 4 65 0 0 -1 -1 -1 -1 -1 5 -1 -1 -1 -1 -1\n"
		"5 49 10 10 1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1\n"
		"6 59 0 10 4 -1 -1 4 -1 -1 1 -1 -1 -1 -1 -1\n");
	ck_assert(import->summary.start == 101);
	end(import);
	import = begin(swf_accounts_read_slurm, false, false);
	add(import, text);
	settle(import);
	const struct swf_job job = swf_accounts_job(import->accounts, 0, &import->summary);
	ck_assert(import->summary.start == 100 && job.wait == 60 && job.allocated == 1);
	end(import);
}
END_TEST

/* Second by second. */
START_TEST(the_most_processors_in_use)
{
	enum { JOBS = 200, SECONDS = 1000 };
	uint64_t state = 3;
	char *text = malloc(JOBS * 100);
	for (int round = 0; round < 60; round++) {
		int64_t in_use[SECONDS] = {0}, most = 0;
		char *p = text + sprintf(text, SLURM);
		const uint32_t length = 1 + random_below(&state, round % 2 == 0 ? 20 : 300);
		for (int i = 1; i <= JOBS; i++) {
			const uint32_t start = random_below(&state, SECONDS - 300);
			const uint32_t stop = start + 1 + random_below(&state, length);
			const uint32_t procs = random_below(&state, 1000);
			p += sprintf(p, "%d|%d|COMPLETED|%u|%u|%u|%u|u\n", i, i,
				random_below(&state, start + 1), start, stop, procs);
			for (uint32_t t = start; t < stop; t++)
				in_use[t] += procs;
		}
		for (int t = 0; t < SECONDS; t++)
			most = in_use[t] > most ? in_use[t] : most;
		struct import *import = begin(swf_accounts_read_slurm, false, false);
		add(import, text);
		settle(import);
		ck_assert_int_eq(import->summary.procs, most);
		end(import);
	}
	free(text);
}
END_TEST

/* One behind the other on the same processors, also where a job takes no time. */
START_TEST(processors_are_free_when_a_job_ends)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	add(import,
		SLURM "1|1|COMPLETED|100|110|120|4|u\n2|2|COMPLETED|100|120|130|3|u\n"
		      "3|3|COMPLETED|100|130|130|5|u\n4|4|COMPLETED|100|130|140|2|u\n");
	settle(import);
	ck_assert_int_eq(import->summary.procs, 5);
	end(import);
}
END_TEST

/* In the order in which they appear in the log, behind those that keys tell. */
START_TEST(names_are_numbered_by_the_log)
{
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	struct swf_names *users = &swf_accounts_names(import->accounts)[SWF_NAME_USER];
	FILE *keys = tmpfile();
	fputs("kind,number,name\nuser,5,bob\nuser,2,zoe\n", keys);
	rewind(keys);
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(keys), "keys", &import->error);
	ck_assert_int_eq(
		swf_keys_read(csv, swf_accounts_names(import->accounts), &import->error), 0);
	swf_csv_free(csv);
	add(import,
		SLURM "1|1|COMPLETED|130|140|150|1|ann\n2|2|COMPLETED|120|140|150|1|carl\n"
		      "3|3|COMPLETED|110|140|150|1|bob\n4|4|RUNNING|100|140|Unknown|1|dora\n"
		      "5|5|COMPLETED|140|140|150|1|carl\n6|6|COMPLETED|141|130|150|1|emil\n");
	settle(import);
	static const int64_t expected[] = {5, 6, 7, 6};
	ck_assert_uint_eq(import->summary.jobs, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert_int_eq(
			swf_accounts_job(import->accounts, i, &import->summary).user, expected[i]);
	/* who has no job in the log gets no number, but keeps the one from the keys */
	size_t count;
	struct swf_name *numbered = swf_names_by_number(users, &count);
	ck_assert_uint_eq(count, 4);
	ck_assert(numbered[0].number == 2 && numbered[0].uses == 0);
	ck_assert(numbered[2].number == 6 && numbered[2].uses == 2);
	free(numbered);
	end(import);
}
END_TEST

/* 1767225600 is 2026-01-01, 0:00. */
#define AT(seconds) "01/01/2026 00:00:" seconds

START_TEST(jobs_of_pbs)
{
	struct import *import = begin(swf_accounts_read_pbs, false, false);
	add(import,
		AT("00") ";Q;1.s;queue=q1\n" AT(
			"02") ";S;1.s;user=ann group=g jobname=x queue=q1 "
			      "ctime=1767225600 qtime=1767225600 etime=1767225601 start=1767225602 "
			      "exec_host=n1/0*4+n2/0*4 Resource_List.select=2:ncpus=4:mem=8mb "
			      "Resource_List.ncpus=8 Resource_List.mem=16mb "
			      "Resource_List.walltime=01:00:00\n" AT(
				      "32") ";E;1.s;user=ann group=g account=acc jobname=x "
					    "queue=q1 ctime=1767225600 "
					    "qtime=1767225600 etime=1767225601 start=1767225602 "
					    "exec_host=n1/0*4+n2/0*4 "
					    "Resource_List.select=2:ncpus=4:mem=8mb "
					    "Resource_List.ncpus=8 Resource_List.mem=16mb "
					    "Resource_List.walltime=01:00:00 "
					    "end=1767225632 Exit_status=0 "
					    "resources_used.cput=00:02:00 "
					    "resources_used.mem=800kb resources_used.ncpus=8\n"
		/* Torque */
		AT("40") ";E;2.s;user=bob group=g jobname=y queue=q2 ctime=1767225605 "
			 "qtime=1767225605 etime=1767225605 start=1767225610 exec_host=n3/0+n3/1 "
			 "Resource_List.nodes=1:ppn=2 Resource_List.ncpus=1 "
			 "Resource_List.walltime=90 "
			 "end=1767225640 Exit_status=271 resources_used.cput=00:00:30\n" AT(
				 "41") ";L;license;floating\n"
		/* never ran */
		AT("42") ";Q;3.s;queue=q1\n" AT("45") ";D;3.s;requestor=ann@n\n"
		/* waits, and runs, still */
		AT("46") ";Q;4.s;queue=q1\n" AT("46") ";Q;5.s;queue=q1\n" AT(
			"47") ";S;5.s;user=ann queue=q1 ctime=1767225646 start=1767225647\n"
		/* nothing but its end is known */
		AT("48") ";D;6.s;requestor=ann@n\n");
	settle(import);
	check_jobs(import,
		"1 0 2 30 8 15 100 8 3600 2048 1 1 1 1 1 -1\n"
		"2 5 5 30 2 15 -1 2 90 -1 0 2 2 2 2 -1\n"
		"3 42 3 0 0 -1 -1 -1 -1 -1 5 -1 -1 -1 1 -1\n");
	ck_assert(import->summary.start == 1767225600 && import->summary.end == 1767225645);
	ck_assert(import->summary.procs == 10 && import->summary.nodes == 3);
	ck_assert(import->summary.has_cpu_time);
	ck_assert(counts(import)->others == 1 && counts(import)->unfinished == 2);
	ck_assert(counts(import)->unsubmitted == 1 && counts(import)->no_estimate == 1);
	end(import);
}
END_TEST

#define TIMES    "ctime=1767225600 start=1767225610 "
#define E_RECORD AT("30") ";E;1.s;user=u " TIMES "end=1767225630 Exit_status=1 "
#define ONCE     "1 0 10 20 2 -1 -1 2 -1 -1 0 1 -1 -1 -1 -1\n"

/* What is in one file and what is in the other, in both orders. */
START_TEST(records_of_pbs_in_several_files)
{
	static const char *const files[] = {
		AT("00") ";Q;1.s;queue=\n" AT("10") ";S;1.s;user=u " TIMES "exec_host=n1/0*2\n",
		E_RECORD "exec_host=n1/0*2\n" AT("40") ";Q;2.s;queue=\n"};
	for (int first = 0; first < 2; first++)
		for (int rounds = 1; rounds < 3; rounds++) {
			struct import *import = begin(swf_accounts_read_pbs, false, false);
			for (int i = 0; i < rounds; i++) {
				add(import, files[first]);
				add(import, files[1 - first]);
			}
			settle(import);
			check_jobs(import, ONCE);
			ck_assert_int_eq(counts(import)->unfinished, 1);
			end(import);
		}
}
END_TEST

/* A run that was requeued is a job, and the next one counts from then. */
START_TEST(jobs_of_pbs_that_run_again)
{
	struct import *import = begin(swf_accounts_read_pbs, false, false);
	const char *const text = AT("00") ";Q;1.s;queue=q\n" AT(
		"20") ";R;1.s;user=u queue=q " TIMES
		      "end=1767225620 exec_host=n1/0\n" AT(
			      "50") ";E;1.s;user=u queue=q ctime=1767225600 start=1767225633 "
				    "end=1767225650 Exit_status=0 exec_host=n1/0\n";
	add(import, text);
	settle(import);
	check_jobs(import,
		"1 0 10 10 1 -1 -1 1 -1 -1 5 1 -1 -1 1 -1\n"
		"2 20 13 17 1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1\n");
	end(import);
}
END_TEST

/* Of a whole array there is no job, but of its parts; one that waited has no record but its D. */
START_TEST(arrays_of_pbs)
{
	struct import *import = begin(swf_accounts_read_pbs, false, false);
	add(import,
		AT("00") ";Q;7[].s;queue=q\n" AT(
			"10") ";S;7[1].s;user=u queue=q " TIMES
			      "exec_host=n1/0\n" AT("20") ";E;7[1].s;user=u queue=q " TIMES
							  "end=1767225620 exec_host=n1/0 "
							  "Exit_status=0\n" AT(
								  "25") ";D;7[2].s;requestor=u@"
									"n\n" AT("30") ";E;7[].s;"
										       "user=u "
										       "queue="
										       "q " TIMES
										       "end="
										       "1767225630 "
										       "Exit_"
										       "status=0\n"
		/* of another server, of the same number */
		AT("40") ";E;7.t;user=v queue=q ctime=1767225601 start=1767225610 end=1767225640 "
			 "exec_host=n1/0 Exit_status=0\n");
	settle(import);
	check_jobs(import,
		"1 0 10 10 1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1\n"
		"2 0 25 0 0 -1 -1 -1 -1 -1 5 -1 -1 -1 1 -1\n"
		"3 1 9 30 1 -1 -1 1 -1 -1 1 2 -1 -1 1 -1\n");
	ck_assert(counts(import)->arrays == 2 && counts(import)->unfinished == 0);
	ck_assert(counts(import)->repeated == 0);
	end(import);
}
END_TEST

START_TEST(bad_lines_of_pbs)
{
	static const struct {
		const char *line, *what;
	} cases[] = {{"x", "not STAMP;KIND;ID;MESSAGE: 'x'"},
		{AT("00") ";E;1.s", "not STAMP;KIND;ID;MESSAGE: '" AT("00") ";E;1.s'"},
		{"1/1/2026 00:00:00;Q;1.s;q", "not MM/DD/YYYY HH:MM:SS: '1/1/2026 00:00:00'"},
		{"13/01/2026 00:00:00;Q;1.s;q", "not MM/DD/YYYY HH:MM:SS: '13/01/2026 00:00:00'"},
		{AT("00") ";X;1.s;q", "unknown kind of record: 'X'"},
		{AT("00") ";Q;x;q", "not the id of a job: 'x'"},
		{AT("00") ";Q;1[x].s;q", "not the id of a job: '1[x].s'"},
		{AT("00") ";E;1.s;start=1", "no end=: a line that is cut off"},
		{AT("00") ";E;1.s;start=x end=2", "start: cannot be read: 'x'"},
		{AT("00") ";E;1.s;exec_host=n1/ end=2", "exec_host: cannot be read: 'n1/'"},
		{AT("00") ";E;1.s;end=2 Resource_List.walltime=1:2:3:4",
			"Resource_List.walltime: cannot be read: '1:2:3:4'"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int skip_bad = 0; skip_bad < 2; skip_bad++) {
			struct import *import = begin(swf_accounts_read_pbs, skip_bad == 1, false);
			char text[500], expected[200];
			snprintf(text, sizeof text, "\n%s\r\n" E_RECORD "exec_host=n1/0*2\n",
				cases[i].line);
			ck_assert_int_eq(read_text(import, text), skip_bad ? 0 : -1);
			snprintf(expected, sizeof expected, "2: %s%s", cases[i].what,
				skip_bad ? "\n" : "");
			settle(import);
			ck_assert_str_eq(
				skip_bad ? import->reports : strchr(import->error.text, ':') + 1,
				expected);
			ck_assert_int_eq(counts(import)->bad, skip_bad);
			check_jobs(import, skip_bad ? ONCE : "");
			end(import);
		}
}
END_TEST

START_TEST(pbs_jobs_that_cannot_have_been)
{
	struct import *import = begin(swf_accounts_read_pbs, false, false);
	add(import,
		AT("30") ";E;1.s;ctime=1767225600 start=1767225610 end=1767225605\n" AT(
			"30") ";E;"
			      "2.s;"
			      "ctim"
			      "e="
			      "1767"
			      "2256"
			      "20 "
			      "star"
			      "t="
			      "1767"
			      "2256"
			      "10 "
			      "end="
			      "1767"
			      "2256"
			      "30"
			      "\n" AT("30") ";E;3.s;start=1767225610 end=1767225630\n" AT(
				      "30") ";E;4.s;ctime=1767225600 end=1767225630\n");
	settle(import);
	ck_assert_uint_eq(import->summary.jobs, 0);
	ck_assert_int_eq(counts(import)->impossible, 4);
	ck_assert_str_eq(import->reports,
		"1: the end is before the start\n"
		"2: the start is before the submit\n"
		"3: no submit time\n"
		"4: an end without a start\n");
	end(import);
}
END_TEST

/* A job that is deleted as it runs, and whose start cannot be true, is told with its place too. */
START_TEST(reports_have_a_place)
{
	struct import *import = begin(swf_accounts_read_pbs, false, false);
	add(import,
		AT("20") ";Q;1.s;queue=q\n" AT("30") ";S;1.s;start=1767225610\n" AT(
			"40") ";D;1.s;requestor=u@n\n");
	settle(import);
	ck_assert_int_eq(counts(import)->impossible, 1);
	ck_assert_int_gt(atoi(import->reports), 0);
	end(import);
}
END_TEST

START_TEST(gzip_is_recognized)
{
	char path[] = "/tmp/swf-unit-XXXXXX";
	static const char text[] = SLURM "1|1|COMPLETED|100|110|120|1|u\n";
	gzFile file = gzdopen(mkstemp(path), "wb");
	ck_assert_int_eq(gzwrite(file, text, sizeof text - 1), (int)sizeof text - 1);
	gzclose(file);
	struct import *import = begin(swf_accounts_read_slurm, false, false);
	ck_assert_int_eq(import->read(import->accounts, path, &import->error), 0);
	unlink(path);
	settle(import);
	check_jobs(import, "1 0 10 10 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1\n");
	end(import);
}
END_TEST

/* With what an array of them needs to grow, a job takes at most 252 bytes. */
START_TEST(runs_are_small)
{
	ck_assert_uint_le(sizeof(struct swf_run), 168);
}
END_TEST

Suite *accounts_suite(void)
{
	return suite_of("accounts",
		(const TTest *const[]){jobs_of_slurm, all_fields_of_slurm,
			jobs_are_in_the_order_of_submit, records_in_several_files,
			several_jobs_of_a_number, jobs_that_cannot_have_been, bad_lines_of_slurm,
			what_is_no_listing, submits_are_when_jobs_became_eligible,
			the_most_processors_in_use, processors_are_free_when_a_job_ends,
			names_are_numbered_by_the_log, jobs_of_pbs, records_of_pbs_in_several_files,
			jobs_of_pbs_that_run_again, arrays_of_pbs, bad_lines_of_pbs,
			pbs_jobs_that_cannot_have_been, reports_have_a_place, gzip_is_recognized,
			runs_are_small, NULL});
}
