/* Ratios of two conditions in several studies, such as one a log, pooled by a random-effects mean.
 */
#ifndef SWF_STATS_POOL_H
#define SWF_STATS_POOL_H

#include <stddef.h>

/* The natural logarithm of a ratio of means, and the variance of its sampling error. */
struct swf_effect {
	double log_ratio, variance; /* NaN where there is none */
};

/* That of pairs: of the mean of `second` to that of `first`. There is none of fewer than two pairs,
 * where a mean is not more than 0, or where the variance is 0 up to rounding: a ratio that is the
 * same in all pairs does not tell how sure it is, above all where only one pair is not 0. The
 * variance is (s1^2 / m1^2 + s2^2 / m2^2 - 2 s12 / (m1 m2)) / n, by the delta method. Source:
 * Hedges, Gurevitch and Curtis, The meta-analysis of response ratios in experimental ecology
 * (1999), here for pairs. */
struct swf_effect swf_pool_effect(const double *first, const double *second, size_t count);

struct swf_pooled {
	double ratio;     /* NaN for no effect */
	double low, high; /* its 95 % confidence interval; NaN for fewer than two effects */
	double tau;       /* the standard deviation of the log ratios of studies; likewise */
	double i2; /* the part of the variance of effects that is not their sampling errors, in per
		      cent; likewise */
	double q, q_p; /* Cochran's test of equal ratios; likewise */
	double p;      /* of the ratio 1, two-sided; likewise */
};

/* Pools effects, all of which are known: DerSimonian and Laird, Meta-analysis in clinical trials
 * (1986), for the mean and tau; the interval and p by Hartung and Knapp, A refined method for the
 * meta-analysis of controlled clinical trials with binary outcome (2001), with the factor of the
 * standard error never below 1. */
struct swf_pooled swf_pool_effects(const struct swf_effect *effects, size_t count);

#endif
