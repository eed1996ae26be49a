/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First come, first served: jobs start in the order of their arrival. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/schedulers/schedulers.h"

/* A task that waits. Most passes look at the size of the first alone. */
struct waiting {
	struct swf_task *task;
	int32_t size;
};

/* How many starts before its own a task is fetched. */
enum { AHEAD = 4 };

struct fcfs {
	struct swf_machine *machine;
	struct waiting *queue; /* from first to end, in the order of arrival */
	size_t first, end, capacity;
};

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct fcfs *fcfs = calloc(1, sizeof *fcfs);
	(void)options;
	if (fcfs != NULL)
		fcfs->machine = machine;
	return fcfs;
}

static void free_state(void *state)
{
	struct fcfs *fcfs = state;
	free(fcfs->queue);
	free(fcfs);
}

static int arrive(void *state, struct swf_task *task)
{
	struct fcfs *fcfs = state;
	/* where half of the places or more are free again, no more tasks move than have left */
	if (fcfs->end == fcfs->capacity && fcfs->first > fcfs->capacity / 2) {
		fcfs->end -= fcfs->first;
		memmove(fcfs->queue, fcfs->queue + fcfs->first, fcfs->end * sizeof *fcfs->queue);
		fcfs->first = 0;
	}
	struct waiting *queue =
		swf_array_reserve_from(4, fcfs->queue, fcfs->end, &fcfs->capacity, sizeof *queue);
	if (queue == NULL)
		return -1;
	fcfs->queue = queue;
	queue[fcfs->end++] = (struct waiting){task, task->size};
	return 0;
}

static int pass(void *state)
{
	struct fcfs *fcfs = state;
	for (; fcfs->first < fcfs->end; fcfs->first++) {
		const struct waiting *head = &fcfs->queue[fcfs->first];
		if (head->size > fcfs->machine->free_procs ||
			!swf_machine_fits(fcfs->machine, head->task))
			break;
		if (fcfs->first + AHEAD < fcfs->end)
			swf_prefetch(head[AHEAD].task, sizeof *head->task);
		if (swf_machine_start(fcfs->machine, head->task) != 0)
			return -1;
	}
	return 0;
}

const struct swf_scheduler swf_scheduler_fcfs = {
	.name = "fcfs",
	.summary = "first come, first served; no job overtakes another",
	.takes_resources = true,
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
};
