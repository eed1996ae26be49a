#include "stats/power.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

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
