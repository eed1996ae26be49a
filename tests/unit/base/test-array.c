/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/array.h"
#include "unit/suites.h"

/* However many of however many places hold: found, with no place looked at that is none, and no
 * more looks than there are bits in the count. */
START_TEST(it_finds_how_many_hold)
{
	for (size_t count = 0; count <= 70; count++) {
		for (size_t hold = 0; hold <= count; hold++) {
			struct swf_bisection b = {.high = count};
			int looks = 0, bits = 0;
			for (size_t rest = count; rest > 0; rest /= 2)
				bits++;
			for (; swf_bisection_next(&b); looks++) {
				ck_assert_uint_lt(b.middle, count);
				swf_bisection_tell(&b, b.middle < hold);
			}
			ck_assert_uint_eq(b.low, hold);
			ck_assert_int_le(looks, bits);
		}
	}
}
END_TEST

struct values {
	uint32_t values[5000];
	size_t comparisons;
};

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
	struct values *all = (struct values *)context;
	all->comparisons++;
	return all->values[a] < all->values[b];
}

static const struct values *sorted_by;
static uint32_t rank[5000]; /* where a place was before sorting */

static int by_value_and_rank(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const uint32_t p = sorted_by->values[x], q = sorted_by->values[y];
	return p != q ? (p > q) - (p < q) : (rank[x] > rank[y]) - (rank[x] < rank[y]);
}

/* Sorts the places 0 to count - 1, in the order that they have, in both ways. */
static void check_sorting(struct values *all, uint32_t places[], size_t count)
{
	uint32_t *naive = malloc((count + 1) * sizeof *naive);
	for (uint32_t i = 0; i < count; i++)
		rank[naive[i] = places[i]] = i;
	sorted_by = all;
	qsort(naive, count, sizeof *naive, by_value_and_rank);
	ck_assert_int_eq(swf_places_sort(places, count, is_before, all), 0);
	size_t wrong = 0;
	for (size_t i = 0; i < count; i++)
		wrong += places[i] != naive[i];
	ck_assert_uint_eq(wrong, 0);
	free(naive);
}

static void put_in_order(uint32_t places[], size_t count)
{
	for (uint32_t i = 0; i < count; i++)
		places[i] = i;
}

static void shuffle(uint32_t places[], size_t count, uint64_t *state)
{
	for (size_t i = count; i-- > 1;) {
		const uint32_t k = random_below(state, (uint32_t)i + 1), kept = places[i];
		places[i] = places[k];
		places[k] = kept;
	}
}

static struct values all;
static uint32_t places[5000];

START_TEST(random_values)
{
	uint64_t state = 1;
	for (int round = 0; round < 2000; round++) {
		const uint32_t count = random_below(&state, round < 1900 ? 40 : 5000);
		/* from all equal to nearly all different */
		const uint32_t kinds = 1 + random_below(&state, 1 + random_below(&state, 10000));
		for (uint32_t i = 0; i < count; i++)
			all.values[i] = random_below(&state, kinds);
		put_in_order(places, count);
		if (round % 2 == 0)
			shuffle(places, count, &state);
		check_sorting(&all, places, count);
	}
}
END_TEST

START_TEST(values_in_order)
{
	for (uint32_t count = 0; count < 200; count++)
		for (uint32_t equal = 1; equal < 5; equal++) {
			for (int reversed = 0; reversed < 2; reversed++) {
				for (uint32_t i = 0; i < count; i++)
					all.values[i] = (reversed ? count - i : i) / equal;
				put_in_order(places, count);
				check_sorting(&all, places, count);
			}
		}
}
END_TEST

/* As of logs, which one that comes late is not. */
START_TEST(values_nearly_in_order)
{
	uint64_t state = 2;
	for (int round = 0; round < 50; round++) {
		for (uint32_t i = 0; i < 5000; i++)
			all.values[i] = i / 3 + random_below(&state, 1 + (uint32_t)round);
		all.values[random_below(&state, 5000)] = 0;
		put_in_order(places, 5000);
		check_sorting(&all, places, 5000);
	}
}
END_TEST

START_TEST(what_is_in_order_costs_a_comparison_each)
{
	for (uint32_t i = 0; i < 5000; i++)
		all.values[i] = i / 2;
	put_in_order(places, 5000);
	all.comparisons = 0;
	ck_assert_int_eq(swf_places_sort(places, 5000, is_before, &all), 0);
	ck_assert_uint_le(all.comparisons, 5000);
}
END_TEST

/* Room for many elements at once: doubled until they fit, with what was there. */
START_TEST(arrays_grow_by_as_many_as_are_needed)
{
	size_t capacity = 0;
	int *array = swf_array_reserve_from(4, NULL, 0, &capacity, sizeof *array);
	ck_assert_uint_eq(capacity, 4);
	array[3] = 7;
	int *same = swf_array_reserve_more(4, array, 3, 1, &capacity, sizeof *array);
	ck_assert(same == array && capacity == 4);
	array = swf_array_reserve_more(4, array, 4, 100, &capacity, sizeof *array);
	ck_assert_uint_eq(capacity, 128);
	ck_assert_int_eq(array[3], 7);
	array[103] = 1;
	free(array);
}
END_TEST

Suite *array_suite(void)
{
	return suite_of("array",
		(const TTest *const[]){arrays_grow_by_as_many_as_are_needed, it_finds_how_many_hold,
			random_values, values_in_order, values_nearly_in_order,
			what_is_in_order_costs_a_comparison_each, NULL});
}
