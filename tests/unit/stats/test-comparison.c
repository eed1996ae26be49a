/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "stats/comparison.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "unit/suites.h"

/* Up to rounding. */
#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-9 * fabs((double)(b)) + 1e-12)

START_TEST(results_against_a_reference)
{
	/* mean 102; places 0.2 and 3.8: 99.2 and 104 + 0.8 * 3 */
	const double results[] = {99, 100, 100, 104, 107};
	struct swf_against a = swf_comparison_reference(results, 5, 100);
	NEAR(a.percentile, (1 + 2 / 2.0) / 5 * 100);
	NEAR(a.span, 106.4 - 99.2);
	NEAR(a.distance, 2);
	NEAR(a.concentration, 60);
	/* the same below 0: the sizes stay, the direction turns */
	const double negative[] = {-107, -104, -100, -100, -99};
	a = swf_comparison_reference(negative, 5, -100);
	NEAR(a.percentile, (2 + 2 / 2.0) / 5 * 100);
	NEAR(a.span, 106.4 - 99.2);
	NEAR(a.distance, -2);
	NEAR(a.concentration, 60);
}
END_TEST

/* Exactly 1 % off is still within, whatever the rounding of a hundredth. */
START_TEST(within_one_per_cent)
{
	const double results[] = {692, 693, 707, 708};
	NEAR(swf_comparison_reference(results, 4, 700).concentration, 50);
	for (int whole = 100; whole <= 100000; whole += 100) {
		const double edges[] = {whole - whole / 100, whole + whole / 100};
		NEAR(swf_comparison_reference(edges, 2, whole).concentration, 100);
	}
}
END_TEST

START_TEST(references_at_the_ends)
{
	const double results[] = {-1, 0, 1, 2};
	struct swf_against a = swf_comparison_reference(results, 4, 0);
	NEAR(a.percentile, 37.5);
	ck_assert(isnan(a.span) && isnan(a.distance) && isnan(a.concentration));
	NEAR(swf_comparison_reference(results, 4, -1.5).percentile, 0);
	NEAR(swf_comparison_reference(results, 4, 2.5).percentile, 100);
	NEAR(swf_comparison_reference(results, 4, 2).percentile, 87.5);
	a = swf_comparison_reference(results + 3, 1, 4);
	NEAR(a.span, 0);
	NEAR(a.distance, -50);
	a = swf_comparison_reference(results, 0, 4);
	ck_assert(isnan(a.percentile) && isnan(a.span) && isnan(a.distance));
	a = swf_comparison_reference(results, 4, NAN);
	ck_assert(isnan(a.percentile) && isnan(a.span) && isnan(a.concentration));
}
END_TEST

/* Differences 2, -1, 3, 0: mean 1, squared deviations 1 + 4 + 4 + 1. The published 0.975-quantile
 * of t with 3 degrees of freedom is 3.182446. With t = 1 / sqrt(10 / 3 / 4) = sqrt(1.2) the
 * distribution function, which has a closed form, is 1 / 2 + (x / (1 + x^2) + atan x) / pi with x =
 * t / sqrt 3. One of three is less: 2 * (1 + 3) / 8. */
START_TEST(pairs_by_hand)
{
	const double first[] = {10, 20, 30, 40};
	double second[] = {12, 19, 33, 40};
	struct swf_paired p = swf_comparison_pairs(first, second, 4);
	ck_assert_uint_eq(p.count, 4);
	NEAR(p.mean_first, 25);
	NEAR(p.mean_second, 26);
	NEAR(p.difference, 1);
	NEAR(p.sd, sqrt(10 / 3.0));
	ck_assert_double_eq_tol(p.low, 1 - 3.182446 * sqrt(10 / 3.0) / 2, 1e-6);
	ck_assert_double_eq_tol(p.high, 1 + 3.182446 * sqrt(10 / 3.0) / 2, 1e-6);
	ck_assert(p.less == 1 && p.equal == 1 && p.greater == 2);
	const double x = sqrt(1.2 / 3), pi = acos(-1);
	NEAR(p.p, 2 * (0.5 - (x / (1 + x * x) + atan(x)) / pi));
	NEAR(p.sign_p, 1);
}
END_TEST

START_TEST(few_pairs)
{
	const double first[] = {5, 5};
	double second[] = {3, 3};
	struct swf_paired p = swf_comparison_pairs(first, second, 0);
	ck_assert(p.count == 0 && p.less + p.equal + p.greater == 0);
	ck_assert(isnan(p.mean_first) && isnan(p.mean_second) && isnan(p.difference));
	ck_assert(isnan(p.sd) && isnan(p.low) && isnan(p.p) && isnan(p.sign_p));
	p = swf_comparison_pairs(first, second, 1);
	NEAR(p.difference, -2);
	ck_assert(p.less == 1 && isnan(p.sd) && isnan(p.low) && isnan(p.high) && isnan(p.p));
	NEAR(p.sign_p, 1);
}
END_TEST

/* 0.8 - 0.1 is not 0.9 - 0.2 to the last bit. */
START_TEST(equal_differences_have_no_spread)
{
	const double first[] = {0.1, 0.2, 0.3, 1000.1};
	double second[] = {0.8, 0.9, 1, 1000.8};
	struct swf_paired p = swf_comparison_pairs(first, second, 4);
	ck_assert(p.sd == 0 && p.low == p.difference && p.high == p.difference);
	ck_assert(isnan(p.p));
	NEAR(p.difference, 0.7);
	NEAR(p.sign_p, 2 / 16.0);
	/* but a small one that is no rounding error counts */
	double third[] = {1.1, 1.2, 1.3, 1001.1 + 1e-11};
	ck_assert(swf_comparison_pairs(first, third, 4).sd > 0);
	double same[] = {0.1, 0.2, 0.3, 1000.1};
	p = swf_comparison_pairs(first, same, 4);
	ck_assert(p.equal == 4 && p.difference == 0 && p.sd == 0 && p.low == 0 && p.high == 0);
	ck_assert(isnan(p.p) && isnan(p.sign_p));
}
END_TEST

/* Sums of Pascal's triangle over 2^n. */
START_TEST(sign_tests)
{
	NEAR(swf_comparison_sign_test(0, 1), 1);
	NEAR(swf_comparison_sign_test(5, 0), 2 / 32.0);
	NEAR(swf_comparison_sign_test(1, 9), 2 * (1 + 10) / 1024.0);
	NEAR(swf_comparison_sign_test(8, 2), 2 * (1 + 10 + 45) / 1024.0);
	ck_assert(swf_comparison_sign_test(3, 3) == 1);
	ck_assert(isnan(swf_comparison_sign_test(0, 0)));
	double ways[41] = {1};
	for (size_t n = 1; n <= 40; n++) {
		for (size_t k = n; k > 0; k--)
			ways[k] += ways[k - 1];
		double below = 0;
		for (size_t k = 0; 2 * k <= n; k++) {
			below += ways[k];
			const double p = fmin(1, 2 * below / exp2((double)n));
			NEAR(swf_comparison_sign_test(k, n - k), p);
			NEAR(swf_comparison_sign_test(n - k, k), p);
		}
	}
}
END_TEST

/* The value with so many less than it: no sorting. */
static double ranked(const double *values, size_t count, size_t rank)
{
	for (size_t i = 0; i < count; i++) {
		size_t less = 0, equal = 0;
		for (size_t j = 0; j < count; j++) {
			less += values[j] < values[i];
			equal += values[j] == values[i];
		}
		if (less <= rank && rank < less + equal)
			return values[i];
	}
	return NAN;
}

static double naive_quantile(const double *values, size_t count, double q)
{
	const double place = q * (double)(count - 1), below = floor(place);
	const double low = ranked(values, count, (size_t)below);
	const double high = ranked(values, count, (size_t)ceil(place));
	return (1 - (place - below)) * low + (place - below) * high;
}

/* The probability beyond -t and t, by Simpson's rule over the density. */
static double naive_beyond(double t, double df)
{
	const int steps = 20000;
	const double h = t / steps;
	double sum = 0;
	for (int i = 0; i <= steps; i++) {
		const double x = i * h;
		sum += (i == 0 || i == steps        ? 1
				       : i % 2 == 1 ? 4
						    : 2) *
			pow(1 + x * x / df, -(df + 1) / 2);
	}
	const double scale = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * acos(-1));
	return 1 - 2 * scale * sum * h / 3;
}

/* Values of few kinds, so that many are equal. */
START_TEST(like_a_naive_comparison)
{
	uint64_t state = 11;
	for (int round = 0; round < 300; round++) {
		double a[30], b[30], sorted[30];
		const size_t n = 2 + random_below(&state, 29);
		double mean = 0, d = 0, squares = 0;
		size_t below = 0, equal = 0, near = 0, less = 0, greater = 0;
		const double x = 190 + random_below(&state, 20);
		for (size_t i = 0; i < n; i++) {
			a[i] = 190 + random_below(&state, 20);
			b[i] = 191 + random_below(&state, 20);
			mean += b[i] / (double)n;
			d += (b[i] - a[i]) / (double)n;
			below += b[i] < x;
			equal += b[i] == x;
			near += b[i] >= x - x / 100 && b[i] <= x + x / 100;
			less += b[i] < a[i];
			greater += b[i] > a[i];
		}
		memcpy(sorted, b, sizeof sorted);
		swf_sort_doubles(sorted, n);
		const struct swf_against r = swf_comparison_reference(sorted, n, x);
		NEAR(r.percentile, ((double)below + 0.5 * (double)equal) / (double)n * 100);
		NEAR(r.span, (naive_quantile(b, n, 0.95) - naive_quantile(b, n, 0.05)) / x * 100);
		NEAR(r.distance, mean / x * 100 - 100);
		NEAR(r.concentration, (double)near / (double)n * 100);
		for (size_t i = 0; i < n; i++)
			squares += pow(b[i] - a[i] - d, 2);
		const double error = sqrt(squares / (double)(n - 1) / (double)n);
		const struct swf_paired p = swf_comparison_pairs(a, b, n);
		NEAR(p.difference, d);
		NEAR(p.mean_second - p.mean_first, d);
		ck_assert(p.less == less && p.greater == greater && p.equal == n - less - greater);
		NEAR(p.sd, error * sqrt((double)n));
		if (error > 0) {
			NEAR((p.low + p.high) / 2, d);
			NEAR(naive_beyond((p.high - d) / error, (double)(n - 1)), 0.05);
			ck_assert_double_eq_tol(
				p.p, naive_beyond(fabs(d) / error, (double)(n - 1)), 1e-8);
			ck_assert((p.p < 0.05) == (p.low > 0 || p.high < 0));
		}
	}
}
END_TEST

/* Of 2,000 samples of 10 normal values 95 % have the mean in the interval, 5 % a p under 0.05 where
 * there is no difference; within 4 standard errors. */
START_TEST(intervals_cover_what_they_say)
{
	enum { SAMPLES = 2000, SIZE = 10 };
	gsl_rng *rng = swf_random_new(1, 1);
	ck_assert_ptr_nonnull(rng);
	int mean_covered = 0, difference_covered = 0, by_t = 0, by_sign = 0;
	for (int s = 0; s < SAMPLES; s++) {
		double first[SIZE], second[SIZE], other[SIZE];
		for (int i = 0; i < SIZE; i++) {
			/* replications differ much, conditions little */
			first[i] = 1000 + gsl_ran_gaussian(rng, 100);
			other[i] = first[i] + gsl_ran_gaussian(rng, 5);
			second[i] = first[i] + 3 + gsl_ran_gaussian(rng, 5);
		}
		const struct swf_description d = swf_stats_describe(other, SIZE);
		mean_covered += fabs(d.mean - 1000) <= swf_stats_half_width_95(other, SIZE);
		const struct swf_paired p = swf_comparison_pairs(first, second, SIZE);
		difference_covered += p.low <= 3 && 3 <= p.high;
		for (int i = 0; i < SIZE; i++)
			second[i] = first[i] + gsl_ran_gaussian(rng, 5);
		const struct swf_paired none = swf_comparison_pairs(first, second, SIZE);
		by_t += none.p < 0.05;
		by_sign += none.sign_p < 0.05;
	}
	gsl_rng_free(rng);
	const double tolerance = 4 * sqrt(0.95 * 0.05 * SAMPLES);
	ck_assert_double_eq_tol(mean_covered, 0.95 * SAMPLES, tolerance);
	ck_assert_double_eq_tol(difference_covered, 0.95 * SAMPLES, tolerance);
	ck_assert_double_eq_tol(by_t, 0.05 * SAMPLES, tolerance);
	/* 0 or 1 of 10, or 9 or 10: 22 in 1024 */
	ck_assert_double_eq_tol(by_sign, 22.0 / 1024 * SAMPLES, 4 * sqrt(22.0 / 1024 * SAMPLES));
}
END_TEST

/* The share of the values up to x. */
static double share_up_to(const double *values, size_t count, double x)
{
	size_t up_to = 0;
	for (size_t i = 0; i < count; i++)
		up_to += values[i] <= x;
	return (double)up_to / (double)count;
}

static double naive_distance(const double *a, size_t a_count, const double *b, size_t b_count)
{
	double most = 0;
	for (size_t i = 0; i < a_count + b_count; i++) {
		const double x = i < a_count ? a[i] : b[i - a_count];
		most = fmax(most, fabs(share_up_to(a, a_count, x) - share_up_to(b, b_count, x)));
	}
	return most;
}

START_TEST(distances_of_random_samples)
{
	enum { MOST = 40 };
	static const uint32_t different[] = {1, 2, 4, 30, 1000000};
	uint64_t state = 1;
	int wrong = 0;
	for (int round = 0; round < 20000; round++) {
		const size_t a_count = 1 + random_below(&state, MOST);
		const size_t b_count = 1 + random_below(&state, MOST);
		const uint32_t n = different[round % 5], shift = random_below(&state, 3);
		double a[MOST], b[MOST];
		for (size_t i = 0; i < a_count; i++)
			a[i] = random_below(&state, n) * 0.25 - 1;
		for (size_t i = 0; i < b_count; i++)
			b[i] = (random_below(&state, n) + shift) * 0.25 - 1;
		swf_sort_doubles(a, a_count);
		swf_sort_doubles(b, b_count);
		const double d = swf_two_samples_distance(a, a_count, b, b_count);
		wrong += d != naive_distance(a, a_count, b, b_count);
		wrong += d != swf_two_samples_distance(b, b_count, a, a_count);
		wrong += swf_two_samples_distance(a, a_count, a, a_count) != 0;
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Up to 2 there are 2/4 of the one and 1/5 of the other, up to 3 there are 3/4 and 1/5. */
START_TEST(distances_by_hand)
{
	const double a[] = {1, 2, 3, 7}, b[] = {2, 4, 5, 6, 7}, none[] = {0};
	ck_assert(fabs(swf_two_samples_distance(a, 4, b, 5) - 0.55) < 1e-15);
	ck_assert(swf_two_samples_distance(a, 3, b + 1, 4) == 1);
	ck_assert(swf_two_samples_distance(b + 1, 4, a, 3) == 1);
	ck_assert(isnan(swf_two_samples_distance(none, 0, a, 4)) &&
		isnan(swf_two_samples_distance(a, 4, none, 0)));
	ck_assert(isnan(swf_two_samples_distance(none, 0, none, 0)));
	ck_assert(isnan(swf_two_samples_probability(NAN, 0, 4)) &&
		isnan(swf_two_samples_probability(NAN, 4, 4)));
	ck_assert(swf_two_samples_probability(0, 3, 4) == 1);
}
END_TEST

/* The probability of x = distance sqrt(n m / (n + m)), which is distance sqrt(n / 2) for equal n:
 * the series 2 sum (-1)^(k-1) exp(-2 k^2 x^2) summed up with 60 digits. Smirnov's table of 1948 has
 * 0.963945, 0.270000 and 0.049486 for 0.5, 1 and 1.36. */
START_TEST(probabilities)
{
	static const struct {
		double x, p;
	} values[] = {{0.2, 0.9999999999994949592661}, {0.3, 0.999990694198665433368},
		{0.5, 0.9639452436648750943859}, {0.8, 0.5441424115741981489961},
		{0.99, 0.2808738392255489119664}, {1, 0.2699996716773545212049},
		{1.01, 0.259434169093597452068}, {1.2, 0.1122496666707249609141},
		{1.36, 0.0494858767553779099394}, {1.5, 0.0222179626165251287205},
		{2, 0.0006709252557796953465}, {3, 3.0459959489425256872273e-8}};
	int wrong = 0;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (size_t n = 18; n < 1000000; n *= 3) {
			const double d = values[i].x / sqrt((double)n / 2);
			const double p = swf_two_samples_probability(d, n, n);
			/* sizes n and m with the same n m / (n + m): 3 n / 4 from n and 3 n */
			const double other =
				swf_two_samples_probability(d * sqrt(2.0 / 3), n, 3 * n);
			wrong += !(fabs(p - values[i].p) < 1e-12 * values[i].p + 1e-15);
			wrong += !(fabs(other - values[i].p) < 1e-12 * values[i].p + 1e-15);
			wrong += swf_two_samples_probability(d * sqrt(2.0 / 3), 3 * n, n) != other;
		}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Never more the larger the distance is, and from 1 to 0, however small or large: also where the
 * two forms of the series meet. */
START_TEST(probabilities_descend)
{
	double before = 1;
	int wrong = 0;
	for (double x = 1e-200; x < 0.01; x *= 10)
		wrong += swf_two_samples_probability(x, 2, 2) != 1;
	for (int i = 1; i <= 40000; i++) {
		const double p = swf_two_samples_probability(i / 40000.0, 200, 200);
		/* 4 units of the last place, for rounding */
		wrong += !(p >= 0 && p <= before + 0x1p-50);
		before = p;
	}
	wrong += !(swf_two_samples_probability(1, 100000000, 100000000) == 0);
	for (int i = 999000; i < 1001000; i++) {
		const double low = i / 1e6, step = 1e-6;
		const double p = swf_two_samples_probability(low, 2, 2);
		const double change = p - swf_two_samples_probability(low + step, 2, 2);
		/* the slope at 1 is -8 (exp(-2) - 4 exp(-8) + ...) = -1.0719 */
		wrong += !(fabs(change / step - 1.0719) < 0.01);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* 4 * 0.005, 3 * 0.01, 2 * 0.03 and 1 * 0.04, which may not be less than the one before it. R has
 * the same: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"). */
START_TEST(holm_by_hand)
{
	double p[] = {0.01, 0.04, 0.03, 0.005};
	ck_assert_int_eq(swf_holm_correct(p, 4), 0);
	NEAR(p[0], 0.03);
	NEAR(p[1], 0.06);
	NEAR(p[2], 0.06);
	NEAR(p[3], 0.02);
	/* never more than 1, and equal ones stay equal: 3 * 0.4, 3 * 0.4, 0.9 */
	double great[] = {0.9, 0.4, 0.4};
	ck_assert_int_eq(swf_holm_correct(great, 3), 0);
	ck_assert(great[0] == 1 && great[1] == 1 && great[2] == 1);
	double equal[] = {0.01, 0.1, 0.01};
	ck_assert_int_eq(swf_holm_correct(equal, 3), 0);
	NEAR(equal[0], 0.03);
	NEAR(equal[1], 0.1);
	NEAR(equal[2], 0.03);
}
END_TEST

START_TEST(only_tests_count)
{
	double p[] = {NAN, 0.03, NAN, 0.02};
	ck_assert_int_eq(swf_holm_correct(p, 4), 0);
	ck_assert(isnan(p[0]) && isnan(p[2]));
	NEAR(p[1], 0.04);
	NEAR(p[3], 0.04);
	double one[] = {0.7};
	ck_assert_int_eq(swf_holm_correct(one, 1), 0);
	ck_assert(one[0] == 0.7);
	double none[] = {NAN};
	ck_assert_int_eq(swf_holm_correct(none, 1), 0);
	ck_assert(isnan(none[0]));
	ck_assert_int_eq(swf_holm_correct(none, 0), 0);
}
END_TEST

/* As Holm writes it: tests are rejected one by one from the least p on, at x / m, x / (m - 1), ...,
 * until one is not. Whether that one is rejected at x. */
static bool rejected(const double *p, size_t count, size_t which, double x)
{
	bool gone[40] = {false};
	for (size_t left = count; left > 0; left--) {
		size_t least = count;
		for (size_t i = 0; i < count; i++)
			if (!gone[i] && (least == count || p[i] < p[least]))
				least = i;
		if (p[least] > x / (double)left)
			return false;
		gone[least] = true;
		if (p[which] == p[least])
			return true;
	}
	return false;
}

/* What is corrected is the least level at which a test is rejected. */
START_TEST(like_rejections_one_by_one)
{
	uint64_t state = 5;
	for (int round = 0; round < 500; round++) {
		double p[40], corrected[40];
		const size_t n = 1 + random_below(&state, 40);
		for (size_t i = 0; i < n; i++)
			p[i] = corrected[i] =
				(double)(1 + random_below(&state, 30)) / (round % 2 ? 50 : 5000);
		ck_assert_int_eq(swf_holm_correct(corrected, n), 0);
		for (size_t i = 0; i < n; i++) {
			ck_assert(corrected[i] >= p[i] && corrected[i] <= 1);
			ck_assert(
				corrected[i] == 1 || rejected(p, n, i, corrected[i] * (1 + 1e-9)));
			ck_assert(!rejected(p, n, i, corrected[i] * (1 - 1e-9)));
		}
	}
}
END_TEST

/* As R says: pt(qt(0.975, n - 1), n - 1, ncp = sqrt(n) * effect, lower.tail = FALSE). */
START_TEST(powers_of_r)
{
	const double known[][3] = {{2, 20, 0.973524046186}, {3, 5, 0.975462268734},
		{4, 3, 0.967000639911}, {5, 1.5, 0.710701794726}, {10, 1, 0.803096208691},
		{33, 0.5, 0.795364824433}, {787, 0.1, 0.800094483293},
		{78491, 0.01, 0.800001408537}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		ck_assert_double_eq_tol(
			swf_power_of_pairs(known[i][0], known[i][1]), known[i][2], 1e-8);
	/* without a difference half of the mistakes are on either side */
	ck_assert_double_eq_tol(swf_power_of_pairs(2, 0), 0.025, 1e-8);
	ck_assert_double_eq_tol(swf_power_of_pairs(30, 0), 0.025, 1e-8);
}
END_TEST

/* ceil(power.t.test(delta = d, sd = 1, power = 0.8, type = "paired")$n) in R, where that is 2 at
 * least. */
START_TEST(needed_like_r)
{
	const double known[][2] = {{20, 2}, {10, 3}, {5, 3}, {3, 4}, {2, 5}, {1.5, 6}, {1, 10},
		{0.7, 19}, {0.5, 34}, {0.3, 90}, {0.2, 199}, {0.1, 787}, {0.05, 3142},
		{0.01, 78491}, {0.001, 7848882}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		ck_assert(swf_power_pairs_needed(known[i][0], 1) == known[i][1]);
		ck_assert(swf_power_pairs_needed(-7 * known[i][0], 7) == known[i][1]);
	}
}
END_TEST

START_TEST(needed_at_the_ends)
{
	ck_assert(swf_power_pairs_needed(1, 0) == 2);
	ck_assert(isnan(swf_power_pairs_needed(0, 1)));
	ck_assert(isnan(swf_power_pairs_needed(NAN, 1)));
	ck_assert(isnan(swf_power_pairs_needed(1, NAN)));
	/* (1.959963985 + 0.841621234)^2 = 7.848879735 */
	ck_assert_double_eq_tol(swf_power_pairs_needed(1, 1e9) / 7.848879735e18, 1, 1e-8);
}
END_TEST

/* Of 4,000 studies as many find the difference as is said, within 4 standard errors. */
START_TEST(studies_find_what_is_said)
{
	enum { STUDIES = 4000 };
	const double effects[] = {3, 1.2, 0.7};
	gsl_rng *rng = swf_random_new(3, 1);
	ck_assert_ptr_nonnull(rng);
	for (size_t e = 0; e < sizeof effects / sizeof *effects; e++) {
		const size_t n = (size_t)swf_power_pairs_needed(effects[e], 1);
		const double power = swf_power_of_pairs((double)n, effects[e]);
		int found = 0;
		ck_assert(n <= 30 && power >= 0.8);
		for (int study = 0; study < STUDIES; study++) {
			double first[30], second[30];
			for (size_t i = 0; i < n; i++) {
				first[i] = gsl_ran_gaussian(rng, 10);
				second[i] = first[i] + effects[e] + gsl_ran_gaussian(rng, 1);
			}
			const struct swf_paired p = swf_comparison_pairs(first, second, n);
			found += p.p < 0.05 && p.difference > 0;
		}
		ck_assert_double_eq_tol(
			(double)found / STUDIES, power, 4 * sqrt(power * (1 - power) / STUDIES));
	}
	gsl_rng_free(rng);
}
END_TEST

/* Ratios 2 and 4 of first values with the mean 2: second / 6 - first / 2 is 0.5 - 0.5, 1 - 0.5 and
 * 1.5 - 2, with squares 0, 0.25 and 0.25, which divided by 2 and by 3 is 1 / 12. */
START_TEST(effect_by_hand)
{
	const double first[] = {1, 1, 4}, second[] = {3, 6, 9};
	const struct swf_effect e = swf_pool_effect(first, second, 3);
	NEAR(e.log_ratio, log(3));
	NEAR(e.variance, 0.5 / 2 / 3);
	const struct swf_effect back = swf_pool_effect(second, first, 3);
	NEAR(back.log_ratio, -log(3));
	NEAR(back.variance, e.variance);
}
END_TEST

/* R's metafor: escalc("ROMC", m1i = mean(b), m2i = mean(a), sd1i = sd(b), sd2i = sd(a), ni = 4, ri
 * = cor(a, b)) */
START_TEST(effect_of_metafor)
{
	const double a[] = {100, 140, 90, 170}, b[] = {81, 120, 70, 130};
	const struct swf_effect e = swf_pool_effect(a, b, 4);
	NEAR(e.log_ratio, -0.22064667111562);
	ck_assert_double_eq_tol(e.variance, 0.00087218694743, 1e-14);
}
END_TEST

START_TEST(no_effect)
{
	const double zeros[] = {0, 0}, some[] = {1, 2}, negative[] = {-1, -3};
	const double tenths[] = {0.1, 0.2, 0.3}, sevenths[] = {0.7, 1.4, 2.1};
	const double one[] = {0, 3}, other[] = {0, 5};
	ck_assert(isnan(swf_pool_effect(zeros, some, 2).variance));
	ck_assert(isnan(swf_pool_effect(some, zeros, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(negative, some, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(negative, negative, 2).log_ratio));
	ck_assert(isnan(swf_pool_effect(some, some + 1, 1).variance));
	ck_assert(isnan(swf_pool_effect(some, some, 0).variance));
	/* the same ratio in all: 2.1 / 1.4 is not 0.3 / 0.2 to the last bit */
	ck_assert(isnan(swf_pool_effect(tenths, sevenths, 3).variance));
	ck_assert(isnan(swf_pool_effect(some, some, 2).variance));
	ck_assert(isnan(swf_pool_effect(one, other, 2).variance));
}
END_TEST

/* Weights 25 and 25, mean 0.3, Q = 25 (0.04 + 0.04) = 2, tau^2 = (2 - 1) / (50 - 1250 / 50) = 0.04.
 * Then the variances are 0.08, and Hartung and Knapp's factor is 12.5 (0.04 + 0.04) = 1, the
 * standard error 1 / sqrt(25), t = 1.5 with 1 degree of freedom, whose quantile is 12.7062047. A
 * chi-square of 1 degree of freedom is a squared normal. */
START_TEST(pooled_by_hand)
{
	const struct swf_effect two[] = {{0.1, 0.04}, {0.5, 0.04}};
	const struct swf_pooled p = swf_pool_effects(two, 2);
	NEAR(log(p.ratio), 0.3);
	NEAR(p.tau, 0.2);
	NEAR(p.q, 2);
	NEAR(p.i2, 50);
	NEAR(p.q_p, erfc(1));
	ck_assert_double_eq_tol(log(p.low), 0.3 - 12.7062047 * 0.2, 1e-7);
	ck_assert_double_eq_tol(log(p.high), 0.3 + 12.7062047 * 0.2, 1e-7);
	NEAR(p.p, 1 - 2 / acos(-1) * atan(1.5));
	const struct swf_pooled one = swf_pool_effects(two, 1);
	NEAR(log(one.ratio), 0.1);
	ck_assert(isnan(one.low) && isnan(one.high) && isnan(one.tau) && isnan(one.i2));
	ck_assert(isnan(one.q) && isnan(one.q_p) && isnan(one.p));
	ck_assert(isnan(swf_pool_effects(two, 0).ratio));
}
END_TEST

/* R's metafor: r <- rma(y, v, method = "DL", test = "adhoc"), of which exp(r$beta), exp(r$ci.lb),
 * exp(r$ci.ub), sqrt(r$tau2), r$I2, r$QE, r$QEp and r$pval. The second studies differ so little
 * that the factor would be below 1; one of the third has nearly all of the weight. */
START_TEST(pooled_by_metafor)
{
	const struct {
		size_t count;
		struct swf_effect effects[4];
		struct swf_pooled known;
	} studies[] = {
		{4, {{0.1, 0.01}, {0.3, 0.04}, {-0.2, 0.02}, {0.5, 0.03}},
			{1.1679482681725, 0.7293669999373, 1.8702562046874, 0.2357359297422,
				72.1706864564007, 10.78, 0.0129769700745, 0.3710885648625}},
		{3, {{0.1, 0.01}, {0.12, 0.02}, {0.11, 0.03}},
			{1.1132378233972, 0.8101796737010, 1.5296587802317, 0, 0, 0.0136363636364,
				0.9932050092466, 0.2835182387929}},
		{2, {{-0.7, 1e-6}, {-0.5, 0.04}},
			{0.496587786662064, 0.490318035668295, 0.502937709655768, 0, 0,
				0.999975000623710, 0.317316557055721, 0.000909451326926}},
	};
	for (size_t i = 0; i < sizeof studies / sizeof *studies; i++) {
		const struct swf_pooled p = swf_pool_effects(studies[i].effects, studies[i].count);
		const struct swf_pooled *known = &studies[i].known;
		NEAR(p.ratio, known->ratio);
		NEAR(p.low, known->low);
		NEAR(p.high, known->high);
		NEAR(p.tau, known->tau);
		NEAR(p.i2, known->i2);
		NEAR(p.q, known->q);
		NEAR(p.q_p, known->q_p);
		NEAR(p.p, known->p);
	}
}
END_TEST

/* The interval is sure enough: of 2,000 studies of 5 logs whose own ratios are around 1.2, with
 * errors of different sizes, 95 % hold it, or more; less 4 standard errors. That is so without any
 * difference between the logs too, for which the factor is not below 1. */
START_TEST(intervals_hold_the_ratio)
{
	enum { STUDIES = 2000, LOGS = 5 };
	gsl_rng *rng = swf_random_new(7, 1);
	ck_assert_ptr_nonnull(rng);
	for (int different = 0; different < 2; different++) {
		int held = 0;
		for (int study = 0; study < STUDIES; study++) {
			struct swf_effect effects[LOGS];
			for (int i = 0; i < LOGS; i++) {
				const double sd = 0.03 * (1 + i);
				const double own = different ? gsl_ran_gaussian(rng, 0.2) : 0;
				effects[i] = (struct swf_effect){
					log(1.2) + own + gsl_ran_gaussian(rng, sd), sd * sd};
			}
			const struct swf_pooled p = swf_pool_effects(effects, LOGS);
			held += p.low <= 1.2 && 1.2 <= p.high;
		}
		ck_assert_int_ge(held, (int)(0.95 * STUDIES - 4 * sqrt(0.95 * 0.05 * STUDIES)));
	}
	gsl_rng_free(rng);
}
END_TEST

enum { N = 10 };

/* Logarithms of base 2: five times 0 and five times 2. Their mean is 1 and their sum of squares 10,
 * so the variance is 10/9, times (1 + 1/10) and 5/4 of five users that is 55/36. The degrees of
 * freedom are 1 / (1/9 + 1/4) = 36/13; R: qt(.975, 36/13) is 3.33786746123, qt(.975, 9) is
 * 2.26215716280. */
static const double ones_and_fours[N] = {1, 4, 1, 4, 1, 4, 1, 4, 1, 4};
static const double quantile = 3.33786746123, quantile_of_workloads = 2.26215716280;

START_TEST(mean_by_hand)
{
	const struct swf_site_mean m = swf_site_interval_mean(ones_and_fours, N, 5);
	const double half = quantile * sqrt(55.0 / 36);
	NEAR(m.value, 2);
	NEAR(m.low, exp2(1 - half));
	NEAR(m.high, exp2(1 + half));
	NEAR(m.error, exp2(quantile_of_workloads * sqrt(10.0 / 9 / 10)) - 1);
}
END_TEST

/* The same numbers as differences, where a value is 0: the mean is 2.5 - 1 = 1.5 and each is 1.5
 * from it, so the sum of squares is 22.5 and the variance 2.5. */
START_TEST(mean_of_values_with_zeros)
{
	double values[N];
	for (int i = 0; i < N; i++)
		values[i] = ones_and_fours[i] - 1;
	const struct swf_site_mean m = swf_site_interval_mean(values, N, 5);
	const double half = quantile * sqrt(2.5 * 1.1 * 1.25);
	NEAR(m.value, 1.5);
	NEAR(m.low, 1.5 - half);
	NEAR(m.high, 1.5 + half);
	NEAR(m.error, quantile_of_workloads * sqrt(0.25) / 1.5);
}
END_TEST

/* More users, or more workloads, are more degrees of freedom, and the interval approaches what the
 * spread of the workloads is by itself: 1.96 times 10/9 of 1,000,000 users and 10 workloads, but
 * for t instead of the normal distribution. */
START_TEST(many_users)
{
	const struct swf_site_mean m = swf_site_interval_mean(ones_and_fours, N, 1e12);
	NEAR(m.high, exp2(1 + quantile_of_workloads * sqrt(11.0 / 9)));
}
END_TEST

START_TEST(no_interval)
{
	const struct swf_site_mean few =
		swf_site_interval_mean(ones_and_fours, SWF_SITE_LEAST - 1, 5);
	ck_assert(isnan(few.low) && isnan(few.high));
	ck_assert(few.value > 0 && few.error > 0);
	const struct swf_site_mean one = swf_site_interval_mean(ones_and_fours, N, 1);
	ck_assert(isnan(one.low) && isnan(one.high) && one.value == 2);
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, N, NAN).low));
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, 0, 5).value));
	ck_assert(isnan(swf_site_interval_mean(ones_and_fours, 1, 5).error));
}
END_TEST

/* Second is first times 2 or times 8: the ratios' logarithms are those above, plus 1. */
START_TEST(pair_by_hand)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i % 3 == 0 ? 5 : 20;
		second[i] = first[i] * 2 * ones_and_fours[i];
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	const double half = quantile * sqrt(55.0 / 36);
	const double mean = 5 * pow(4, 0.6); /* four times 5 and six times 20 */
	NEAR(p.first, mean);
	NEAR(p.second, 4 * mean);
	NEAR(p.difference, 3 * mean);
	NEAR(p.low, mean * (exp2(2 - half) - 1));
	NEAR(p.high, mean * (exp2(2 + half) - 1));
	NEAR(p.ratio, 4);
	NEAR(p.ratio_low, exp2(2 - half));
	NEAR(p.ratio_high, exp2(2 + half));
	NEAR(p.error, exp2(quantile_of_workloads / 3) - 1);
	/* R: 2 * pt(-2 / sqrt(55 / 36), 36 / 13) */
	ck_assert_double_eq_tol(p.p, 0.211539956679, 1e-9);
	ck_assert(isnan(p.needed));
	const struct swf_effect e = swf_site_interval_effect(first, second, N, 5);
	NEAR(e.log_ratio, log(4));
	NEAR(e.variance, 55.0 / 36 * log(2) * log(2));
}
END_TEST

/* A waits 0 in one workload: the differences are 1 and 3 in turn, of means 10 and 12. */
START_TEST(pair_with_a_zero)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i == 0 ? 0 : i == 1 ? 20 : 10;
		second[i] = first[i] + (i % 2 == 0 ? 1 : 3);
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	const double half = quantile * sqrt(10.0 / 9 * 1.1 * 1.25);
	NEAR(p.first, 10);
	NEAR(p.second, 12);
	NEAR(p.difference, 2);
	NEAR(p.low, 2 - half);
	NEAR(p.high, 2 + half);
	NEAR(p.ratio, 1.2);
	NEAR(p.ratio_low, 1.2 - half / 10);
	NEAR(p.ratio_high, 1.2 + half / 10);
	ck_assert(isnan(swf_site_interval_effect(first, second, N, 5).variance));
	const double zeros[N] = {0};
	ck_assert(isnan(swf_site_interval_pair(zeros, second, N, 5, 0).ratio));
	ck_assert(swf_site_interval_pair(zeros, second, N, 5, 0).difference == 12);
}
END_TEST

/* 0.7 / 0.1 and 2.1 / 0.3 are 7, but for their last bits. */
START_TEST(equal_ratios_have_no_p)
{
	double first[N], second[N];
	for (int i = 0; i < N; i++) {
		first[i] = i % 2 == 0 ? 0.1 : 0.3;
		second[i] = i % 2 == 0 ? 0.7 : 2.1;
	}
	const struct swf_site_pair p = swf_site_interval_pair(first, second, N, 5, 0);
	ck_assert(isnan(p.p));
	NEAR(p.ratio_low, 7);
	NEAR(p.ratio_high, 7);
	const struct swf_site_pair same = swf_site_interval_pair(first, first, N, 5, 0.05);
	ck_assert(same.ratio == 1 && same.low == 0 && same.high == 0 && isnan(same.p));
	ck_assert(same.needed == 1);
	ck_assert(isnan(swf_site_interval_effect(first, second, N, 5).variance));
}
END_TEST

/* The standard deviation of the site is ln 2 sqrt(55 / 36). One log finds what is at least
 * 3.33786746123 + 0.84162123357 of these. For less, R's power.t.test(delta = share, sd = 1, power =
 * .8, type = "one.sample")$n is 2.67 for 0.999 times that, and 18.03 for 0.7 standard deviations.
 */
START_TEST(logs_needed)
{
	double ones[N];
	for (int i = 0; i < N; i++)
		ones[i] = 1;
	const double sd = log(2) * sqrt(55.0 / 36), beyond = quantile + 0.84162123357;
	const double multiples[] = {1.001 * beyond, 0.999 * beyond, 0.7};
	const double needed[] = {1, 3, 19};
	for (int i = 0; i < 3; i++)
		ck_assert_double_eq(
			swf_site_interval_pair(ones, ones_and_fours, N, 5, expm1(multiples[i] * sd))
				.needed,
			needed[i]);
}
END_TEST

Suite *comparison_suite(void)
{
	return suite_of("comparison",
		(const TTest *const[]){results_against_a_reference, within_one_per_cent,
			references_at_the_ends, pairs_by_hand, few_pairs,
			equal_differences_have_no_spread, sign_tests, like_a_naive_comparison,
			intervals_cover_what_they_say, distances_of_random_samples,
			distances_by_hand, probabilities, probabilities_descend, holm_by_hand,
			only_tests_count, like_rejections_one_by_one, powers_of_r, needed_like_r,
			needed_at_the_ends, studies_find_what_is_said, effect_by_hand,
			effect_of_metafor, no_effect, pooled_by_hand, pooled_by_metafor,
			intervals_hold_the_ratio, mean_by_hand, mean_of_values_with_zeros,
			many_users, no_interval, pair_by_hand, pair_with_a_zero,
			equal_ratios_have_no_p, logs_needed, NULL});
}
