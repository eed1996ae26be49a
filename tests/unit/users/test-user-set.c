/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "unit/suites.h"
#include "users/user-set.h"

static int read_users(const char *text, struct swf_user_set *set, struct swf_error *error)
{
	char path[] = "/tmp/swfkit-users-XXXXXX";
	write_file(path, text, strlen(text));
	int result = swf_user_set_read(path, set, error);
	unlink(path);
	return result;
}

START_TEST(numbers_are_read_in_any_layout)
{
	struct swf_user_set set;
	struct swf_error error;
	ck_assert_int_eq(read_users("# flurries\n17, 3\t3\r\n\n-1 # none\n400", &set, &error), 0);
	ck_assert_uint_eq(set.count, 4);
	for (int64_t user = -5; user < 500; user++)
		ck_assert(swf_user_set_has(&set, user) ==
			(user == -1 || user == 3 || user == 17 || user == 400));
	swf_user_set_clear(&set);
	ck_assert_int_eq(read_users("", &set, &error), 0);
	ck_assert(!swf_user_set_has(&set, 1));
}
END_TEST

START_TEST(ranges_are_joined)
{
	struct swf_user_set set;
	struct swf_error error;
	ck_assert_int_eq(swf_user_set_parse("40-55,3,17,50-60 61,4\n-3--2", &set, &error), 0);
	const struct swf_user_range expected[] = {
		{-3, -2}, {3, 3}, {4, 4}, {17, 17}, {40, 60}, {61, 61}};
	ck_assert_uint_eq(set.count, 6);
	for (size_t i = 0; i < 6; i++) {
		ck_assert_int_eq(set.ranges[i].low, expected[i].low);
		ck_assert_int_eq(set.ranges[i].high, expected[i].high);
	}
	for (int64_t user = -5; user < 70; user++) {
		size_t place = 0;
		while (place < 6 && !(expected[place].low <= user && user <= expected[place].high))
			place++;
		ck_assert_uint_eq(swf_user_set_find(&set, user), place);
	}
	swf_user_set_clear(&set);
	ck_assert_int_eq(
		swf_user_set_parse("9223372036854775806-9223372036854775807,5", &set, &error), 0);
	ck_assert(swf_user_set_has(&set, INT64_MAX) && !swf_user_set_has(&set, 6));
	swf_user_set_clear(&set);
}
END_TEST

START_TEST(wrong_ranges_are_refused)
{
	static const char *const texts[] = {"5-3", "5-", "-", "3-4-5", "1,x-2", "2-x", "1.5", "--3",
		"99999999999999999999", NULL};
	struct swf_user_set set;
	struct swf_error error;
	for (int i = 0; texts[i] != NULL; i++) {
		ck_assert_int_eq(swf_user_set_parse(texts[i], &set, &error), -1);
		ck_assert_ptr_null(set.ranges);
	}
	ck_assert_int_eq(swf_user_set_parse("5-3", &set, &error), -1);
	ck_assert_str_eq(error.text, "a range that ends before it begins: '5-3'");
}
END_TEST

START_TEST(words_are_refused_with_their_line)
{
	struct swf_user_set set;
	struct swf_error error;
	ck_assert_int_eq(read_users("1\n2 bob 3\n", &set, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, ":2: not a user number: 'bob'"));
	ck_assert_int_eq(swf_user_set_read("/nonexistent", &set, &error), -1);
	ck_assert_str_eq(error.text, "/nonexistent: No such file or directory");
}
END_TEST

Suite *user_set_suite(void)
{
	return suite_of("user_set",
		(const TTest *const[]){numbers_are_read_in_any_layout, ranges_are_joined,
			wrong_ranges_are_refused, words_are_refused_with_their_line, NULL});
}
