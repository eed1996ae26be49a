#include "analysis/hurst.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/hurst-methods.h"
#include "base/array.h"

/* The least n >= 10 for which most of the consecutive intervals of n values are not all zero, or
 * more than there are. Returns 0 when there is no memory. */
static size_t shortest_length(const double *series, size_t count)
{
	/* how many of the values before are not zero */
	size_t *before = malloc((count + 1) * sizeof *before), n = SWF_HURST_SHORTEST;
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

static int add_point(struct swf_hurst_pox *plot, size_t n, double rs)
{
	struct swf_hurst_point *larger =
		swf_array_reserve(plot->points, plot->count, &plot->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	plot->points = larger;
	plot->points[plot->count++] = (struct swf_hurst_point){(double)n, rs};
	return 0;
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
		if (rs > 0 && add_point(plot, n, rs) != 0)
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
	const double none =
		count > 0 ? SWF_HURST_ROUNDING * swf_hurst_squares(series, count, &mean) : 0;
	if (shortest == 0)
		return -1;
	for (struct swf_hurst_length length = swf_hurst_length(shortest); length.n <= count;
		swf_hurst_lengthen(&length))
		if (add_segments(plot, series, count, subsets, length.n, none) != 0)
			return -1;
	if (plot->count < 2 || plot->points[0].x == plot->points[plot->count - 1].x)
		return 0;
	return swf_hurst_fit(plot->points, plot->count, &plot->h);
}

void swf_hurst_pox_clear(struct swf_hurst_pox *plot)
{
	free(plot->points);
	*plot = (struct swf_hurst_pox){0};
}

int swf_hurst_rs(const double *series, size_t count, const struct swf_hurst_options *options,
	struct swf_hurst *hurst, struct swf_error *error)
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
