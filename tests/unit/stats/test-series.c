/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "stats/series.h"
#include "unit/suites.h"

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-12)

START_TEST(amounts_go_into_bins)
{
	struct swf_series s = {.width = 10};
	static const double times[] = {5, 14.9, 15, 44, 44}, amounts[] = {1, 2, 4, 8, 16};
	static const double expected[] = {3, 4, 0, 24};
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_series_add(&s, times[i], amounts[i]), 0);
	ck_assert_uint_eq(s.count, 4);
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq(s.bins[i], expected[i]);
	/* bins for which there is no memory, and one before the first */
	ck_assert_int_eq(swf_series_add(&s, 1e300, 1), -1);
	ck_assert_int_eq(swf_series_add(&s, 4, 1), -1);
	swf_series_clear(&s);
	ck_assert_uint_eq(s.count, 0);
	ck_assert_double_eq(s.width, 10);
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

Suite *series_suite(void)
{
	return suite_of("series",
		(const TTest *const[]){amounts_go_into_bins, levels_are_weighted_with_time,
			every_level_has_its_time, NULL});
}
