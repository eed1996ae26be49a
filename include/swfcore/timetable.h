/*
 * The timetable: how many processors are free when, from now on, given what runs and what is
 * reserved. Schedulers that make reservations keep one.
 *
 * It is a list of moments, each with what is free from then until the next one: so a reservation
 * can keep its two moments, and its neighbourhood is found without a search. A moment lasts while a
 * reservation uses it: whoever takes a place keeps its stretch, and releases it at the end.
 *
 * Moment 0 stands before the first and after the last. It is later than any time, and nothing is
 * free then, so that walks in both directions end there.
 */
#ifndef SWFCORE_TIMETABLE_H
#define SWFCORE_TIMETABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_timetable_moment {
	double time;            /* s; of the first, now */
	int32_t free;           /* processors; negative where more are in use than there are */
	uint32_t before, after; /* neighbours; itself when it is past */
	uint32_t uses;          /* reservations that begin or end then */
};

struct swf_timetable {
	struct swf_timetable_moment *moments; /* in any order */
	size_t count, capacity;
	uint32_t spare; /* of those to be used again the first, each with the next after it */
};

/* From one moment to another. */
struct swf_timetable_stretch {
	uint32_t begin, end;
};

/* A place for a reservation, until the table changes. */
struct swf_timetable_place {
	double start;                         /* s */
	struct swf_timetable_stretch stretch; /* its end may be later, and be moment 0 */
	int32_t least;                        /* processors, free all that time */
};

/* All processors free for ever. 0, or -1 when there is no memory; to be cleared in both cases. */
int swf_timetable_init(struct swf_timetable *table, int32_t procs) SWF_MUST_CHECK;
void swf_timetable_clear(struct swf_timetable *table);

/* Makes now the first moment. Stretches stay good until they are released. */
void swf_timetable_advance(struct swf_timetable *table, double now);

/* Looks for the earliest time from now on at which `size` processors are free for `duration` s, up
 * to `limit` at most. If there is none, the place begins no later than where there may be one
 * beyond the limit. */
bool swf_timetable_fit(const struct swf_timetable *table, int32_t size, double duration,
	double limit, struct swf_timetable_place *place);

/* The same from a moment on, which is not past. */
bool swf_timetable_fit_from(const struct swf_timetable *table, uint32_t moment, int32_t size,
	double duration, double limit, struct swf_timetable_place *place);

/* The earliest time from which `size` processors are free until a moment. */
void swf_timetable_fit_before(const struct swf_timetable *table, int32_t size, uint32_t moment,
	struct swf_timetable_place *place);

/* Takes processors for `uses` reservations of `duration` s at a place, whose end becomes theirs. 0,
 * or -1 when there is no memory. */
int swf_timetable_take(struct swf_timetable *table, struct swf_timetable_place *place,
	double duration, int32_t procs, uint32_t uses) SWF_MUST_CHECK;

/* Moves reservations of `duration` s from `old` to an earlier place, whose end becomes theirs, and
 * tells what was given back. The moments in `old` remain to be released. 0, or -1 when there is no
 * memory. */
int swf_timetable_move(struct swf_timetable *table, struct swf_timetable_stretch old,
	struct swf_timetable_place *place, double duration, int32_t procs, uint32_t uses,
	struct swf_timetable_stretch *given) SWF_MUST_CHECK;

/* Adds processors between two moments, of which neither is past. */
void swf_timetable_add(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, int32_t procs);

/* Makes moments of two times, or of now where they are earlier, which remain to be released. 0, or
 * -1 when there is no memory. */
int swf_timetable_between(struct swf_timetable *table, double begin, double end,
	struct swf_timetable_stretch *stretch) SWF_MUST_CHECK;

/* Ends uses of two moments. */
void swf_timetable_release(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, uint32_t uses);

#ifdef __cplusplus
}
#endif
#endif
