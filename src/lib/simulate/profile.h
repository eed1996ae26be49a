/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The availability profile: how many processors come free at which times, by the expected ends of
 * the running jobs. A B+ tree from times to processors in which every entry of an inner node knows
 * the sum below it, so that each question and each change takes logarithmic time.
 *
 * Most jobs end long before their estimate says, and most questions are about the near future. So a
 * job whose expected end is beyond all that is in the tree is only noted as pending, and put into
 * the tree when a question goes that far: most jobs never are.
 */
#ifndef SWF_SIMULATE_PROFILE_H
#define SWF_SIMULATE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

struct swf_profile;

/* NULL when there is no memory. */
struct swf_profile *swf_profile_new(void);
void swf_profile_free(struct swf_profile *profile);

/* Makes it empty again, and keeps its memory. */
void swf_profile_reset(struct swf_profile *profile);

/* Adds a task's processors at its expected end. 0, or -1 when there is no memory. */
int swf_profile_add(struct swf_profile *profile, struct swf_task *task) SWF_MUST_CHECK;

/* Takes back what was added. */
void swf_profile_subtract(struct swf_profile *profile, const struct swf_task *task);

/* The same with a time and an amount of processors, or of another resource, instead of a task. A
 * profile has either the one or the other. */
int swf_profile_put(struct swf_profile *profile, double time, int64_t procs) SWF_MUST_CHECK;
void swf_profile_take(struct swf_profile *profile, double time, int64_t procs);

/* Takes out the first time if it is not later than `limit`, and gives its processors, 0 if it is.
 * The tasks at that time are not to be subtracted any more. 0, or -1 when there is no memory. */
int swf_profile_pop(struct swf_profile *profile, double limit, int64_t *procs) SWF_MUST_CHECK;

/* How many processors have come free by a time. 0, or -1 when there is no memory. */
int swf_profile_until(struct swf_profile *profile, double time, int64_t *procs) SWF_MUST_CHECK;

/* The earliest time by which `need` (> 0) or more processors have come free, and how many have by
 * then. The profile must hold that many. 0, or -1 when there is no memory. */
int swf_profile_reach(
	struct swf_profile *profile, int64_t need, double *time, int64_t *procs) SWF_MUST_CHECK;

#endif
