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
#ifndef SWF_STATS_SITE_H
#define SWF_STATS_SITE_H

#include <stddef.h>

/* A quantity of the site: the typical value of it over logs like this one. */
struct swf_site {
	double value;     /* the geometric mean of the values, or the mean if one is not above 0 */
	double low, high; /* the 95 % interval for the site; NaN if it is not known */
	/* half the 95 % interval of the value itself, which more workloads lessen: as a share of
	 * the value */
	double error;
	double p; /* two-sided, that the ratio is 1; NaN for values alone */
};

/* Of `count` values of a metric, from a log of so many effective users (swf_users_effective()).
 * There is no interval with fewer than two values or not more than one user. */
struct swf_site swf_site_values(const double *values, size_t count, double users);

/* Of the ratios of second to first of the same workloads. Where one of the values is not above 0,
 * it is that of the means, and the interval is that of the differences over the mean of first; NaN
 * if that is 0. Values that are equal up to their rounding have the ratio 1 and no p. */
struct swf_site swf_site_ratio(
	const double *first, const double *second, size_t count, double users);

/* The same as the natural logarithm of the ratio and its variance, for swf_pool_effects(). NaN if
 * a value is not above 0, or if the variance is 0 or not known. */
struct swf_effect swf_site_effect(
	const double *first, const double *second, size_t count, double users);

#endif
