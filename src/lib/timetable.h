/*
 * The timetable: how many processors are free when, from now on, given what runs and what is
 * reserved. Segments of time in an array: there are few of them even where many jobs wait, since
 * jobs that are alike begin and end together, so that looking at one after the other is fast.
 *
 * What is taken now is often given back soon, and the other way round. So neighbours in which the
 * same processors are free are left apart, until there are many of them; a search is none the
 * wiser, it finds the same times.
 */
#ifndef SWFCORE_TIMETABLE_H
#define SWFCORE_TIMETABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* Segment i reaches from its time to that of the next, the last one for ever. */
struct swf_timetable {
	double *time;  /* s, ascending */
	int32_t *free; /* processors; negative where more are to be in use than there are */
	size_t first, end, capacity;
	size_t joined; /* segments when neighbours were last joined */
};

/* Some segments: those from `first` on, before `end`. */
struct swf_segments {
	size_t first, end;
};

/* A place for a reservation. It holds until the table changes. */
struct swf_place {
	double start; /* s */
	struct swf_segments segments;
	int32_t least; /* processors, free all that time */
};

/* All processors free for ever. 0, or -1 when there is no memory; to be freed in both cases. */
int swf_timetable_open(struct swf_timetable *table, int32_t procs) SWF_MUST_CHECK;
void swf_timetable_free(struct swf_timetable *table);

/* Forgets what was before now. */
void swf_timetable_advance(struct swf_timetable *table, double now);

/* The least that is free at any time from `begin` to `end` (s). */
int32_t swf_timetable_least(const struct swf_timetable *table, double begin, double end);

/* Adds processors, or takes away, from `begin` to `end` (s), and tells which segments that is. 0,
 * or -1 when there is no memory. */
int swf_timetable_add(struct swf_timetable *table, double begin, double end, int32_t procs,
	struct swf_segments *changed) SWF_MUST_CHECK;

/* Looks for the earliest time from `begin` on at which `size` processors are free for `duration` s,
 * up to `limit` at most; before `begin` too, as long as they are free from then until `begin`, but
 * not before now. If there is none, or not before `end`, it is false, and the start in the place is
 * where to go on if limit and end were later: no earlier time will do. */
bool swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration, double now,
	double begin, double end, double limit, struct swf_place *place);

/* Looks for the earliest time from which `size` processors are free until `end` (s). */
bool swf_timetable_fit_before(const struct swf_timetable *table, int32_t size, double now,
	double end, size_t near, struct swf_place *place);

/* Moves what is reserved for `duration` s from `old` on to an earlier place that was found for it,
 * and tells which segments were given back. 0, or -1 when there is no memory. */
int swf_timetable_move(struct swf_timetable *table, double old, double duration, int32_t procs,
	const struct swf_place *to, size_t near, struct swf_segments *given) SWF_MUST_CHECK;

#endif
