/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "swf/log-facts.h"
#include "swfcore/log.h"
#include "swfcore/simulation.h"
#include "unit/suites.h"

static struct swf_log *log_of(const char *text, bool skip_bad)
{
	char path[] = "/tmp/swfkit-log-XXXXXX";
	struct swf_error error;
	write_file(path, text, strlen(text));
	struct swf_log *log = swf_log_new(path, skip_bad, &error);
	unlink(path);
	ck_assert_ptr_nonnull(log);
	return log;
}

#define REST " 0 1 1 0 0 1 1 0 "
static const char text[] = "; MaxProcs: 4\n"
			   "1 10" REST "1 1 1 1 1 1 -1 -1\n"
			   "1 10" REST "2 1 1 1 1 1 -1 -1\n"
			   "1 11" REST "4 1 1 1 1 1 -1 -1\n"
			   "oops\n"
			   "2 9" REST "5 1 1 1 1 1 -1 -1\n"
			   "; late\n"
			   "3 12" REST "-1 1 1 1 1 1 -1 -1\n";

START_TEST(partial_executions_and_bad_lines_are_left_out_and_counted)
{
	struct swf_log *log = log_of(text, true);
	struct swf_error error;
	struct swf_job job;
	ck_assert_int_eq(swf_header_procs(swf_log_header(log)), 4);
	for (int number = 1; number <= 3; number++) {
		ck_assert_int_eq(swf_log_next(log, &job, &error), 1);
		ck_assert_int_eq(job.number, number);
	}
	ck_assert_int_eq(swf_log_next(log, &job, &error), 0);
	struct swf_log_counts counts = swf_log_counts(log);
	ck_assert_int_eq(counts.jobs, 3);
	ck_assert_int_eq(counts.partial, 2);
	ck_assert_int_eq(counts.bad, 1);
	ck_assert_int_eq(counts.unsorted, 1);
	ck_assert_int_eq(counts.late_comments, 1);
	swf_log_free(log);
}
END_TEST

/* Only lines behind the job of their number are parts of it. */
START_TEST(partial_executions_without_a_summary_line_are_jobs)
{
	static const char parts[] = "1 1 0 10 4 0 0 2 20 0 2 1 1 1 1 1 -1 -1\n"
				    "1 2 0 30 4 0 0 2 20 0 3 1 1 1 1 1 -1 -1\n"
				    "2 3 0 10 4 0 0 2 20 0 0 1 1 1 1 1 -1 -1 extra\n"
				    "3 3 0 10 4 0 0 0 20 0 4 1 1 1 1 1 -1 -1\n"
				    "2 3 0 10 4 0 0 2 20 0 4 1 1 1 1 1 -1 -1 more\n"
				    "4 4 0 -1 4 0 0 2 20 0 1 1 1 1 1 1 -1 -1\n"
				    "2 5 0 10 4 0 0 2 20 0 3 1 1 1 1 1 -1 -1\n";
	static const int numbers[] = {1, 1, 2, 3, 4};
	struct swf_log *log = log_of(parts, false);
	struct swf_error error;
	struct swf_job job;
	size_t length;
	ck_assert(!swf_log_is_empty(log));
	for (int i = 0; i < 5; i++) {
		ck_assert_int_eq(swf_log_next(log, &job, &error), 1);
		ck_assert_int_eq(job.number, numbers[i]);
		const char *extra = swf_log_extra(log, &length);
		ck_assert_uint_eq(length, i == 2 ? 5 : 0);
		ck_assert(i != 2 || memcmp(extra, "extra", 5) == 0);
	}
	ck_assert_int_eq(swf_log_next(log, &job, &error), 0);
	const struct swf_log_counts counts = swf_log_counts(log);
	ck_assert_int_eq(counts.jobs, 5);
	ck_assert_int_eq(counts.alone, 3);
	ck_assert_int_eq(counts.partial, 2);
	ck_assert_int_eq(counts.extra, 2);
	ck_assert(counts.work == 2 * 10 + 2 * 30 + 2 * 10 + 4 * 10);
	ck_assert(counts.partial_work == 2 * 10 + 2 * 10);
	swf_log_free(log);
}
END_TEST

START_TEST(only_a_log_with_nothing_in_it_is_empty)
{
	static const struct {
		const char *text;
		bool empty;
	} cases[] = {{"", true}, {"\n\r\n \t\n", true}, {";\n", false}, {"# a\n", false},
		{"oops\n", false}, {"1 1 0 10 4 0 0 2 20 0 2 1 1 1 1 1 -1 -1\n", false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_log *log = log_of(cases[i].text, true);
		ck_assert(swf_log_is_empty(log) == cases[i].empty);
		swf_log_free(log);
	}
}
END_TEST

START_TEST(a_bad_line_ends_the_reading)
{
	struct swf_log *log = log_of(text, false);
	struct swf_error error;
	struct swf_job job;
	ck_assert_int_eq(swf_log_next(log, &job, &error), 1);
	ck_assert_int_eq(swf_log_next(log, &job, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, ":5: field 1 (job number): not a number: 'oops'"));
	swf_log_free(log);
}
END_TEST

/* The source of the engine gives each job until it is taken, and refuses the one that is out of
 * order. */
START_TEST(a_replay_refuses_jobs_out_of_order)
{
	struct swf_log *log = log_of(text, true);
	struct swf_replay replay;
	const struct swf_source source = swf_replay_source(&replay, log);
	struct swf_error error;
	struct swf_arrival arrival;
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(source.peek(source.self, &arrival, &error), 1);
		ck_assert_int_eq(arrival.job.number, 1);
	}
	ck_assert_int_eq(source.take(source.self, &error), 0);
	ck_assert_int_eq(source.peek(source.self, &arrival, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, ":6: field 2 (submit time): earlier than"));
	ck_assert_int_eq(error.kind, SWF_ERROR_UNSORTED);
	swf_log_free(log);
}
END_TEST

/* 10 processors from second 100 to 200, 400 processor-seconds of work in it. */
START_TEST(it_is_work_over_capacity)
{
	struct swf_offered offered = {0};
	static const struct swf_job jobs[] = {{.submit = 100, .run_time = 50, .requested = 4},
		{.submit = 150, .run_time = -1, .requested = 9},
		{.submit = 160, .run_time = 100, .requested = -1, .allocated = 2},
		{.submit = 200, .run_time = 7, .requested = -1, .allocated = -1}};
	swf_offered_add(&offered, &jobs[0], SWF_SIZE_REQUESTED);
	ck_assert(isnan(swf_offered_load(&offered, 10)));
	for (int i = 1; i < 4; i++)
		swf_offered_add(&offered, &jobs[i], SWF_SIZE_REQUESTED);
	ck_assert_double_eq(swf_offered_load(&offered, 10), 0.4);
	ck_assert_int_eq(offered.jobs, 4);
}
END_TEST

Suite *log_suite(void)
{
	return suite_of("log",
		(const TTest *const[]){partial_executions_and_bad_lines_are_left_out_and_counted,
			partial_executions_without_a_summary_line_are_jobs,
			only_a_log_with_nothing_in_it_is_empty, a_bad_line_ends_the_reading,
			a_replay_refuses_jobs_out_of_order, it_is_work_over_capacity, NULL});
}
