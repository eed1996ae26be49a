/* A log in memory, with the jobs of each user in their order. */
#ifndef SWFCORE_WORKLOAD_H
#define SWFCORE_WORKLOAD_H

#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"
#include "swfcore/users.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins with {0}. Once it is finished, the users are in the order of their numbers. */
struct swf_workload {
	struct swf_packed_jobs jobs; /* in submit order */
	struct swf_users users;      /* of these jobs, and perhaps of others that are not kept */
	size_t *places;              /* of the jobs, user by user; those without a user come last */
	size_t *begins;              /* where in places each user begins, and those without one */
};

/* Adds a job, in submit order, to the jobs and to its user. Returns 0, or -1 when there is no
 * memory. */
int swf_workload_add(struct swf_workload *workload, const struct swf_job *job,
	enum swf_size size) SWF_MUST_CHECK;

/* Sorts the users and groups the jobs, which must be all that were added to users. Returns 0, or -1
 * when there is no memory. */
int swf_workload_finish(struct swf_workload *workload) SWF_MUST_CHECK;

/* The places of the jobs of the user at place u, `count` of them; with u the number of users, of
 * the jobs without one. */
static inline const size_t *swf_workload_places(
	const struct swf_workload *workload, size_t u, size_t *count)
{
	*count = workload->begins[u + 1] - workload->begins[u];
	return workload->places + workload->begins[u];
}

void swf_workload_clear(struct swf_workload *workload);

#ifdef __cplusplus
}
#endif
#endif
