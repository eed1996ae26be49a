#include <math.h>
#include <stdlib.h>

#include "suites.h"
#include "swfcore/hurst.h"
#include "swfcore/random.h"

/* 1 ... 10: the deviations from 5.5 add up to -12.5 at least and 0 at most, S^2 is 8.25. */
START_TEST(worked_by_hand)
{
	static const double series[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	struct swf_pox_plot plot;
	ck_assert_int_eq(swf_pox_plot_make(series, 10, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 1);
	ck_assert_uint_eq(plot.points[0].n, 10);
	ck_assert_double_eq_tol(plot.points[0].rs, 12.5 / sqrt(8.25), 1e-12);
	ck_assert(isnan(plot.h));
	swf_pox_plot_free(&plot);
	/* too short, and nothing but equal values */
	ck_assert_int_eq(swf_pox_plot_make(series, 9, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 0);
	swf_pox_plot_free(&plot);
	static const double ones[40] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	ck_assert_int_eq(swf_pox_plot_make(ones, 20, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 0);
	ck_assert(isnan(plot.h));
	swf_pox_plot_free(&plot);
}
END_TEST

/* 10 times the powers of 1.2, rounded. */
START_TEST(lengths_and_segments)
{
	static const size_t lengths[] = {10, 12, 14, 17, 21, 25, 30, 36, 43, 52, 62, 74, 89};
	double series[100];
	struct swf_pox_plot plot;
	uint64_t state = 1;
	for (int i = 0; i < 100; i++)
		series[i] = 1 + random_below(&state, 1000);
	ck_assert_int_eq(swf_pox_plot_make(series, 100, 3, &plot), 0);
	ck_assert_uint_eq(plot.count, 3 * 13);
	for (size_t i = 0; i < plot.count; i++)
		ck_assert_uint_eq(plot.points[i].n, lengths[i / 3]);
	swf_pox_plot_free(&plot);
	/* the whole series has only one segment, and all but one of its values two */
	ck_assert_int_eq(swf_pox_plot_make(series, 13, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 4 + 2);
	swf_pox_plot_free(&plot);
}
END_TEST

/* One value in 25 is not 0, at places 0, 25, ... of 2,600: of the intervals of 12 (216) 104 hold
 * one, of those of 13 (200) also 104. */
START_TEST(begins_where_most_intervals_are_not_empty)
{
	static double series[2600];
	struct swf_pox_plot plot;
	for (int i = 0; i < 2600; i += 25)
		series[i] = 1;
	ck_assert_int_eq(swf_pox_plot_make(series, 2600, 10, &plot), 0);
	ck_assert_uint_eq(plot.points[0].n, 13);
	swf_pox_plot_free(&plot);
}
END_TEST

/* By the definition, with the mean taken anew for each cumulated deviation. */
static double naive_rs(const double *x, size_t n)
{
	double low = 0, high = 0, squares = 0, mean = 0;
	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t j = 1; j <= n; j++) {
		double y = 0;
		for (size_t i = 0; i < j; i++)
			y += x[i] - mean;
		if (j == 1 || y < low)
			low = y;
		if (j == 1 || y > high)
			high = y;
		squares += pow(x[j - 1] - mean, 2);
	}
	return (high - low) / sqrt(squares / (double)n);
}

START_TEST(equals_a_naive_implementation)
{
	uint64_t state = 5;
	for (size_t count = 30; count < 600; count += 97) {
		double series[600], sx = 0, sy = 0, sxx = 0, sxy = 0;
		struct swf_pox_plot plot;
		size_t k = 0;
		for (size_t i = 0; i < count; i++)
			series[i] = pow(random_below(&state, 100), 2);
		ck_assert_int_eq(swf_pox_plot_make(series, count, 10, &plot), 0);
		for (double n = 10; round(n) <= (double)count; n *= 1.2) {
			const size_t last = count - (size_t)round(n),
				     segments = last < 9 ? last + 1 : 10;
			for (size_t s = 0; s < segments; s++, k++) {
				const size_t begin = segments == 1
					? 0
					: (size_t)((double)s / (double)(segments - 1) *
						  (double)last);
				const double rs = naive_rs(series + begin, (size_t)round(n));
				ck_assert_double_eq_tol(plot.points[k].rs, rs, 1e-9);
				const double x = log10(round(n)), y = log10(rs);
				sx += x;
				sy += y;
				sxx += x * x;
				sxy += x * y;
			}
		}
		ck_assert_uint_eq(plot.count, k);
		const double m = (double)k;
		ck_assert_double_eq_tol(plot.h, (m * sxy - sx * sy) / (m * sxx - sx * sx), 1e-9);
		swf_pox_plot_free(&plot);
	}
}
END_TEST

/* E(R/S) of n independent normal values (Anis and Lloyd 1976). */
static double anis_lloyd(double n)
{
	double sum = 0;
	for (double i = 1; i < n; i++)
		sum += sqrt((n - i) / i);
	return exp(lgamma((n - 1) / 2) - lgamma(n / 2)) / sqrt(acos(-1)) * sum;
}

/* Independent values do not give 0.5 in series of this length, but the slope of their expectation:
 * 0.54 from n = 10 to 4,096. */
START_TEST(independent_values_have_their_known_slope)
{
	enum { N = 4096, SERIES = 40 };
	double sum = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, lengths = 0;
	for (double n = 10; round(n) <= N; n *= 1.2, lengths++) {
		const double x = log(round(n)), y = log(anis_lloyd(round(n)));
		sx += x;
		sy += y;
		sxx += x * x;
		sxy += x * y;
	}
	const double slope = (lengths * sxy - sx * sy) / (lengths * sxx - sx * sx);
	ck_assert_double_eq_tol(slope, 0.54, 0.005);
	for (uint64_t k = 0; k < SERIES; k++) {
		static double series[N];
		struct swf_pox_plot plot;
		gsl_rng *rng = swf_random_new(2, k);
		for (int i = 0; i < N; i++) {
			series[i] = 0;
			for (int j = 0; j < 12; j++)
				series[i] += gsl_rng_uniform(rng);
		}
		ck_assert_int_eq(swf_pox_plot_make(series, N, 10, &plot), 0);
		sum += plot.h;
		swf_pox_plot_free(&plot);
		gsl_rng_free(rng);
	}
	/* the mean of 40 has a standard deviation of 0.005 */
	ck_assert_double_eq_tol(sum / SERIES, slope, 0.02);
}
END_TEST

/* Of two intervals of 10 one is empty, which is not most; the only one of 11 is not. */
START_TEST(half_of_the_intervals_are_not_most)
{
	static const double series[20] = {1, 2};
	struct swf_pox_plot plot;
	ck_assert_int_eq(swf_pox_plot_make(series, 20, 1, &plot), 0);
	ck_assert_uint_eq(plot.points[0].n, 11);
	swf_pox_plot_free(&plot);
}
END_TEST

Suite *hurst_suite(void)
{
	return suite_of("hurst",
		(const TTest *const[]){worked_by_hand, lengths_and_segments,
			begins_where_most_intervals_are_not_empty,
			half_of_the_intervals_are_not_most, equals_a_naive_implementation,
			independent_values_have_their_known_slope, NULL});
}
