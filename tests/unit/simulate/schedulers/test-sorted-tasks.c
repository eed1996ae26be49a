/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/sorted-tasks.h"

#include <string.h>

#include "unit/suites.h"

enum { MOST = 200 };

/* How many tasks before one wait, in the order of keys and then of joining. */
static size_t naive_rank(const struct swf_ordered_place *places, const bool *waits,
	const struct swf_ordered_place *p)
{
	size_t rank = 0;
	for (size_t i = 0; i < MOST; i++)
		rank += waits[i] &&
			(places[i].key < p->key ||
				(places[i].key == p->key && places[i].number < p->number));
	return rank;
}

START_TEST(each_task_stands_at_its_rank)
{
	static struct swf_task tasks[MOST];
	static struct swf_ordered_place places[MOST];
	bool waits[MOST] = {false};
	uint64_t state = 5, joined = 0;
	size_t waiting = 0;
	struct swf_sorted_tasks sorted = {0};
	for (int round = 0; round < 5000; round++) {
		const size_t i = random_below(&state, MOST);
		if (waits[i]) {
			swf_sorted_tasks_remove(&sorted, &places[i]);
		} else {
			places[i] = (struct swf_ordered_place){random_below(&state, 9), ++joined};
			tasks[i].size = 1 + (int32_t)random_below(&state, 9);
			tasks[i].predicted = random_below(&state, 99);
			ck_assert_int_eq(swf_sorted_tasks_add(&sorted, &places[i], &tasks[i]), 0);
		}
		waits[i] = !waits[i];
		waiting += waits[i] ? 1 : (size_t)-1;
		if (random_below(&state, 3) > 0)
			continue;
		swf_sorted_tasks_tidy(&sorted);
		ck_assert_uint_eq(sorted.count, waiting);
		for (size_t k = 0; k < MOST; k++) {
			if (!waits[k])
				continue;
			const struct swf_sorted_task *found =
				&sorted.tasks[naive_rank(places, waits, &places[k])];
			ck_assert_ptr_eq(found->task, &tasks[k]);
			ck_assert_int_eq(found->size, tasks[k].size);
			ck_assert_double_eq(found->predicted, tasks[k].predicted);
		}
	}
	swf_sorted_tasks_clear(&sorted);
}
END_TEST

Suite *sorted_tasks_suite(void)
{
	return suite_of("sorted_tasks", (const TTest *const[]){each_task_stands_at_its_rank, NULL});
}
