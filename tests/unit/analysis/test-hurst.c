/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/hurst.h"
#include "base/random.h"
#include "support/fgn.h"
#include "unit/suites.h"

/* 1 ... 10: the deviations from 5.5 add up to -12.5 at least and 0 at most, S^2 is 8.25. */
START_TEST(worked_by_hand)
{
	static const double series[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	struct swf_hurst_pox plot;
	ck_assert_int_eq(swf_hurst_pox_make(series, 10, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 1);
	ck_assert_double_eq(plot.points[0].x, 10);
	ck_assert_double_eq_tol(plot.points[0].y, 12.5 / sqrt(8.25), 1e-12);
	ck_assert(isnan(plot.h));
	swf_hurst_pox_clear(&plot);
	/* too short, and nothing but equal values */
	ck_assert_int_eq(swf_hurst_pox_make(series, 9, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 0);
	swf_hurst_pox_clear(&plot);
	static const double ones[40] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	ck_assert_int_eq(swf_hurst_pox_make(ones, 20, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 0);
	ck_assert(isnan(plot.h));
	swf_hurst_pox_clear(&plot);
}
END_TEST

/* 10 times the powers of 1.2, rounded. */
START_TEST(lengths_and_segments)
{
	static const size_t lengths[] = {10, 12, 14, 17, 21, 25, 30, 36, 43, 52, 62, 74, 89};
	double series[100];
	struct swf_hurst_pox plot;
	uint64_t state = 1;
	for (int i = 0; i < 100; i++)
		series[i] = 1 + random_below(&state, 1000);
	ck_assert_int_eq(swf_hurst_pox_make(series, 100, 3, &plot), 0);
	ck_assert_uint_eq(plot.count, 3 * 13);
	for (size_t i = 0; i < plot.count; i++)
		ck_assert_double_eq(plot.points[i].x, (double)lengths[i / 3]);
	swf_hurst_pox_clear(&plot);
	/* the whole series has only one segment, and all but one of its values two */
	ck_assert_int_eq(swf_hurst_pox_make(series, 13, 10, &plot), 0);
	ck_assert_uint_eq(plot.count, 4 + 2);
	swf_hurst_pox_clear(&plot);
}
END_TEST

/* One value in 25 is not 0, at places 0, 25, ... of 2,600: of the intervals of 12 (216) 104 hold
 * one, of those of 13 (200) also 104. */
START_TEST(begins_where_most_intervals_are_not_empty)
{
	static double series[2600];
	struct swf_hurst_pox plot;
	for (int i = 0; i < 2600; i += 25)
		series[i] = 1;
	ck_assert_int_eq(swf_hurst_pox_make(series, 2600, 10, &plot), 0);
	ck_assert_double_eq(plot.points[0].x, 13);
	swf_hurst_pox_clear(&plot);
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
		struct swf_hurst_pox plot;
		size_t k = 0;
		for (size_t i = 0; i < count; i++)
			series[i] = pow(random_below(&state, 100), 2);
		ck_assert_int_eq(swf_hurst_pox_make(series, count, 10, &plot), 0);
		for (double n = 10; round(n) <= (double)count; n *= 1.2) {
			const size_t last = count - (size_t)round(n),
				     segments = last < 9 ? last + 1 : 10;
			for (size_t s = 0; s < segments; s++, k++) {
				const size_t begin = segments == 1
					? 0
					: (size_t)((double)s / (double)(segments - 1) *
						  (double)last);
				const double rs = naive_rs(series + begin, (size_t)round(n));
				ck_assert_double_eq_tol(plot.points[k].y, rs, 1e-9);
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
		swf_hurst_pox_clear(&plot);
	}
}
END_TEST

/* H does not depend on the unit. Segments of equal values are left out also where their mean is not
 * quite that value, as with tenths. */
START_TEST(rs_of_fractions_and_of_whole_numbers)
{
	enum { COUNT = 1000 };
	static double tenths[COUNT], whole[COUNT];
	struct swf_hurst_pox a, b;
	uint64_t state = 3;
	for (int i = 0; i < COUNT; i++) {
		whole[i] = i / 100 % 2 == 0 ? 1 : 1 + random_below(&state, 9);
		tenths[i] = whole[i] / 10;
	}
	ck_assert_int_eq(swf_hurst_pox_make(tenths, COUNT, 10, &a), 0);
	ck_assert_int_eq(swf_hurst_pox_make(whole, COUNT, 10, &b), 0);
	ck_assert_uint_eq(a.count, b.count);
	ck_assert_double_eq_tol(a.h, b.h, 1e-12);
	swf_hurst_pox_clear(&a);
	swf_hurst_pox_clear(&b);
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
		struct swf_hurst_pox plot;
		gsl_rng *rng = swf_random_new(2, k);
		for (int i = 0; i < N; i++) {
			series[i] = 0;
			for (int j = 0; j < 12; j++)
				series[i] += gsl_rng_uniform(rng);
		}
		ck_assert_int_eq(swf_hurst_pox_make(series, N, 10, &plot), 0);
		sum += plot.h;
		swf_hurst_pox_clear(&plot);
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
	struct swf_hurst_pox plot;
	ck_assert_int_eq(swf_hurst_pox_make(series, 20, 1, &plot), 0);
	ck_assert_double_eq(plot.points[0].x, 11);
	swf_hurst_pox_clear(&plot);
}
END_TEST

static const struct swf_hurst_options defaults = {.subsets = SWF_HURST_SUBSETS};

static struct swf_hurst estimate(int method, const double *series, size_t count)
{
	struct swf_hurst hurst;
	struct swf_error error;
	ck_assert_int_eq(swf_hurst_estimate((enum swf_hurst_method)method, series, count, &defaults,
				 &hurst, &error),
		0);
	return hurst;
}

static void refuses(
	int method, const double *series, size_t count, size_t frequencies, const char *text)
{
	const struct swf_hurst_options options = {
		.subsets = SWF_HURST_SUBSETS, .frequencies = frequencies};
	struct swf_hurst hurst;
	struct swf_error error;
	ck_assert_int_eq(swf_hurst_estimate((enum swf_hurst_method)method, series, count, &options,
				 &hurst, &error),
		-1);
	ck_assert_str_eq(error.text, text);
	swf_hurst_clear(&hurst);
}

static void fill_with_noise(double *series, size_t count, uint64_t state)
{
	for (size_t i = 0; i < count; i++)
		series[i] = pow(random_below(&state, 100), 2) + 1;
}

START_TEST(says_what_it_cannot_estimate)
{
	double series[1000];
	for (int method = 0; method < SWF_HURST_METHODS; method++) {
		fill_with_noise(series, 1000, 3);
		refuses(method, series, 199, 0, "199 values; at least 200 are needed");
		refuses(method, series, 1, 0, "1 value; at least 200 are needed");
		refuses(method, NULL, 0, 0, "0 values; at least 200 are needed");
		series[777] = NAN;
		refuses(method, series, 1000, 0, "a value that is not from -1e+100 to 1e+100");
		series[777] = -1.1e100;
		refuses(method, series, 1000, 0, "a value that is not from -1e+100 to 1e+100");
		for (int i = 0; i < 1000; i++)
			series[i] = 0.1;
		refuses(method, series, 1000, 0, "all values are equal");
	}
	/* one value alone, the last: only the whole series is an interval that is not empty */
	memset(series, 0, sizeof series);
	series[199] = 1;
	refuses(SWF_HURST_RS, series, 200, 0,
		"no two lengths for a pox plot: too many values are 0 or equal");
}
END_TEST

/* 1, 2, 1, 2, ...: blocks of 10 have the mean 1.5, and the power is at the highest frequency.
 * 1000^0.7 is 125.9. With one value changed every frequency has power, and there are 499 of them.
 */
START_TEST(rounding_errors_are_no_power)
{
	double series[1000];
	for (int i = 0; i < 1000; i++)
		series[i] = (1 + i % 2) / 3.0;
	refuses(SWF_HURST_VARIANCE, series, 1000, 0, "all blocks of 10 values have the same mean");
	refuses(SWF_HURST_PERIODOGRAM, series, 1000, 0,
		"no power at 125 of the 125 lowest frequencies");
	refuses(SWF_HURST_WHITTLE, series, 1000, 7, "no power at 7 of the 7 lowest frequencies");
	/* the same ten values in other orders, so that their sums differ by rounding alone */
	static const int steps[] = {1, 3, 7, 9};
	double shuffled[1000];
	for (int i = 0; i < 1000; i++)
		shuffled[i] = (i % 10 * steps[i / 10 % 4] % 10 + 0.1) / 3;
	refuses(SWF_HURST_VARIANCE, shuffled, 1000, 0,
		"all blocks of 10 values have the same mean");
	series[500] = 1;
	refuses(SWF_HURST_WHITTLE, series, 1000, 500, "1000 values have 499 frequencies, not 500");
	const struct swf_hurst_options options = {.frequencies = 499};
	struct swf_hurst hurst;
	struct swf_error error;
	ck_assert_int_eq(
		swf_hurst_estimate(SWF_HURST_PERIODOGRAM, series, 1000, &options, &hurst, &error),
		0);
	ck_assert_uint_eq(hurst.count, 499);
	ck_assert_double_eq_tol(hurst.points[498].x, 0.499, 1e-15);
	swf_hurst_clear(&hurst);
}
END_TEST

START_TEST(rs_is_the_pox_plot)
{
	double series[500];
	struct swf_hurst_pox plot;
	fill_with_noise(series, 500, 4);
	ck_assert_int_eq(swf_hurst_pox_make(series, 500, SWF_HURST_SUBSETS, &plot), 0);
	struct swf_hurst hurst = estimate(SWF_HURST_RS, series, 500);
	ck_assert_double_eq(hurst.h, plot.h);
	ck_assert(isnan(hurst.low) && isnan(hurst.high));
	ck_assert_uint_eq(hurst.count, plot.count);
	for (size_t i = 0; i < plot.count; i++) {
		ck_assert_double_eq(hurst.points[i].x, plot.points[i].x);
		ck_assert_double_eq(hurst.points[i].y, plot.points[i].y);
	}
	swf_hurst_clear(&hurst);
	swf_hurst_pox_clear(&plot);
}
END_TEST

/* Of 200 values the lengths 10, 12, 14 and 17 have 10 blocks; 21 has 9. By the definitions, with
 * the variance as the mean square of differences and the slope from sums. */
START_TEST(variance_equals_a_naive_implementation)
{
	static const size_t lengths[] = {10, 12, 14, 17};
	double series[200], sx = 0, sy = 0, sxx = 0, sxy = 0;
	fill_with_noise(series, 200, 6);
	struct swf_hurst hurst = estimate(SWF_HURST_VARIANCE, series, 200);
	ck_assert_uint_eq(hurst.count, 4);
	for (int p = 0; p < 4; p++) {
		const size_t n = lengths[p], blocks = 200 / n;
		double means[20] = {0}, differences = 0;
		for (size_t i = 0; i < blocks * n; i++)
			means[i / n] += series[i] / (double)n;
		for (size_t i = 0; i < blocks; i++)
			for (size_t j = 0; j < i; j++)
				differences += pow(means[i] - means[j], 2);
		const double variance = differences / (double)(blocks * (blocks - 1));
		ck_assert_double_eq(hurst.points[p].x, (double)n);
		ck_assert_double_eq_tol(hurst.points[p].y, variance, 1e-9 * variance);
		const double x = log10((double)n), y = log10(variance);
		sx += x;
		sy += y;
		sxx += x * x;
		sxy += x * y;
	}
	const double slope = (4 * sxy - sx * sy) / (4 * sxx - sx * sx);
	ck_assert_double_eq_tol(hurst.h, 1 + slope / 2, 1e-9);
	ck_assert(isnan(hurst.low) && isnan(hurst.high));
	swf_hurst_clear(&hurst);
}
END_TEST

/* Powers of two, primes and other lengths, as sums of sines and cosines. */
START_TEST(transform_equals_the_definition)
{
	static const size_t counts[] = {2, 3, 16, 80, 97, 128, 129, 720, 1021};
	double values[1021], powers[1020];
	for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
		const size_t count = counts[c];
		fill_with_noise(values, count, c + 1);
		ck_assert_int_eq(swf_hurst_transform(values, count, 5000, count - 1, powers), 0);
		for (size_t j = 1; j < count; j++) {
			double real = 0, imaginary = 0;
			for (size_t t = 0; t < count; t++) {
				const double angle =
					2 * acos(-1) * (double)(j * t % count) / (double)count;
				real += (values[t] - 5000) * cos(angle);
				imaginary += (values[t] - 5000) * sin(angle);
			}
			const double power = real * real + imaginary * imaginary;
			ck_assert_double_eq_tol(powers[j - 1], power, 1e-9 * (power + 1));
		}
	}
}
END_TEST

/* All frequencies have the same power of an impulse, |1|^2 / (2 pi 1024), so H is 0.5. Of 1024
 * values 1024^0.7 = 128 count. */
START_TEST(an_impulse_is_flat)
{
	double series[1024] = {0}, mean = 0, squares = 0;
	series[300] = 1;
	for (int j = 1; j <= 128; j++)
		mean += log(j) / 128;
	for (int j = 1; j <= 128; j++)
		squares += pow(log(j) - mean, 2);
	const double halves[] = {1.96 / 2 * acos(-1) / sqrt(6 * squares), 1.96 / 2 / sqrt(squares)};
	for (int k = 0; k < 2; k++) {
		struct swf_hurst hurst =
			estimate(k == 0 ? SWF_HURST_PERIODOGRAM : SWF_HURST_WHITTLE, series, 1024);
		ck_assert_uint_eq(hurst.count, 128);
		for (int j = 1; j <= 128; j++) {
			ck_assert_double_eq_tol(hurst.points[j - 1].x, j / 1024.0, 1e-15);
			ck_assert_double_eq_tol(
				hurst.points[j - 1].y, 1 / (2 * acos(-1) * 1024), 1e-15);
		}
		ck_assert_double_eq_tol(hurst.h, 0.5, 1e-9);
		ck_assert_double_eq_tol(hurst.low, 0.5 - halves[k], 1e-5);
		ck_assert_double_eq_tol(hurst.high, 0.5 + halves[k], 1e-5);
		swf_hurst_clear(&hurst);
	}
}
END_TEST

/* Waves whose powers are just frequency^(1 - 2H), at phases that do not matter: 997^0.7 is 125.6.
 */
enum { WAVES_LENGTH = 997, WAVES = 125 };
static void fill_with_waves(double series[WAVES_LENGTH], double h)
{
	for (int t = 0; t < WAVES_LENGTH; t++) {
		series[t] = 0;
		for (int j = 1; j <= WAVES; j++) {
			const double turns = (double)(j * t % WAVES_LENGTH) / WAVES_LENGTH;
			series[t] += pow(j, 0.5 - h) * cos(2 * acos(-1) * turns + j * j);
		}
	}
}

START_TEST(a_power_law_is_found_exactly)
{
	static const double truth[] = {0.1, 0.5, 0.75, 1, 1.4};
	for (size_t k = 0; k < sizeof truth / sizeof *truth; k++) {
		double series[WAVES_LENGTH];
		fill_with_waves(series, truth[k]);
		struct swf_hurst slope = estimate(SWF_HURST_PERIODOGRAM, series, WAVES_LENGTH);
		struct swf_hurst whittle = estimate(SWF_HURST_WHITTLE, series, WAVES_LENGTH);
		ck_assert_uint_eq(whittle.count, WAVES);
		ck_assert_double_eq_tol(slope.h, truth[k], 1e-9);
		ck_assert_double_eq_tol(whittle.h, truth[k], 1e-9);
		swf_hurst_clear(&slope);
		swf_hurst_clear(&whittle);
	}
}
END_TEST

START_TEST(whittle_stays_within_its_limits)
{
	static const double truth[] = {-0.5, 2}, limit[] = {0, 1.5};
	for (int k = 0; k < 2; k++) {
		double series[WAVES_LENGTH];
		fill_with_waves(series, truth[k]);
		struct swf_hurst hurst = estimate(SWF_HURST_WHITTLE, series, WAVES_LENGTH);
		ck_assert_double_eq_tol(hurst.h, limit[k], 1e-9);
		swf_hurst_clear(&hurst);
	}
}
END_TEST

static double whittle_objective(const struct swf_hurst *hurst, double h)
{
	double mean = 0, logs = 0;
	for (size_t i = 0; i < hurst->count; i++) {
		mean += pow(hurst->points[i].x, 2 * h - 1) * hurst->points[i].y /
			(double)hurst->count;
		logs += log(hurst->points[i].x) / (double)hurst->count;
	}
	return log(mean) - (2 * h - 1) * logs;
}

START_TEST(whittle_is_the_least)
{
	static double series[2][2048];
	for (uint64_t k = 1; k <= 5; k++) {
		gsl_rng *rng = swf_random_new(5, k);
		fgn(rng, 0.1 + 0.15 * (double)k, 2048, series[0], series[1]);
		struct swf_hurst hurst = estimate(SWF_HURST_WHITTLE, series[1], 2048);
		const double least = whittle_objective(&hurst, hurst.h);
		for (double h = 0; h <= 1.5; h += 0.01)
			ck_assert_double_ge(whittle_objective(&hurst, h), least - 1e-12);
		ck_assert_double_ge(whittle_objective(&hurst, hurst.h + 1e-5), least);
		ck_assert_double_ge(whittle_objective(&hurst, hurst.h - 1e-5), least);
		swf_hurst_clear(&hurst);
		gsl_rng_free(rng);
	}
}
END_TEST

/* H has no unit: other units and another origin of the values do not change it. Of R/S they must
 * not make values 0. */
START_TEST(units_do_not_matter)
{
	double series[700], other[700];
	fill_with_noise(series, 700, 9);
	for (int i = 0; i < 700; i++)
		other[i] = 3.7 * series[i] - 1e6;
	for (int method = 0; method < SWF_HURST_METHODS; method++) {
		struct swf_hurst a = estimate(method, series, 700);
		struct swf_hurst b = estimate(method, other, 700);
		ck_assert_double_eq_tol(a.h, b.h, 1e-6);
		ck_assert_uint_eq(a.count, b.count);
		swf_hurst_clear(&a);
		swf_hurst_clear(&b);
	}
}
END_TEST

/* The generator of the tests below: each mean of 2 * 2000 products of values at a distance has a
 * standard deviation under sqrt(2 / 4000). */
START_TEST(noise_has_its_covariances)
{
	enum { N = 64, PAIRS = 2000 };
	static const size_t distances[] = {0, 1, 7, 63};
	gsl_rng *rng = swf_random_new(11, 1);
	for (int tenths = 5; tenths <= 9; tenths += 2) {
		double sums[4] = {0}, between = 0;
		for (int k = 0; k < PAIRS; k++) {
			double one[N], other[N];
			fgn(rng, tenths / 10.0, N, one, other);
			for (int d = 0; d < 4; d++)
				sums[d] += one[0] * one[distances[d]] +
					other[N - 1] * other[N - 1 - distances[d]];
			between += one[5] * other[5];
		}
		for (int d = 0; d < 4; d++)
			ck_assert_double_eq_tol(sums[d] / (2 * PAIRS),
				fgn_covariance(tenths / 10.0, distances[d]),
				4 * sqrt(2.0 / (2 * PAIRS)));
		ck_assert_double_eq_tol(between / PAIRS, 0, 4 * sqrt(1.0 / PAIRS));
	}
	gsl_rng_free(rng);
	/* independent values, and (2^1.6 - 2) / 2 */
	ck_assert_double_eq_tol(fgn_covariance(0.5, 3), 0, 1e-12);
	ck_assert_double_eq_tol(fgn_covariance(0.8, 1), 0.5157165665, 1e-9);
}
END_TEST

/* 2^16 values give 2,352 frequencies, an interval of +- 0.02 and a standard deviation of 0.0104. */
START_TEST(whittle_finds_h_of_a_long_series)
{
	enum { N = 1 << 16 };
	static double one[N], other[N];
	for (int tenths = 5; tenths <= 9; tenths++) {
		gsl_rng *rng = swf_random_new(12, (uint64_t)tenths);
		fgn(rng, tenths / 10.0, N, one, other);
		struct swf_hurst hurst = estimate(SWF_HURST_WHITTLE, one, N);
		ck_assert_uint_eq(hurst.count, 2352);
		ck_assert_double_eq_tol(hurst.h, tenths / 10.0, 0.03);
		ck_assert_double_eq_tol(hurst.high - hurst.low, 2 * 1.96 * 0.0104, 0.0005);
		swf_hurst_clear(&hurst);
		gsl_rng_free(rng);
	}
}
END_TEST

/* Over 100 series of each H the mean of the errors has a standard deviation of 0.0027 (whittle) or
 * 0.0035; over all 500 the share of intervals that hold H has one of 0.01. */
START_TEST(intervals_hold_h_in_95_of_100_series)
{
	enum { N = 4096, SERIES = 100 };
	static const int methods[] = {SWF_HURST_PERIODOGRAM, SWF_HURST_WHITTLE};
	static double series[2][N];
	int held[2] = {0};
	for (int tenths = 5; tenths <= 9; tenths++) {
		gsl_rng *rng = swf_random_new(13, (uint64_t)tenths);
		const double h = tenths / 10.0;
		double errors[2] = {0};
		for (int k = 0; k < SERIES; k++) {
			if (k % 2 == 0)
				fgn(rng, h, N, series[0], series[1]);
			for (int m = 0; m < 2; m++) {
				struct swf_hurst hurst = estimate(methods[m], series[k % 2], N);
				errors[m] += hurst.h - h;
				held[m] += hurst.low <= h && h <= hurst.high;
				swf_hurst_clear(&hurst);
			}
		}
		ck_assert_double_eq_tol(errors[0] / SERIES, 0, 4 * 0.0035);
		ck_assert_double_eq_tol(errors[1] / SERIES, 0, 4 * 0.0027);
		gsl_rng_free(rng);
	}
	for (int m = 0; m < 2; m++)
		ck_assert_double_eq_tol(held[m] / (5.0 * SERIES), 0.95, 0.03);
}
END_TEST

/* What is known of the plots (Taqqu, Teverovsky and Willinger 1995): R/S is too high for small H
 * and too low for large ones, the variance too low, the more the larger H is; both grow with H. */
START_TEST(plots_have_their_known_bias)
{
	enum { N = 4096, SERIES = 20 };
	static double series[2][N];
	double means[2][10] = {{0}};
	for (int tenths = 5; tenths <= 9; tenths++) {
		gsl_rng *rng = swf_random_new(14, (uint64_t)tenths);
		for (int k = 0; k < SERIES; k++) {
			if (k % 2 == 0)
				fgn(rng, tenths / 10.0, N, series[0], series[1]);
			struct swf_hurst rs = estimate(SWF_HURST_RS, series[k % 2], N);
			struct swf_hurst variance = estimate(SWF_HURST_VARIANCE, series[k % 2], N);
			means[0][tenths] += rs.h / SERIES;
			means[1][tenths] += variance.h / SERIES;
			swf_hurst_clear(&rs);
			swf_hurst_clear(&variance);
		}
		ck_assert_double_eq_tol(means[0][tenths], tenths / 10.0, 0.08);
		ck_assert_double_eq_tol(means[1][tenths], tenths / 10.0, 0.12);
		ck_assert(tenths == 5 || means[0][tenths] > means[0][tenths - 1]);
		ck_assert(tenths == 5 || means[1][tenths] > means[1][tenths - 1]);
		gsl_rng_free(rng);
	}
	ck_assert_double_gt(means[0][5], 0.51);
	ck_assert_double_lt(means[0][9], 0.89);
	ck_assert_double_lt(means[1][9], 0.87);
}
END_TEST

Suite *hurst_suite(void)
{
	return suite_of("hurst",
		(const TTest *const[]){worked_by_hand, lengths_and_segments,
			begins_where_most_intervals_are_not_empty,
			half_of_the_intervals_are_not_most, equals_a_naive_implementation,
			rs_of_fractions_and_of_whole_numbers,
			independent_values_have_their_known_slope, says_what_it_cannot_estimate,
			rounding_errors_are_no_power, rs_is_the_pox_plot,
			variance_equals_a_naive_implementation, transform_equals_the_definition,
			an_impulse_is_flat, a_power_law_is_found_exactly,
			whittle_stays_within_its_limits, whittle_is_the_least, units_do_not_matter,
			noise_has_its_covariances, whittle_finds_h_of_a_long_series,
			intervals_hold_h_in_95_of_100_series, plots_have_their_known_bias, NULL});
}
