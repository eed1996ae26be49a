/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of one attribute of jobs, by user and session; and how alike the jobs of a user are
 * that lie in the same session, or in sessions further apart.
 *
 * Two values are alike as the smaller one is to the larger one: from 0 to 1, where they are the
 * same (two zeros are). Sessions are compared by all pairs of their jobs. Source: Zakay and
 * Feitelson, Workload resampling for performance evaluation of parallel job schedulers (2014),
 * section 3.
 */
#ifndef SWF_SIMILARITY_H
#define SWF_SIMILARITY_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "swfcore/error.h"

/* A value, and how many jobs of a session have it. */
struct swf_value_count {
	double value; /* not negative */
	double count;
};

/* Begins with {0}; values are added, sessions ended, and users, in this order. A session without
 * values is one nevertheless, as it lies between others. */
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

/* Of some pairs of jobs: */
struct swf_similarity {
	double pairs;     /* their number */
	double identical; /* how many have the same value */
	double sum;       /* of the ratios */
};

/* Over the jobs `distance` sessions apart of the users from `first` to before `end`; at distance 0
 * over all pairs of two jobs of a session. Costs a pass over the values, not over the pairs. */
struct swf_similarity swf_similarity(
	const struct swf_session_values *values, size_t first, size_t end, size_t distance);

/* Finds the median of the ratios of the same pairs, of which `similarity` is known, exactly; of an
 * even number the mean of the two in the middle; NaN if there are none. Costs some passes over the
 * values. Returns 0, or -1 when there is no memory for as many ratios as there are values. */
int swf_similarity_median(const struct swf_session_values *values, size_t first, size_t end,
	size_t distance, const struct swf_similarity *similarity, double *median) SWF_MUST_CHECK;

#endif
