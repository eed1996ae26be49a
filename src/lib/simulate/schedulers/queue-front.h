/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front of some tasks: for every size, the least prediction of those up to it. Instead of the
 * size it may be what they need of another resource. It is made of steps. A task that is neither
 * smaller nor shorter than another one needs none, so that few do: of n random ones about the
 * natural logarithm of n.
 *
 * There is room for some steps only. Where more are needed, two become one as small as the first
 * and as short as the second. So a least prediction can come out too low, never too high.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_QUEUE_FRONT_H
#define SWF_SIMULATE_SCHEDULERS_QUEUE_FRONT_H

#include <math.h>
#include <stdint.h>

#include "base/array.h"
#include "swfcore/queueing.h"

struct swf_queue_step {
	double predicted; /* s */
	int32_t size;
};

struct swf_queue_front {
	int32_t room; /* for so many steps */
	int32_t count;
	struct swf_queue_step steps[]; /* ascending by size, descending by prediction */
};

/* Sizes, both included. */
struct swf_queue_sizes {
	int32_t first, last;
};

/* Empties a front with room for so many steps. */
static inline void swf_queue_front_init(struct swf_queue_front *front, int32_t room)
{
	front->room = room;
	front->count = 0;
}

/* Adds a task. */
void swf_queue_front_add(struct swf_queue_front *front, int32_t size, double predicted);

/* Adds the steps of another front that hold for some of the sizes. */
void swf_queue_front_join(struct swf_queue_front *front, const struct swf_queue_front *other,
	struct swf_queue_sizes sizes);

/* Takes out the step that holds for a size, and returns the sizes for which it did; with the first
 * step those that are smaller too. */
struct swf_queue_sizes swf_queue_front_drop(struct swf_queue_front *front, int32_t size);

/* How many steps are not larger than a size. The last of them holds for it. */
static inline int32_t swf_queue_front_steps(const struct swf_queue_front *front, int64_t size)
{
	struct swf_bisection b = {.high = (size_t)front->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, front->steps[b.middle].size <= size);
	return (int32_t)b.low;
}

/* At most the least prediction of the tasks up to a size, INFINITY if there are none. */
static inline double swf_queue_front_least(const struct swf_queue_front *front, int64_t size)
{
	const int32_t steps = swf_queue_front_steps(front, size);
	return steps > 0 ? front->steps[steps - 1].predicted : INFINITY;
}

/* What a task needs of a kind, as the size of a front: no more than that. */
static inline int32_t swf_queue_front_size(const struct swf_task *task, int kind)
{
	const int64_t need = swf_task_need(task, kind);
	return need < INT32_MAX ? (int32_t)need : INT32_MAX;
}

/* At most the least prediction of the tasks that fit where so much is free, and so much extra from
 * the shadow time on. INFINITY if there are none. */
static inline double swf_queue_front_least_in(
	const struct swf_queue_front *front, double now, int64_t free, double shadow, int64_t extra)
{
	const double least = swf_queue_front_least(front, free);
	return now + least <= shadow ? least
				     : swf_queue_front_least(front, extra < free ? extra : free);
}

/* Whether a task may be among those of a front by a resource that has enough of it in a gap. */
static inline bool swf_queue_front_suits(
	const struct swf_queue_front *front, const struct swf_queue_gap *gap, int resource)
{
	return swf_queue_front_least_in(front, gap->now, gap->free_resources[resource], gap->shadow,
		       gap->extra_resources[resource]) < INFINITY;
}

#endif
