/*
 * A placement for a schedule: which processors each job has, found while the jobs pass. Logs do not
 * say it. Definition: swf-metrics(1), section METHOD.
 */
#ifndef SWF_METRICS_PLACEMENT_H
#define SWF_METRICS_PLACEMENT_H

#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"

/* A job, or a part of it, on processors low to high, both included, from 0. */
struct swf_placed {
	int64_t job, user, group, queue;
	double submit, start, end; /* s */
	int64_t low, high;
};

/* Gets each part as soon as it is known, in the order of the starts. */
typedef void swf_placement_put(void *context, const struct swf_placed *placed);

struct swf_placement;

/* For a machine of so many processors, or with 0 one without an end. NULL when there is no memory.
 */
struct swf_placement *swf_placement_new(
	int32_t procs, enum swf_size size, swf_placement_put *put, void *context);
void swf_placement_free(struct swf_placement *placement);

/* Adds a job that ran, in submit order. Memory is held for jobs that wait or run at its submit. 0,
 * or -1 with the error set: no memory. */
int swf_placement_add(struct swf_placement *placement, const struct swf_job *job,
	struct swf_error *error) SWF_MUST_CHECK;

/* Places the jobs that are left. 0, or -1 with the error set, also where there was no job. */
int swf_placement_end(struct swf_placement *placement, struct swf_error *error) SWF_MUST_CHECK;

/* How many jobs have processors beyond those of the machine. */
int64_t swf_placement_beyond(const struct swf_placement *placement);

#endif
