#include <stdlib.h>

#include "base/index.h"
#include "unit/suites.h"

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

Suite *index_suite(void)
{
	return suite_of(
		"index", (const TTest *const[]){places_are_those_of_first_appearance, NULL});
}
