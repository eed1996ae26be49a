/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The recorded work of the users of a log: their sessions and batches, who depends on whom, and the
 * times between them, as a simulation with feedback needs them.
 *
 * Sessions end with a gap between two submits that is too long. What a batch depends on follows
 * from the recorded times, or is the one job that its fields 17 and 18 name; then it is a batch
 * that the jobs of a session in a row with the same field 17 form. Source: Zakay and Feitelson,
 * Preserving user behavior characteristics in trace-based simulation of parallel job scheduling
 * (2014), sections IV and VI.
 */
#ifndef SWFCORE_HISTORY_H
#define SWFCORE_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/sessions.h"
#include "swfcore/simulation.h"
#include "swfcore/user-constants.h"
#include "swfcore/users.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where it stands what a batch depends on: in the recorded times, or in fields 17 and 18. */
enum swf_dependencies { SWF_DEPENDENCIES_RECORDED, SWF_DEPENDENCIES_LOG };

struct swf_history {
	const struct swf_workload *workload;
	const struct swf_user_constants *constants;
	struct swf_batches *work; /* of each user, in the order of the workload's users */
	size_t *first_batch;      /* the batches of all users in a row: where each user's begin */
	/* With dependencies of the log, for each of these batches: the place in the workload of the
	 * job that it depends on, or SIZE_MAX. Else NULL. */
	size_t *depends_on;
	int64_t unknown_wait; /* jobs taken as if they had not waited */
	int64_t not_found;    /* jobs whose field 17 names no earlier job of their user */
};

/*
 * Finds the history of a workload, which must be finished and outlive it, as the constants must. A
 * job of unknown wait is taken to have started when it was submitted, and one that the simulation
 * does not schedule to have ended then. NULL when there is no memory.
 */
struct swf_history *swf_history_new(const struct swf_workload *workload,
	const struct swf_simulation *simulation, enum swf_dependencies dependencies,
	const struct swf_user_constants *constants) SWF_MUST_CHECK;

void swf_history_free(struct swf_history *history);

#ifdef __cplusplus
}
#endif
#endif
