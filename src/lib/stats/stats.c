/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

#include "stats/sort.h"

/* The sum of n values may be off by n roundings. The values less their mean have a small sum, and
 * so a small error: adding their mean leaves hardly any. */
double swf_stats_mean(const double *values, size_t count)
{
	return swf_stats_mean_of_every(values, 1, count);
}

double swf_stats_mean_of_every(const double *values, size_t step, size_t count)
{
	const double n = (double)count;
	double sum = 0, rest = 0;
	for (size_t i = 0; i < count; i++)
		sum += values[i * step];
	for (size_t i = 0; i < count; i++)
		rest += values[i * step] - sum / n;
	return count > 0 ? sum / n + rest / n : (double)NAN;
}

double swf_stats_sd(const double *values, size_t count, double mean)
{
	double squares = 0;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return count > 1 ? sqrt(squares / (double)(count - 1)) : (double)NAN;
}

double swf_stats_quantile(const double *ascending, size_t count, double q)
{
	/* not GSL's, in which a quantile between equal values may be another one by a rounding
	 * error */
	const double place = q * (double)(count - 1);
	const size_t below = (size_t)place;
	if (below + 1 >= count)
		return ascending[count - 1];
	const double low = ascending[below], high = ascending[below + 1];
	return low + (place - (double)below) * (high - low);
}

struct swf_description swf_stats_describe(double *values, size_t count)
{
	if (count == 0)
		return (struct swf_description){.mean = NAN,
			.sd = NAN,
			.median = NAN,
			.p90 = NAN,
			.p95 = NAN,
			.p99 = NAN,
			.max = NAN};
	swf_sort_doubles(values, count);
	const double mean = swf_stats_mean(values, count);
	return (struct swf_description){.count = count,
		.mean = mean,
		.sd = swf_stats_sd(values, count, mean),
		.median = swf_stats_quantile(values, count, 0.5),
		.p90 = swf_stats_quantile(values, count, 0.9),
		.p95 = swf_stats_quantile(values, count, 0.95),
		.p99 = swf_stats_quantile(values, count, 0.99),
		.max = values[count - 1]};
}

double swf_stats_half_width_95(const double *values, size_t count)
{
	if (count < 2)
		return NAN;
	double n = (double)count;
	return gsl_cdf_tdist_Pinv(0.975, n - 1) *
		swf_stats_sd(values, count, swf_stats_mean(values, count)) / sqrt(n);
}

int swf_stats_trend(const double *values, size_t count, struct swf_stats_trend *trend)
{
	*trend = (struct swf_stats_trend){NAN, NAN};
	if (count < 2)
		return 0;
	double *places = malloc(count * sizeof *places);
	if (places == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		places[i] = (double)i;
	double intercept, c00, c01, variance, residual;
	gsl_fit_linear(places, 1, values, 1, count, &intercept, &trend->slope, &c00, &c01,
		&variance, &residual);
	free(places);
	if (count > 2)
		trend->low = trend->slope -
			gsl_cdf_tdist_Pinv(0.975, (double)count - 2) * sqrt(variance);
	return 0;
}
