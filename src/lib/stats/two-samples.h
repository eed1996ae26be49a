/* How far two samples are from having the same distribution. */
#ifndef SWF_STATS_TWO_SAMPLES_H
#define SWF_STATS_TWO_SAMPLES_H

#include <stddef.h>

/* The Kolmogorov-Smirnov distance: the largest difference between the shares of the samples that
 * are up to a value. Both ascend. NaN if one is empty. */
double swf_two_samples_distance(const double *a, size_t a_count, const double *b, size_t b_count);

/* The probability of such a distance or a larger one between samples of the same continuous
 * distribution, of independent values, by Kolmogorov's limit: of jobs, which are not independent, a
 * guide only. */
double swf_two_samples_probability(double distance, size_t a_count, size_t b_count);

#endif
