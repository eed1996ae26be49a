/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations that ask their caller. That callers come to the schedules of the built-in schedulers
 * is tested in python/tests, too. */
#include <stdlib.h>
#include <string.h>

#include "swfcore/arrays.h"
#include "swfcore/stepping.h"
#include "unit/suites.h"

#define JOB(n, s, r, p)                                                                            \
	{                                                                                          \
		.number = n, .submit = s, .wait = -1, .run_time = r, .requested = p                \
	}

/* On 8 processors: job 3 can overtake job 2, which waits for job 1. */
static const struct swf_job jobs[] = {JOB(1, 0, 50, 6), JOB(2, 5, 9, 4), JOB(3, 5, 7, 2)};

static struct swf_stepping *begin(const struct swf_simulation *simulation)
{
	struct swf_error error;
	struct swf_stepping *s = swf_stepping_new(simulation, &error);
	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(swf_stepping_reset(s, jobs, 3, &error), 0);
	return s;
}

static void check_waits(const struct swf_stepping *s, const double waits[])
{
	size_t count;
	const struct swf_job *schedule = swf_stepping_schedule(s, &count);
	ck_assert_uint_eq(count, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_double_eq(schedule[i].wait, waits[i]);
}

START_TEST(the_caller_decides_what_starts)
{
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_stepping *s = begin(&simulation);
	struct swf_waiting_job rows[2];
	struct swf_error error;
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), -1);
	ck_assert_str_eq(error.text, "no job waits at place 0: 0 wait");
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_double_eq(swf_stepping_now(s), 0);
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_double_eq(swf_stepping_now(s), 5);
	ck_assert_int_eq(swf_stepping_free_procs(s), 2);
	ck_assert_uint_eq(swf_stepping_view(s)->waiting, 2);
	ck_assert_int_eq(swf_stepping_view(s)->rows[1].size, 2);
	ck_assert_uint_eq(swf_stepping_look(s, 1, rows), 1);
	ck_assert_int_eq(rows[0].number, 2);
	ck_assert_int_eq(rows[0].place, 1);
	ck_assert_uint_eq(swf_stepping_running(s), 1);
	swf_stepping_look_at_running(s, rows);
	ck_assert_double_eq(rows[0].expected_end, 50);
	/* it does not fit, which changes nothing */
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), -1);
	ck_assert_str_eq(error.text, "at 5 s job 2 of 4 processors does not fit: 2 are free");
	ck_assert_int_eq(swf_stepping_start(s, 1, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_double_eq(swf_stepping_now(s), 12);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	check_waits(s, (const double[]){0, 45, 0});
	ck_assert_int_eq(swf_stepping_counts(s).jobs, 3);
	swf_stepping_free(s);
}
END_TEST

START_TEST(a_head_that_was_chosen_is_waited_for)
{
	static const double waits[2][3] = {{0, 45, 45}, {0, 45, 0}};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_stepping *s = begin(&simulation);
	for (int backfill = 0; backfill < 2; backfill++) {
		int got;
		ck_assert_int_eq(swf_stepping_reset(s, jobs, 3, &error), 0);
		while ((got = swf_stepping_next(s, &error)) == 1)
			ck_assert_int_eq(swf_stepping_reserve(s, 0, backfill, &error), 0);
		ck_assert_int_eq(got, 0);
		check_waits(s, waits[backfill]);
	}
	swf_stepping_free(s);
}
END_TEST

START_TEST(a_copy_goes_on_by_itself)
{
	for (int order = 0; order < 2; order++) {
		const struct swf_simulation simulation = {
			.procs = 8, .event_order = (enum swf_event_order)order};
		struct swf_error error;
		struct swf_stepping *s = begin(&simulation);
		for (int i = 0; i < 2; i++) {
			ck_assert_int_eq(swf_stepping_next(s, &error), 1);
			if (i == 0)
				ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
		}
		struct swf_stepping *copy = swf_stepping_copy(s, &error);
		ck_assert_ptr_nonnull(copy);
		ck_assert_double_eq(swf_stepping_now(copy), 5);
		do
			ck_assert_int_eq(swf_stepping_reserve(copy, 0, true, &error), 0);
		while (swf_stepping_next(copy, &error) == 1);
		ck_assert_double_eq(swf_stepping_now(s), 5);
		do
			ck_assert_int_eq(swf_stepping_reserve(s, 0, false, &error), 0);
		while (swf_stepping_next(s, &error) == 1);
		check_waits(copy, (const double[]){0, 45, 0});
		check_waits(s, (const double[]){0, 45, 45});
		swf_stepping_free(copy);
		swf_stepping_free(s);
	}
	swf_stepping_free(NULL);
}
END_TEST

START_TEST(a_caller_who_starts_nothing_is_told)
{
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_stepping *s = begin(&simulation);
	int got;
	while ((got = swf_stepping_next(s, &error)) == 1)
		;
	ck_assert_int_eq(got, -1);
	ck_assert_ptr_nonnull(strstr(error.text, "left job 1 waiting for ever"));
	ck_assert_int_eq(swf_stepping_next(s, &error), -1);
	ck_assert_ptr_null(swf_stepping_copy(s, &error));
	ck_assert_int_eq(swf_stepping_reset(s, jobs, 0, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	swf_stepping_free(s);
}
END_TEST

/* Two simulations at different moments, of which one has ended before the other. */
START_TEST(a_vector_steps_all_by_one_decision)
{
	static const int64_t first[] = {0, 0}, second[] = {1, 0}, outside[] = {2, 0};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_vector *v = swf_vector_new(&simulation, 2, 2, false, &error);
	ck_assert_ptr_nonnull(v);
	const struct swf_vector_view *view = swf_vector_view(v);
	ck_assert_int_eq(swf_vector_reset(v, 2, jobs, 3, &error), -1);
	ck_assert_int_eq(swf_vector_reset(v, 0, jobs, 3, &error), 1);
	ck_assert_int_eq(swf_vector_reset(v, 1, jobs, 0, &error), 0);
	ck_assert_int_eq(swf_vector_reset(v, 1, jobs, 1, &error), 1);
	ck_assert(view->waits[0] && !view->waits[1] && view->waits[2]);
	ck_assert_float_eq(view->features[SWF_VECTOR_SIZE], 0.75f);
	ck_assert_int_eq(swf_vector_step(v, outside, &error), -1);
	/* where no job waits, the first one stands for it */
	ck_assert_int_eq(swf_vector_step(v, second, &error), 0);
	ck_assert(!view->ended[0] && view->ended[1]);
	ck_assert(view->waits[0] && view->waits[1] && !view->waits[2]);
	ck_assert_float_eq(view->features[SWF_VECTOR_FREE], 0.25f);
	ck_assert_float_eq(view->features[SWF_VECTOR_FEATURES + SWF_VECTOR_ESTIMATE], 7);
	ck_assert_int_eq(swf_vector_step(v, first, &error), 0);
	ck_assert_float_eq(view->features[SWF_VECTOR_WAIT], 45);
	ck_assert_int_eq(swf_vector_step(v, first, &error), 0);
	ck_assert(view->ended[0] && !view->waits[0]);
	ck_assert_float_eq(view->features[SWF_VECTOR_WAIT], 0);
	ck_assert_double_eq(view->wait[0], 30);
	/* 1, (45 + 9) / 10, (45 + 7) / 10 */
	ck_assert_double_eq_tol(view->slowdown[0], (1 + 5.4 + 5.2) / 3, 1e-12);
	check_waits(swf_vector_at(v, 0), (const double[]){0, 45, 45});
	swf_vector_free(v);
	swf_vector_free(NULL);
}
END_TEST

Suite *stepping_suite(void)
{
	return suite_of("stepping",
		(const TTest *const[]){the_caller_decides_what_starts,
			a_head_that_was_chosen_is_waited_for, a_copy_goes_on_by_itself,
			a_caller_who_starts_nothing_is_told, a_vector_steps_all_by_one_decision,
			NULL});
}
