/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "stats/series.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-9)

START_TEST(a_sample_is_described)
{
	/* mean 22, squared deviations 441+400+361+324+6084 = 7610, / 4 */
	double values[] = {100, 1, 3, 2, 4};
	struct swf_description d = swf_stats_describe(values, 5);
	ck_assert_uint_eq(d.count, 5);
	NEAR(d.mean, 22);
	NEAR(d.sd, sqrt(7610 / 4.0));
	NEAR(d.median, 3);
	NEAR(d.p90, 4 + 0.6 * 96);
	NEAR(d.p95, 4 + 0.8 * 96);
	NEAR(d.p99, 4 + 0.96 * 96);
	NEAR(d.max, 100);
}
END_TEST

START_TEST(small_samples_have_no_spread)
{
	double value = 7;
	struct swf_description one = swf_stats_describe(&value, 1),
			       none = swf_stats_describe(&value, 0);
	NEAR(one.mean, 7);
	NEAR(one.p99, 7);
	ck_assert(isnan(one.sd));
	ck_assert_uint_eq(none.count, 0);
	ck_assert(isnan(none.mean) && isnan(none.median) && isnan(none.max));
}
END_TEST

/* The mean of equal values is their value, although 0.1 ten times adds up to less than 1; and ten
 * ones beside a value to which none of them adds anything count: (1e16 + 10) / 11. */
START_TEST(means_lose_nothing_to_rounding)
{
	double values[11];
	for (size_t n = 1; n <= 11; n++) {
		values[n - 1] = 0.1;
		ck_assert(swf_stats_mean(values, n) == 0.1);
	}
	values[0] = 1e16;
	for (size_t i = 1; i < 11; i++)
		values[i] = 1;
	ck_assert_double_eq_tol(swf_stats_mean(values, 11), 909090909090910.0, 0.25);
}
END_TEST

/* Between equal values lies nothing else, by no rounding error, so that their interval is 0. */
START_TEST(quantiles_of_equal_values)
{
	for (size_t n = 1; n < 40; n++) {
		double values[40];
		for (size_t i = 0; i < n; i++)
			values[i] = 0.1 * 3;
		for (double q = 0; q <= 1; q += 1 / 64.0)
			ck_assert(swf_stats_quantile(values, n, q) == values[0]);
	}
	const double two[] = {10, 20};
	ck_assert(swf_stats_quantile(two, 2, 0) == 10 && swf_stats_quantile(two, 2, 1) == 20);
	NEAR(swf_stats_quantile(two, 2, 0.05), 10.5);
}
END_TEST

/* Published quantiles of Student's t: 12.706 for 1, 2.776 for 4 degrees of freedom. */
START_TEST(intervals_use_students_t)
{
	const double two[] = {1, 3}, five[] = {1, 2, 3, 4, 5};
	ck_assert_double_eq_tol(swf_stats_half_width_95(two, 2), 12.706 * sqrt(2) / sqrt(2), 1e-3);
	ck_assert_double_eq_tol(
		swf_stats_half_width_95(five, 5), 2.776 * sqrt(2.5) / sqrt(5), 1e-3);
	ck_assert(isnan(swf_stats_half_width_95(two, 1)));
}
END_TEST

START_TEST(trends_are_least_squares)
{
	/* x 0..3, mean 1.5; sum (x - 1.5)(y) = -1.5*1 -0.5*3 +0.5*2 +1.5*6 = 7; / 5. The line is
	 * 0.9, 2.3, 3.7, 5.1: the residuals 0.1, 0.7, -1.7, 0.9 have the squares 4.2, so that the
	 * slope has the variance 4.2 / 2 / 5; t is that of two degrees of freedom. */
	const double values[] = {1, 3, 2, 6}, line[] = {1, 3, 5};
	struct swf_stats_trend trend;
	ck_assert_int_eq(swf_stats_trend(values, 4, &trend), 0);
	NEAR(trend.slope, 1.4);
	NEAR(trend.low, 1.4 - 4.302652729696 * sqrt(0.42));
	ck_assert_int_eq(swf_stats_trend(line, 3, &trend), 0);
	NEAR(trend.slope, 2);
	NEAR(trend.low, 2);
	ck_assert_int_eq(swf_stats_trend(values, 2, &trend), 0);
	NEAR(trend.slope, 2);
	ck_assert(isnan(trend.low));
	ck_assert_int_eq(swf_stats_trend(values, 1, &trend), 0);
	ck_assert(isnan(trend.slope));
}
END_TEST

Suite *stats_suite(void)
{
	return suite_of("stats",
		(const TTest *const[]){a_sample_is_described, small_samples_have_no_spread,
			means_lose_nothing_to_rounding, quantiles_of_equal_values,
			intervals_use_students_t, trends_are_least_squares, NULL});
}
