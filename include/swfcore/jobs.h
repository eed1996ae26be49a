/* Jobs in memory, for programs that cannot take them one by one. */
#ifndef SWFCORE_JOBS_H
#define SWFCORE_JOBS_H

#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins empty with {0}. */
struct swf_jobs {
	struct swf_job *jobs;
	size_t count;
	size_t capacity;
};

/* Adds a copy of the job at the end. 0, or -1 when there is no memory. */
int swf_jobs_add(struct swf_jobs *jobs, const struct swf_job *job) SWF_MUST_CHECK;

/* How jobs of the same submit time are put: as they are, or by their number. */
enum swf_ties { SWF_TIES_AS_THEY_ARE, SWF_TIES_BY_NUMBER };

/* Sorts by submit time; partial executions that follow the line of their whole job stay behind it.
 * If `were` is not NULL, it gets the place that each job had before: an array
 * that the caller frees. 0, or -1 when there is no memory. */
int swf_jobs_sort(struct swf_jobs *jobs, enum swf_ties ties, size_t **were) SWF_MUST_CHECK;

void swf_jobs_clear(struct swf_jobs *jobs);

#ifdef __cplusplus
}
#endif
#endif
