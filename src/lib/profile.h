/*
 * The availability profile: how many processors come free at which times, by the estimated ends of
 * the running jobs. A B+ tree from times to processors in which every entry of an inner node knows
 * the sum below it, so that each question and each change takes logarithmic time.
 */
#ifndef SWFCORE_PROFILE_H
#define SWFCORE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/error.h"

struct swf_profile;

/* NULL when there is no memory. */
struct swf_profile *swf_profile_new(void);
void swf_profile_free(struct swf_profile *profile);

/* Adds processors that come free at a time. 0, or -1 when there is no memory. */
int swf_profile_add(struct swf_profile *profile, double time, int32_t procs) SWF_MUST_CHECK;

/* Takes back what was added. */
void swf_profile_subtract(struct swf_profile *profile, double time, int32_t procs);

/* Takes out the first time if it is not later than `limit`: the processors, 0 when there is none. */
int64_t swf_profile_pop(struct swf_profile *profile, double limit);

/* The earliest time by which `need` (> 0) or more processors have come free, and how many have by
 * then. The profile must hold that many. */
void swf_profile_reach(
	const struct swf_profile *profile, int64_t need, double *time, int64_t *procs);

#endif
