/* Statistics of samples and of step functions of time, written once for all commands. */
#ifndef SWFCORE_STATS_H
#define SWFCORE_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mean, corrected by that of the deviations from it, which rounding left; NaN for none. (GSL's,
 * which divides for every value, takes ten times as long.) */
double swf_mean(const double *values, size_t count);

/* The standard deviation of a sample of this mean, divided by n - 1; NaN for fewer than two. */
double swf_sd(const double *values, size_t count, double mean);

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
struct swf_description swf_describe(double *values, size_t count);

/* The q-quantile, 0 <= q <= 1, of ascending values, at least one; interpolated as above. */
double swf_quantile(const double *ascending, size_t count, double q);

/* Sorts in ascending order; costs a few passes over the values. */
void swf_sort_doubles(double *values, size_t count);

/* The same of pairs, by the first of each; those of the same first come in any order. */
void swf_sort_pairs(double (*pairs)[2], size_t count);

/* Half the width of the 95 % confidence interval of a mean, from n independent values: Student's t
 * with n - 1 degrees of freedom. NaN for fewer than two. */
double swf_half_width_95(const double *values, size_t count);

/* How a quantity changed at a time. */
struct swf_change {
	double time;
	double by;
};

/* A share of time at a level. */
struct swf_level_share {
	double level;
	double time; /* s */
};

/* The distribution over the time from `begin` to `end` of a step function that is 0 at first, as
 * levels in ascending order; levels held for less than a microsecond are left out. Sorts the
 * changes. Returns how many levels were written to `shares`,
 * which has room for count + 1. */
size_t swf_level_shares(struct swf_change *changes, size_t count, double begin, double end,
	struct swf_level_share *shares);

/* Time-weighted: the p50 is the least level that, with those below it, takes half of the time. NaN
 * where no time passed. */
struct swf_level_description {
	double mean, p50, p95, max;
};
struct swf_level_description swf_describe_levels(
	const struct swf_level_share *shares, size_t count);

/* Sets the slope of the least-squares line through (0, values[0]), (1, values[1]), ...; NaN for
 * fewer than two values. Returns 0, or -1 when there is no memory. */
int swf_slope(const double *values, size_t count, double *slope) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
