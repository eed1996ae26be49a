/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/random.h"
#include "stats/histogram.h"
#include "unit/suites.h"

static double draw_at(const struct swf_histogram *h, double number, bool whole)
{
	return whole ? swf_histogram_draw_whole(h, number) : swf_histogram_draw(h, number);
}

static void add(struct swf_histogram *h, double from, double to, double weight)
{
	ck_assert_int_eq(swf_histogram_add(h, from, to, weight), 0);
}

/* 0 to 10, 20 twice as often, 30 to 34: a number u hits at 4 u of the weights 1, 2 and 1. */
static struct swf_histogram three_ranges(void)
{
	struct swf_histogram h = {0};
	add(&h, 0, 10, 1);
	add(&h, 20, 20, 2);
	add(&h, 30, 34, 1);
	return h;
}

START_TEST(a_number_hits_a_range_and_a_place_in_it)
{
	static const double cases[][3] = {{0, 0, 0}, {0.125, 5, 5}, {0.21875, 8.75, 9},
		{0.25, 20, 20}, {0.5, 20, 20}, {0.7499, 20, 20}, {0.75, 30, 30}, {0.8, 30.8, 31},
		{0.875, 32, 32}, {0.9375, 33, 33}};
	struct swf_histogram h = three_ranges();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_double_eq_tol(draw_at(&h, cases[i][0], false), cases[i][1], 1e-12);
		ck_assert(draw_at(&h, cases[i][0], true) == cases[i][2]);
	}
	ck_assert(draw_at(&h, 1 - 0x1p-53, true) == 34);
	ck_assert(draw_at(&h, 0.25 - 0x1p-54, true) == 10);
	ck_assert_double_lt(draw_at(&h, 0.25 - 0x1p-54, false), 10);
	swf_histogram_clear(&h);
	ck_assert(h.ranges == NULL && h.count == 0);
}
END_TEST

START_TEST(weights_mean_and_most)
{
	struct swf_histogram h = three_ranges();
	ck_assert(swf_histogram_weight(&h, 0) == 1 && swf_histogram_weight(&h, 1) == 2);
	ck_assert(swf_histogram_weight(&h, 2) == 1);
	/* (5 + 2 * 20 + 32) / 4 */
	ck_assert(swf_histogram_mean(&h) == 19.25);
	ck_assert(swf_histogram_most(&h) == 34);
	add(&h, -6, -4, 4);
	ck_assert(swf_histogram_mean(&h) == 7.125);
	ck_assert(swf_histogram_most(&h) == 34);
	swf_histogram_clear(&h);
	add(&h, -3, -3, 0.25);
	ck_assert(swf_histogram_mean(&h) == -3 && swf_histogram_most(&h) == -3);
	swf_histogram_clear(&h);
}
END_TEST

/* The range that is hit is the first whose weight, added to those before, is over the number; with
 * and without a guide, of even weights and of others, some a million times as large. */
START_TEST(any_of_many_ranges_is_found)
{
	enum { MOST = 70 };
	uint64_t state = 5;
	for (size_t round = 1; round <= 2 * MOST; round++) {
		struct swf_histogram h = {0};
		const size_t count = (round + 1) / 2;
		const bool guided = round % 2 == 0;
		for (size_t i = 0; i < count; i++)
			add(&h, (double)i, (double)i,
				(1 + random_below(&state, 9)) *
					(random_below(&state, 4) == 0 ? 1e-6 : 1));
		if (guided)
			ck_assert_int_eq(swf_histogram_guide(&h), 0);
		for (int k = 0; k < 200; k++) {
			/* among them the edges of the parts of a guide, and what is next to them */
			const double edge = random_below(&state, 256) / 256.0;
			const double number = k % 3 == 0 ? random_below(&state, 1000) / 1000.0
				: k % 3 == 1             ? edge
							 : nextafter(edge, k % 2);
			size_t i = 0;
			while (h.ranges[i].until <= number * h.ranges[count - 1].until)
				i++;
			ck_assert(draw_at(&h, number, false) == (double)i);
		}
		swf_histogram_clear(&h);
	}
}
END_TEST

/* Of 100,000 numbers, each of the whole ones has its share within five standard deviations; both
 * ends of the ranges among them. */
START_TEST(shares_are_those_of_the_weights)
{
	enum { N = 100000 };
	struct swf_histogram h = {0};
	add(&h, 1, 4, 2);
	add(&h, 7, 7, 1);
	add(&h, 9, 11, 0.75);
	static const double shares[12] = {[1] = 0.5,
		[2] = 0.5,
		[3] = 0.5,
		[4] = 0.5,
		[7] = 1,
		[9] = 0.25,
		[10] = 0.25,
		[11] = 0.25};
	double counts[12] = {0}, sum = 0;
	gsl_rng *rng = swf_random_new(1, 1);
	for (int i = 0; i < N; i++)
		counts[(size_t)swf_histogram_draw_whole(&h, gsl_rng_uniform(rng))]++;
	for (size_t i = 0; i < 12; i++) {
		const double p = shares[i] / 3.75;
		ck_assert_double_le(fabs(counts[i] - N * p), 5 * sqrt(N * p * (1 - p)));
	}
	/* the mean is (2.5 * 2 + 7 + 10 * 0.75) / 3.75 = 5.2, and no value is over 11 from it */
	for (int i = 0; i < N; i++)
		sum += swf_histogram_draw(&h, gsl_rng_uniform(rng));
	ck_assert_double_eq_tol(swf_histogram_mean(&h), 5.2, 1e-12);
	ck_assert_double_eq_tol(sum / N, 5.2, 5 * 11 / sqrt(N));
	gsl_rng_free(rng);
	swf_histogram_clear(&h);
}
END_TEST

static void check_range(
	const struct swf_histogram *h, size_t i, double from, double to, double weight)
{
	ck_assert_uint_lt(i, h->count);
	ck_assert(h->ranges[i].from == from && h->ranges[i].to == to);
	ck_assert(swf_histogram_weight(h, i) == weight);
}

START_TEST(values_of_a_sample_are_counted)
{
	static const double sample[] = {1, 1, 2.5, 4, 4, 4};
	static const enum swf_histogram_kind kinds[] = {SWF_HISTOGRAM_VALUES, SWF_HISTOGRAM_RANGES};
	/* of fewer than 50 values no range has more than one */
	for (int k = 0; k < 2; k++) {
		struct swf_histogram h = {0};
		ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 6, kinds[k]), 0);
		ck_assert_uint_eq(h.count, 3);
		check_range(&h, 0, 1, 1, 2);
		check_range(&h, 1, 2.5, 2.5, 1);
		check_range(&h, 2, 4, 4, 3);
		swf_histogram_clear(&h);
		ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 0, kinds[k]), 0);
		ck_assert_uint_eq(h.count, 0);
	}
}
END_TEST

/* Of 200 different values, ranges have 4, a 50th; where fewer than 16 are on the nearer side, a
 * quarter of these. From below they begin behind 0 to 7 others (1 value), 8 and 10 (2), 12 and 15
 * (3), 18, 22, ..., 182 (4); then there are 14 left (3), 11 and 9 (2), 7, ..., 1 (1). */
START_TEST(tails_of_a_sample_keep_their_shape)
{
	static const size_t ends[][3] = {{8, 8, 1}, {2, 12, 2}, {2, 18, 3}, {42, 186, 4},
		{1, 189, 3}, {2, 193, 2}, {7, 200, 1}};
	double sample[200];
	struct swf_histogram h = {0};
	for (size_t i = 0; i < 200; i++)
		sample[i] = (double)i;
	ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 200, SWF_HISTOGRAM_RANGES), 0);
	size_t range = 0, begin = 0;
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		for (size_t i = 0; i < ends[k][0]; i++, begin += ends[k][2])
			check_range(&h, range++, (double)begin, (double)(begin + ends[k][2] - 1),
				(double)ends[k][2]);
		ck_assert_uint_eq(begin, ends[k][1]);
	}
	ck_assert_uint_eq(h.count, range);
	swf_histogram_clear(&h);
	ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 200, SWF_HISTOGRAM_VALUES), 0);
	ck_assert_uint_eq(h.count, 200);
	swf_histogram_clear(&h);
}
END_TEST

/* A value that is there twice among 200 is by itself, and ends the range before it: that of the
 * value 98, which has 98 = 18 + 4 * 20 before it, has one instead of four. */
START_TEST(frequent_values_are_by_themselves)
{
	double sample[200];
	struct swf_histogram h = {0};
	for (size_t i = 0; i < 200; i++)
		sample[i] = (double)(i < 100 ? i : i - 1);
	ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 200, SWF_HISTOGRAM_RANGES), 0);
	size_t i = 0;
	while (h.ranges[i].to < 98)
		i++;
	check_range(&h, i - 1, 94, 97, 4);
	check_range(&h, i, 98, 98, 1);
	check_range(&h, i + 1, 99, 99, 2);
	check_range(&h, i + 2, 100, 103, 4);
	swf_histogram_clear(&h);
}
END_TEST

/* Two of 400 are not frequent, and are in one range. It has enough of them behind 0 to 10 others; 3
 * behind 12 take two such values, 4 behind 16 too, 5 behind 20 take three. */
START_TEST(equal_values_stay_together)
{
	static const double ranges[][3] = {{0, 0, 2}, {1, 1, 2}, {2, 2, 2}, {3, 3, 2}, {4, 4, 2},
		{5, 5, 2}, {6, 7, 4}, {8, 9, 4}, {10, 12, 6}};
	double sample[400];
	struct swf_histogram h = {0};
	for (size_t i = 0; i < 400; i++)
		sample[i] = (double)(i / 2);
	ck_assert_int_eq(swf_histogram_add_sample(&h, sample, 400, SWF_HISTOGRAM_RANGES), 0);
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		check_range(&h, i, ranges[i][0], ranges[i][1], ranges[i][2]);
	ck_assert(h.ranges[h.count - 1].until == 400);
	swf_histogram_clear(&h);
}
END_TEST

Suite *histogram_suite(void)
{
	return suite_of("histogram",
		(const TTest *const[]){a_number_hits_a_range_and_a_place_in_it,
			weights_mean_and_most, any_of_many_ranges_is_found,
			shares_are_those_of_the_weights, values_of_a_sample_are_counted,
			tails_of_a_sample_keep_their_shape, frequent_values_are_by_themselves,
			equal_values_stay_together, NULL});
}
