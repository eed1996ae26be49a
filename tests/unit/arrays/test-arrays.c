/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs in arrays. That they give the bytes of the commands is tested in python/tests. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "swfcore/arrays.h"
#include "swfcore/version.h"
#include "unit/allocations.h"
#include "unit/suites.h"

/* Bytes of a text, two at a time. */
struct cursor {
	const char *at;
	bool closed;
};

static ptrdiff_t read_two(void *context, char *buffer, size_t size, struct swf_error *error)
{
	struct cursor *cursor = context;
	const size_t left = strlen(cursor->at);
	const size_t count = left < 2 ? left : 2;
	(void)error;
	ck_assert_uint_ge(size, count);
	memcpy(buffer, cursor->at, count);
	cursor->at += count;
	return (ptrdiff_t)count;
}

static void note_close(void *context)
{
	((struct cursor *)context)->closed = true;
}

START_TEST(a_log_of_any_bytes_becomes_an_array)
{
	struct cursor cursor = {.at = "; MaxProcs: 4\n"
				      "1 10 0 5 2 -1 -1 2 9 -1 1 1 1 1 1 1 -1 -1\n"
				      "2 12 0 7 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"};
	struct swf_error error;
	struct swf_jobs jobs = {0};
	struct swf_log *log = swf_log_new_bytes(
		(struct swf_bytes){.read = read_two, .close = note_close, .context = &cursor},
		"text", false, &error);
	ck_assert_ptr_nonnull(log);
	ck_assert_int_eq(swf_header_procs(swf_log_header(log)), 4);
	ck_assert_int_eq(swf_jobs_read(&jobs, log, &error), 0);
	ck_assert_uint_eq(jobs.count, 2);
	ck_assert_double_eq(jobs.jobs[1].run_time, 7);
	swf_log_free(log);
	ck_assert(cursor.closed);
	swf_jobs_clear(&jobs);
}
END_TEST

#define JOB(n, s, r, p)                                                                            \
	{                                                                                          \
		.number = n, .submit = s, .wait = -1, .run_time = r, .requested = p                \
	}

START_TEST(times_that_no_log_has_are_refused)
{
	static const double wrong[] = {NAN, INFINITY, -INFINITY, 1e17};
	struct swf_error error;
	for (size_t i = 0; i < 4; i++) {
		struct swf_job jobs[] = {JOB(7, 0, 5, 1), JOB(8, 3, wrong[i], 1)};
		ck_assert_int_eq(swf_jobs_check(jobs, 1, &error), 0);
		ck_assert_int_eq(swf_jobs_check(jobs, 2, &error), -1);
		ck_assert_ptr_eq(
			strstr(error.text, "job 8 (place 1): run time: not a time"), error.text);
	}
	const struct swf_job jobs[] = {JOB(7, 4, 5, 1), JOB(8, 3, 5, 1)};
	ck_assert_int_eq(swf_jobs_check(jobs, 2, &error), -1);
	ck_assert_int_eq(error.kind, SWF_ERROR_UNSORTED);
}
END_TEST

/* On 4 processors: the second job waits for the first, and the third for the second. */
START_TEST(an_array_is_simulated_in_its_order)
{
	static const struct swf_job jobs[] = {
		JOB(1, 0, 5, 3), JOB(2, 1, 7, 2), JOB(3, 2, -1, 2), JOB(4, 3, 1, 4)};
	static const double waits[] = {0, 4, -1, 9};
	const struct swf_simulation simulation = {
		.scheduler = swf_scheduler_named("fcfs"), .procs = 4};
	struct swf_jobs scheduled = {0};
	struct swf_simulation_counts counts;
	struct swf_error error;
	ck_assert_int_eq(swf_jobs_simulate(&simulation, jobs, 4, &scheduled, &counts, &error), 0);
	ck_assert_uint_eq(scheduled.count, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert_double_eq(scheduled.jobs[i].wait, waits[i]);
	ck_assert_int_eq(counts.never_ran, 1);
	const struct swf_metrics_options options = {.procs = 4, .tau = 10};
	char *text =
		swf_jobs_metrics(&options, (int64_t[SWF_RESOURCES]){0}, scheduled.jobs, 4, &error);
	ck_assert_ptr_nonnull(text);
	ck_assert_ptr_nonnull(strstr(text, "\"wait_max\": 9,"));
	free(text);
	swf_jobs_clear(&scheduled);
}
END_TEST

START_TEST(too_little_cannot_be_resampled)
{
	const struct swf_resampling_options options = {
		.rule = {.long_term = 1, .edge = 0}, .load = 1};
	const struct swf_job jobs[] = {JOB(1, 0, 5, 3), JOB(2, 604799, 7, 2)};
	const struct swf_job nobodys[] = {
		{.submit = 0, .user = -1}, {.submit = 604800, .user = -1}};
	struct swf_error error;
	ck_assert_ptr_null(swf_resampling_new(&options, jobs, 0, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "no jobs"));
	ck_assert_ptr_null(swf_resampling_new(&options, jobs, 2, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "less than a week"));
	ck_assert_ptr_null(swf_resampling_new(&options, nobodys, 2, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "no user is left"));
	swf_resampling_free(NULL);
	ck_assert_str_eq(swf_library_version(), SWF_VERSION);
}
END_TEST

/* Each allocation that enlarges something fails once: no job is left out in silence. */
START_TEST(lack_of_memory_ends_a_draw)
{
	enum { DAYS = 200 };
	const struct swf_resampling_options options = {
		.rule = {.long_term = SWF_WEEK, .edge = 0}, .load = 1};
	struct swf_job days[DAYS];
	struct swf_error error;
	for (int i = 0; i < DAYS; i++)
		days[i] = (struct swf_job){
			.number = i + 1, .submit = i * 86400.0, .run_time = 5, .user = 1 + i % 3};
	struct swf_resampling *resampling = swf_resampling_new(&options, days, DAYS, &error);
	ck_assert_ptr_nonnull(resampling);
	struct swf_jobs whole = {0};
	ck_assert_int_eq(swf_resampling_draw(resampling, 1, 1, &whole, &error), 0);
	ck_assert_uint_gt(whole.count, 0);
	for (int number = 1, got = -1; got != 0; number++) {
		struct swf_jobs drawn = {0};
		fail_realloc(number);
		got = swf_resampling_draw(resampling, 1, 1, &drawn, &error);
		fail_realloc(0);
		if (got != 0)
			ck_assert(swf_error_of_memory(&error));
		else
			ck_assert_uint_eq(drawn.count, whole.count);
		swf_jobs_clear(&drawn);
	}
	swf_jobs_clear(&whole);
	swf_resampling_free(resampling);
}
END_TEST

Suite *arrays_suite(void)
{
	return suite_of("arrays",
		(const TTest *const[]){a_log_of_any_bytes_becomes_an_array,
			times_that_no_log_has_are_refused, an_array_is_simulated_in_its_order,
			too_little_cannot_be_resampled, lack_of_memory_ends_a_draw, NULL});
}
