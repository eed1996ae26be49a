/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The waiting tasks as an array in the order of an ordered queue, for plans that go through most of
 * them in every pass: what a plan needs of them lies in a row, where a walk through the treap would
 * wait for memory at each task.
 *
 * Adding moves those behind, so it takes O(n); so does tidying, once for all that were removed.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_SORTED_TASKS_H
#define SWF_SIMULATE_SCHEDULERS_SORTED_TASKS_H

#include "simulate/schedulers/ordered-queue.h"

struct swf_sorted_task {
	struct swf_ordered_place place;
	struct swf_task *task; /* NULL for one that was removed */
	double predicted;      /* s */
	int32_t size;
};

/* Begins with {0}. */
struct swf_sorted_tasks {
	struct swf_sorted_task *tasks; /* by key, then by number */
	size_t count, capacity;
	bool untidy; /* some were removed */
};

void swf_sorted_tasks_clear(struct swf_sorted_tasks *sorted);

/* Adds a task at its place. 0, or -1 when there is no memory. */
int swf_sorted_tasks_add(struct swf_sorted_tasks *sorted, const struct swf_ordered_place *place,
	struct swf_task *task) SWF_MUST_CHECK;

/* Removes the task of a place. The others stay where they are until they are tidied. */
void swf_sorted_tasks_remove(
	struct swf_sorted_tasks *sorted, const struct swf_ordered_place *place);

/* Closes the gaps. */
void swf_sorted_tasks_tidy(struct swf_sorted_tasks *sorted);

#endif
