/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "simulate/schedulers/queue-front.h"
#include "swfcore/queueing.h"
#include "unit/suites.h"

enum { N = 20000 };
#define FAR ((int64_t)INT32_MAX)
static struct swf_task tasks[N];
static bool in[N];

static bool naive_fits(const struct swf_task *task, const struct swf_queue_gap *gap)
{
	const bool is_short = gap->now + task->predicted <= gap->shadow;
	bool fits = task->size <= gap->free && (is_short || task->size <= gap->extra);
	for (int r = 0; gap->free_resources != NULL && r < SWF_RESOURCES; r++)
		fits = fits && task->needs[r] <= gap->free_resources[r] &&
			(is_short || task->needs[r] <= gap->extra_resources[r]);
	return fits;
}

static struct swf_task *naive_fit(size_t first, size_t end, const struct swf_queue_gap *gap)
{
	for (size_t i = first; i < end; i++)
		if (in[i] && naive_fits(&tasks[i], gap))
			return &tasks[i];
	return NULL;
}

/* Worth that falls and rises with the wait; few different estimates, so that many are equal. */
static double most_worth(const void *self, double first, double last, double predicted)
{
	const double *now = self;
	return (*now - first) / 100 + 50 / (1 + (*now - last + predicted) / 20);
}

/* Fits are those of any gap (NULL) or of one. */
static struct swf_task *naive_highest(
	size_t end, const double *now, const struct swf_queue_gap *gap)
{
	struct swf_task *best = NULL;
	double highest = 0;
	for (size_t i = 0; i < end; i++) {
		const double s = tasks[i].submit, worth = most_worth(now, s, s, tasks[i].predicted);
		if (in[i] && (gap == NULL || naive_fit(i, i + 1, gap) != NULL) &&
			(best == NULL || worth > highest)) {
			best = &tasks[i];
			highest = worth;
		}
	}
	return best;
}

static void check_state(
	const struct swf_queue *queue, size_t end, uint32_t largest, uint64_t *state)
{
	/* nearly all tasks fit into wide gaps, and hardly any into narrow ones */
	const uint32_t narrow = 1 + random_below(state, 20);
	struct swf_queue_gap gap = {.now = random_below(state, 100),
		.free = random_below(state, 2 * largest / 3),
		.extra = random_below(state, largest / 3 / narrow + 1)};
	gap.shadow = gap.now + random_below(state, 300 / narrow);
	int64_t free[SWF_RESOURCES] = {random_below(state, 6), random_below(state, 3) * FAR};
	if (queue->kinds > 1) {
		gap.free_resources = free;
		gap.extra_resources[0] = random_below(state, 4);
		gap.extra_resources[1] = random_below(state, 3) * FAR;
	}
	struct swf_task *head = NULL;
	bool has_size = false;
	for (size_t i = 0; i < end; i++) {
		head = head == NULL && in[i] ? &tasks[i] : head;
		has_size = has_size || (in[i] && tasks[i].size <= gap.free);
	}
	ck_assert_ptr_eq(swf_queue_head(queue), head);
	ck_assert(swf_queue_has_size(queue, (int32_t)gap.free) == has_size);
	const double now = end > 0 ? tasks[end - 1].submit + random_below(state, 100) : 0;
	const struct swf_queue_order order = {.self = &now, .most = most_worth};
	ck_assert_ptr_eq(swf_queue_highest(queue, &order, NULL), naive_highest(end, &now, NULL));
	ck_assert_ptr_eq(swf_queue_highest(queue, &order, &gap), naive_highest(end, &now, &gap));
	struct swf_task *fit = swf_queue_next_fit(queue, NULL, &gap);
	ck_assert_ptr_eq(fit, naive_fit(0, end, &gap));
	while (fit != NULL) {
		struct swf_task *next = swf_queue_next_fit(queue, fit, &gap);
		ck_assert_ptr_eq(next, naive_fit((size_t)(fit - tasks) + 1, end, &gap));
		fit = random_below(state, 2) == 0 ? next : NULL;
	}
}

/* The larger, the shorter: hardly any task is both larger and longer than another. */
static double predict_inverse(uint32_t largest, int32_t size, uint64_t *state)
{
	return 400.0 * (largest - (uint32_t)size) / largest + random_below(state, 5);
}

/* Random appending, removing and searching against a walk; the more seldom the removals, the longer
 * the queue grows. In between most that wait leave. */
static void try_queue(uint64_t seed, uint32_t removals, uint32_t largest, bool inverse, int kinds)
{
	struct swf_queue *queue = swf_queue_new(kinds);
	uint64_t state = seed;
	size_t end = 0, waiting = 0;
	for (int step = 0; step < 9000; step++) {
		const bool ebb = step >= 3500 && step < 5500;
		const uint32_t choice = random_below(&state, 100), appended = ebb ? 10 : 50;
		if (choice < appended) {
			const int32_t size = 1 + (int32_t)random_below(&state, largest);
			tasks[end] = (struct swf_task){.size = size,
				.submit = (double)(end / 3 * 7),
				.predicted = inverse ? predict_inverse(largest, size, &state)
						     : random_below(&state, 400)};
			tasks[end].needs[0] = 1 + random_below(&state, 8);
			tasks[end].needs[1] = random_below(&state, 4) * FAR - (int64_t)end % 3;
			in[end] = true;
			ck_assert_int_eq(swf_queue_append(queue, &tasks[end++]), 0);
			waiting++;
		} else if (choice < appended + (ebb ? 80 : removals) && waiting > 0) {
			size_t i = random_below(&state, 3) == 0
				? (size_t)(swf_queue_head(queue) - tasks)
				: random_below(&state, (uint32_t)end);
			while (!in[i])
				i = (i + 1) % end;
			swf_queue_remove(queue, &tasks[i]);
			in[i] = false;
			waiting--;
		}
		if (step % 5 == 0)
			check_state(queue, end, largest, &state);
	}
	swf_queue_free(queue);
}

START_TEST(a_task_can_be_as_large_as_the_largest_machine)
{
	struct swf_queue *queue = swf_queue_new(1);
	struct swf_task task = {.size = INT32_MAX, .predicted = 5};
	const double now = 0;
	const struct swf_queue_order order = {.self = &now, .most = most_worth};
	const struct swf_queue_gap gap = {.free = INT32_MAX, .extra = INT32_MAX};
	ck_assert_ptr_null(swf_queue_highest(queue, &order, NULL));
	ck_assert_int_eq(swf_queue_append(queue, &task), 0);
	ck_assert_ptr_eq(swf_queue_highest(queue, &order, NULL), &task);
	ck_assert_ptr_eq(swf_queue_highest(queue, &order, &gap), &task);
	ck_assert_ptr_eq(swf_queue_next_fit(queue, NULL, &gap), &task);
	swf_queue_free(queue);
}
END_TEST

START_TEST(the_queue_equals_a_walk_along_it)
{
	for (uint64_t seed = 1; seed <= 4; seed++) {
		try_queue(seed, 50, 60, false, 1);
		try_queue(seed, 45, 60, false, 1);
		try_queue(seed, 10, 60, false, 1);
		try_queue(seed, 45, 3000, true, 1);
		try_queue(seed, 10, 3000, true, 1);
	}
}
END_TEST

/* Among them needs that no int32_t holds. */
START_TEST(so_it_does_where_resources_are_counted)
{
	for (uint64_t seed = 1; seed <= 2; seed++) {
		try_queue(seed, 45, 60, false, SWF_KINDS);
		try_queue(seed, 10, 60, false, SWF_KINDS);
		try_queue(seed, 10, 3000, true, SWF_KINDS);
	}
}
END_TEST

Suite *queue_suite(void)
{
	return suite_of("queue",
		(const TTest *const[]){the_queue_equals_a_walk_along_it,
			so_it_does_where_resources_are_counted,
			a_task_can_be_as_large_as_the_largest_machine, NULL});
}

/* Tasks of 1, 4 and 9 processors, each larger and shorter than the one before: three steps. */
START_TEST(a_step_holds_up_to_the_size_before_the_next)
{
	struct swf_queue_front *front = malloc(sizeof *front + 3 * sizeof *front->steps);
	swf_queue_front_init(front, 3);
	swf_queue_front_add(front, 4, 20);
	swf_queue_front_add(front, 1, 30);
	swf_queue_front_add(front, 9, 10);
	struct swf_queue_sizes held = swf_queue_front_drop(front, 6);
	ck_assert(held.first == 4 && held.last == 8);
	held = swf_queue_front_drop(front, 9);
	ck_assert(held.first == 9 && held.last == INT32_MAX);
	held = swf_queue_front_drop(front, 1);
	ck_assert(held.first == 0 && held.last == INT32_MAX);
	ck_assert_int_eq(front->count, 0);
	free(front);
}
END_TEST

Suite *queue_front_suite(void)
{
	return suite_of("queue_front",
		(const TTest *const[]){a_step_holds_up_to_the_size_before_the_next, NULL});
}
