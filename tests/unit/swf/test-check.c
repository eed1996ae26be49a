/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "swf/check.h"
#include "unit/suites.h"

static const struct swf_job good = {.number = 1,
	.submit = 5,
	.wait = 1,
	.run_time = 2,
	.allocated = 2,
	.cpu_time = -1,
	.memory = -1,
	.requested = 2,
	.estimate = 3,
	.memory_request = -1,
	.status = 1,
	.user = 1,
	.group = -1,
	.executable = -1,
	.queue = -1,
	.partition = -1,
	.preceding = -1,
	.think_time = -1};

/* Checks jobs whose lines count from 10. */
static struct swf_check *checked(
	struct swf_header *header, const struct swf_job *jobs, size_t count, int64_t comments)
{
	struct swf_check *check = swf_check_new(header);
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(swf_check_job(check, &jobs[i], 10 + (int64_t)i), 0);
	const struct swf_reader_counts counts = {
		.late_comments = comments, .first_late_comment = comments > 0 ? 7 : 0};
	swf_check_finish(check, &counts);
	return check;
}

static void expect(const struct swf_check *check, enum swf_finding_kind kind, int64_t count,
	int64_t first_line)
{
	const struct swf_finding *f = swf_check_finding(check, kind);
	ck_assert_msg(f->count == count && f->first_line == first_line, "%s: %lld from line %lld",
		f->name, (long long)f->count, (long long)f->first_line);
}

START_TEST(a_good_log_has_no_finding)
{
	struct swf_header *header = swf_header_new();
	ck_assert_int_eq(swf_header_add(header, "MaxProcs", "4"), 0);
	ck_assert_int_eq(swf_header_add(header, "MaxJobs", "1"), 0);
	struct swf_check *check = checked(header, &good, 1, 0);
	for (int kind = 0; kind < SWF_FINDING_KINDS; kind++)
		expect(check, (enum swf_finding_kind)kind, 0, 0);
	swf_check_free(check);
	swf_header_free(header);
}
END_TEST

START_TEST(every_kind_is_found)
{
	struct swf_header *header = swf_header_new();
	ck_assert_int_eq(swf_header_add(header, "MaxJobs", "1"), 0);
	ck_assert_int_eq(swf_header_add(header, "MaxRecords", "1"), 0);
	struct swf_job jobs[6];
	for (int i = 0; i < 6; i++)
		jobs[i] = good;
	jobs[1].submit = 4; /* unsorted, and the number of the first */
	jobs[2].number = 0;
	jobs[2].wait = -2;
	jobs[2].status = 6;
	jobs[3].number = 7;
	jobs[3].run_time = 63.5; /* a minute over the estimate */
	jobs[3].wait = -1;
	jobs[4].number = 7;
	jobs[4].status = 3;  /* a part of job 7 */
	jobs[4].submit = -1; /* which is in order */
	jobs[5] = (struct swf_job){.number = 3,
		.submit = -1,
		.wait = 0,
		.run_time = -1,
		.allocated = 0,
		.requested = -1,
		.estimate = -1,
		.user = -1,
		.status = -1};
	struct swf_check *check = checked(header, jobs, 6, 2);
	swf_check_bad_line(check, 99);
	expect(check, SWF_FOUND_MALFORMED, 1, 99);
	expect(check, SWF_FOUND_UNSORTED, 2, 11);
	expect(check, SWF_FOUND_NEGATIVE, 1, 12);
	expect(check, SWF_FOUND_NUMBER, 1, 12);
	expect(check, SWF_FOUND_DUPLICATE, 1, 11);
	expect(check, SWF_FOUND_STATUS, 1, 12);
	expect(check, SWF_FOUND_OVERRUN, 1, 13);
	expect(check, SWF_FOUND_OVERSIZE, 0, 0);
	expect(check, SWF_FOUND_PARTIAL, 1, 14);
	expect(check, SWF_FOUND_NO_SUBMIT, 1, 15);
	expect(check, SWF_FOUND_NO_WAIT, 1, 13);
	expect(check, SWF_FOUND_NO_RUN_TIME, 1, 15);
	expect(check, SWF_FOUND_NO_SIZE, 1, 15);
	expect(check, SWF_FOUND_NO_ESTIMATE, 1, 15);
	expect(check, SWF_FOUND_NO_USER, 1, 15);
	expect(check, SWF_FOUND_MAX_JOBS, 1, 0);
	expect(check, SWF_FOUND_MAX_RECORDS, 1, 0);
	expect(check, SWF_FOUND_NO_PROCS, 1, 0);
	expect(check, SWF_FOUND_COMMENTS, 2, 7);
	ck_assert_int_eq(swf_check_jobs(check), 5);
	ck_assert_int_eq(swf_check_records(check), 6);
	swf_check_free(check);
	swf_header_free(header);
}
END_TEST

START_TEST(what_the_reader_counted_is_found)
{
	struct swf_header *header = swf_header_new();
	struct swf_check *check = swf_check_new(header);
	const struct swf_reader_counts counts = {.hash_comments = 3,
		.first_hash_comment = 2,
		.extra = 26671,
		.first_extra = 40,
		.byte_order_mark = true};
	struct swf_job parts[2] = {good, good};
	parts[0].status = 2;
	parts[1].status = 3;
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(swf_check_job(check, &parts[i], 50 + i), 0);
	swf_check_finish(check, &counts);
	expect(check, SWF_FOUND_HASH_COMMENTS, 3, 2);
	expect(check, SWF_FOUND_EXTRA, 26671, 40);
	expect(check, SWF_FOUND_BYTE_ORDER_MARK, 1, 1);
	expect(check, SWF_FOUND_PARTIAL, 0, 0);
	expect(check, SWF_FOUND_PARTIAL_ALONE, 2, 50);
	expect(check, SWF_FOUND_DUPLICATE, 0, 0);
	ck_assert_int_eq(swf_check_jobs(check), 2);
	swf_check_free(check);
	swf_header_free(header);
}
END_TEST

START_TEST(only_impossible_negatives_are_repaired)
{
	struct swf_job job = good;
	ck_assert(!swf_check_repair(&job));
	ck_assert_int_eq(memcmp(&job, &good, sizeof job), 0);
	job.wait = -0.5;
	job.user = -7;
	ck_assert(swf_check_repair(&job));
	ck_assert(job.wait == -1);
	ck_assert_int_eq(job.user, -1);
}
END_TEST

/* Numbers that ascend with gaps and comments, and then one that was used: the second, on line 12.
 */
START_TEST(runs_of_numbers_are_taken_apart)
{
	static const struct {
		int64_t number, line;
	} jobs[] = {{3000000000, 1}, {3000000001, 2}, {3000000002, 4}, {3000000005, 5},
		{3000000006, 6}, {1, 9}, {3000000002, 12}, {3000000006, 13}, {3000000007, 14}};
	enum { N = sizeof jobs / sizeof *jobs };
	static const int64_t duplicates[N] = {0, 0, 0, 0, 0, 0, 1, 2, 2};
	for (size_t n = 1; n <= N; n++) {
		struct swf_header *header = swf_header_new();
		struct swf_check *check = swf_check_new(header);
		struct swf_job job = good;
		for (size_t i = 0; i < n; i++) {
			job.number = jobs[i].number;
			ck_assert_int_eq(swf_check_job(check, &job, jobs[i].line), 0);
		}
		swf_check_finish(check, &(struct swf_reader_counts){0});
		const int64_t found = duplicates[n - 1];
		expect(check, SWF_FOUND_DUPLICATE, found, found > 0 ? 12 : 0);
		swf_check_free(check);
		swf_header_free(header);
	}
}
END_TEST

Suite *check_suite(void)
{
	return suite_of("check",
		(const TTest *const[]){a_good_log_has_no_finding, every_kind_is_found,
			what_the_reader_counted_is_found, only_impossible_negatives_are_repaired,
			runs_of_numbers_are_taken_apart, NULL});
}
