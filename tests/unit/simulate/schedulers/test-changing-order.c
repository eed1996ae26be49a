/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "simulate/schedulers/changing-order.h"
#include "unit/suites.h"

enum { MOST = 200 };

/* Keys of tasks, by id; a task of key NAN makes key_of fail. */
struct keys {
	double of[MOST];
};

static int key_of(void *self, const struct swf_task *task, double *key)
{
	const struct keys *keys = self;
	*key = keys->of[task->id];
	return isnan(*key) ? -1 : 0;
}

/* The first task behind (key, id) of another one, of those in the order. */
static struct swf_task *naive_next(struct swf_task *tasks, const bool *there, size_t count,
	const struct keys *keys, const struct swf_task *after, int32_t procs)
{
	struct swf_task *first = NULL;
	for (size_t i = 0; i < count; i++) {
		const double key = keys->of[i];
		if (!there[i] || tasks[i].size > procs ||
			(after != NULL &&
				(key < keys->of[after->id] ||
					(key == keys->of[after->id] && i <= after->id))))
			continue;
		if (first == NULL || key < keys->of[first->id])
			first = &tasks[i];
	}
	return first;
}

/* Tasks come and leave, and keys change a little, wholly or not at all. */
START_TEST(walks_equal_naive_ones)
{
	uint64_t state = 20261126;
	for (int round = 0; round < 300; round++) {
		struct swf_changing_order order = {0};
		struct swf_task tasks[MOST];
		bool there[MOST] = {false};
		struct keys keys;
		size_t count = 0;
		const uint32_t range = 1 + random_below(&state, 50);
		for (int pass = 0; pass < 20; pass++) {
			for (uint32_t more = random_below(&state, 10); more > 0; more--, count++) {
				tasks[count] = (struct swf_task){
					.id = count, .size = 1 + (int32_t)random_below(&state, 9)};
				keys.of[count] = random_below(&state, range);
				there[count] = true;
				ck_assert_int_eq(swf_changing_order_add(&order, &tasks[count]), 0);
			}
			const uint32_t how = random_below(&state, 3);
			for (size_t i = 0; i < count && how > 0; i++)
				if (how == 2 || random_below(&state, 5) == 0)
					keys.of[i] = random_below(&state, range);
			ck_assert_int_eq(swf_changing_order_sort(&order, key_of, &keys), 0);
			size_t waiting = 0, place = 0;
			int32_t least = INT32_MAX;
			for (size_t i = 0; i < count; i++) {
				waiting += there[i];
				if (there[i] && tasks[i].size < least)
					least = tasks[i].size;
			}
			ck_assert_uint_eq(order.waiting, waiting);
			ck_assert_int_eq(swf_changing_order_least(&order), least);
			const struct swf_room_step steps[] = {
				{INFINITY, 1 + random_below(&state, 9)}};
			const struct swf_room room = {.steps = steps};
			const bool fits = random_below(&state, 2) == 0;
			const int32_t procs = fits ? (int32_t)steps[0].procs : INT32_MAX;
			for (struct swf_task *task = NULL;;) {
				struct swf_task *expected =
					naive_next(tasks, there, count, &keys, task, procs);
				task = swf_changing_order_next(&order, &place, fits ? &room : NULL);
				ck_assert_ptr_eq(task, expected);
				if (task == NULL)
					break;
				if (random_below(&state, 4) == 0) {
					swf_changing_order_remove(&order, task);
					there[task->id] = false;
				}
			}
		}
		swf_changing_order_clear(&order);
	}
}
END_TEST

START_TEST(an_empty_order_has_no_task)
{
	struct swf_changing_order order = {0};
	struct swf_task task = {.size = 4};
	struct keys keys = {{NAN}};
	size_t place = 0;
	ck_assert_int_eq(swf_changing_order_sort(&order, key_of, &keys), 0);
	ck_assert_ptr_null(swf_changing_order_next(&order, &place, NULL));
	ck_assert_int_eq(swf_changing_order_least(&order), INT32_MAX);
	ck_assert_int_eq(swf_changing_order_add(&order, &task), 0);
	ck_assert_int_eq(swf_changing_order_least(&order), 4);
	ck_assert_int_eq(swf_changing_order_sort(&order, key_of, &keys), -1);
	swf_changing_order_clear(&order);
}
END_TEST

Suite *changing_order_suite(void)
{
	return suite_of("changing_order",
		(const TTest *const[]){walks_equal_naive_ones, an_empty_order_has_no_task, NULL});
}
