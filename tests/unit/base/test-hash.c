/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/hash.h"
#include "unit/suites.h"

/* Keys that are close to each other, or multiples of a power of two, take a quarter of the slots
 * at least, and none outside of the table. */
START_TEST(keys_are_spread)
{
	enum { BITS = 10, KEYS = 1 << BITS };
	for (unsigned shift = 0; shift <= 50; shift++) {
		bool taken[KEYS] = {false};
		int slots = 0;
		for (uint64_t key = 0; key < KEYS; key++) {
			const size_t slot = swf_hash_slot(key << shift, BITS);
			ck_assert_uint_lt(slot, KEYS);
			slots += !taken[slot];
			taken[slot] = true;
		}
		ck_assert_int_gt(slots, KEYS / 4);
	}
}
END_TEST

START_TEST(after_the_last_slot_comes_the_first)
{
	ck_assert_uint_eq(swf_hash_next(5, 3), 6);
	ck_assert_uint_eq(swf_hash_next(7, 3), 0);
	ck_assert(!swf_hash_is_full(3, 3));
	ck_assert(swf_hash_is_full(4, 3));
}
END_TEST

/* The published values of FNV-1a of 64 bits. */
START_TEST(texts_have_their_published_hashes)
{
	ck_assert(swf_hash_text("", 0) == 0xCBF29CE484222325u);
	ck_assert(swf_hash_text("a", 1) == 0xAF63DC4C8601EC8Cu);
	ck_assert(swf_hash_text("foobar", 6) == 0x85944171F73967E8u);
}
END_TEST

/* Numbers of all kinds, against a list that is searched from end to end. */
START_TEST(places_are_those_of_first_appearance)
{
	enum { MANY = 3000 };
	static int64_t seen[MANY];
	struct swf_index index = {0};
	uint64_t state = 1;
	size_t count = 0;
	ck_assert_uint_eq(swf_index_find(&index, 5), SIZE_MAX);
	for (int i = 0; i < MANY; i++) {
		int64_t number = random_below(&state, 2000);
		if (i % 3 == 1)
			number = (int64_t)((uint64_t)number << 40);
		if (i % 3 == 2)
			number = INT64_MIN + number;
		size_t place = 0;
		while (place < count && seen[place] != number)
			place++;
		ck_assert_uint_eq(swf_index_find(&index, number), place < count ? place : SIZE_MAX);
		ck_assert_uint_eq(swf_index_add(&index, number), place);
		if (place == count)
			seen[count++] = number;
		ck_assert_uint_eq(index.count, count);
		ck_assert_uint_eq(swf_index_find(&index, number), place);
	}
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(index.numbers[i], seen[i]);
	struct swf_numbered *sorted = swf_index_sorted(&index);
	for (size_t i = 0; i < count; i++) {
		ck_assert_int_eq(sorted[i].number, seen[sorted[i].place]);
		ck_assert(i == 0 || sorted[i - 1].number < sorted[i].number);
	}
	free(sorted);
	swf_index_clear(&index);
}
END_TEST

Suite *hash_suite(void)
{
	return suite_of("hash",
		(const TTest *const[]){keys_are_spread, after_the_last_slot_comes_the_first,
			texts_have_their_published_hashes, places_are_those_of_first_appearance,
			NULL});
}
