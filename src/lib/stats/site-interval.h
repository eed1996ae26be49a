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
#ifndef SWF_STATS_SITE_INTERVAL_H
#define SWF_STATS_SITE_INTERVAL_H

#include <stddef.h>

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
