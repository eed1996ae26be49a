/*
 * How alike the jobs of a user are that lie in the same session, or in sessions further apart.
 *
 * Two values are alike as the smaller one is to the larger one: from 0 to 1, where they are the
 * same (two zeros are). Sessions are compared by all pairs of their jobs. Source: Zakay and
 * Feitelson, Workload resampling for performance evaluation of parallel job schedulers (2014),
 * section 3.
 */
#ifndef SWF_ANALYSIS_SIMILARITY_H
#define SWF_ANALYSIS_SIMILARITY_H

#include <stddef.h>

#include "analysis/session-values.h"
#include "swfcore/error.h"

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
