/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "simulate/schedulers/ordered-queue.h"
#include "unit/suites.h"

/* Tasks in a plain list in the order of joining, beside the queue. */
enum { MOST = 1000 };
static struct waiting {
	struct swf_task task;
	double key;
	uint64_t number;
	bool waits;
} list[MOST];
static uint32_t most; /* of them are in use */
static bool counts_gpus;

static bool is_behind(const struct waiting *w, const struct swf_ordered_place *place)
{
	return w->key > place->key || (w->key == place->key && w->number > place->number);
}

static const struct waiting *naive_next(
	const struct swf_ordered_place *place, double last, const struct swf_room *room)
{
	const struct waiting *next = NULL;
	for (size_t i = 0; i < most; i++) {
		const struct waiting *w = &list[i];
		if (!w->waits || !is_behind(w, place) || w->key > last)
			continue;
		if (room != NULL && w->task.size > (w->task.predicted <= 20 ? 9 : 4))
			continue;
		if (room != NULL && counts_gpus &&
			w->task.needs[0] > (w->task.predicted <= 20 ? 3 : 2))
			continue;
		if (next == NULL || w->key < next->key ||
			(w->key == next->key && w->number < next->number))
			next = w;
	}
	return next;
}

/* How many steps of a walk differ, from a place up to a key. */
static size_t walk(struct swf_ordered_queue *queue, uint64_t *state, bool with_room)
{
	static const struct swf_room_step steps[] = {{1020, 9}, {INFINITY, 4}};
	static const int64_t free_gpus[SWF_RESOURCES] = {3};
	static const struct swf_queue_gap gap = {
		.now = 1000, .shadow = 1020, .free_resources = free_gpus, .extra_resources = {2}};
	const struct swf_room room = {1000, steps, counts_gpus ? &gap : NULL};
	struct swf_ordered_place place = {random_below(state, 8) - 1.0, 0};
	const double last = place.key + random_below(state, 8);
	size_t wrong = 0;
	for (;;) {
		const struct waiting *expected = naive_next(&place, last, with_room ? &room : NULL);
		const struct swf_task *task =
			swf_ordered_queue_next(queue, &place, last, with_room ? &room : NULL);
		wrong += task != (expected != NULL ? &expected->task : NULL);
		if (task == NULL || wrong > 0)
			return wrong;
		wrong += place.key != expected->key || place.number != expected->number;
	}
}

/* A task of any size and prediction. */
static void draw_any(struct swf_task *task, uint64_t *state)
{
	task->size = 1 + (int32_t)random_below(state, 30);
	task->predicted = random_below(state, 60);
}

/* Mostly a task that does not fit, small but long or short but large. */
static void draw_misfit(struct swf_task *task, uint64_t *state)
{
	const bool is_long = random_below(state, 2) > 0;
	if (random_below(state, 100) == 0) {
		draw_any(task, state);
		return;
	}
	task->size = (is_long ? 5 : 10) + (int32_t)random_below(state, 5);
	task->predicted = (is_long ? 21 : 1) + random_below(state, 20);
}

/* Mostly a task that fits by its processors alone. */
static void draw_without_gpus(struct swf_task *task, uint64_t *state)
{
	const bool is_long = random_below(state, 2) > 0;
	task->size = 1 + (int32_t)random_below(state, 4);
	task->predicted = (is_long ? 21 : 1) + random_below(state, 20);
	task->needs[0] = random_below(state, 100) == 0 ? random_below(state, 4)
						       : (is_long ? 3 : 4) + random_below(state, 5);
}

/* Whether tasks that join and leave at random are those of the list, in many walks. */
static void check_walks(struct swf_ordered_queue *queue, int rounds,
	void (*draw)(struct swf_task *task, uint64_t *state))
{
	uint64_t state = 28, joined = 0;
	memset(list, 0, sizeof list);
	for (int round = 0; round < rounds; round++) {
		struct waiting *w = &list[random_below(&state, most)];
		if (w->waits) {
			swf_ordered_queue_remove(queue, &w->task);
			w->waits = false;
		} else if (random_below(&state, 3) > 0) {
			*w = (struct waiting){
				.key = random_below(&state, 6), .number = ++joined, .waits = true};
			draw(&w->task, &state);
			ck_assert_int_eq(swf_ordered_queue_add(queue, &w->task, w->key), 0);
		}
		int32_t least = INT32_MAX;
		for (size_t i = 0; i < most; i++)
			if (list[i].waits && list[i].task.size < least)
				least = list[i].task.size;
		ck_assert_int_eq(swf_ordered_queue_least(queue), least);
		ck_assert_uint_eq(walk(queue, &state, draw != draw_any || round % 2), 0);
	}
}

START_TEST(walks_find_what_a_list_holds)
{
	struct swf_ordered_queue queue = {.kinds = 1};
	most = 300;
	check_walks(&queue, 20000, draw_any);
	swf_ordered_queue_clear(&queue);
}
END_TEST

START_TEST(so_they_do_among_many_that_do_not_fit)
{
	struct swf_ordered_queue queue = {.kinds = 1};
	most = MOST;
	check_walks(&queue, 5000, draw_misfit);
	/* their least sizes and predictions do not tell, so that there are fronts */
	ck_assert_ptr_nonnull(queue.fronts.chunks);
	swf_ordered_queue_clear(&queue);
}
END_TEST

START_TEST(so_they_do_where_other_resources_are_scarce)
{
	struct swf_ordered_queue queue = {.kinds = SWF_KINDS};
	most = MOST;
	counts_gpus = true;
	check_walks(&queue, 5000, draw_without_gpus);
	ck_assert_ptr_nonnull(queue.fronts.chunks);
	swf_ordered_queue_clear(&queue);
	counts_gpus = false;
}
END_TEST

/* Their numbers have 32 bits, of which the array never comes to an end here. */
START_TEST(there_are_no_more_nodes_than_numbers)
{
	struct swf_ordered_queue queue = {.kinds = 1};
	struct swf_task tasks[2] = {{.size = 1}, {.size = 1}};
	ck_assert_int_eq(swf_ordered_queue_add(&queue, &tasks[0], 0), 0);
	queue.count = (size_t)UINT32_MAX + 4;
	queue.capacity = queue.count + 10;
	ck_assert_int_eq(swf_ordered_queue_add(&queue, &tasks[1], 0), -1);
	swf_ordered_queue_clear(&queue);
}
END_TEST

Suite *ordered_queue_suite(void)
{
	return suite_of("ordered_queue",
		(const TTest *const[]){walks_find_what_a_list_holds,
			so_they_do_among_many_that_do_not_fit,
			so_they_do_where_other_resources_are_scarce,
			there_are_no_more_nodes_than_numbers, NULL});
}
