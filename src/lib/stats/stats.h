/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of samples. */
#ifndef SWF_STATS_STATS_H
#define SWF_STATS_STATS_H

#include <stddef.h>

#include "swfcore/error.h"

/* The mean, corrected by that of the deviations from it, which rounding left; NaN for none. (GSL's,
 * which divides for every value, takes ten times as long.) */
double swf_stats_mean(const double *values, size_t count);

/* The same of values that are `step` apart, such as a column of rows. */
double swf_stats_mean_of_every(const double *values, size_t step, size_t count);

/* The standard deviation of a sample of this mean, divided by n - 1; NaN for fewer than two. */
double swf_stats_sd(const double *values, size_t count, double mean);

/* A sample described. Every value is NaN for an empty sample, sd also for a single value. Quantiles
 * are interpolated between order statistics: the q-quantile of n values lies at place q (n - 1)
 * from 0. */
struct swf_description {
	size_t count;
	double mean;
	double sd; /* of the sample, divided by n - 1 */
	double median, p90, p95, p99;
	double max;
};

/* Sorts the values and describes them. */
struct swf_description swf_stats_describe(double *values, size_t count);

/* The q-quantile, 0 <= q <= 1, of ascending values, at least one; interpolated as above. */
double swf_stats_quantile(const double *ascending, size_t count, double q);

/* Half the width of the 95 % confidence interval of a mean, from n independent values: Student's t
 * with n - 1 degrees of freedom. NaN for fewer than two. */
double swf_stats_half_width_95(const double *values, size_t count);

/* The least-squares line through (0, values[0]), (1, values[1]), ...: its slope, NaN for fewer than
 * two values, and the lower end of the slope's 95 % confidence interval by Student's t
 * distribution, NaN for fewer than three. 0, or -1 when there is no memory. */
struct swf_stats_trend {
	double slope, low;
};
int swf_stats_trend(
	const double *values, size_t count, struct swf_stats_trend *trend) SWF_MUST_CHECK;

#endif
