/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "simulate/running.h"
#include "unit/suites.h"

/* Ten processors at time 100: a job of 4 that ends at 110 by its estimate and at 105 in truth, and
 * one of 3 that ends at 120 in both. */
static struct swf_task tasks[3];
static struct swf_error failure;

static void start_two(struct swf_machine *m, bool expires)
{
	ck_assert_int_eq(swf_machine_init(m, 10, expires, &failure), 0);
	ck_assert(swf_machine_next_end(m) == INFINITY);
	m->now = 100;
	tasks[0] = (struct swf_task){.run_time = 5, .estimate = 10, .predicted = 10, .size = 4};
	tasks[1] = (struct swf_task){.run_time = 20, .estimate = 20, .predicted = 20, .size = 3};
	ck_assert_int_eq(swf_machine_start(m, &tasks[0]), 0);
	ck_assert_int_eq(swf_machine_start(m, &tasks[1]), 0);
	ck_assert_int_eq(m->free_procs, 3);
	ck_assert_uint_eq(m->changes, 0);
	ck_assert(tasks[0].started && tasks[0].start == 100 && tasks[0].expected_end == 110);
}

START_TEST(the_shadow_is_when_the_estimates_say)
{
	struct swf_machine m;
	double shadow;
	int64_t extra;
	start_two(&m, false);
	ck_assert_int_eq(swf_machine_shadow(&m, 5, &shadow, &extra), 0);
	ck_assert(shadow == 110);
	ck_assert_int_eq(extra, 2);
	ck_assert_int_eq(swf_machine_shadow(&m, 7, &shadow, &extra), 0);
	ck_assert(shadow == 110);
	ck_assert_int_eq(extra, 0);
	ck_assert_int_eq(swf_machine_shadow(&m, 8, &shadow, &extra), 0);
	ck_assert(shadow == 120);
	ck_assert_int_eq(extra, 2);
	/* the first ends early */
	ck_assert(swf_machine_next_end(&m) == 105);
	m.now = 105;
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[0]);
	ck_assert_int_eq(m.free_procs, 7);
	ck_assert_uint_eq(m.changes, 1);
	ck_assert_int_eq(swf_machine_shadow(&m, 8, &shadow, &extra), 0);
	ck_assert(shadow == 120);
	swf_machine_clear(&m);
}
END_TEST

START_TEST(a_task_that_is_taken_back_can_start_again)
{
	struct swf_machine m;
	double shadow;
	int64_t extra;
	start_two(&m, false);
	ck_assert_int_eq(swf_machine_shadow(&m, 8, &shadow, &extra), 0);
	m.now = 103;
	swf_machine_requeue(&m, &tasks[0]);
	ck_assert(!tasks[0].started && m.running->lost_work == 12);
	ck_assert_int_eq(tasks[0].requeues, 1);
	ck_assert_int_eq(m.free_procs, 7);
	ck_assert(swf_machine_next_end(&m) == 120);
	ck_assert_int_eq(swf_machine_shadow(&m, 8, &shadow, &extra), 0);
	ck_assert(shadow == 120);
	m.now = 110;
	ck_assert_int_eq(swf_machine_start(&m, &tasks[0]), 0);
	ck_assert(swf_machine_next_end(&m) == 115);
	/* the other one is cancelled, and gives its processors back when it ends */
	ck_assert_int_eq(swf_machine_cancel(&m, &tasks[1]), 0);
	ck_assert(tasks[1].cancelled && tasks[1].run_time == 10);
	ck_assert_int_eq(m.free_procs, 3);
	ck_assert(swf_machine_next_end(&m) == 110);
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[1]);
	ck_assert_int_eq(m.free_procs, 6);
	swf_machine_clear(&m);
}
END_TEST

static double shadow_of(const struct swf_machine *m, int32_t size)
{
	double shadow;
	int64_t extra;
	ck_assert_int_eq(swf_machine_shadow(m, size, &shadow, &extra), 0);
	return shadow;
}

START_TEST(a_suspended_task_keeps_its_processors_and_ends_later)
{
	struct swf_machine m;
	start_two(&m, false);
	ck_assert(shadow_of(&m, 5) == 110);
	m.now = 103;
	swf_machine_suspend(&m, &tasks[0]);
	ck_assert(tasks[0].started && tasks[0].is_suspended);
	ck_assert_int_eq(m.free_procs, 3);
	ck_assert(swf_machine_next_end(&m) == 120);
	m.now = 105;
	swf_machine_suspend(&m, &tasks[0]);
	m.now = 108;
	ck_assert_int_eq(swf_machine_resume(&m, &tasks[0]), 0);
	ck_assert_int_eq(swf_machine_resume(&m, &tasks[0]), 0);
	ck_assert(!tasks[0].is_suspended && tasks[0].start == 105);
	ck_assert(swf_machine_next_end(&m) == 110);
	ck_assert(shadow_of(&m, 5) == 115);
	/* once more, for a second */
	swf_machine_suspend(&m, &tasks[0]);
	m.now = 109;
	ck_assert_int_eq(swf_machine_resume(&m, &tasks[0]), 0);
	ck_assert(tasks[0].start == 106);
	/* what ends now is not suspended any more */
	m.now = 111;
	swf_machine_suspend(&m, &tasks[0]);
	ck_assert(!tasks[0].is_suspended && swf_machine_next_end(&m) == 111);
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[0]);
	ck_assert_int_eq(m.free_procs, 7);
	swf_machine_clear(&m);
	/* nor what has given its processors back at its expected end, and runs on */
	start_two(&m, true);
	tasks[1].run_time = 40;
	m.now = 120;
	ck_assert_int_eq(swf_machine_release_expired(&m), 0);
	ck_assert_int_eq(m.free_procs, 10);
	swf_machine_suspend(&m, &tasks[1]);
	ck_assert(!tasks[1].is_suspended);
	swf_machine_clear(&m);
}
END_TEST

static void expect_shadow(const struct swf_machine *m, int32_t size, int32_t gpus, double when,
	int64_t extra_procs, int64_t extra_gpus)
{
	const struct swf_task task = {.size = size, .needs = {gpus}};
	struct swf_shadow shadow;
	ck_assert(!swf_machine_fits(m, &task));
	ck_assert_int_eq(swf_machine_shadow_of(m, &task, &shadow), 0);
	ck_assert(shadow.time == when);
	ck_assert_int_eq(shadow.procs, extra_procs);
	ck_assert_int_eq(shadow.resources[SWF_RESOURCE_GPUS], extra_gpus);
}

/* Four GPUs: the first job has one until 110 by its estimate, and the second has three until 120.
 */
START_TEST(the_shadow_is_when_there_are_gpus_too)
{
	struct swf_machine m;
	ck_assert_int_eq(swf_machine_init(&m, 10, false, &failure), 0);
	ck_assert_int_eq(swf_machine_count(&m, (const int64_t[SWF_RESOURCES]){4}), 0);
	m.now = 100;
	tasks[0] = (struct swf_task){
		.run_time = 5, .estimate = 10, .predicted = 10, .size = 4, .needs = {1}};
	tasks[1] = (struct swf_task){
		.run_time = 20, .estimate = 20, .predicted = 20, .size = 3, .needs = {3}};
	ck_assert_int_eq(swf_machine_start(&m, &tasks[0]), 0);
	ck_assert_int_eq(swf_machine_start(&m, &tasks[1]), 0);
	ck_assert_int_eq(m.free_resources[SWF_RESOURCE_GPUS], 0);
	expect_shadow(&m, 5, 0, 110, 2, 1);
	expect_shadow(&m, 1, 1, 110, 6, 0);
	expect_shadow(&m, 8, 1, 120, 2, 3);
	expect_shadow(&m, 1, 4, 120, 9, 0);
	/* the first ends early */
	m.now = 105;
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[0]);
	ck_assert(swf_machine_fits(&m, &(struct swf_task){.size = 7, .needs = {1}}));
	expect_shadow(&m, 1, 2, 120, 9, 2);
	const struct swf_job job = {.number = 3};
	tasks[2] = (struct swf_task){.job = &job, .size = 1, .needs = {2}};
	ck_assert_int_eq(swf_machine_start(&m, &tasks[2]), -1);
	ck_assert_str_eq(
		failure.text, "at 105 s the scheduler starts job 3 with 2 GPUs, when 1 are free");
	swf_machine_clear(&m);
}
END_TEST

START_TEST(expired_estimates_release_processors_once)
{
	struct swf_machine m;
	start_two(&m, true);
	tasks[0].run_time = 10; /* it will not be asked for before its end */
	m.now = 109;
	ck_assert_int_eq(swf_machine_release_expired(&m), 0);
	ck_assert_int_eq(m.free_procs, 3);
	m.now = 110;
	ck_assert_int_eq(swf_machine_release_expired(&m), 0);
	ck_assert_int_eq(m.free_procs, 7);
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[0]);
	ck_assert_int_eq(m.free_procs, 7);
	/* no estimate at all, at an instant that has expired */
	tasks[2] = (struct swf_task){.size = 7};
	ck_assert_int_eq(swf_machine_start(&m, &tasks[2]), 0);
	ck_assert_int_eq(m.free_procs, 0);
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[2]);
	ck_assert_int_eq(m.free_procs, 7);
	m.now = 120;
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[1]);
	ck_assert_int_eq(m.free_procs, 10);
	swf_machine_clear(&m);
}
END_TEST

/* Predicted to end at 110 and 107, while they end at 200 and, by its prediction, at 107. */
START_TEST(predictions_that_run_out_are_corrected)
{
	struct swf_machine m;
	struct swf_task *task;
	double before, shadow;
	int64_t extra;
	ck_assert_int_eq(swf_machine_init(&m, 10, false, &failure), 0);
	m.now = 100;
	tasks[0] = (struct swf_task){.run_time = 100,
		.estimate = 500,
		.predicted = 10,
		.first_predicted = 10,
		.size = 4};
	tasks[1] = (struct swf_task){.run_time = 7, .estimate = 9, .predicted = 7, .size = 6};
	ck_assert_int_eq(swf_machine_start(&m, &tasks[0]), 0);
	ck_assert_int_eq(swf_machine_start(&m, &tasks[1]), 0);
	m.now = 109;
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[1]);
	ck_assert(swf_machine_next_run_out(&m) == 110);
	ck_assert_uint_eq(m.changes, 1);
	m.now = 110;
	ck_assert_int_eq(swf_machine_correct(&m, &task, &before), 0);
	ck_assert_ptr_eq(task, &tasks[0]);
	ck_assert(before == 110 && task->expected_end == 170 && task->predicted == 70);
	ck_assert_uint_eq(m.changes, 2);
	ck_assert_int_eq(swf_machine_shadow(&m, 8, &shadow, &extra), 0);
	ck_assert(shadow == 170);
	ck_assert_int_eq(extra, 2);
	/* again at 170, to the next value, which is beyond the end */
	m.now = 300;
	ck_assert_int_eq(swf_machine_correct(&m, &task, &before), 0);
	ck_assert(task == &tasks[0] && before == 170 && task->expected_end == 410);
	ck_assert(swf_machine_next_run_out(&m) == INFINITY);
	ck_assert_ptr_eq(swf_machine_end_next(&m), &tasks[0]);
	ck_assert_int_eq(m.free_procs, 10);
	swf_machine_clear(&m);
}
END_TEST

Suite *machine_suite(void)
{
	return suite_of("machine",
		(const TTest *const[]){the_shadow_is_when_the_estimates_say,
			a_task_that_is_taken_back_can_start_again,
			a_suspended_task_keeps_its_processors_and_ends_later,
			the_shadow_is_when_there_are_gpus_too,
			expired_estimates_release_processors_once,
			predictions_that_run_out_are_corrected, NULL});
}

/* Against a search through all that are in, with few different times, so that many are equal. */
START_TEST(events_come_in_the_order_of_time_and_start)
{
	enum { N = 4000 };
	static struct swf_task queued[N];
	static double times[N];
	static bool in[N];
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct swf_events events = {0};
		uint64_t state = seed;
		size_t added = 0, inside = 0;
		double now = 0;
		while (added < N || inside > 0) {
			if (added < N && (inside == 0 || random_below(&state, 100) < 40 + seed)) {
				queued[added].start_rank = added;
				times[added] = now + random_below(&state, 1 + 50 * (uint32_t)seed);
				in[added] = true;
				ck_assert_int_eq(
					swf_events_push(&events, times[added], &queued[added]), 0);
				added++;
				inside++;
				continue;
			}
			size_t first = N;
			for (size_t i = 0; i < added; i++)
				if (in[i] && (first == N || times[i] < times[first]))
					first = i;
			ck_assert_ptr_eq(swf_events_first(&events)->task, &queued[first]);
			now = swf_events_first(&events)->time;
			ck_assert(now == times[first]);
			swf_events_pop(&events);
			in[first] = false;
			inside--;
		}
		ck_assert_ptr_null(swf_events_first(&events));
		swf_events_clear(&events);
	}
}
END_TEST

/* Of many tasks some are taken out: the others come in the order of their times. */
START_TEST(events_can_be_removed)
{
	enum { TASKS = 500 };
	static struct swf_task many[TASKS];
	for (uint64_t seed = 1; seed <= 20; seed++) {
		bool removed[TASKS] = {false};
		struct swf_events events = {0};
		uint64_t state = seed;
		for (int i = 0; i < TASKS; i++) {
			many[i] = (struct swf_task){.start_rank = (uint64_t)i};
			ck_assert_int_eq(
				swf_events_push(&events, random_below(&state, 300), &many[i]), 0);
		}
		for (int i = 0; i < TASKS; i++) {
			const uint32_t one = random_below(&state, TASKS);
			if (random_below(&state, 2) == 0)
				continue;
			swf_events_remove(&events, &many[one]); /* once more does nothing */
			removed[one] = true;
		}
		int left = 0;
		for (int i = 0; i < TASKS; i++)
			left += !removed[i];
		const struct swf_event *first;
		double last = 0;
		uint64_t last_rank = 0;
		for (; (first = swf_events_first(&events)) != NULL; swf_events_pop(&events)) {
			const uint64_t rank = first->task->start_rank;
			ck_assert(!removed[rank]);
			ck_assert(first->time > last || (first->time == last && rank >= last_rank));
			last = first->time;
			last_rank = rank;
			left--;
		}
		ck_assert_int_eq(left, 0);
		swf_events_clear(&events);
	}
}
END_TEST

Suite *events_suite(void)
{
	return suite_of("events",
		(const TTest *const[]){
			events_come_in_the_order_of_time_and_start, events_can_be_removed, NULL});
}
