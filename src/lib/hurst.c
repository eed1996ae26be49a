#include "swfcore/hurst.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>

#include "array.h"

enum { SHORTEST = 10 };
static const double GROWTH = 1.2;

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

/* R/S, or NaN if S is 0. */
static double rescaled_range(const double *values, size_t n)
{
	double sum = 0, squares = 0, y = 0, low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	const double mean = sum / (double)n;
	for (size_t i = 0; i < n; i++) {
		const double deviation = values[i] - mean;
		squares += deviation * deviation;
		y += deviation;
		low = fmin(low, y);
		high = fmax(high, y);
	}
	return squares > 0 ? (high - low) / sqrt(squares / (double)n) : (double)NAN;
}

static int add_point(struct swf_pox_plot *plot, size_t n, double rs)
{
	struct swf_pox_point *larger =
		swf_reserve(plot->points, plot->count, &plot->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	plot->points = larger;
	plot->points[plot->count++] = (struct swf_pox_point){n, rs};
	return 0;
}

/* Adds the segments of n values. */
static int add_segments(
	struct swf_pox_plot *plot, const double *series, size_t count, size_t subsets, size_t n)
{
	const size_t last = count - n;
	const size_t segments = subsets < last + 1 ? subsets : last + 1;
	for (size_t k = 0; k < segments; k++) {
		const double part = segments > 1 ? (double)k / (double)(segments - 1) : 0;
		const double rs = rescaled_range(series + (size_t)(part * (double)last), n);
		if (rs > 0 && add_point(plot, n, rs) != 0)
			return -1;
	}
	return 0;
}

static int fit(struct swf_pox_plot *plot)
{
	double *x = malloc((2 * plot->count + 1) * sizeof *x), *y = x + plot->count;
	double intercept, cov00, cov01, cov11, sum;
	if (x == NULL)
		return -1;
	for (size_t i = 0; i < plot->count; i++) {
		x[i] = log((double)plot->points[i].n);
		y[i] = log(plot->points[i].rs);
	}
	if (plot->count > 1 && plot->points[0].n != plot->points[plot->count - 1].n)
		gsl_fit_linear(x, 1, y, 1, plot->count, &intercept, &plot->h, &cov00, &cov01,
			&cov11, &sum);
	free(x);
	return 0;
}

int swf_pox_plot_make(const double *series, size_t count, size_t subsets, struct swf_pox_plot *plot)
{
	*plot = (struct swf_pox_plot){.h = NAN};
	const size_t shortest = shortest_length(series, count);
	if (shortest == 0)
		return -1;
	size_t before = 0;
	for (double n = (double)shortest; round(n) <= (double)count; n *= GROWTH) {
		const size_t rounded = (size_t)round(n);
		if (rounded != before && add_segments(plot, series, count, subsets, rounded) != 0)
			return -1;
		before = rounded;
	}
	return fit(plot);
}

void swf_pox_plot_free(struct swf_pox_plot *plot)
{
	free(plot->points);
	*plot = (struct swf_pox_plot){0};
}
