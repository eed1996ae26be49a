#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>

#include "analysis/hurst-methods.h"

/* beyond it sums of squares might not be finite */
static const double LARGEST = 1e100;
static const double GROWTH = 1.2;

static swf_hurst_function *const methods[SWF_HURST_METHODS] = {
	swf_hurst_rs, swf_hurst_variance, swf_hurst_periodogram, swf_hurst_whittle};

struct swf_hurst_length swf_hurst_length(size_t n)
{
	return (struct swf_hurst_length){(double)n, n};
}

void swf_hurst_lengthen(struct swf_hurst_length *length)
{
	length->exact *= GROWTH;
	length->n = (size_t)round(length->exact);
}

int swf_hurst_fit(const struct swf_hurst_point *points, size_t count, double *slope)
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

struct swf_hurst_logs swf_hurst_logs(const struct swf_hurst_point *points, size_t count)
{
	struct swf_hurst_logs logs = {0};
	for (size_t i = 0; i < count; i++)
		logs.mean += log(points[i].x) / (double)count;
	for (size_t i = 0; i < count; i++)
		logs.squares += pow(log(points[i].x) - logs.mean, 2);
	return logs;
}

double swf_hurst_squares(const double *values, size_t count, double *mean)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	*mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - *mean) * (values[i] - *mean);
	return squares;
}

static int check(const double *series, size_t count, struct swf_error *error)
{
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
	return equal == count ? swf_fail(error, "all values are equal") : 0;
}

int swf_hurst_estimate(enum swf_hurst_method method, const double *series, size_t count,
	const struct swf_hurst_options *options, struct swf_hurst *hurst, struct swf_error *error)
{
	*hurst = (struct swf_hurst){.h = NAN, .low = NAN, .high = NAN};
	if (check(series, count, error) != 0)
		return -1;
	return methods[method](series, count, options, hurst, error);
}

void swf_hurst_clear(struct swf_hurst *hurst)
{
	free(hurst->points);
	*hurst = (struct swf_hurst){0};
}
