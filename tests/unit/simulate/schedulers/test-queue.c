#include <stdlib.h>

#include "swfcore/queue.h"
#include "unit/suites.h"

enum { N = 20000 };
static struct swf_task tasks[N];
static bool in[N];

static struct swf_task *naive_fit(size_t first, size_t end, const struct swf_queue_gap *gap)
{
	for (size_t i = first; i < end; i++)
		if (in[i] && tasks[i].size <= gap->free &&
			(gap->now + tasks[i].predicted <= gap->shadow ||
				tasks[i].size <= gap->extra))
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

static void check_state(const struct swf_queue *queue, size_t end, uint64_t *state)
{
	struct swf_queue_gap gap = {.now = random_below(state, 100),
		.free = random_below(state, 40),
		.extra = random_below(state, 20)};
	gap.shadow = gap.now + random_below(state, 300);
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

/* Random appending, removing and searching against a walk; the more seldom the removals, the longer
 * the queue grows. */
static void try_queue(uint64_t seed, uint32_t removals)
{
	struct swf_queue *queue = swf_queue_new();
	uint64_t state = seed;
	size_t end = 0, waiting = 0;
	for (int step = 0; step < 6000; step++) {
		uint32_t choice = random_below(&state, 100);
		if (choice < 50) {
			tasks[end] =
				(struct swf_task){.size = 1 + (int32_t)random_below(&state, 60),
					.submit = (double)(end / 3 * 7),
					.predicted = random_below(&state, 400)};
			in[end] = true;
			ck_assert_int_eq(swf_queue_append(queue, &tasks[end++]), 0);
			waiting++;
		} else if (choice < 50 + removals && waiting > 0) {
			size_t i = random_below(&state, 3) == 0
				? (size_t)(swf_queue_head(queue) - tasks)
				: random_below(&state, (uint32_t)end);
			while (!in[i])
				i = (i + 1) % end;
			swf_queue_remove(queue, &tasks[i]);
			in[i] = false;
			waiting--;
		}
		if (step % 10 == 0)
			check_state(queue, end, &state);
	}
	swf_queue_free(queue);
}

START_TEST(a_task_can_be_as_large_as_the_largest_machine)
{
	struct swf_queue *queue = swf_queue_new();
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
		try_queue(seed, 50);
		try_queue(seed, 45);
		try_queue(seed, 10);
	}
}
END_TEST

Suite *queue_suite(void)
{
	return suite_of("queue",
		(const TTest *const[]){the_queue_equals_a_walk_along_it,
			a_task_can_be_as_large_as_the_largest_machine, NULL});
}
