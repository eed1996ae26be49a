#include "stats/site-interval.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>

#include "stats/pool.h"
#include "stats/power.h"
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
	if (!(s->count >= SWF_SITE_LEAST) || !(users > 1))
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

static bool all_positive(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(values[i] > 0) || isinf(values[i]))
			return false;
	return count > 0;
}

struct swf_site_mean swf_site_interval_mean(const double *values, size_t count, double users)
{
	struct spread s = {0};
	const bool logarithms = all_positive(values, count);
	if (count == 0)
		return (struct swf_site_mean){NAN, NAN, NAN, NAN};
	for (size_t i = 0; i < count; i++)
		take(&s, logarithms ? log(values[i]) : values[i], logarithms ? 1 : fabs(values[i]));
	const double half = site_half(&s, users), error = error_half(&s);
	if (logarithms)
		return (struct swf_site_mean){
			exp(s.mean), exp(s.mean - half), exp(s.mean + half), expm1(error)};
	return (struct swf_site_mean){s.mean, s.mean - half, s.mean + half,
		s.mean != 0 ? error / fabs(s.mean) : (double)NAN};
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

/* How many logs find a difference of this size: one, if the statement from it alone has the power,
 * or as many as Student's test of their differences needs. */
static double logs_needed(const struct spread *s, double users, double difference)
{
	const double variance = site_variance(s, users);
	if (isnan(variance) || !(difference > 0))
		return NAN;
	const double beyond =
		gsl_cdf_tdist_Pinv(0.975, site_freedom(s, users)) + gsl_cdf_ugaussian_Pinv(0.8);
	return difference >= beyond * sqrt(variance)
		? 1
		: swf_power_pairs_needed(difference, sqrt(variance));
}

/* By the logarithms of the ratios. */
static struct swf_site_pair by_ratios(
	const double *first, const double *second, size_t count, double users, double detect)
{
	const struct spread s = ratios(first, second, count);
	const double half = site_half(&s, users);
	struct swf_site_pair pair = {.first = swf_site_interval_mean(first, count, users).value,
		.ratio = exp(s.mean),
		.ratio_low = exp(s.mean - half),
		.ratio_high = exp(s.mean + half),
		.error = expm1(error_half(&s)),
		.p = site_p(&s, users),
		.needed = logs_needed(&s, users, log1p(detect))};
	pair.second = pair.first * pair.ratio;
	pair.difference = pair.first * expm1(s.mean);
	pair.low = pair.first * expm1(s.mean - half);
	pair.high = pair.first * expm1(s.mean + half);
	return pair;
}

/* By the differences. */
static struct swf_site_pair by_differences(
	const double *first, const double *second, size_t count, double users, double detect)
{
	struct spread s = {0};
	for (size_t i = 0; i < count; i++)
		take(&s, second[i] - first[i], fmax(fabs(first[i]), fabs(second[i])));
	const double half = site_half(&s, users), mean = swf_stats_mean(first, count);
	const double base = mean > 0 ? mean : (double)NAN;
	return (struct swf_site_pair){.first = mean,
		.second = mean + s.mean,
		.difference = s.mean,
		.low = s.mean - half,
		.high = s.mean + half,
		.ratio = 1 + s.mean / base,
		.ratio_low = 1 + (s.mean - half) / base,
		.ratio_high = 1 + (s.mean + half) / base,
		.error = error_half(&s) / base,
		.p = site_p(&s, users),
		.needed = logs_needed(&s, users, detect * mean)};
}

struct swf_site_pair swf_site_interval_pair(
	const double *first, const double *second, size_t count, double users, double detect)
{
	if (count == 0)
		return (struct swf_site_pair){
			NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	return all_positive(first, count) && all_positive(second, count)
		? by_ratios(first, second, count, users, detect)
		: by_differences(first, second, count, users, detect);
}

struct swf_effect swf_site_interval_effect(
	const double *first, const double *second, size_t count, double users)
{
	if (!all_positive(first, count) || !all_positive(second, count))
		return (struct swf_effect){NAN, NAN};
	const struct spread s = ratios(first, second, count);
	const double variance = site_variance(&s, users);
	return variance > 0 ? (struct swf_effect){s.mean, variance} : (struct swf_effect){NAN, NAN};
}
