/* What follows from the fields of a job, for conditions and for columns. */
#ifndef SWF_CMD_SELECT_JOB_VALUES_H
#define SWF_CMD_SELECT_JOB_VALUES_H

#include <math.h>
#include <stdint.h>

#include "swfcore/job.h"
#include "swfcore/quantity.h"

/* Stands for a start or an end that is not known, before all times. */
#define UNKNOWN_TIME (-INFINITY)

/* Its size in processors, or -1. */
static inline int32_t size_of(const struct swf_job *job, enum swf_size size)
{
	const int32_t procs = swf_job_size(job, size);
	return procs > 0 ? procs : SWF_UNKNOWN;
}

/* When it started and ended: s. */
static inline double start_of(const struct swf_job *job)
{
	return job->wait >= 0 ? job->submit + job->wait : UNKNOWN_TIME;
}

static inline double end_of(const struct swf_job *job)
{
	return job->run_time >= 0 ? start_of(job) + job->run_time : UNKNOWN_TIME;
}

/* The week of its submit, from 1, where `first` is the first submit of the log. */
static inline int64_t week_of(const struct swf_job *job, double first)
{
	return (int64_t)floor((job->submit - first) / SWF_WEEK) + 1;
}

#endif
