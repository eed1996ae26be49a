/* The ways to estimate H, and what they share. */
#ifndef SWF_ANALYSIS_HURST_METHODS_H
#define SWF_ANALYSIS_HURST_METHODS_H

#include "analysis/hurst.h"

/* Each sets h and the points, and low and high where it has them, of a series that is neither too
 * short nor constant. Returns 0, or -1 with the error set. */
typedef int swf_hurst_function(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error);
swf_hurst_function swf_hurst_rs, swf_hurst_variance, swf_hurst_periodogram, swf_hurst_whittle;

/* A square below this share of the squares of the complete series is a rounding error of 0. */
#define SWF_HURST_ROUNDING 1e-24

/* The 0.975-quantile of the normal distribution: half a 95 % interval in standard deviations. */
#define SWF_HURST_HALF_WIDTH 1.959963984540054

/* The lengths of segments and blocks: one to begin with, then each larger by a factor of 1.2. */
enum { SWF_HURST_SHORTEST = 10 };
struct swf_hurst_length {
	double exact;
	size_t n; /* rounded */
};
struct swf_hurst_length swf_hurst_length(size_t n);
void swf_hurst_lengthen(struct swf_hurst_length *length);

/* The slope of the least-squares line through (log x, log y). Returns 0, or -1 when there is no
 * memory. */
int swf_hurst_fit(const struct swf_hurst_point *points, size_t count, double *slope);

/* The mean of log x, and the sum of the squared deviations from it. */
struct swf_hurst_logs {
	double mean, squares;
};
struct swf_hurst_logs swf_hurst_logs(const struct swf_hurst_point *points, size_t count);

/* The sum of the squared deviations of values from their mean, which is set too. */
double swf_hurst_squares(const double *values, size_t count, double *mean);

/* Sets the points to the periodogram at the frequencies that count. Returns 0, or -1 with the error
 * set, also where there is no power at some of them. */
swf_hurst_function swf_hurst_powers;

/* Sets powers[j - 1] to the square of the absolute value of the discrete Fourier transform of the
 * values minus their mean at j cycles in all of them, j = 1 ... frequencies < count. Costs O(count
 * log count) whatever the factors of count. Returns 0, or -1 when there is no memory. */
int swf_hurst_transform(
	const double *values, size_t count, double mean, size_t frequencies, double *powers);

#endif
