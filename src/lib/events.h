/* The event queue: a binary heap of the running tasks by end time, ties in the order of starting. */
#ifndef SWFCORE_EVENTS_H
#define SWFCORE_EVENTS_H

#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

struct swf_event {
	double time; /* s */
	struct swf_task *task;
};

struct swf_events {
	struct swf_event *heap;
	size_t count;
	size_t capacity;
};

/* Starts empty with {0}. 0, or -1 when there is no memory. */
int swf_events_push(struct swf_events *events, double time, struct swf_task *task) SWF_MUST_CHECK;

/* Removes the first event; there must be one, events->heap[0]. */
void swf_events_pop(struct swf_events *events);

void swf_events_free(struct swf_events *events);

#endif
