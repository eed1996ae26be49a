/* How many replications it takes to find a difference. */
#ifndef SWF_STATS_POWER_H
#define SWF_STATS_POWER_H

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

#endif
