/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "base/random.h"
#include "unit/suites.h"

START_TEST(replications_have_generators_of_their_own)
{
	enum { N = 20000 };
	static uint64_t first[N];
	for (uint64_t k = 0; k < N; k++) {
		gsl_rng *rng = swf_random_new(7, k), *again = swf_random_new(7, k);
		for (int i = 0; i < 2; i++) {
			const uint64_t value = gsl_rng_get(rng);
			ck_assert_uint_eq(value, gsl_rng_get(again));
			first[k] = first[k] << 32 | value;
		}
		gsl_rng_free(rng);
		gsl_rng_free(again);
	}
	gsl_rng *other = swf_random_new(8, 1), *far = swf_random_new(7, UINT64_C(1) << 32 | 1);
	uint64_t of_other = gsl_rng_get(other) << 32, of_far = gsl_rng_get(far) << 32;
	of_other |= gsl_rng_get(other);
	of_far |= gsl_rng_get(far);
	ck_assert(first[1] != of_other && first[1] != of_far && of_other != of_far);
	gsl_rng_free(other);
	gsl_rng_free(far);
	size_t equal = 0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = i + 1; j < N; j++)
			equal += first[i] == first[j];
	ck_assert_uint_eq(equal, 0);
}
END_TEST

/* Set anew for neighbours in either number, the first numbers are uniform and do not correlate; and
 * the same ones come again. */
START_TEST(a_small_generator_can_be_set_for_each_of_many_things)
{
	enum { N = 300, BINS = 20 };
	gsl_rng *rng = swf_random_new_small();
	double counts[BINS][BINS] = {{0}}, statistic = 0;
	static double first[N][N];
	for (uint64_t a = 0; a < N; a++) {
		for (uint64_t b = 0; b < N; b++) {
			swf_random_set(rng, 1, a, b);
			first[a][b] = gsl_rng_uniform(rng);
		}
	}
	for (int a = 1; a < N; a += 2)
		for (int b = 1; b < N; b += 2)
			counts[(int)(first[a][b] * BINS)][(int)(first[a][b - 1] * BINS)]++;
	const double expected = N / 2.0 * N / 2.0 / (BINS * BINS);
	for (int i = 0; i < BINS; i++)
		for (int j = 0; j < BINS; j++)
			statistic += pow(counts[i][j] - expected, 2) / expected;
	ck_assert_double_gt(gsl_cdf_chisq_Q(statistic, BINS * BINS - 1), 0.001);
	swf_random_set(rng, 1, 17, 4);
	ck_assert(gsl_rng_uniform(rng) == first[17][4]);
	swf_random_set(rng, 2, 17, 4);
	ck_assert(gsl_rng_uniform(rng) != first[17][4]);
	gsl_rng_free(rng);
}
END_TEST

/* GSL is the other program: the same numbers for any seed, among them those it makes larger. */
START_TEST(numbers_in_place_are_those_of_gsl)
{
	static const uint32_t seeds[] = {0, 1, 2, 7, 4711, 0x7fffffff, 0x80000000, 0xffffffff,
		/* 69069 times these are 1 and 7, but for multiples of 2^32 */
		2783094533, 2301792547};
	gsl_rng *rng = swf_random_new_small();
	struct swf_taus taus;
	for (size_t i = 0; i < 2000; i++) {
		const size_t fixed = sizeof seeds / sizeof *seeds;
		const uint32_t seed = i < fixed ? seeds[i] : swf_random_mixed(3, i, i / 7);
		gsl_rng_set(rng, seed);
		swf_taus_set(&taus, seed);
		for (int k = 0; k < 40; k++) {
			ck_assert_uint_eq(swf_taus_next(&taus), gsl_rng_get(rng));
			ck_assert(swf_taus_uniform(&taus) == gsl_rng_uniform(rng));
		}
	}
	gsl_rng_free(rng);
}
END_TEST

/* The numbers of replications next to each other are uniform and do not correlate. */
START_TEST(replications_are_independent)
{
	enum { N = 20000, BINS = 20 };
	double counts[BINS][BINS] = {{0}}, statistic = 0, before = 0.5;
	for (uint64_t k = 0; k < N; k++) {
		gsl_rng *rng = swf_random_new(1, k);
		const double value = gsl_rng_uniform(rng);
		counts[(int)(before * BINS)][(int)(value * BINS)]++;
		before = value;
		gsl_rng_free(rng);
	}
	const double expected = N / (double)(BINS * BINS);
	for (int i = 0; i < BINS * BINS; i++)
		statistic += pow(counts[i / BINS][i % BINS] - expected, 2) / expected;
	ck_assert(gsl_cdf_chisq_Q(statistic, BINS * BINS - 1) > 0.001);
}
END_TEST

enum { MANY = 12 };

static void draw(gsl_rng *rng, const double *weights, size_t n, size_t count, size_t *times)
{
	static size_t order[MANY], drawn[10 * MANY];
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	memset(times, 0, n * sizeof *times);
	swf_random_draw(rng, weights, n, order, count, drawn);
	for (size_t k = 0; k < count; k++)
		times[drawn[k]]++;
	/* the copies of one stand together, and the order is still a permutation */
	size_t apart = 0, sum = 0;
	for (size_t k = 0; k < count; k++)
		for (size_t j = k + 1; j < count; j++)
			apart += drawn[j] == drawn[k] && drawn[j - 1] != drawn[k];
	for (size_t i = 0; i < n; i++)
		sum += (size_t)1 << order[i];
	if (apart != 0 || sum != ((size_t)1 << n) - 1)
		ck_abort_msg("wrong order");
}

/* Each pair of five is drawn equally often: a chi-squared test at 0.001. */
START_TEST(equal_weights_draw_a_random_subset)
{
	enum { N = 5, ROUNDS = 20000 };
	const double weights[N] = {0.3, 0.3, 0.3, 0.3, 0.3};
	double pairs[N * N] = {0}, statistic = 0;
	size_t times[N];
	gsl_rng *rng = swf_random_new(11, 1);
	for (int round = 0; round < ROUNDS; round++) {
		draw(rng, weights, N, 2, times);
		size_t a = N, b = N;
		for (size_t i = 0; i < N; i++)
			if (times[i] == 1 && a == N)
				a = i;
			else if (times[i] == 1)
				b = i;
		if (b == N)
			ck_abort_msg("not two");
		pairs[a * N + b]++;
	}
	for (size_t i = 0; i < N; i++)
		for (size_t j = i + 1; j < N; j++)
			statistic += pow(pairs[i * N + j] - ROUNDS / 10.0, 2) / (ROUNDS / 10.0);
	ck_assert(gsl_cdf_chisq_Q(statistic, 9) > 0.001);
	gsl_rng_free(rng);
}
END_TEST

START_TEST(none_is_drawn_again_before_all_are)
{
	const double weights[MANY] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	size_t times[MANY];
	gsl_rng *rng = swf_random_new(3, 1);
	for (size_t n = 1; n <= MANY; n++)
		for (size_t count = 0; count < 5 * n; count++) {
			draw(rng, weights, n, count, times);
			for (size_t i = 0; i < n; i++)
				ck_assert(times[i] == count / n || times[i] == (count + n - 1) / n);
		}
	gsl_rng_free(rng);
}
END_TEST

/* Each is drawn as often as its weight says, rounded down or up, and on average exactly. */
START_TEST(weights_give_expectations)
{
	enum { N = 6, ROUNDS = 20000 };
	const double weights[N] = {0, 1, 2, 4, 0.5, 12.5};
	for (size_t count = 1; count < 20; count += 3) {
		double sum[N] = {0};
		size_t times[N], outside = 0;
		gsl_rng *rng = swf_random_new(5, count);
		for (int round = 0; round < ROUNDS; round++) {
			draw(rng, weights, N, count, times);
			for (size_t i = 0; i < N; i++) {
				const double mean = (double)count * weights[i] / 20;
				outside += (double)times[i] < floor(mean - 1e-9) ||
					(double)times[i] > ceil(mean + 1e-9);
				sum[i] += (double)times[i];
			}
		}
		ck_assert_uint_eq(outside, 0);
		for (size_t i = 0; i < N; i++) {
			const double mean = (double)count * weights[i] / 20,
				     part = mean - floor(mean);
			/* four standard deviations of a mean of numbers that are 0 or 1 */
			ck_assert_double_le(fabs(sum[i] / ROUNDS - mean),
				4 * sqrt(part * (1 - part) / ROUNDS) + 1e-9);
		}
		gsl_rng_free(rng);
	}
}
END_TEST

Suite *random_suite(void)
{
	return suite_of("random",
		(const TTest *const[]){replications_have_generators_of_their_own,
			replications_are_independent,
			a_small_generator_can_be_set_for_each_of_many_things,
			numbers_in_place_are_those_of_gsl, equal_weights_draw_a_random_subset,
			none_is_drawn_again_before_all_are, weights_give_expectations, NULL});
}
