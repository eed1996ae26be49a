/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The waiting tasks in an order that is not that of arrival: by a key that each gets when it joins,
 * the lower first, and in the order of joining where keys are equal.
 *
 * It is a treap. Each node knows the least size, the least prediction and the least product of both
 * below it, and where many tasks are below it their fronts too, one a kind of resource. So a search
 * for tasks that fit skips what cannot. Nodes are used again, so that a task costs no allocation.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_ORDERED_QUEUE_H
#define SWF_SIMULATE_SCHEDULERS_ORDERED_QUEUE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "simulate/schedulers/queue-front.h"
#include "swfcore/queueing.h"

/* So many processors can be had now, until then. */
struct swf_room_step {
	double until; /* s, of the last step INFINITY */
	int64_t procs;
};

/* What may start now: a job needs no more than the processors of the first step that lasts until
 * its end. Later steps have fewer. */
struct swf_room {
	double now; /* s */
	const struct swf_room_step *steps;
	const struct swf_queue_gap *gap; /* of all else, or NULL where nothing else is counted */
};

static inline bool swf_room_fits(const struct swf_room *room, int32_t size, double predicted)
{
	const double end = room->now + predicted;
	const struct swf_room_step *step = room->steps;
	while (size <= step->procs && end > step->until)
		step++;
	return size <= step->procs;
}

/* Whether a task that fits the room by its processors does so by all else. */
static inline bool swf_room_suffices(const struct swf_room *room, const struct swf_task *task)
{
	return room->gap == NULL || swf_queue_gap_suffices(room->gap, task);
}

/* The least of several tasks, each of which may be that of another one. */
struct swf_ordered_least {
	double predicted; /* s */
	double area;      /* processor-seconds: size times prediction */
	int32_t size;
};

/* False where none of the tasks fits. What is small but long or short but large does not hide that,
 * since the area fits no step. The 2 s are for sums of times that are rounded. */
static inline bool swf_room_may_fit(
	const struct swf_room *room, const struct swf_ordered_least *least)
{
	const double end = room->now + least->predicted;
	for (const struct swf_room_step *step = room->steps; least->size <= step->procs; step++) {
		const double time = step->until - room->now + 2;
		if (end <= step->until && least->area <= (double)step->procs * time)
			return true;
		if (step->until == INFINITY)
			return false;
	}
	return false;
}

/* A place in the order: that of the task with this key and number. No task has number 0. */
struct swf_ordered_place {
	double key;
	uint64_t number; /* 1, 2, 3, ... in the order of joining */
};

struct swf_ordered_node {
	struct swf_ordered_place place;
	struct swf_task *task;
	struct swf_ordered_least least; /* of this task and those below */
	uint32_t tasks;                 /* of this node and those below */
	uint32_t below[2];              /* before and behind it; 0 for none */
	struct swf_queue_front *fronts; /* of the same tasks, one a kind, or NULL */
};

/* Begins with {0} and the kinds of its machine: 1, or SWF_KINDS where resources are counted. */
struct swf_ordered_queue {
	int kinds;
	struct swf_ordered_node *nodes; /* number 0 is that of an empty tree */
	size_t count, capacity;
	uint32_t spare; /* of those to be used again the first, each with the next below it */
	uint32_t root;
	uint64_t joined; /* how many tasks have, ever */
	struct swf_slab fronts;
};

void swf_ordered_queue_clear(struct swf_ordered_queue *queue);

/* 0, or -1 when there is no memory. */
int swf_ordered_queue_add(
	struct swf_ordered_queue *queue, struct swf_task *task, double key) SWF_MUST_CHECK;

/* Takes out a task that is in the queue. */
void swf_ordered_queue_remove(struct swf_ordered_queue *queue, struct swf_task *task);

/* The least size of all, INT32_MAX when the queue is empty. */
static inline int32_t swf_ordered_queue_least(const struct swf_ordered_queue *queue)
{
	return queue->root != 0 ? queue->nodes[queue->root].least.size : INT32_MAX;
}

/* The first task behind a place, up to the key `last`, that fits the room, or any where that is
 * NULL; the place becomes its own. NULL when there is none. */
struct swf_task *swf_ordered_queue_next(struct swf_ordered_queue *queue,
	struct swf_ordered_place *place, double last, const struct swf_room *room);

#endif
