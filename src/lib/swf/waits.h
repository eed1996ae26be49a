/*
 * Whether a log knows how long its jobs were in the queue. In some logs no job has a wait time, or
 * the submit time is the start time, so that every wait is 0.
 */
#ifndef SWF_SWF_WAITS_H
#define SWF_SWF_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "swf/offered-load.h"
#include "swfcore/job.h"

/* Begins with {0}. */
struct swf_waits {
	int64_t ran;    /* jobs with a run time and a size */
	int64_t known;  /* of these, with a wait time */
	int64_t waited; /* of these, with one of more than 0 */
	struct swf_offered offered;
};

/* With at least this many jobs that ran and this offered load, it is unlikely that none waited. */
enum { SWF_WAITS_JOBS = 100 };
#define SWF_WAITS_LOAD 0.1

/* Adds the next job, in submit order. */
void swf_waits_add(struct swf_waits *waits, const struct swf_job *job, enum swf_size size);

/* Whether the log does not record how long its jobs waited: no job that ran has a wait time; or all
 * wait times are 0, although there are SWF_WAITS_JOBS of them and the offered load is not under
 * SWF_WAITS_LOAD. `procs` is the size of the machine, 0 where it is unknown. */
bool swf_waits_are_unknown(const struct swf_waits *waits, int32_t procs);

#endif
