/* Statistics of samples and of step functions of time, written once for all commands. */
#ifndef SWF_STATS_STATS_H
#define SWF_STATS_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/index.h"

/* The mean, corrected by that of the deviations from it, which rounding left; NaN for none. (GSL's,
 * which divides for every value, takes ten times as long.) */
double swf_stats_mean(const double *values, size_t count);

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

/* Sorts in ascending order; costs a few passes over the values. */
void swf_sort_doubles(double *values, size_t count);

/* The same of pairs, by the first of each; those of the same first come in any order. */
void swf_sort_pairs(double (*pairs)[2], size_t count);

/* Half the width of the 95 % confidence interval of a mean, from n independent values: Student's t
 * with n - 1 degrees of freedom. NaN for fewer than two. */
double swf_stats_half_width_95(const double *values, size_t count);

/* A share of time at a level. */
struct swf_level_share {
	double level;
	double time; /* s */
};

/* A step function of time, 0 at first, whose changes pass in the order of time. Its levels are
 * whole numbers; it takes memory for each that it comes to. Begins with the span of time that is
 * looked at, the time -INFINITY of the last change, and 0. */
struct swf_levels {
	double begin, end; /* s */
	double since;      /* s, when it changed last */
	double level;
	struct swf_index index; /* of the levels */
	double *times;          /* s, at each */
	size_t capacity;
};

/* It changes. 0, or -1 when there is no memory. */
int swf_levels_change(struct swf_levels *levels, double time, double by) SWF_MUST_CHECK;

/* The distribution over the span, in ascending order of the levels, to be freed; levels held for
 * less than a microsecond at a time are left out. There are no further changes. NULL when there is
 * no memory. */
struct swf_level_share *swf_levels_shares(struct swf_levels *levels, size_t *count) SWF_MUST_CHECK;

void swf_levels_clear(struct swf_levels *levels);

/* Time-weighted: the p50 is the least level that, with those below it, takes half of the time. NaN
 * where no time passed. */
struct swf_level_description {
	double mean, p50, p95, max;
};
struct swf_level_description swf_levels_describe(
	const struct swf_level_share *shares, size_t count);

/* The least-squares line through (0, values[0]), (1, values[1]), ...: its slope, NaN for fewer than
 * two values, and the lower end of the slope's 95 % confidence interval by Student's t
 * distribution, NaN for fewer than three. 0, or -1 when there is no memory. */
struct swf_stats_trend {
	double slope, low;
};
int swf_stats_trend(
	const double *values, size_t count, struct swf_stats_trend *trend) SWF_MUST_CHECK;

#endif
