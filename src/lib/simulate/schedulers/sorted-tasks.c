/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/schedulers/sorted-tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void swf_sorted_tasks_clear(struct swf_sorted_tasks *sorted)
{
	free(sorted->tasks);
	*sorted = (struct swf_sorted_tasks){0};
}

/* How many places are before one. */
static size_t places_before(
	const struct swf_sorted_tasks *sorted, const struct swf_ordered_place *place)
{
	struct swf_bisection b = {.high = sorted->count};
	while (swf_bisection_next(&b)) {
		const struct swf_ordered_place *middle = &sorted->tasks[b.middle].place;
		swf_bisection_tell(&b,
			middle->key < place->key ||
				(middle->key == place->key && middle->number < place->number));
	}
	return b.low;
}

int swf_sorted_tasks_add(struct swf_sorted_tasks *sorted, const struct swf_ordered_place *place,
	struct swf_task *task)
{
	struct swf_sorted_task *tasks =
		swf_array_reserve(sorted->tasks, sorted->count, &sorted->capacity, sizeof *tasks);
	if (tasks == NULL)
		return -1;
	sorted->tasks = tasks;
	const size_t i = places_before(sorted, place);
	memmove(tasks + i + 1, tasks + i, (sorted->count++ - i) * sizeof *tasks);
	tasks[i] = (struct swf_sorted_task){*place, task, task->predicted, task->size};
	return 0;
}

void swf_sorted_tasks_remove(struct swf_sorted_tasks *sorted, const struct swf_ordered_place *place)
{
	sorted->tasks[places_before(sorted, place)].task = NULL;
	sorted->untidy = true;
}

void swf_sorted_tasks_tidy(struct swf_sorted_tasks *sorted)
{
	size_t kept = 0;
	if (!sorted->untidy)
		return;
	for (size_t i = 0; i < sorted->count; i++)
		if (sorted->tasks[i].task != NULL)
			sorted->tasks[kept++] = sorted->tasks[i];
	sorted->count = kept;
	sorted->untidy = false;
}
