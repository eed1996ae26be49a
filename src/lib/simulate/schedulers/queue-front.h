/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front of some tasks: for every size, the least prediction of those up to it. It is made of
 * steps. A task that is neither smaller nor shorter than another one needs none, so that few do: of
 * n random ones about the natural logarithm of n.
 *
 * There is room for some steps only. Where more are needed, two become one as small as the first
 * and as short as the second. So a least prediction can come out too low, never too high.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_QUEUE_FRONT_H
#define SWF_SIMULATE_SCHEDULERS_QUEUE_FRONT_H

#include <math.h>
#include <stdint.h>

#include "base/array.h"

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

#endif
