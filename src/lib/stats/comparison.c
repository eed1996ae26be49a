#include "stats/comparison.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "stats/stats.h"

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

/* Makes differences equal that are so up to the rounding of values of this size: a t test would
 * take the errors for results. */
static void round_differences(double *differences, size_t count, double size)
{
	double least, most;
	gsl_stats_minmax(&least, &most, differences, 1, count);
	for (size_t i = 1; i < count && most - least <= 4 * DBL_EPSILON * size; i++)
		differences[i] = differences[0];
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
	round_differences(second, count, size);
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
