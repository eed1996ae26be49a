/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/daily-cycle.h"
#include "stats/sort.h"
#include "unit/suites.h"

enum { BINS = SWF_DAILY_BINS };

/* The share of the values from `begin` to `end` in their fullest bin. With n values, each takes 16
 * of 16 n units of a line, on which a bin is n units long; those that are equal share theirs. */
static double naive_share(const double *values, size_t n, size_t begin, size_t end)
{
	double bins[BINS] = {0}, most = 0;
	for (size_t i = begin; i < end; i++) {
		size_t less = 0, equal = 0;
		for (size_t j = 0; j < n; j++) {
			less += values[j] < values[i];
			equal += values[j] == values[i];
		}
		for (size_t unit = BINS * less; unit < BINS * (less + equal); unit++)
			bins[unit / n] += 1 / (double)(BINS * equal);
	}
	for (int i = 0; i < BINS; i++)
		most = fmax(most, bins[i]);
	return most / (double)(end - begin);
}

/* Days with gaps between them, also before 1970. */
START_TEST(days_against_units)
{
	enum { MOST = 70 };
	static const uint32_t different[] = {1, 2, 3, 16, 17, 1000000};
	uint64_t state = 1;
	int wrong = 0;
	for (int round = 0; round < 3000; round++) {
		const size_t n = 1 + random_below(&state, MOST);
		double values[MOST], days[MOST];
		struct swf_daily_share shares[MOST];
		double day = -20.0 + random_below(&state, 40);
		size_t written, seen = 0, at = 0;
		for (size_t i = 0; i < n; i++) {
			if (random_below(&state, 4) == 0)
				day += 1 + random_below(&state, 3);
			days[i] = day;
			values[i] = random_below(&state, different[round % 6]) * 0.5;
		}
		if (swf_daily_bins_shares(values, days, n, shares, &written) != 0)
			wrong++;
		for (; seen < written && at < n; seen++) {
			size_t end = at;
			while (end < n && days[end] == days[at])
				end++;
			wrong += shares[seen].day != days[at] || shares[seen].count != end - at ||
				!(fabs(shares[seen].share - naive_share(values, n, at, end)) <
					1e-12);
			at = end;
		}
		wrong += seen != written || at != n;
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* All bins of the whole log are alike, also where there are fewer values than bins or all are
 * equal; and a day for each of 16 k different values is in one bin. */
START_TEST(the_whole_log_is_level)
{
	enum { MOST = 1000 };
	double *values = malloc(MOST * sizeof *values), *days = calloc(MOST, sizeof *days);
	struct swf_daily_share *shares = malloc(MOST * sizeof *shares);
	uint64_t state = 2;
	size_t written;
	int wrong = 0;
	for (size_t n = 1; n <= MOST; n += 1 + n / 10) {
		for (size_t i = 0; i < n; i++)
			values[i] = random_below(&state, 1 + (uint32_t)n);
		wrong += swf_daily_bins_shares(values, days, n, shares, &written) != 0 ||
			written != 1 || shares[0].count != n ||
			fabs(shares[0].share - 1.0 / BINS) > 1e-12;
	}
	for (size_t i = 0; i < 160; i++) {
		values[i] = (double)(i * 7 % 160);
		days[i] = (double)i;
	}
	wrong += swf_daily_bins_shares(values, days, 160, shares, &written) != 0 || written != 160;
	for (size_t i = 0; i < 160; i++)
		wrong += fabs(shares[i].share - 1) > 1e-12;
	ck_assert_int_eq(wrong, 0);
	ck_assert_int_eq(swf_daily_bins_shares(values, days, 0, shares, &written), 0);
	ck_assert_uint_eq(written, 0);
	free(values);
	free(days);
	free(shares);
}
END_TEST

/* What sort.h finds, against loops over all pairs. */
START_TEST(different_values)
{
	enum { MOST = 3000 };
	static const uint32_t different[] = {1, 2, 10, 1000, 1000000};
	double *sample = malloc(MOST * sizeof *sample);
	uint64_t state = 3;
	size_t wrong = 0;
	for (size_t round = 0, n = 0; round < 60; round++, n = round < 40 ? round : n * 5 / 4) {
		struct swf_distinct d;
		n = n > MOST ? MOST : n;
		for (size_t i = 0; i < n; i++) {
			sample[i] = random_below(&state, different[round % 5]) / 8.0;
			if (sample[i] == 0 && i % 2 == 0)
				sample[i] = -0.0;
		}
		wrong += swf_distinct_find(sample, n, &d) != 0;
		for (size_t i = 1; i < d.count; i++)
			wrong += !(d.values[i - 1] < d.values[i]);
		for (size_t i = 0; i < n; i++)
			wrong += d.ranks[i] >= d.count || d.values[d.ranks[i]] != sample[i];
		size_t total = 0;
		for (size_t k = 0; k < d.count; k++) {
			total += d.counts[k];
			size_t there = 0;
			for (size_t i = 0; i < n && d.count < 50; i++)
				there += sample[i] == d.values[k];
			wrong += d.counts[k] == 0 || (d.count < 50 && there != d.counts[k]);
		}
		wrong += total != n;
		swf_distinct_clear(&d);
		wrong += d.values != NULL || d.ranks != NULL || d.count != 0;
	}
	ck_assert_uint_eq(wrong, 0);
	free(sample);
}
END_TEST

Suite *daily_cycle_suite(void)
{
	return suite_of("daily_cycle",
		(const TTest *const[]){
			days_against_units, the_whole_log_is_level, different_values, NULL});
}
