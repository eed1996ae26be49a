/* Which job of a user the preceding-job field (17) of another names. */
#ifndef SWF_USERS_PRECEDING_H
#define SWF_USERS_PRECEDING_H

#include <stddef.h>

#include "swfcore/error.h"
#include "swfcore/jobs.h"

/* For each of a user's jobs, `count` of them at `places` among all jobs: which of them its field 17
 * names, the last one of that number before it, in *preceding from 0; SIZE_MAX where it names none.
 * 0, or -1 when there is no memory. */
int swf_preceding_find(const struct swf_packed_jobs *jobs, const size_t *places, size_t count,
	size_t *preceding) SWF_MUST_CHECK;

#endif
