/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations that ask their caller, by hand. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "swfcore/stepping.h"
#include "unit/allocations.h"
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

/* Places among the jobs: job 2 passes through, job 4 comes later. */
START_TEST(jobs_that_do_not_wait_are_refused)
{
	static const struct swf_job some[] = {
		JOB(1, 0, 50, 6), JOB(2, 0, -1, 4), JOB(3, 0, 7, 2), JOB(4, 60, 7, 8)};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_stepping *s = begin(&simulation);
	const struct swf_stepping_view *view = swf_stepping_view(s);
	ck_assert_int_eq(swf_stepping_reset(s, some, 4, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_uint_eq(view->waiting, 2);
	ck_assert_int_eq(view->rows[1].job, 2);
	ck_assert_int_eq(swf_stepping_start_job(s, 0, &error), 0);
	ck_assert_int_eq(view->free_procs, 2);
	ck_assert_uint_eq(view->running, 1);
	ck_assert_int_eq(swf_stepping_start_job(s, 0, &error), -1);
	ck_assert_str_eq(error.text, "at 0 s job 1 does not wait: it was started at 0 s");
	ck_assert_int_eq(swf_stepping_start_job(s, 1, &error), -1);
	ck_assert_str_eq(error.text, "job 2 is not scheduled");
	ck_assert_int_eq(swf_stepping_start_job(s, 3, &error), -1);
	ck_assert_str_eq(error.text, "at 0 s job 4 has not arrived");
	ck_assert_int_eq(swf_stepping_start_job(s, 4, &error), -1);
	ck_assert_str_eq(error.text, "no job at place 4: there are 4");
	ck_assert_int_eq(swf_stepping_start_job(s, 2, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_double_eq(view->now, 60);
	ck_assert_double_eq(view->starts[3], -1);
	ck_assert_int_eq(swf_stepping_start_job(s, 3, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	static const double starts[] = {0, -1, 0, 60};
	for (size_t i = 0; i < 4; i++)
		ck_assert_double_eq(view->starts[i], starts[i]);
	swf_stepping_free(s);
}
END_TEST

START_TEST(a_job_larger_than_the_machine_ends_it)
{
	static const struct swf_job large[] = {JOB(1, 0, 5, 8), JOB(2, 1, 5, 9), JOB(3, 2, 5, 10)};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error, again;
	struct swf_stepping *s = begin(&simulation);
	ck_assert_int_eq(swf_stepping_reset(s, large, 3, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), -1);
	ck_assert_str_eq(
		error.text, "job 2 needs 9 processors and the machine has 8 (2 such jobs)");
	ck_assert_int_eq(error.kind, SWF_ERROR_OVERSIZE);
	ck_assert_uint_eq(swf_stepping_view(s)->waiting, 0);
	ck_assert_int_eq(swf_stepping_next(s, &again), -1);
	ck_assert_str_eq(again.text, error.text);
	ck_assert_int_eq(swf_stepping_start(s, 0, &again), -1);
	ck_assert_int_eq(swf_stepping_start_job(s, 0, &again), -1);
	ck_assert_int_eq(swf_stepping_reserve(s, 0, true, &again), -1);
	ck_assert_ptr_null(swf_stepping_copy(s, &again));
	ck_assert_int_eq(swf_stepping_reset(s, large, 1, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	swf_stepping_free(s);
}
END_TEST

/* Job 1 ends at 2^53 + 1 s, which is none of the doubles. */
START_TEST(times_that_are_not_exact_are_refused)
{
	static const struct swf_job late[] = {JOB(1, 1, 0x1p53, 8), JOB(2, 5, 9, 4)};
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_stepping *s = begin(&simulation);
	for (size_t count = 1; count <= 2; count++) {
		ck_assert_int_eq(swf_stepping_reset(s, late, count, &error), 0);
		ck_assert_int_eq(swf_stepping_next(s, &error), 1);
		ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
		ck_assert_int_eq(swf_stepping_next(s, &error), count == 1 ? 0 : -1);
	}
	ck_assert_ptr_nonnull(strstr(error.text, "job 1 ends beyond 2^53 s"));
	swf_stepping_free(s);
}
END_TEST

enum { LONG = 300 };

/* More than wait or run at a time fit into what is allocated first. */
static void crowd(struct swf_job *crowded)
{
	for (int i = 0; i < LONG; i++)
		crowded[i] = (struct swf_job)JOB(i + 1, i / 2, 5 + i % 90, 1 + i % 7);
}

/* Makes that many decisions, or all to the end. Does not assert, which allocates. */
static bool reserve_all(struct swf_stepping *s, size_t most)
{
	struct swf_error error;
	int got = 1;
	for (; most > 0 && (got = swf_stepping_next(s, &error)) == 1; most--)
		if (swf_stepping_reserve(s, 0, true, &error) != 0)
			return false;
	return got >= 0;
}

static bool reset_and_reserve(
	struct swf_stepping *s, const struct swf_job *some, size_t count, size_t most)
{
	struct swf_error error;
	return swf_stepping_reset(s, some, count, &error) == 0 && reserve_all(s, most);
}

/* Wherever jobs are taken out of a long queue, the others stay in the order of arrival. */
START_TEST(a_long_queue_stays_in_order)
{
	struct swf_job at_once[LONG];
	bool waits[LONG];
	const struct swf_simulation simulation = {.procs = LONG};
	struct swf_error error;
	uint64_t state = 5;
	struct swf_stepping *s = begin(&simulation);
	const struct swf_stepping_view *view = swf_stepping_view(s);
	for (int i = 0; i < LONG; i++) {
		at_once[i] = (struct swf_job)JOB(i + 1, 0, 9, 1);
		waits[i] = true;
	}
	ck_assert_int_eq(swf_stepping_reset(s, at_once, LONG, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	for (size_t left = LONG; left > 0; left--) {
		const size_t near = left < 20 ? left : 20;
		const size_t place = random_below(&state, 2) == 0
			? random_below(&state, (uint32_t)near)
			: random_below(&state, (uint32_t)left);
		size_t k = 0;
		ck_assert_uint_eq(view->waiting, left);
		for (int i = 0; i < LONG; i++)
			if (waits[i])
				ck_assert_int_eq(view->rows[k++].job, i);
		waits[view->rows[place].job] = false;
		ck_assert_int_eq(swf_stepping_start(s, place, &error), 0);
	}
	ck_assert_int_eq(swf_stepping_next(s, &error), 0);
	swf_stepping_free(s);
}
END_TEST

/* All run at once, and end in another order than that of their starts; the last job needs all
 * processors, and waits for the last end. */
START_TEST(a_copy_has_all_that_runs)
{
	struct swf_job at_once[LONG];
	const struct swf_simulation simulation = {.procs = LONG - 1};
	struct swf_error error;
	for (int i = 0; i < LONG - 1; i++)
		at_once[i] = (struct swf_job)JOB(i + 1, 0, 1 + i * 37 % 90, 1);
	at_once[LONG - 1] = (struct swf_job)JOB(LONG, 1, 5, LONG - 1);
	struct swf_stepping *s = begin(&simulation);
	ck_assert_int_eq(swf_stepping_reset(s, at_once, LONG, &error), 0);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	for (int i = 0; i < LONG - 1; i++)
		ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	struct swf_stepping *copy = swf_stepping_copy(s, &error);
	ck_assert_ptr_nonnull(copy);
	swf_stepping_free(s);
	ck_assert_uint_eq(swf_stepping_running(copy), LONG - 1);
	while (swf_stepping_next(copy, &error) == 1)
		ck_assert_int_eq(swf_stepping_reserve(copy, 0, true, &error), 0);
	ck_assert_double_eq(swf_stepping_view(copy)->starts[LONG - 1], 90);
	swf_stepping_free(copy);
}
END_TEST

/* With both orders, after episodes that came to their end and one that did not. */
START_TEST(another_workload_needs_no_memory)
{
	struct swf_job crowded[LONG];
	crowd(crowded);
	for (int order = 0; order < 2; order++) {
		const struct swf_simulation simulation = {
			.procs = 400, .event_order = (enum swf_event_order)order};
		struct swf_error error;
		struct swf_stepping *s = begin(&simulation);
		ck_assert_int_eq(swf_stepping_reset(s, crowded, LONG, &error), 0);
		bool done = reserve_all(s, LONG);
		const size_t before = allocations();
		for (size_t most = LONG; most > 0 && done; most -= 5)
			done = reset_and_reserve(s, crowded, LONG, most) &&
				reset_and_reserve(s, crowded + 100, 100, LONG);
		const size_t after = allocations();
		ck_assert(done);
		ck_assert_uint_eq(after, before);
		swf_stepping_free(s);
	}
}
END_TEST

/* Each allocation that enlarges something fails once. */
START_TEST(lack_of_memory_leaves_what_can_be_reset)
{
	struct swf_job crowded[LONG];
	const struct swf_simulation simulation = {.procs = 64, .overrun = SWF_OVERRUN_KILL};
	struct swf_error error;
	crowd(crowded);
	for (int number = 1;; number++) {
		struct swf_stepping *s = begin(&simulation);
		fail_realloc(number);
		const int got = swf_stepping_reset(s, crowded, LONG, &error);
		fail_realloc(0);
		if (got != 0)
			ck_assert(swf_error_of_memory(&error));
		ck_assert_int_eq(swf_stepping_next(s, &error), got == 0 ? 1 : -1);
		ck_assert_int_eq(swf_stepping_reset(s, crowded, LONG, &error), 0);
		ck_assert(reserve_all(s, LONG));
		swf_stepping_free(s);
		if (got == 0) {
			ck_assert_int_gt(number, 3);
			break;
		}
	}
}
END_TEST

static void *count_starts(void *crowded)
{
	static const struct swf_simulation simulation = {.procs = 64};
	struct swf_error error;
	struct swf_stepping *s = swf_stepping_new(&simulation, &error);
	double *sum = calloc(1, sizeof *sum);
	int got = s != NULL && sum != NULL ? 1 : -1;
	for (int i = 0; i < 100 && got >= 0; i++) {
		got = swf_stepping_reset(s, crowded, LONG, &error) == 0 ? 1 : -1;
		while (got == 1 && (got = swf_stepping_next(s, &error)) == 1)
			got = swf_stepping_reserve(s, 0, true, &error) == 0 ? 1 : -1;
		for (size_t k = 0; got == 0 && k < LONG; k++)
			*sum += swf_stepping_view(s)->starts[k];
	}
	swf_stepping_free(s);
	return sum;
}

START_TEST(threads_have_simulations_of_their_own)
{
	struct swf_job crowded[LONG];
	pthread_t threads[2];
	void *sums[2];
	crowd(crowded);
	double *alone = count_starts(crowded);
	ck_assert_double_gt(*alone, 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, count_starts, crowded), 0);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(pthread_join(threads[i], &sums[i]), 0);
		ck_assert_double_eq(*(double *)sums[i], *alone);
		free(sums[i]);
	}
	free(alone);
}
END_TEST

/* Child and parent go on from the same moment, by themselves. */
START_TEST(both_processes_go_on_after_a_fork)
{
	const struct swf_simulation simulation = {.procs = 8};
	struct swf_error error;
	struct swf_stepping *s = begin(&simulation);
	ck_assert_int_eq(swf_stepping_next(s, &error), 1);
	ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
	const pid_t child = fork();
	for (int got; (got = swf_stepping_next(s, &error)) != 0;)
		if (got < 0 || swf_stepping_reserve(s, 0, child == 0, &error) != 0)
			abort();
	const double *starts = swf_stepping_view(s)->starts;
	if (child == 0)
		_exit(starts[1] == 50 && starts[2] == 5 ? 0 : 1);
	ck_assert(starts[1] == 50 && starts[2] == 50);
	int status;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	swf_stepping_free(s);
}
END_TEST

Suite *stepping_suite(void)
{
	return suite_of("stepping",
		(const TTest *const[]){the_caller_decides_what_starts,
			a_head_that_was_chosen_is_waited_for, a_copy_goes_on_by_itself,
			a_caller_who_starts_nothing_is_told, jobs_that_do_not_wait_are_refused,
			a_job_larger_than_the_machine_ends_it, times_that_are_not_exact_are_refused,
			another_workload_needs_no_memory, a_long_queue_stays_in_order,
			a_copy_has_all_that_runs, lack_of_memory_leaves_what_can_be_reset,
			threads_have_simulations_of_their_own, both_processes_go_on_after_a_fork,
			NULL});
}
