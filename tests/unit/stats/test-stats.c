#include <math.h>
#include <stdlib.h>

#include "stats/levels.h"
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

/* Ascending, and the same numbers: both sums, of the numbers and of their squares, are of whole
 * numbers, hence exact. Few and many values, close together and over all magnitudes. */
START_TEST(doubles_are_sorted)
{
	enum { MOST = 5000 };
	uint64_t state = 11;
	for (size_t n = 0; n < MOST; n = 2 * n + 1) {
		static const double magnitudes[] = {0x1p-300, 1, 0x1p300};
		double values[MOST], sum = 0, squares = 0;
		size_t wrong = 0;
		for (size_t i = 0; i < n; i++) {
			values[i] = random_below(&state, 2001) - 1000.0;
			sum += values[i];
			squares += values[i] * values[i];
		}
		swf_sort_doubles(values, n);
		for (size_t i = 0; i < n; i++) {
			wrong += i > 0 && values[i] < values[i - 1];
			sum -= values[i];
			squares -= values[i] * values[i];
		}
		ck_assert(wrong == 0 && sum == 0 && squares == 0);
		for (size_t i = 0; i < n; i++)
			values[i] = magnitudes[i % 3] * (random_below(&state, 2000) - 999.5);
		swf_sort_doubles(values, n);
		for (size_t i = 1; i < n; i++)
			wrong += values[i] < values[i - 1];
		ck_assert_uint_eq(wrong, 0);
	}
}
END_TEST

/* Numbers that differ in their last bits alone, beside others so far away that no leading digit
 * tells them apart, and beside many that are the same. */
START_TEST(close_doubles_are_sorted)
{
	enum { N = 3000 };
	double values[N];
	uint64_t state = 13;
	size_t wrong = 0, close = 0, equal = 0, low = 0, high = 0;
	for (size_t i = 0; i < N; i++)
		values[i] = i % 50 == 0 ? -0x1p1000
			: i % 50 == 1   ? 0x1p1000
			: i % 3 == 0    ? 1
					: 1 + (1 + random_below(&state, 1000)) * 0x1p-52;
	swf_sort_doubles(values, N);
	for (size_t i = 0; i < N; i++) {
		wrong += i > 0 && values[i] < values[i - 1];
		low += values[i] == -0x1p1000;
		equal += values[i] == 1;
		close += values[i] > 1 && values[i] < 1.5;
		high += values[i] == 0x1p1000;
	}
	ck_assert_uint_eq(wrong, 0);
	ck_assert(low == N / 50 && high == N / 50 && equal == N / 3 - 2 * N / 150);
	ck_assert_uint_eq(close, N - low - high - equal);
}
END_TEST

/* By the first, few and many, with the second still beside it. */
START_TEST(pairs_are_sorted)
{
	enum { MOST = 3000 };
	uint64_t state = 12;
	for (size_t n = 0; n < MOST; n = 2 * n + 1) {
		double pairs[MOST][2], seconds = 0;
		for (size_t i = 0; i < n; i++) {
			pairs[i][1] = (double)i;
			pairs[i][0] = random_below(&state, 500) - 250.25 + (double)i * 0x1p-20;
		}
		swf_sort_pairs(pairs, n);
		size_t wrong = 0;
		for (size_t i = 0; i < n; i++) {
			const double rest = pairs[i][0] + 250.25 - pairs[i][1] * 0x1p-20;
			wrong += (i > 0 && pairs[i][0] < pairs[i - 1][0]) || rest != floor(rest);
			seconds += pairs[i][1];
		}
		ck_assert(wrong == 0 && seconds == (double)(n * (n > 0 ? n - 1 : 0) / 2));
	}
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

static struct swf_level_share *shares_of(double begin, double end, size_t *count)
{
	static const double changes[4][2] = {{10, 2}, {20, 3}, {22, -2}, {30, -3}};
	struct swf_levels levels = {.begin = begin, .end = end, .since = -INFINITY};
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(swf_levels_change(&levels, changes[i][0], changes[i][1]), 0);
	struct swf_level_share *shares = swf_levels_shares(&levels, count);
	ck_assert_ptr_nonnull(shares);
	swf_levels_clear(&levels);
	return shares;
}

START_TEST(levels_are_weighted_with_time)
{
	/* 0 in [0,10), 2 in [10,20), 5 in [20,22), 3 in [22,30), 0 from 30 on */
	size_t n;
	struct swf_level_share *shares = shares_of(0, 40, &n);
	ck_assert_uint_eq(n, 4);
	const double levels[] = {0, 2, 3, 5}, times[] = {20, 10, 8, 2};
	for (size_t i = 0; i < n; i++) {
		NEAR(shares[i].level, levels[i]);
		NEAR(shares[i].time, times[i]);
	}
	struct swf_level_description d = swf_levels_describe(shares, n);
	NEAR(d.mean, (20 + 24 + 10) / 40.0);
	NEAR(d.p50, 0);
	NEAR(d.p95, 3);
	NEAR(d.max, 5);
	free(shares);
	/* a window inside */
	shares = shares_of(21, 25, &n);
	d = swf_levels_describe(shares, n);
	NEAR(d.mean, (5 + 3 * 3) / 4.0);
	free(shares);
	free(shares_of(5, 5, &n));
	ck_assert_uint_eq(n, 0);
	ck_assert(isnan(swf_levels_describe(NULL, 0).mean));
}
END_TEST

/* Up and down by little and by much, beside an array of all levels. */
START_TEST(every_level_has_its_time)
{
	enum { MOST = 500 };
	struct swf_levels levels = {.begin = 0, .end = 10000, .since = -INFINITY};
	double times[MOST] = {0}, time = 0;
	uint64_t state = 13;
	int level = 0;
	for (int i = 0; i < 3000; i++) {
		const int before = level, step = i % 50 == 0 ? MOST : 5;
		const double until = time + random_below(&state, 3);
		level += (int)random_below(&state, (uint32_t)step) - step / 2;
		level = level < 0 ? 0 : level >= MOST ? MOST - 1 : level;
		times[before] += until - time;
		time = until;
		ck_assert_int_eq(swf_levels_change(&levels, time, level - before), 0);
	}
	times[level] += levels.end - time;
	size_t n, known = 0;
	struct swf_level_share *shares = swf_levels_shares(&levels, &n);
	swf_levels_clear(&levels);
	for (int i = 0; i < MOST; i++) {
		if (times[i] == 0)
			continue;
		ck_assert(known < n && shares[known].level == i && shares[known].time == times[i]);
		known++;
	}
	ck_assert_uint_eq(known, n);
	free(shares);
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
			means_lose_nothing_to_rounding, doubles_are_sorted,
			close_doubles_are_sorted, pairs_are_sorted, quantiles_of_equal_values,
			intervals_use_students_t, levels_are_weighted_with_time,
			every_level_has_its_time, trends_are_least_squares, NULL});
}
