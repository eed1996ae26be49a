#include "stats/pool.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "stats/stats.h"

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

static struct weighted weigh(const struct swf_effect *effects, size_t count, double variance)
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

/* sum w - sum w^2 / sum w, of which the difference is taken in each term, where no digit is lost
 * when one effect has nearly all of the weight. */
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
	const struct weighted fixed = weigh(effects, count, 0);
	const double between =
		fmax(0, (fixed.squares - df) / spread_of_weights(effects, count, fixed.weights));
	const struct weighted random = weigh(effects, count, between);
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
