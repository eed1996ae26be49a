/*
 * How alike the values of a day are, compared with all: the share of a day's values that the
 * fullest of 16 bins holds.
 *
 * The bins divide the whole sample in ascending order into 16 parts of equal weight, so that values
 * which depend in no way on the day would fill all alike, and the share would be 1/16. A value that
 * is so frequent that it reaches over several bins counts in each of them by the part of its weight
 * that lies there. Source: Zakay and Feitelson, Workload resampling for performance evaluation of
 * parallel job schedulers (2014), section 5.2, Figure 5.
 */
#ifndef SWF_ANALYSIS_DAILY_BINS_H
#define SWF_ANALYSIS_DAILY_BINS_H

#include <stddef.h>

#include "swfcore/error.h"

enum { SWF_DAILY_BINS = 16 };

struct swf_daily_share {
	double day;
	size_t count; /* its values */
	double share; /* of them in the fullest bin */
};

/* Finds the share of each day that has a value. `days[i]` is the day of values[i]; the days ascend.
 * `shares` has room for `count`; how many there are goes to *written. Returns 0, or -1 when there
 * is no memory. */
int swf_daily_bins_shares(const double *values, const double *days, size_t count,
	struct swf_daily_share *shares, size_t *written) SWF_MUST_CHECK;

#endif
