#include <stdlib.h>

#include "analysis/hurst-methods.h"
#include "base/array.h"

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
	return swf_hurst_squares(means, blocks, &mean) / (double)(blocks - 1);
}

static int add_point(struct swf_hurst *hurst, size_t *capacity, double x, double y)
{
	struct swf_hurst_point *larger =
		swf_array_reserve(hurst->points, hurst->count, capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	hurst->points = larger;
	hurst->points[hurst->count++] = (struct swf_hurst_point){x, y};
	return 0;
}

static int add_points(const double *series, size_t count, double *means, struct swf_hurst *hurst,
	struct swf_error *error)
{
	size_t capacity = 0;
	double mean;
	const double variance = swf_hurst_squares(series, count, &mean) / (double)count;
	for (struct swf_hurst_length length = swf_hurst_length(SWF_HURST_SHORTEST);
		count / length.n >= LEAST_BLOCKS; swf_hurst_lengthen(&length)) {
		const double y = variance_of_means(series, count, length.n, means);
		if (!(y > SWF_HURST_ROUNDING * variance))
			return swf_fail(
				error, "all blocks of %zu values have the same mean", length.n);
		if (add_point(hurst, &capacity, (double)length.n, y) != 0)
			return swf_fail_memory(error);
	}
	return 0;
}

int swf_hurst_variance(const double *series, size_t count, const struct swf_hurst_options *options,
	struct swf_hurst *hurst, struct swf_error *error)
{
	(void)options;
	double slope, *means = malloc(count / SWF_HURST_SHORTEST * sizeof *means);
	if (means == NULL)
		return swf_fail_memory(error);
	const int result = add_points(series, count, means, hurst, error);
	free(means);
	if (result != 0)
		return -1;
	if (swf_hurst_fit(hurst->points, hurst->count, &slope) != 0)
		return swf_fail_memory(error);
	hurst->h = 1 + slope / 2;
	return 0;
}
