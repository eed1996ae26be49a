/*
 * Results of replications compared: with that of the original, and in pairs with those of the same
 * replications under something else.
 */
#ifndef SWF_STATS_COMPARISON_H
#define SWF_STATS_COMPARISON_H

#include <stddef.h>

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
	size_t less, equal, greater; /* pairs in which the second is so */
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

#endif
