/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is free from now on, as steps in an array: for plans that are made anew in each pass and
 * then thrown away. Copies are cheap, and searches go along memory. Nobody keeps a place in it: for
 * reservations that last there is the timetable of swfcore/queueing.h.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_AVAILABILITY_H
#define SWF_SIMULATE_SCHEDULERS_AVAILABILITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

struct swf_availability_step {
	double time;  /* s, the begin of the step; it lasts until the next one */
	int64_t free; /* processors, or an amount of another resource */
};

/* Begins with {0}. */
struct swf_availability {
	struct swf_availability_step *steps; /* at least one; the first begins now */
	size_t count, capacity;
};

/* A place for a job: from a step to the first that begins no earlier than it ends. */
struct swf_availability_place {
	double start; /* s; INFINITY if there is none */
	size_t begin, end;
	int64_t least; /* free all that time */
};

/* All of an amount free for ever. 0, or -1 when there is no memory. */
int swf_availability_init(struct swf_availability *a, int64_t amount) SWF_MUST_CHECK;
void swf_availability_clear(struct swf_availability *a);

/* Makes one like another. 0, or -1 when there is no memory. */
int swf_availability_copy(
	struct swf_availability *to, const struct swf_availability *from) SWF_MUST_CHECK;

/* Makes now the begin of the first step. */
void swf_availability_advance(struct swf_availability *a, double now);

/* Looks for the earliest time from `from` on, which is not before that of a step, at which so much
 * is free for `duration` s. */
void swf_availability_fit(const struct swf_availability *a, size_t step, double from, int64_t need,
	double duration, struct swf_availability_place *place);

/* Takes an amount for `duration` s at a place, which begins with its step. Steps only move to
 * higher numbers by it. 0, or -1 when there is no memory. */
int swf_availability_take(struct swf_availability *a, const struct swf_availability_place *place,
	double duration, int64_t amount) SWF_MUST_CHECK;

/* Adds an amount from one time to another, or from now where they are earlier. Steps only move to
 * higher numbers by it. 0, or -1 when there is no memory. */
int swf_availability_add(
	struct swf_availability *a, double begin, double end, int64_t amount) SWF_MUST_CHECK;

/* Joins steps in which the same is free. */
void swf_availability_tidy(struct swf_availability *a);

#endif
