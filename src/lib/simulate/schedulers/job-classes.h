/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classes of waiting jobs: those of the same size and predicted run time, of which each could take
 * the place of another in a timetable. Each class knows a time by which no room for one of its jobs
 * ends, room being a place for the whole job among what runs and all reservations; see
 * scheduler-conservative.c for what that is good for.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_JOB_CLASSES_H
#define SWF_SIMULATE_SCHEDULERS_JOB_CLASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/queueing.h"

struct swf_job_class {
	int64_t size;    /* processors */
	double duration; /* s */
	double full;     /* s, no room for this class ends before */
	uint32_t from;   /* the moment from which such a room would be; it may be past */
	size_t jobs;     /* waiting */
	size_t next;     /* of the classes that no job uses */
};

struct swf_job_class_rank {
	int64_t size;
	uint32_t class;
	double duration;
	size_t larger; /* the next rank of a larger size */
};

/* Begins with {.unused = SIZE_MAX}. */
struct swf_job_classes {
	struct swf_job_class *classes; /* by their number */
	size_t count, capacity, unused;
	struct swf_job_class_rank *ranked; /* those in use, by size and duration */
	size_t ranked_count, ranked_capacity;
};

/* Joins the class of such jobs, which is made if there is none yet. SIZE_MAX when there is no
 * memory. */
size_t swf_job_classes_join(
	struct swf_job_classes *all, struct swf_timetable *table, int64_t size, double duration);

/* Leaves it again. */
void swf_job_classes_leave(struct swf_job_classes *all, struct swf_timetable *table, size_t class);

/* Finds the earliest room for a job of a class if it ends by the limit. */
bool swf_job_classes_fit(struct swf_job_class *class, struct swf_timetable *table, double limit,
	struct swf_timetable_place *place);

/* Notes for which classes `procs` processors that were given back made room. */
void swf_job_classes_open(struct swf_job_classes *all, struct swf_timetable *table,
	struct swf_timetable_stretch given, int64_t procs);

void swf_job_classes_clear(struct swf_job_classes *all);

#endif
