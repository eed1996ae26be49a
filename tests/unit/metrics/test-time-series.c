/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/time-series.h"
#include "unit/allocations.h"
#include "unit/suites.h"

/* The rows are compared with a second implementation in tests/cli; here is when they come. */

enum { ROOM = 100 };

struct rows {
	struct swf_time_series_row row[ROOM];
	int count;
};

static void put(void *context, const struct swf_time_series_row *row)
{
	struct rows *rows = context;
	ck_assert_int_lt(rows->count, ROOM);
	rows->row[rows->count++] = *row;
}

static struct swf_job job(double submit, double wait, double run_time, int32_t size, int64_t user)
{
	return (struct swf_job){.submit = submit,
		.wait = wait,
		.run_time = run_time,
		.requested = size,
		.allocated = -1,
		.user = user};
}

static const struct swf_time_series_options by_user = {
	.has = {[SWF_SERIES_BUSY] = true}, .by = SWF_BY_USER, .bin = 10, .procs = 4};

START_TEST(rows_come_as_soon_as_no_job_can_change_them)
{
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	struct rows rows = {.count = 0};
	struct swf_time_series *s = swf_time_series_new(&by_user, calendar, put, &rows);
	struct swf_error error;
	const struct swf_job jobs[] = {
		job(0, 0, 15, 2, 9), job(9, 0, 1, 1, 3), job(10, 25, 5, 4, 3), job(39, 0, 0, 1, 1)};
	const int counts[] = {0, 0, 2, 3};
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(swf_time_series_add(s, &jobs[i], &error), 0);
		ck_assert_int_eq(rows.count, counts[i]);
	}
	ck_assert_int_eq(swf_time_series_end(s, &error), 0);
	ck_assert_int_eq(rows.count, 4);
	/* in the order of the numbers; of the job that waits nothing comes before it runs */
	static const struct {
		int64_t number;
		double begin, busy;
	} expected[] = {{3, 0, 0.1}, {9, 0, 2}, {9, 10, 1}, {3, 30, 16.0 / 9}};
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(rows.row[i].number, expected[i].number);
		ck_assert_double_eq(rows.row[i].begin, expected[i].begin);
		ck_assert_double_eq(rows.row[i].values[SWF_SERIES_BUSY], expected[i].busy);
	}
	swf_time_series_free(s);
	swf_calendar_free(calendar);
}
END_TEST

/* Of random jobs with fractions of seconds, the series of all is the sum of those of users, and its
 * integral that of the jobs. */
START_TEST(series_of_users_sum_up_to_that_of_all)
{
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	double busy[2] = {0, 0}, work = 0;
	for (int by = 0; by < 2; by++) {
		struct swf_time_series_options options = by_user;
		options.by = by == 0 ? SWF_SERIES_OF_ALL : SWF_BY_USER;
		options.window = SWF_WINDOW_COMPLETION;
		options.bin = 977.5;
		struct rows *rows = calloc(1, sizeof *rows);
		struct swf_time_series *s = swf_time_series_new(&options, calendar, put, rows);
		struct swf_error error;
		uint32_t random = 5;
		double submit = -300.25;
		work = 0;
		for (int i = 0; i < 200; i++) {
			random = random * 1664525 + 1013904223;
			submit += (random >> 20) % 16 / 4.0;
			const struct swf_job j =
				job(submit, (random >> 8) % 200 / 8.0, (random >> 12) % 900,
					1 + (int32_t)(random >> 28), (random >> 16) % 5);
			work += j.requested * j.run_time;
			ck_assert_int_eq(swf_time_series_add(s, &j, &error), 0);
		}
		ck_assert_int_eq(swf_time_series_end(s, &error), 0);
		for (int i = 0; i < rows->count; i++)
			busy[by] += rows->row[i].values[SWF_SERIES_BUSY] * rows->row[i].seconds;
		swf_time_series_free(s);
		free(rows);
	}
	ck_assert_double_eq_tol(busy[0], work, 1e-6);
	ck_assert_double_eq_tol(busy[1], work, 1e-6);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(what_cannot_be_done_is_an_error)
{
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	struct rows rows = {.count = 0};
	struct swf_time_series *s = swf_time_series_new(&by_user, calendar, put, &rows);
	struct swf_error error;
	ck_assert_int_eq(swf_time_series_end(s, &error), -1);
	ck_assert_str_eq(error.text, "no job has a wait time, a run time and a size");
	const struct swf_job first = job(0, 0, 1, 1, 1), far = job(1e15, 0, 1, 1, 1);
	fail_realloc(1);
	ck_assert_int_eq(swf_time_series_add(s, &first, &error), -1);
	ck_assert_str_eq(error.text, "out of memory");
	ck_assert_int_eq(swf_time_series_add(s, &first, &error), 0);
	ck_assert_int_eq(swf_time_series_add(s, &far, &error), -1);
	ck_assert_str_eq(error.text, "more than 10000000 bins of 10 s from the first submit on");
	swf_time_series_free(s);
	swf_calendar_free(calendar);
}
END_TEST

Suite *time_series_suite(void)
{
	return suite_of("time_series",
		(const TTest *const[]){rows_come_as_soon_as_no_job_can_change_them,
			series_of_users_sum_up_to_that_of_all, what_cannot_be_done_is_an_error,
			NULL});
}
