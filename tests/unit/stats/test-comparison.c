#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "stats/comparison.h"
#include "stats/sort.h"
#include "stats/stats.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-9)

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

Suite *comparison_suite(void)
{
	return suite_of("comparison",
		(const TTest *const[]){results_against_a_reference, within_one_per_cent,
			references_at_the_ends, pairs_by_hand, few_pairs,
			equal_differences_have_no_spread, sign_tests, like_a_naive_comparison,
			intervals_cover_what_they_say, NULL});
}
