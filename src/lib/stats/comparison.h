/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparing samples: results of replications with that of the original, in pairs with those of the
 * same replications under something else, pooled over studies, and as statements about a site.
 */
#ifndef SWF_STATS_COMPARISON_H
#define SWF_STATS_COMPARISON_H

#include <stddef.h>

#include "swfcore/error.h"

/* Where a reference value lies among results, all in per cent. The last three are of the size of
 * the reference, and NaN where it is 0. Source: Tsafrir, Ouaknine and Feitelson, Reducing
 * performance evaluation sensitivity and variability by input shaking (2007), section V. */
struct swf_against {
	double percentile;    /* results below it, and half of those that equal it */
	double span;          /* from the 5th to the 95th percentile of the results */
	double distance;      /* the mean of the results minus the reference */
	double concentration; /* results that differ from it by 1 % of it at most */
};

/* Compares ascending results with a reference. Every value is NaN where there are none or the
 * reference is NaN. */
struct swf_against swf_comparison_reference(
	const double *ascending, size_t count, double reference);

/* The same quantity of the same replications under two conditions. */
struct swf_paired {
	size_t count;
	double mean_first, mean_second; /* NaN for no pair */
	double difference;              /* the mean of second - first; NaN for no pair */
	double sd;                      /* of the differences; NaN for fewer than two pairs */
	double low, high;            /* 95 % confidence interval of the mean difference; likewise */
	size_t less, equal, greater; /* pairs in which the second is that */
	double p; /* of Student's t test, two-sided; NaN also where all differences are equal */
	double sign_p; /* of the sign test */
};

/* Compares two values of each pair. `second` is overwritten, by the differences. Differences that
 * are equal up to the rounding of the values count as equal: their sd is 0. */
struct swf_paired swf_comparison_pairs(const double *first, double *second, size_t count);

/* The probability of the sign test, two-sided: that of counts that differ as much at least, if
 * either were equally likely. NaN if both are 0. Source: Dixon and Mood, The statistical sign test
 * (1946). */
double swf_comparison_sign_test(size_t less, size_t greater);

/* The Kolmogorov-Smirnov distance: the largest difference between the shares of the samples that
 * are up to a value. Both ascend. NaN if one is empty. */
double swf_two_samples_distance(const double *a, size_t a_count, const double *b, size_t b_count);

/* The probability of such a distance or a larger one between samples of the same continuous
 * distribution, of independent values, by Kolmogorov's limit: of jobs, which are not independent, a
 * guide only. */
double swf_two_samples_probability(double distance, size_t a_count, size_t b_count);

/* Corrects p values of several tests in place for how many they are: if those of the tests that
 * find nothing are true probabilities, then one or more of them is up to x after this with a
 * probability of x at most, whatever depends on what. The least of m is multiplied by m, the next
 * by m - 1, and so on; none is less than one before it or more than 1. NaN is no test: it stays,
 * and does not count. 0, or -1 when there is no memory. Source: Holm, A simple sequentially
 * rejective multiple test procedure (1979). */
int swf_holm_correct(double *p, size_t count) SWF_MUST_CHECK;

/* The probability that a paired t test of n >= 2 differences finds their mean to be other than 0 at
 * the 5 % level, two-sided, and on the side where it is. `effect` is the size of the true mean in
 * standard deviations of the differences, which are normal. It is the upper tail of the noncentral
 * t distribution with n - 1 degrees of freedom and noncentrality effect * sqrt(n), beyond the
 * 0.975-quantile of the central one. The error is 1e-8 at most. */
double swf_power_of_pairs(double n, double effect);

/* The least n >= 2 of which that probability is 0.8 at least, for a mean difference and the
 * standard deviation of the differences, both in the same unit. NaN where one is not known, or the
 * difference is 0. */
double swf_power_pairs_needed(double difference, double sd);

/* A study, such as one log, of two conditions: the natural logarithm of a ratio of means, and the
 * variance of its sampling error. */
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

/* Pools effects, all of which are known, by a random-effects mean: DerSimonian and Laird,
 * Meta-analysis in clinical trials (1986), for the mean and tau; the interval and p by Hartung and
 * Knapp, A refined method for the meta-analysis of controlled clinical trials with binary outcome
 * (2001), with the factor of the standard error never below 1. */
struct swf_pooled swf_pool_effects(const struct swf_effect *effects, size_t count);

/*
 * What workloads say of a site, beyond the log that they were drawn from.
 *
 * The workloads are resampled from one log whose users were drawn with replacement for each: they
 * differ as logs of other users of the same population would. So their spread, and not the error of
 * their mean, says how far the log may be from the site; more workloads do not lessen it. Values
 * that are all above 0 are taken as logarithms, since waits, slowdowns and ratios of them vary by
 * factors. Sources: Efron, Bootstrap methods: another look at the jackknife (1979); Kish, Survey
 * Sampling (1965). swf-summary(1), section METHOD, has the reasons and the coverage.
 */

/* A metric of the site: its typical value over logs like this one. */
struct swf_site_mean {
	double value;     /* the geometric mean of the values, or the mean if one is not above 0 */
	double low, high; /* the 95 % interval for the site; NaN if it is not known */
	/* half the 95 % interval of the value itself, which more workloads lessen: as a share of
	 * the value */
	double error;
};

/* With fewer workloads there is no interval and no p: they hardly tell how much workloads vary. */
enum { SWF_SITE_LEAST = 10 };

/* Of `count` values of a metric, from a log of so many effective users (swf_users_effective()).
 * There is no interval of fewer than SWF_SITE_LEAST values or of one user. */
struct swf_site_mean swf_site_interval_mean(const double *values, size_t count, double users);

/* Two conditions on the site. */
struct swf_site_pair {
	double first, second;         /* as the value above */
	double difference, low, high; /* second - first, with the 95 % interval for the site */
	double ratio, ratio_low, ratio_high; /* second / first, likewise; NaN if first is 0 */
	double error;                        /* as above, of the ratio */
	double p;                            /* two-sided, that the ratio is 1 */
	/* how many logs like this one find a difference of a share of `first` with a probability of
	 * 80 %; NaN if the share is 0 or the variance is not known */
	double needed;
};

/* Compares the values of the same workloads under two conditions. If all are above 0, by the
 * logarithms of the ratios, and the difference is that of the ratio from 1, times `first`. Else by
 * the differences, and the ratio is that of the means. Values that are equal up to their rounding
 * have no p. `detect` is the share of `needed`. */
struct swf_site_pair swf_site_interval_pair(
	const double *first, const double *second, size_t count, double users, double detect);

/* The natural logarithm of the ratio and its variance for the site, for swf_pool_effects(). NaN if
 * a value is not above 0, or if the variance is 0 or not known. */
struct swf_effect swf_site_interval_effect(
	const double *first, const double *second, size_t count, double users);

#endif
