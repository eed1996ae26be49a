/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "stats/sort.h"
#include "unit/suites.h"

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

Suite *sort_suite(void)
{
	return suite_of("sort",
		(const TTest *const[]){
			doubles_are_sorted, close_doubles_are_sorted, pairs_are_sorted, NULL});
}
