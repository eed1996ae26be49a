/* Jobs in memory, for commands that cannot stream. */
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

/* Sorts by submit time; jobs of the same time stay in their order, and partial executions behind
 * the line that they follow. 0, or -1 when there is no memory. */
int swf_jobs_sort(struct swf_jobs *jobs) SWF_MUST_CHECK;

void swf_jobs_free(struct swf_jobs *jobs);

#ifdef __cplusplus
}
#endif
#endif
