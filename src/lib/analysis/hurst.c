/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/hurst.h"

#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/*
 * All methods fit lines to logarithms of lengths or frequencies. The logarithm of a rounding error
 * would decide the slope. So what rounding alone keeps from being 0, measured against the squares
 * of the whole series, is left out (segments) or refused (blocks, powers).
 */

/* beyond it sums of squares might not be finite */
static const double LARGEST = 1e100;

/* A square below this share of the squares of the complete series is a rounding error of 0. */
static const double ROUNDING = 1e-24;

/* The 0.975-quantile of the normal distribution: half a 95 % interval in standard deviations. */
static const double HALF_WIDTH = 1.959963984540054;

/* Each method sets h and the points, and low and high where it has them, of a series that is
 * neither too short nor constant. Returns 0, or -1 with the error set. */
typedef int estimate_method(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error);

/* The lengths of segments and blocks: one to begin with, then each larger by a factor. The factor
 * applies to the exact length, so that rounding does not add up. */
enum { SHORTEST = 10 };
static const double GROWTH = 1.2;

static int add_point(
	struct swf_hurst_point **points, size_t *count, size_t *capacity, double x, double y)
{
	struct swf_hurst_point *larger =
		swf_array_reserve(*points, *count, capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	*points = larger;
	larger[(*count)++] = (struct swf_hurst_point){x, y};
	return 0;
}

/* The slope of the least-squares line through (log x, log y). Returns 0, or -1 when there is no
 * memory. */
static int fit_slope(const struct swf_hurst_point *points, size_t count, double *slope)
{
	double intercept, cov00, cov01, cov11, sum;
	double *x = malloc(2 * count * sizeof *x), *y = x + count;
	if (x == NULL)
		return -1;
	for (size_t i = 0; i < count; i++) {
		x[i] = log(points[i].x);
		y[i] = log(points[i].y);
	}
	gsl_fit_linear(x, 1, y, 1, count, &intercept, slope, &cov00, &cov01, &cov11, &sum);
	free(x);
	return 0;
}

/* The mean of log x, and the sum of the squared deviations from it. */
struct log_moments {
	double mean, squares;
};

static struct log_moments moments_of_logs(const struct swf_hurst_point *points, size_t count)
{
	struct log_moments logs = {0};
	for (size_t i = 0; i < count; i++)
		logs.mean += log(points[i].x) / (double)count;
	for (size_t i = 0; i < count; i++)
		logs.squares += pow(log(points[i].x) - logs.mean, 2);
	return logs;
}

/* The sum of the squared deviations of values from their mean, which is set too. */
static double squares_of_deviations(const double *values, size_t count, double *mean)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	*mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - *mean) * (values[i] - *mean);
	return squares;
}

/* Complex numbers as GSL has them, one behind the other: the real and the imaginary part. */

/* Sets a to the values minus their mean, times e^(-i pi k^2 / count) at place k, and b, around its
 * beginning, to the inverses of these factors from -count to the number of frequencies. */
static void fill_factors(double *a, double *b, size_t length, const double *values, size_t count,
	double mean, size_t frequencies)
{
	/* k^2, less what makes whole turns, so that the angle is exact however large k is */
	size_t square = 0;
	for (size_t k = 0; k < count; square = (square + 2 * k + 1) % (2 * count), k++) {
		const double angle = M_PI * (double)square / (double)count;
		const double real = cos(angle), imaginary = sin(angle);
		a[2 * k] = (values[k] - mean) * real;
		a[2 * k + 1] = -(values[k] - mean) * imaginary;
		const size_t mirrored = (length - k) % length;
		b[2 * mirrored] = real;
		b[2 * mirrored + 1] = imaginary;
		if (k <= frequencies) {
			b[2 * k] = real;
			b[2 * k + 1] = imaginary;
		}
	}
}

/*
 * Bluestein's algorithm: 2 j k = j^2 + k^2 - (j - k)^2 makes the transform a convolution, for which
 * any length will do that is long enough, so a power of two. (GSL's own transform of any length
 * costs O(count^2) where that is prime.) The last factor of it, e^(-i pi j^2 / count), is left out:
 * it does not change absolute values.
 */
int swf_hurst_transform(
	const double *values, size_t count, double mean, size_t frequencies, double *powers)
{
	size_t length = 1;
	while (length < count + frequencies)
		length *= 2;
	double *a = calloc(4 * length, sizeof *a), *b = a + 2 * length;
	if (a == NULL)
		return -1;
	fill_factors(a, b, length, values, count, mean, frequencies);
	gsl_fft_complex_radix2_forward(a, 1, length);
	gsl_fft_complex_radix2_forward(b, 1, length);
	for (size_t i = 0; i < 2 * length; i += 2) {
		const double real = a[i] * b[i] - a[i + 1] * b[i + 1];
		a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
		a[i] = real;
	}
	gsl_fft_complex_radix2_inverse(a, 1, length);
	for (size_t j = 1; j <= frequencies; j++)
		powers[j - 1] = a[2 * j] * a[2 * j] + a[2 * j + 1] * a[2 * j + 1];
	free(a);
	return 0;
}

/* of the logarithm of a power: that of a value with an exponential distribution */
static const double LOG_POWER_VARIANCE = M_PI * M_PI / 6;

static int set_powers(const double *series, size_t count, double *powers, struct swf_hurst *hurst,
	struct swf_error *error)
{
	double mean;
	const double squares = squares_of_deviations(series, count, &mean);
	size_t none = 0;
	if (swf_hurst_transform(series, count, mean, hurst->count, powers) != 0)
		return swf_fail_memory(error);
	for (size_t j = 0; j < hurst->count; j++) {
		none += !(powers[j] > ROUNDING * squares);
		hurst->points[j].x = (double)(j + 1) / (double)count;
		hurst->points[j].y = powers[j] / (2 * M_PI * (double)count);
	}
	return none == 0 ? 0
			 : swf_fail(error, "no power at %zu of the %zu lowest frequencies", none,
				   hurst->count);
}

/* Sets the points to the periodogram at the frequencies that count. Returns 0, or -1 with the error
 * set, also where there is no power at some of them. */
static int make_periodogram(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	/* a number that is whole must not come out just below */
	const double power = pow((double)count, 0.7) + 1e-9;
	const double slow =
		options->period > 0 ? (double)count / options->period + 1e-9 : (double)INFINITY;
	hurst->count = options->frequencies > 0 ? options->frequencies : (size_t)fmin(slow, power);
	if (hurst->count < 2)
		return swf_fail(error, "%zu values have no two frequencies of periods over %g",
			count, options->period);
	if (hurst->count > (count - 1) / 2)
		return swf_fail(error, "%zu values have %zu frequencies, not %zu", count,
			(count - 1) / 2, hurst->count);
	hurst->points = malloc(hurst->count * sizeof *hurst->points);
	double *powers = malloc(hurst->count * sizeof *powers);
	const int result = hurst->points != NULL && powers != NULL
		? set_powers(series, count, powers, hurst, error)
		: swf_fail_memory(error);
	free(powers);
	return result;
}

static int estimate_by_periodogram(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	double slope;
	if (make_periodogram(series, count, options, hurst, error) != 0)
		return -1;
	if (fit_slope(hurst->points, hurst->count, &slope) != 0)
		return swf_fail_memory(error);
	const double squares = moments_of_logs(hurst->points, hurst->count).squares;
	const double half = HALF_WIDTH * sqrt(LOG_POWER_VARIANCE / squares) / 2;
	hurst->h = (1 - slope) / 2;
	hurst->low = hurst->h - half;
	hurst->high = hurst->h + half;
	return 0;
}

/* The least n >= 10 for which most of the consecutive intervals of n values are not all zero, or
 * more than there are. Returns 0 when there is no memory. */
static size_t shortest_length(const double *series, size_t count)
{
	/* how many of the values before are not zero */
	size_t *before = malloc((count + 1) * sizeof *before), n = SHORTEST;
	if (before == NULL)
		return 0;
	before[0] = 0;
	for (size_t i = 0; i < count; i++)
		before[i + 1] = before[i] + (series[i] != 0);
	for (; n <= count; n++) {
		size_t not_empty = 0;
		const size_t intervals = count / n;
		for (size_t k = 0; k < intervals; k++)
			not_empty += before[(k + 1) * n] > before[k * n];
		if (2 * not_empty > intervals)
			break;
	}
	free(before);
	return n;
}

/* R/S, or NaN if the sum of squares is no more than `none`, a rounding error of 0. */
static double rescaled_range(const double *values, size_t n, double none)
{
	double sum = 0, squares = 0, y = 0, low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	const double mean = sum / (double)n;
	for (size_t i = 0; i < n; i++) {
		const double deviation = values[i] - mean;
		squares += deviation * deviation;
		y += deviation;
		/* not fmin and fmax, which ask for NaN each time */
		low = y < low ? y : low;
		high = y > high ? y : high;
	}
	return squares > none ? (high - low) / sqrt(squares / (double)n) : (double)NAN;
}

/* Adds the segments of n values, but for those with squares up to `none`. */
static int add_segments(struct swf_hurst_pox *plot, const double *series, size_t count,
	size_t subsets, size_t n, double none)
{
	const size_t last = count - n;
	const size_t segments = subsets < last + 1 ? subsets : last + 1;
	for (size_t k = 0; k < segments; k++) {
		const double part = segments > 1 ? (double)k / (double)(segments - 1) : 0;
		const double rs = rescaled_range(series + (size_t)(part * (double)last), n, none);
		if (rs > 0 &&
			add_point(&plot->points, &plot->count, &plot->capacity, (double)n, rs) != 0)
			return -1;
	}
	return 0;
}

int swf_hurst_pox_make(
	const double *series, size_t count, size_t subsets, struct swf_hurst_pox *plot)
{
	*plot = (struct swf_hurst_pox){.h = NAN};
	const size_t shortest = shortest_length(series, count);
	double mean;
	const double none = count > 0 ? ROUNDING * squares_of_deviations(series, count, &mean) : 0;
	if (shortest == 0)
		return -1;
	size_t n;
	for (double exact = (double)shortest; (n = (size_t)round(exact)) <= count; exact *= GROWTH)
		if (add_segments(plot, series, count, subsets, n, none) != 0)
			return -1;
	if (plot->count < 2 || plot->points[0].x == plot->points[plot->count - 1].x)
		return 0;
	return fit_slope(plot->points, plot->count, &plot->h);
}

void swf_hurst_pox_clear(struct swf_hurst_pox *plot)
{
	free(plot->points);
	*plot = (struct swf_hurst_pox){0};
}

static int estimate_by_rs(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	struct swf_hurst_pox plot;
	const int result = swf_hurst_pox_make(series, count, options->subsets, &plot);
	*hurst = (struct swf_hurst){
		.h = plot.h, .low = NAN, .high = NAN, .points = plot.points, .count = plot.count};
	if (result != 0)
		return swf_fail_memory(error);
	return isnan(plot.h)
		? swf_fail(error, "no two lengths for a pox plot: too many values are 0 or equal")
		: 0;
}

enum { LEAST_BLOCKS = 10 };

/* The variance of the means of the whole blocks of n values; `means` has room for them. */
static double variance_of_means(const double *series, size_t count, size_t n, double *means)
{
	const size_t blocks = count / n;
	double mean;
	for (size_t k = 0; k < blocks; k++) {
		double sum = 0;
		for (size_t i = k * n; i < (k + 1) * n; i++)
			sum += series[i];
		means[k] = sum / (double)n;
	}
	return squares_of_deviations(means, blocks, &mean) / (double)(blocks - 1);
}

static int add_variances(const double *series, size_t count, double *means, struct swf_hurst *hurst,
	struct swf_error *error)
{
	size_t capacity = 0;
	double mean;
	const double variance = squares_of_deviations(series, count, &mean) / (double)count;
	size_t n;
	for (double exact = SHORTEST; count / (n = (size_t)round(exact)) >= LEAST_BLOCKS;
		exact *= GROWTH) {
		const double y = variance_of_means(series, count, n, means);
		if (!(y > ROUNDING * variance))
			return swf_fail(error, "all blocks of %zu values have the same mean", n);
		if (add_point(&hurst->points, &hurst->count, &capacity, (double)n, y) != 0)
			return swf_fail_memory(error);
	}
	return 0;
}

static int estimate_by_variance(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	(void)options;
	double slope, *means = malloc(count / SHORTEST * sizeof *means);
	if (means == NULL)
		return swf_fail_memory(error);
	const int result = add_variances(series, count, means, hurst, error);
	free(means);
	if (result != 0)
		return -1;
	if (fit_slope(hurst->points, hurst->count, &slope) != 0)
		return swf_fail_memory(error);
	hurst->h = 1 + slope / 2;
	return 0;
}

/* Where H is sought: over all of it the estimate is consistent, also of series that are not
 * stationary (Velasco, Gaussian semiparametric estimation of non-stationary time series, 1999). */
static const double LEAST = 0, MOST = 1.5;
enum { HALVINGS = 52 };

/* Half the derivative by h of what local Whittle estimates minimize, times a positive number: the
 * sum of log x less `mean`, weighted by x^(2h - 1) y. It grows with h, so it is 0 at one h alone,
 * the minimum. */
static double slope_at(const struct swf_hurst *hurst, double mean, double h)
{
	double sum = 0;
	for (size_t i = 0; i < hurst->count; i++) {
		const double log_x = log(hurst->points[i].x) - mean;
		sum += exp((2 * h - 1) * log_x) * hurst->points[i].y * log_x;
	}
	return sum;
}

static int estimate_by_whittle(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	if (make_periodogram(series, count, options, hurst, error) != 0)
		return -1;
	const struct log_moments logs = moments_of_logs(hurst->points, hurst->count);
	double low = LEAST, high = MOST;
	/* by halves, since GSL's root finders end the program when there is no memory */
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (low + high) / 2;
		if (slope_at(hurst, logs.mean, middle) < 0)
			low = middle;
		else
			high = middle;
	}
	hurst->h = low == LEAST ? LEAST : high == MOST ? MOST : (low + high) / 2;
	const double half = HALF_WIDTH / (2 * sqrt(logs.squares));
	hurst->low = hurst->h - half;
	hurst->high = hurst->h + half;
	return 0;
}

static estimate_method *const methods[SWF_HURST_METHODS] = {
	estimate_by_rs, estimate_by_variance, estimate_by_periodogram, estimate_by_whittle};

int swf_hurst_estimate(enum swf_hurst_method method, const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	*hurst = (struct swf_hurst){.h = NAN, .low = NAN, .high = NAN};
	size_t equal = 0;
	if (count < SWF_HURST_LEAST)
		return swf_fail(error, "%zu value%s; at least %d are needed", count,
			count == 1 ? "" : "s", SWF_HURST_LEAST);
	for (size_t i = 0; i < count; i++) {
		if (!(fabs(series[i]) <= LARGEST))
			return swf_fail(
				error, "a value that is not from %g to %g", -LARGEST, LARGEST);
		equal += series[i] == series[0];
	}
	if (equal == count)
		return swf_fail(error, "all values are equal");
	return methods[method](series, count, options, hurst, error);
}

void swf_hurst_clear(struct swf_hurst *hurst)
{
	free(hurst->points);
	*hurst = (struct swf_hurst){0};
}
