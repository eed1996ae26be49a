/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Hurst parameter H of a series, by which self-similarity is measured: 0.5 for independent
 * values, up to 1 for long memory; and four ways to estimate it.
 */
#ifndef SWF_HURST_H
#define SWF_HURST_H

#include <stddef.h>

#include "swfcore/error.h"

enum { SWF_HURST_SUBSETS = 10 };

/* The fewest values of a series: of fewer even the best method says little. */
enum { SWF_HURST_LEAST = 200 };

enum swf_hurst_method {
	SWF_HURST_RS,
	SWF_HURST_VARIANCE,
	SWF_HURST_PERIODOGRAM,
	SWF_HURST_WHITTLE
};
enum { SWF_HURST_METHODS = 4 };

struct swf_hurst_options {
	size_t subsets;     /* segments of each length in the pox plot, > 0 */
	size_t frequencies; /* how many of the lowest ones count, >= 2; 0: count^0.7 of those */
	double period;      /* that have periods of so many values or more; 0: of all */
};

/* A point of the plot in which H is a slope once both axes are logarithmic. */
struct swf_hurst_point {
	double x, y;
};

struct swf_hurst {
	double h;
	double low, high; /* the 95 % confidence interval; NaN where the method has none */
	struct swf_hurst_point *points;
	size_t count;
};

/*
 * Estimates H of a series of values from -1e100 to 1e100. Returns 0, or -1 with the error set: too
 * few values, all of them equal, or what else leaves the method without points. Free the result
 * after use in either case.
 *
 * SWF_HURST_RS: the slope of the pox plot below. Points: values n in the segment, R/S.
 *
 * SWF_HURST_VARIANCE: the variance-time plot. The lengths m of blocks begin with 10 and grow by a
 * factor of 1.2, rounded, while the series has 10 blocks; the variance of the means of the blocks
 * (divided by their number less 1) grows like m^(2H - 2). H is 1 + b/2 with the slope b of the
 * least-squares line through (log m, log variance). Points: m, variance. Source: Taqqu, Teverovsky
 * and Willinger, Estimators for long-range dependence (1995).
 *
 * SWF_HURST_PERIODOGRAM: at the frequencies j/count, j = 1, 2, ..., the power goes like
 * frequency^(1 - 2H). H is (1 - b)/2 with the slope b of the least-squares line through (log
 * frequency, log power); the interval takes logarithms of powers for independent with the variance
 * pi^2/6. Points: frequency in cycles per value, power |sum of x_t e^(-2 pi i t frequency)|^2 / (2
 * pi count) of the deviations x_t from the mean. Source: Geweke and Porter-Hudak, The estimation
 * and application of long memory time series models (1983).
 *
 * SWF_HURST_WHITTLE: local Whittle. H is where log(mean(f^(2H - 1) power)) - (2H - 1) mean(log f)
 * over the same frequencies f is least, from 0 to 1.5; the interval is H +- 1.96 / (2 sqrt(sum of
 * (log f - mean(log f))^2)). Points: those of the periodogram. Source: Robinson, Gaussian
 * semiparametric estimation of long range dependence (1995).
 */
int swf_hurst_estimate(enum swf_hurst_method method, const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst,
	struct swf_error *error) SWF_MUST_CHECK;

void swf_hurst_clear(struct swf_hurst *hurst);

/*
 * The pox plot of the rescaled range. A segment of n values has the range R of the cumulated
 * deviations from its mean, after each of its values, and the standard deviation S (divided by n);
 * R/S grows like n^H. The lengths n begin with the least n >= 10 for which most of the consecutive
 * intervals of n values are not all zero, and grow by a factor of 1.2, rounded, as far as the
 * series is long. For each n there are so many segments, evenly spaced from the first that the
 * series has to the last, so that they overlap where n is large; segments with S = 0 are left out.
 * H is the slope of the least-squares line through (log n, log R/S). Source: Zakay and Feitelson,
 * Workload resampling for performance evaluation of parallel job schedulers (2014), section 5.3.
 */
struct swf_hurst_pox {
	struct swf_hurst_point *points; /* values in the segment, R/S */
	size_t count, capacity;
	double h; /* NaN where there are not two lengths */
};

/* Makes the pox plot of a series with up to `subsets` segments of each length. Returns 0, or -1
 * when there is no memory. Free it after use in either case. */
int swf_hurst_pox_make(const double *series, size_t count, size_t subsets,
	struct swf_hurst_pox *plot) SWF_MUST_CHECK;

void swf_hurst_pox_clear(struct swf_hurst_pox *plot);

/* Sets powers[j - 1] to the square of the absolute value of the discrete Fourier transform of the
 * values minus their mean at j cycles in all of them, j = 1 ... frequencies < count. Costs O(count
 * log count) whatever the factors of count. Returns 0, or -1 when there is no memory. */
int swf_hurst_transform(
	const double *values, size_t count, double mean, size_t frequencies, double *powers);

#endif
