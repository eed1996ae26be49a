/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/comparison.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "stats/sort.h"
#include "stats/stats.h"

/*
 * Student's t and related tests for samples of replications. Differences of up to four units in the
 * last place of the values count as none everywhere: rounding alone can make them, and a test would
 * call them certain.
 */

struct swf_against swf_comparison_reference(const double *ascending, size_t count, double reference)
{
	if (count == 0 || isnan(reference))
		return (struct swf_against){NAN, NAN, NAN, NAN};
	const double size = reference != 0 ? fabs(reference) : NAN, n = (double)count;
	size_t below = 0, equal = 0, near = 0;
	for (size_t i = 0; i < count; i++) {
		below += ascending[i] < reference;
		equal += ascending[i] == reference;
		/* so that it is exact for whole numbers */
		near += 100 * fabs(ascending[i] - reference) <= size;
	}
	const double span = swf_stats_quantile(ascending, count, 0.95) -
		swf_stats_quantile(ascending, count, 0.05);
	const double distance = swf_stats_mean(ascending, count) - reference;
	return (struct swf_against){
		.percentile = 100 * ((double)below + (double)equal / 2) / n,
		.span = 100 * span / size,
		.distance = 100 * distance / size,
		.concentration = isnan(size) ? NAN : 100 * (double)near / n,
	};
}

double swf_comparison_sign_test(size_t less, size_t greater)
{
	const size_t fewer = less < greater ? less : greater, all = less + greater;
	if (all == 0)
		return NAN;
	return fmin(1, 2 * gsl_cdf_binomial_P((unsigned)fewer, 0.5, (unsigned)all));
}

struct swf_paired swf_comparison_pairs(const double *first, double *second, size_t count)
{
	struct swf_paired paired = {.count = count,
		.mean_first = NAN,
		.mean_second = NAN,
		.difference = NAN,
		.sd = NAN,
		.low = NAN,
		.high = NAN,
		.p = NAN,
		.sign_p = NAN};
	if (count == 0)
		return paired;
	paired.mean_first = swf_stats_mean(first, count);
	paired.mean_second = swf_stats_mean(second, count);
	double size = 0;
	for (size_t i = 0; i < count; i++) {
		paired.less += second[i] < first[i];
		paired.equal += second[i] == first[i];
		paired.greater += second[i] > first[i];
		size = fmax(size, fmax(fabs(first[i]), fabs(second[i])));
		second[i] -= first[i];
	}
	double least, most;
	gsl_stats_minmax(&least, &most, second, 1, count);
	for (size_t i = 1; i < count && most - least <= 4 * DBL_EPSILON * size; i++)
		second[i] = second[0];
	paired.difference = swf_stats_mean(second, count);
	paired.sign_p = swf_comparison_sign_test(paired.less, paired.greater);
	if (count < 2)
		return paired;
	const double half = swf_stats_half_width_95(second, count), n = (double)count;
	paired.sd = swf_stats_sd(second, count, paired.difference);
	paired.low = paired.difference - half;
	paired.high = paired.difference + half;
	if (paired.sd > 0) {
		const double t = paired.difference / (paired.sd / sqrt(n));
		paired.p = 2 * gsl_cdf_tdist_Q(fabs(t), n - 1);
	}
	return paired;
}

double swf_two_samples_distance(const double *a, size_t a_count, const double *b, size_t b_count)
{
	double distance = 0;
	size_t i = 0, j = 0;
	if (a_count == 0 || b_count == 0)
		return NAN;
	while (i < a_count && j < b_count) {
		const double value = a[i] < b[j] ? a[i] : b[j];
		while (i < a_count && a[i] == value)
			i++;
		while (j < b_count && b[j] == value)
			j++;
		distance = fmax(
			distance, fabs((double)i / (double)a_count - (double)j / (double)b_count));
	}
	return distance;
}

double swf_two_samples_probability(double distance, size_t a_count, size_t b_count)
{
	const double a = (double)a_count, b = (double)b_count;
	const double x = distance * sqrt(a * b / (a + b));
	double sum = 0;
	if (isnan(x))
		return NAN;
	/* 2 sum (-1)^(k-1) exp(-2 k^2 x^2); for small x its other form, which converges there */
	if (x < 1) {
		for (int k = 1; k < 20 && x > 0; k += 2)
			sum += exp(-k * k * M_PI * M_PI / (8 * x * x));
		return x > 0 ? 1 - sqrt(2 * M_PI) / x * sum : 1;
	}
	for (int k = 1; k < 20; k++)
		sum += (k % 2 == 1 ? 2 : -2) * exp(-2.0 * k * k * x * x);
	return sum;
}

int swf_holm_correct(double *p, size_t count)
{
	double *ascending = malloc(2 * count * sizeof *ascending + 1);
	size_t tests = 0;
	if (ascending == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!isnan(p[i]))
			ascending[tests++] = p[i];
	swf_sort_doubles(ascending, tests);
	double *corrected = ascending + count;
	for (size_t i = 0; i < tests; i++)
		corrected[i] = fmax(
			i > 0 ? corrected[i - 1] : 0, fmin(1, (double)(tests - i) * ascending[i]));
	/* equal ones all get what the first of them does */
	for (size_t i = 0; i < count; i++) {
		struct swf_bisection b = {.high = isnan(p[i]) ? 0 : tests};
		while (swf_bisection_next(&b))
			swf_bisection_tell(&b, ascending[b.middle] < p[i]);
		if (!isnan(p[i]))
			p[i] = corrected[b.low];
	}
	free(ascending);
	return 0;
}

/* t is (z + noncentrality) / s, with z normal and s the ratio of the observed standard deviation to
 * the true one. So the probability is the mean over s of that of z; the density of s, s^(df - 1)
 * exp(-df s^2 / 2) but for a factor, is next to nothing beyond 1 +- 8 / sqrt(df). Simpson's rule,
 * whose sum over the density alone is the factor. */
double swf_power_of_pairs(double n, double effect)
{
	enum { STEPS = 2000 };
	const double df = n - 1, beyond = gsl_cdf_tdist_Pinv(0.975, df);
	const double low = fmax(-1, -8 / sqrt(df)), step = (8 / sqrt(df) - low) / STEPS;
	double sum = 0, all = 0;
	for (int i = 0; i <= STEPS; i++) {
		const double over = low + i * step; /* s - 1, so that large df lose no digits */
		const double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
		const double logarithm = over > -1 ? log1p(over) : -1e300;
		const double density = weight *
			exp((df > 1 ? (df - 1) * logarithm : 0) - df * over * (1 + over / 2));
		all += density;
		sum += density * gsl_cdf_ugaussian_P(effect * sqrt(n) - beyond * (1 + over));
	}
	return sum / all;
}

double swf_power_pairs_needed(double difference, double sd)
{
	if (isnan(difference) || isnan(sd) || difference == 0)
		return NAN;
	/* with a known standard deviation it takes fewer, by about two, which are nothing of 1e9 */
	const double effect = fabs(difference) / sd;
	const double z = gsl_cdf_ugaussian_Pinv(0.975) + gsl_cdf_ugaussian_Pinv(0.8);
	double n = fmax(2, floor(z / effect * (z / effect)));
	while (n < 1e9 && swf_power_of_pairs(n, effect) < 0.8)
		n++;
	return n;
}

struct swf_effect swf_pool_effect(const double *first, const double *second, size_t count)
{
	const double m1 = swf_stats_mean(first, count), m2 = swf_stats_mean(second, count);
	if (count < 2 || !(m1 > 0) || !(m2 > 0) || isinf(m1) || isinf(m2))
		return (struct swf_effect){NAN, NAN};
	/* the variance of second / m2 - first / m1, which has the mean 0 */
	double squares = 0;
	for (size_t i = 0; i < count; i++) {
		const double a = first[i] / m1, b = second[i] / m2;
		if (fabs(b - a) > 4 * DBL_EPSILON * (fabs(a) + fabs(b)))
			squares += (b - a) * (b - a);
	}
	if (squares == 0)
		return (struct swf_effect){NAN, NAN};
	const double n = (double)count;
	return (struct swf_effect){log(m2) - log(m1), squares / (n - 1) / n};
}

/* The mean of effects whose ratios have a variance of their own; and what weights them. */
struct weighted {
	double mean;
	double weights; /* the sum of 1 / variance */
	double squares; /* of the deviations from the mean, weighted */
};

static struct weighted weigh_effects(
	const struct swf_effect *effects, size_t count, double variance)
{
	struct weighted w = {0, 0, 0};
	for (size_t i = 0; i < count; i++)
		w.weights += 1 / (effects[i].variance + variance);
	for (size_t i = 0; i < count; i++)
		w.mean += effects[i].log_ratio / (effects[i].variance + variance) / w.weights;
	for (size_t i = 0; i < count; i++)
		w.squares +=
			pow(effects[i].log_ratio - w.mean, 2) / (effects[i].variance + variance);
	return w;
}

/* sum w - sum w^2 / sum w. The difference is taken in each term, so that no digit is lost where one
 * effect has nearly all of the weight. */
static double spread_of_weights(const struct swf_effect *effects, size_t count, double weights)
{
	double spread = 0;
	for (size_t i = 0; i < count; i++) {
		double others = 0;
		for (size_t j = 0; j < count; j++)
			others += j != i ? 1 / effects[j].variance : 0;
		spread += others / weights / effects[i].variance;
	}
	return spread;
}

struct swf_pooled swf_pool_effects(const struct swf_effect *effects, size_t count)
{
	struct swf_pooled pooled = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	if (count == 1)
		pooled.ratio = exp(effects[0].log_ratio);
	if (count < 2)
		return pooled;
	const double df = (double)count - 1;
	const struct weighted fixed = weigh_effects(effects, count, 0);
	const double between =
		fmax(0, (fixed.squares - df) / spread_of_weights(effects, count, fixed.weights));
	const struct weighted random = weigh_effects(effects, count, between);
	const double error = sqrt(fmax(1, random.squares / df) / random.weights);
	const double half = gsl_cdf_tdist_Pinv(0.975, df) * error;
	return (struct swf_pooled){
		.ratio = exp(random.mean),
		.low = exp(random.mean - half),
		.high = exp(random.mean + half),
		.tau = sqrt(between),
		.i2 = fixed.squares > df ? 100 * (fixed.squares - df) / fixed.squares : 0,
		.q = fixed.squares,
		.q_p = gsl_cdf_chisq_Q(fixed.squares, df),
		.p = 2 * gsl_cdf_tdist_Q(fabs(random.mean) / error, df),
	};
}

/* Statements about a site. */

/* Values are taken in at one at a time, so that no memory is needed: Welford's mean and squares. */
struct spread {
	double count, mean, squares, size;
};

static void add_value(struct spread *s, double value, double size)
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
		add_value(&s, logarithms ? log(values[i]) : values[i],
			logarithms ? 1 : fabs(values[i]));
	const double half = site_half(&s, users), error = error_half(&s);
	if (logarithms)
		return (struct swf_site_mean){
			exp(s.mean), exp(s.mean - half), exp(s.mean + half), expm1(error)};
	return (struct swf_site_mean){s.mean, s.mean - half, s.mean + half,
		s.mean != 0 ? error / fabs(s.mean) : (double)NAN};
}

/* Of the logarithms of second / first; all values are above 0. */
static struct spread spread_of_ratios(const double *first, const double *second, size_t count)
{
	struct spread s = {0};
	for (size_t i = 0; i < count; i++) {
		const double a = log(first[i]), b = log(second[i]);
		add_value(&s, b - a, fmax(1, fmax(fabs(a), fabs(b))));
	}
	return s;
}

/* How many logs are needed to find a difference of this size: one if a statement from this log has
 * the power, or else what Student's test of their differences needs. */
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

static struct swf_site_pair compare_ratios(
	const double *first, const double *second, size_t count, double users, double detect)
{
	const struct spread s = spread_of_ratios(first, second, count);
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

static struct swf_site_pair compare_differences(
	const double *first, const double *second, size_t count, double users, double detect)
{
	struct spread s = {0};
	for (size_t i = 0; i < count; i++)
		add_value(&s, second[i] - first[i], fmax(fabs(first[i]), fabs(second[i])));
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
		? compare_ratios(first, second, count, users, detect)
		: compare_differences(first, second, count, users, detect);
}

struct swf_effect swf_site_interval_effect(
	const double *first, const double *second, size_t count, double users)
{
	if (!all_positive(first, count) || !all_positive(second, count))
		return (struct swf_effect){NAN, NAN};
	const struct spread s = spread_of_ratios(first, second, count);
	const double variance = site_variance(&s, users);
	return variance > 0 ? (struct swf_effect){s.mean, variance} : (struct swf_effect){NAN, NAN};
}
