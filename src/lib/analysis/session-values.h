/* The values of one attribute of jobs, by user and session. */
#ifndef SWF_ANALYSIS_SESSION_VALUES_H
#define SWF_ANALYSIS_SESSION_VALUES_H

#include <stddef.h>

#include <gsl/gsl_rng.h>

#include "swfcore/error.h"

/* A value, and how many jobs of a session have it. */
struct swf_value_count {
	double value; /* not negative */
	double count;
};

/* Begins with {0}; values are added, sessions
 * ended, and users, in this order. A session without values is one nevertheless, as it lies between
 * others. */
struct swf_session_values {
	struct swf_value_count *values; /* of a session in ascending order, each once */
	size_t count, capacity;
	size_t *session_ends; /* in values */
	size_t sessions, sessions_capacity;
	size_t *user_ends; /* in sessions */
	size_t users, users_capacity;
};

/* These return 0, or -1 when there is no memory. */
int swf_session_values_add(struct swf_session_values *values, double value) SWF_MUST_CHECK;
int swf_session_values_end_session(struct swf_session_values *values) SWF_MUST_CHECK;
int swf_session_values_end_user(struct swf_session_values *values) SWF_MUST_CHECK;

void swf_session_values_clear(struct swf_session_values *values);

/* Mixes the values of each user among the user's sessions, which keep their sizes: `mixed`, which
 * begins with {0} or holds what was mixed before, gets the outcome. Returns 0, or -1 when there is
 * no memory. */
int swf_session_values_mix(const struct swf_session_values *values, gsl_rng *rng,
	struct swf_session_values *mixed) SWF_MUST_CHECK;

#endif
