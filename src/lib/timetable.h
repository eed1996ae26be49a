/*
 * The timetable: how many processors are free when, from now on, given what runs and what is
 * reserved. Segments of time in an array: there are few of them even where many jobs wait, since
 * jobs that are alike begin and end together, so that looking at one after the other is fast.
 */
#ifndef SWFCORE_TIMETABLE_H
#define SWFCORE_TIMETABLE_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* Segment i reaches from its time to that of the next, the last one for ever. */
struct swf_timetable {
	double *time;  /* s, ascending */
	int32_t *free; /* processors; negative where more are to be in use than there are */
	size_t first, end, capacity;
};

/* All processors free for ever. 0, or -1 when there is no memory; to be freed in both cases. */
int swf_timetable_open(struct swf_timetable *table, int32_t procs) SWF_MUST_CHECK;
void swf_timetable_free(struct swf_timetable *table);

/* Forgets what was before now. */
void swf_timetable_advance(struct swf_timetable *table, double now);

/* The segment that holds a time, not before the last advance. */
size_t swf_timetable_at(const struct swf_timetable *table, double time);

/* Some segments: those from `first` on, before `end`. */
struct swf_segments {
	size_t first, end;
};

/* Adds processors, or takes away, from `begin` to `end` (s), and tells which segments that is. 0,
 * or -1 when there is no memory. */
int swf_timetable_add(struct swf_timetable *table, double begin, double end, int32_t procs,
	struct swf_segments *changed) SWF_MUST_CHECK;

/* The earliest time from `from` on and before `limit` (s) at which `size` processors are free for
 * `duration` s or until the limit, whichever is less; the limit if there is none. `least` gets how
 * many are free all that time. */
double swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration,
	double from, double limit, int32_t *least);

#endif
