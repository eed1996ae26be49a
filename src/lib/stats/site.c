#include "stats/site.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>

#include "stats/pool.h"
#include "stats/stats.h"

/* Values are taken in at one at a time, so that no memory is needed: Welford's mean and squares. */
struct spread {
	double count, mean, squares, size;
};

static void take(struct spread *s, double value, double size)
{
	const double from_mean = value - s->mean;
	s->mean += from_mean / ++s->count;
	s->squares += from_mean * (value - s->mean);
	s->size = fmax(s->size, size);
}

static double variance_of(const struct spread *s)
{
	/* what rounding leaves of equal values is no spread */
	const double rounding = 4 * DBL_EPSILON * s->size;
	return s->squares > s->count * rounding * rounding ? s->squares / (s->count - 1) : 0;
}

/* The variance of the mean as a statement about the site: the users of the log are a sample, whose
 * spread is that of `users` times less one, and the mean is one of a few workloads. */
static double site_variance(const struct spread *s, double users)
{
	if (!(s->count >= 2) || !(users > 1))
		return NAN;
	return variance_of(s) * (1 + 1 / s->count) * users / (users - 1);
}

/* Its degrees of freedom, of two samples: the workloads and the users (Satterthwaite). */
static double site_freedom(const struct spread *s, double users)
{
	return 1 / (1 / (s->count - 1) + 1 / (users - 1));
}

/* How far the interval reaches from the mean. */
static double site_half(const struct spread *s, double users)
{
	const double variance = site_variance(s, users);
	return isnan(variance) ? NAN
			       : sqrt(variance) * gsl_cdf_tdist_Pinv(0.975, site_freedom(s, users));
}

static double error_half(const struct spread *s)
{
	return s->count < 2
		? (double)NAN
		: gsl_cdf_tdist_Pinv(0.975, s->count - 1) * sqrt(variance_of(s) / s->count);
}

static double site_p(const struct spread *s, double users)
{
	const double variance = site_variance(s, users);
	return variance > 0
		? 2 * gsl_cdf_tdist_Q(fabs(s->mean) / sqrt(variance), site_freedom(s, users))
		: (double)NAN;
}

static struct swf_site from_logarithms(const struct spread *s, double users)
{
	const double half = site_half(s, users);
	return (struct swf_site){.value = exp(s->mean),
		.low = exp(s->mean - half),
		.high = exp(s->mean + half),
		.error = expm1(error_half(s)),
		.p = site_p(s, users)};
}

static bool all_positive(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(values[i] > 0) || isinf(values[i]))
			return false;
	return count > 0;
}

static const struct swf_site unknown = {NAN, NAN, NAN, NAN, NAN};

struct swf_site swf_site_values(const double *values, size_t count, double users)
{
	struct spread s = {0};
	if (count == 0)
		return unknown;
	if (all_positive(values, count)) {
		for (size_t i = 0; i < count; i++)
			take(&s, log(values[i]), 1);
		struct swf_site site = from_logarithms(&s, users);
		site.p = NAN;
		return site;
	}
	for (size_t i = 0; i < count; i++)
		take(&s, values[i], fabs(values[i]));
	const double half = site_half(&s, users);
	return (struct swf_site){.value = s.mean,
		.low = s.mean - half,
		.high = s.mean + half,
		.error = s.mean != 0 ? error_half(&s) / fabs(s.mean) : (double)NAN,
		.p = NAN};
}

/* The logarithms of the ratios, both of which are above 0. */
static struct spread ratios(const double *first, const double *second, size_t count)
{
	struct spread s = {0};
	for (size_t i = 0; i < count; i++) {
		const double a = log(first[i]), b = log(second[i]);
		take(&s, b - a, fmax(1, fmax(fabs(a), fabs(b))));
	}
	return s;
}

struct swf_site swf_site_ratio(
	const double *first, const double *second, size_t count, double users)
{
	if (all_positive(first, count) && all_positive(second, count)) {
		const struct spread s = ratios(first, second, count);
		return from_logarithms(&s, users);
	}
	const double mean = swf_stats_mean(first, count);
	struct spread s = {0};
	if (!(mean > 0) || isinf(mean))
		return unknown;
	for (size_t i = 0; i < count; i++)
		take(&s, second[i] - first[i], fmax(fabs(first[i]), fabs(second[i])));
	const double half = site_half(&s, users);
	return (struct swf_site){.value = 1 + s.mean / mean,
		.low = 1 + (s.mean - half) / mean,
		.high = 1 + (s.mean + half) / mean,
		.error = error_half(&s) / mean,
		.p = site_p(&s, users)};
}

struct swf_effect swf_site_effect(
	const double *first, const double *second, size_t count, double users)
{
	if (!all_positive(first, count) || !all_positive(second, count))
		return (struct swf_effect){NAN, NAN};
	const struct spread s = ratios(first, second, count);
	const double variance = site_variance(&s, users);
	return variance > 0 ? (struct swf_effect){s.mean, variance} : (struct swf_effect){NAN, NAN};
}
