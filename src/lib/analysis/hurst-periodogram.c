#include <math.h>
#include <stdlib.h>

#include "analysis/hurst-methods.h"

/* of the logarithm of a power: that of a value with an exponential distribution */
static const double LOG_POWER_VARIANCE = M_PI * M_PI / 6;

static int set_points(const double *series, size_t count, double *powers, struct swf_hurst *hurst,
	struct swf_error *error)
{
	double mean;
	const double squares = swf_hurst_squares(series, count, &mean);
	size_t none = 0;
	if (swf_hurst_transform(series, count, mean, hurst->count, powers) != 0)
		return swf_fail_memory(error);
	for (size_t j = 0; j < hurst->count; j++) {
		none += !(powers[j] > SWF_HURST_ROUNDING * squares);
		hurst->points[j].x = (double)(j + 1) / (double)count;
		hurst->points[j].y = powers[j] / (2 * M_PI * (double)count);
	}
	return none == 0 ? 0
			 : swf_fail(error, "no power at %zu of the %zu lowest frequencies", none,
				   hurst->count);
}

/* How many frequencies count where nobody says how many. */
static size_t default_frequencies(size_t count, double period)
{
	/* a number that is whole must not come out just below */
	const double power = pow((double)count, 0.7) + 1e-9;
	const double slow = period > 0 ? (double)count / period + 1e-9 : power;
	return (size_t)(slow < power ? slow : power);
}

int swf_hurst_powers(const double *series, size_t count, const struct swf_hurst_options *options,
	struct swf_hurst *hurst, struct swf_error *error)
{
	hurst->count = options->frequencies > 0 ? options->frequencies
						: default_frequencies(count, options->period);
	if (hurst->count < 2)
		return swf_fail(error, "%zu values have no two frequencies of periods over %g",
			count, options->period);
	if (hurst->count > (count - 1) / 2)
		return swf_fail(error, "%zu values have %zu frequencies, not %zu", count,
			(count - 1) / 2, hurst->count);
	hurst->points = malloc(hurst->count * sizeof *hurst->points);
	double *powers = malloc(hurst->count * sizeof *powers);
	const int result = hurst->points != NULL && powers != NULL
		? set_points(series, count, powers, hurst, error)
		: swf_fail_memory(error);
	free(powers);
	return result;
}

int swf_hurst_periodogram(const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	double slope;
	if (swf_hurst_powers(series, count, options, hurst, error) != 0)
		return -1;
	if (swf_hurst_fit(hurst->points, hurst->count, &slope) != 0)
		return swf_fail_memory(error);
	const double squares = swf_hurst_logs(hurst->points, hurst->count).squares;
	const double half = SWF_HURST_HALF_WIDTH * sqrt(LOG_POWER_VARIANCE / squares) / 2;
	hurst->h = (1 - slope) / 2;
	hurst->low = hurst->h - half;
	hurst->high = hurst->h + half;
	return 0;
}
