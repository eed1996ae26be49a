/*
 * The event queue: the running tasks by end time, ties in the order of starting. The next few
 * events are kept sorted, since most jobs are short and soon at the front; those beyond wait in a
 * heap.
 */
#ifndef SWF_SIMULATE_EVENTS_H
#define SWF_SIMULATE_EVENTS_H

#include <math.h>
#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

enum { SWF_EVENTS_NEAR = 64 };

struct swf_event {
	double time; /* s */
	struct swf_task *task;
};

struct swf_events {
	struct swf_event
		near[SWF_EVENTS_NEAR]; /* the first is the latest; none is later than the far */
	size_t near_count;
	struct swf_event *far; /* a heap, the first is the earliest */
	size_t far_count;
	size_t far_capacity;
};

/* The first event, or NULL when there is none. The queue starts empty with {0}. */
static inline const struct swf_event *swf_events_first(const struct swf_events *events)
{
	return events->near_count > 0 ? &events->near[events->near_count - 1] : NULL;
}

/* Its time, infinity when there is none. */
static inline double swf_events_next(const struct swf_events *events)
{
	return events->near_count > 0 ? events->near[events->near_count - 1].time : INFINITY;
}

/* 0, or -1 when there is no memory. */
int swf_events_push(struct swf_events *events, double time, struct swf_task *task) SWF_MUST_CHECK;

/* Removes the first event; there must be one. */
void swf_events_pop(struct swf_events *events);

void swf_events_clear(struct swf_events *events);

#endif
