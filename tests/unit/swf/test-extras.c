#include <stdlib.h>
#include <string.h>

#include "swf/extras.h"
#include "unit/suites.h"

static void expect(const struct swf_extras *extras, size_t place, const char *text, size_t length)
{
	size_t got;
	const char *kept = swf_extras_text(extras, place, &got);
	ck_assert_uint_eq(got, length);
	ck_assert(length > 0 ? memcmp(kept, text, length) == 0 : kept == NULL);
}

/* Texts of all lengths, with any bytes, and none; some like the one before. */
START_TEST(texts_are_kept_by_place)
{
	enum { COUNT = 3000, LONGEST = 1000 };
	struct swf_extras extras = {0};
	char text[LONGEST];
	for (int i = 0; i < COUNT; i++) {
		memset(text, i / 3, sizeof text);
		ck_assert_int_eq(swf_extras_add(&extras, text, (size_t)(i / 3 % LONGEST)), 0);
	}
	ck_assert_uint_eq(extras.count, COUNT);
	for (int i = 0; i < COUNT; i++) {
		memset(text, i / 3, sizeof text);
		expect(&extras, (size_t)i, text, (size_t)(i / 3 % LONGEST));
	}
	swf_extras_clear(&extras);
}
END_TEST

START_TEST(what_repeats_takes_no_room)
{
	struct swf_extras extras = {0};
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(swf_extras_add(&extras, "the same", 8), 0);
	ck_assert_uint_eq(extras.length, sizeof(size_t) + 8);
	swf_extras_clear(&extras);
}
END_TEST

START_TEST(they_can_be_put_in_another_order)
{
	static const char *const texts[] = {"a", "", "bc", "bc", "d"};
	static const size_t were[] = {4, 2, 1, 0, 3};
	struct swf_extras extras = {0};
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_extras_add(&extras, texts[i], strlen(texts[i])), 0);
	ck_assert_int_eq(swf_extras_order(&extras, were), 0);
	for (size_t i = 0; i < 5; i++)
		expect(&extras, i, texts[were[i]], strlen(texts[were[i]]));
	ck_assert_int_eq(swf_extras_add(&extras, "e", 1), 0);
	expect(&extras, 5, "e", 1);
	swf_extras_clear(&extras);
}
END_TEST

Suite *extras_suite(void)
{
	return suite_of("extras",
		(const TTest *const[]){texts_are_kept_by_place, what_repeats_takes_no_room,
			they_can_be_put_in_another_order, NULL});
}
