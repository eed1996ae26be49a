/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of simulations. */
#include <stdlib.h>
#include <string.h>

#include "swfcore/stepping.h"
#include "unit/suites.h"

#define JOB(n, s, r, p)                                                                            \
	{                                                                                          \
		.number = n, .submit = s, .wait = -1, .run_time = r, .requested = p                \
	}

/* On 8 processors: job 3 can overtake job 2, which waits for job 1. */
static const struct swf_job jobs[] = {JOB(1, 0, 50, 6), JOB(2, 5, 9, 4), JOB(3, 5, 7, 2)};

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
	ck_assert_double_eq(view->reward[0], -view->slowdown[0]);
	ck_assert_double_eq(view->reward[1], 0);
	ck_assert_int_eq(view->first[0], -1);
	const double *starts = swf_stepping_view(swf_vector_at(v, 0))->starts;
	ck_assert(starts[0] == 0 && starts[1] == 50 && starts[2] == 50);
	swf_vector_free(v);
	swf_vector_free(NULL);
}
END_TEST

enum { MANY = 500, LENGTH = 20, SIMULATIONS = 3, VISIBLE = 4, EPISODES = 40 };

static void crowd(struct swf_job *crowded)
{
	uint64_t state = 1;
	for (int i = 0; i < MANY; i++)
		crowded[i] = (struct swf_job)JOB(i + 1, 3 * i, 1 + random_below(&state, 60),
			1 + (int32_t)random_below(&state, 8));
	/* a window in which nothing can be scheduled */
	for (int i = 0; i < LENGTH; i++)
		crowded[i].run_time = -1;
}

/* The policy: the job that arrived last of those that are seen. */
static int64_t last(size_t waiting)
{
	return (int64_t)(waiting < VISIBLE ? waiting : VISIBLE) - 1;
}

/* The mean bounded slowdown of a window, stepped alone. */
static double slowdown_of(const struct swf_simulation *simulation, const struct swf_job *window)
{
	struct swf_error error;
	struct swf_stepping *s = swf_stepping_new(simulation, &error);
	ck_assert_ptr_nonnull(s);
	const struct swf_stepping_view *view = swf_stepping_view(s);
	double sum = 0;
	int got, count = 0;
	ck_assert_int_eq(swf_stepping_reset(s, window, LENGTH, &error), 0);
	while ((got = swf_stepping_next(s, &error)) == 1)
		ck_assert_int_eq(
			swf_stepping_reserve(s, (size_t)last(view->waiting), true, &error), 0);
	ck_assert_int_eq(got, 0);
	for (size_t i = 0; i < LENGTH; i++) {
		if (view->starts[i] < 0)
			continue;
		const double response = view->starts[i] + window[i].run_time - window[i].submit;
		const double ratio = response / (window[i].run_time > 10 ? window[i].run_time : 10);
		sum += ratio > 1 ? ratio : 1;
		count++;
	}
	swf_stepping_free(s);
	return sum / count;
}

/* What is seen is what the simulation says. */
static void check_shown(const struct swf_vector *v, size_t i)
{
	const struct swf_vector_view *view = swf_vector_view(v);
	const struct swf_stepping_view *one = swf_stepping_view(swf_vector_at(v, i));
	for (size_t k = 0; k < VISIBLE; k++) {
		const float *feature = view->features + (i * VISIBLE + k) * SWF_VECTOR_FEATURES;
		const bool waits = k < one->waiting;
		const struct swf_stepping_row none = {.submit = one->now};
		const struct swf_stepping_row *row = waits ? &one->rows[k] : &none;
		ck_assert_int_eq(view->waits[i * VISIBLE + k], waits);
		ck_assert_float_eq(feature[SWF_VECTOR_WAIT], (float)(one->now - row->submit));
		ck_assert_float_eq(feature[SWF_VECTOR_ESTIMATE], (float)row->estimate);
		ck_assert_float_eq_tol(feature[SWF_VECTOR_SIZE], (float)row->size / 8, 1e-6f);
	}
}

/* Steps until EPISODES have ended, and notes where each began. Each has the reward that it has
 * alone. */
static void play(struct swf_vector *v, const struct swf_simulation *simulation,
	const struct swf_job *crowded, int64_t firsts[EPISODES])
{
	const struct swf_vector_view *view = swf_vector_view(v);
	struct swf_error error;
	int64_t playing[SIMULATIONS], places[SIMULATIONS];
	for (size_t ended = 0; ended < EPISODES;) {
		for (size_t i = 0; i < SIMULATIONS; i++) {
			check_shown(v, i);
			playing[i] = view->first[i];
			places[i] = last(swf_stepping_view(swf_vector_at(v, i))->waiting);
		}
		ck_assert_int_eq(swf_vector_step(v, places, &error), 0);
		for (size_t i = 0; i < SIMULATIONS && ended < EPISODES; i++) {
			if (!view->ended[i]) {
				ck_assert_double_eq(view->reward[i], 0);
				ck_assert_int_eq(view->first[i], playing[i]);
				continue;
			}
			ck_assert_double_eq_tol(view->reward[i],
				-slowdown_of(simulation, crowded + playing[i]), 1e-9);
			firsts[ended++] = playing[i];
		}
	}
}

/* The n-th episode to begin has the n-th window, with one that has nothing to decide left out. */
START_TEST(windows_come_in_turn)
{
	static const int64_t firsts[] = {100, 0, 21, 480, 300, 7};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_job crowded[MANY];
	struct swf_error error;
	int64_t played[EPISODES];
	size_t times[MANY] = {0};
	crowd(crowded);
	struct swf_vector *v = swf_vector_new(&simulation, SIMULATIONS, VISIBLE, true, &error);
	ck_assert_ptr_nonnull(v);
	ck_assert_int_eq(swf_vector_windows(v, crowded, MANY, LENGTH, firsts, 6, 0, &error), 0);
	const int64_t *first = swf_vector_view(v)->first;
	ck_assert(first[0] == 100 && first[1] == 21 && first[2] == 480);
	play(v, &simulation, crowded, played);
	for (size_t i = 0; i < EPISODES; i++)
		times[played[i]]++;
	/* 40 of five in turn, but for those that have not ended */
	for (size_t i = 0; i < 6; i++)
		ck_assert(i == 1 ? times[0] == 0 : times[firsts[i]] >= 7 && times[firsts[i]] <= 9);
	swf_vector_free(v);
}
END_TEST

START_TEST(windows_at_random_go_by_the_seed)
{
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_job crowded[MANY];
	struct swf_error error;
	int64_t played[3][EPISODES];
	crowd(crowded);
	struct swf_vector *v = swf_vector_new(&simulation, SIMULATIONS, VISIBLE, true, &error);
	ck_assert_ptr_nonnull(v);
	for (uint64_t k = 0; k < 3; k++) {
		ck_assert_int_eq(
			swf_vector_windows(v, crowded, MANY, LENGTH, NULL, 0, k / 2, &error), 0);
		play(v, &simulation, crowded, played[k]);
	}
	ck_assert_int_eq(memcmp(played[0], played[1], sizeof *played), 0);
	ck_assert_int_ne(memcmp(played[0], played[2], sizeof *played), 0);
	swf_vector_free(v);
}
END_TEST

/* 480 places, 6,000 windows: chi squared of 24 cells is above 49.7 once in a thousand seeds. */
START_TEST(windows_lie_anywhere)
{
	enum { PLACES = 480, CELLS = 24, DRAWN = 6000 };
	const struct swf_simulation simulation = {.procs = 8};
	static struct swf_job one[PLACES];
	struct swf_error error;
	size_t cells[CELLS] = {0};
	double chi_squared = 0;
	for (int i = 0; i < PLACES; i++)
		one[i] = (struct swf_job)JOB(i + 1, i, 1, 1);
	struct swf_vector *v = swf_vector_new(&simulation, 2, 1, false, &error);
	ck_assert_ptr_nonnull(v);
	ck_assert_int_eq(swf_vector_windows(v, one, PLACES, 1, NULL, 0, 2026, &error), 0);
	for (int n = 0; n < DRAWN / 2; n++) {
		const struct swf_vector_view *view = swf_vector_view(v);
		for (size_t i = 0; i < 2; i++)
			cells[(size_t)view->first[i] * CELLS / PLACES]++;
		ck_assert_int_eq(swf_vector_step(v, (const int64_t[]){0, 0}, &error), 0);
	}
	for (size_t i = 0; i < CELLS; i++) {
		const double off = (double)cells[i] - DRAWN / CELLS;
		chi_squared += off * off / (DRAWN / CELLS);
	}
	ck_assert_double_lt(chi_squared, 49.7);
	swf_vector_free(v);
}
END_TEST

START_TEST(windows_that_are_none_are_refused)
{
	static const int64_t beyond[] = {0, 1, 2};
	static const struct swf_job nothing[] = {JOB(1, 0, -1, 6), JOB(2, 5, -1, 4)};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_vector *v = swf_vector_new(&simulation, 1, 1, false, &error);
	ck_assert_ptr_nonnull(v);
	ck_assert_int_eq(swf_vector_windows(v, jobs, 3, 4, NULL, 0, 1, &error), -1);
	ck_assert_str_eq(error.text, "no window of 4 jobs in a log of 3");
	ck_assert_int_eq(swf_vector_windows(v, jobs, 3, 0, NULL, 0, 1, &error), -1);
	ck_assert_int_eq(swf_vector_windows(v, jobs, 3, 2, beyond, 0, 1, &error), -1);
	ck_assert_str_eq(error.text, "no window is named");
	ck_assert_int_eq(swf_vector_windows(v, jobs, 3, 2, beyond, 3, 1, &error), -1);
	ck_assert_str_eq(error.text, "window 2: no 2 jobs from place 2 of 3");
	ck_assert_int_eq(swf_vector_windows(v, nothing, 2, 1, NULL, 0, 1, &error), -1);
	ck_assert_str_eq(
		error.text, "nothing is to be decided in 1000 windows, one after the other");
	ck_assert_int_eq(swf_vector_windows(v, jobs, 3, 2, beyond, 2, 1, &error), 0);
	swf_vector_free(v);
}
END_TEST

Suite *vector_suite(void)
{
	return suite_of("vector",
		(const TTest *const[]){a_vector_steps_all_by_one_decision, windows_come_in_turn,
			windows_at_random_go_by_the_seed, windows_lie_anywhere,
			windows_that_are_none_are_refused, NULL});
}
