/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "simulate/schedulers/fair-users.h"
#include "swfcore/quantity.h"
#include "unit/suites.h"

static void hold(struct swf_user_usage *usage, int64_t user, double now, int64_t procs)
{
	const size_t place = swf_user_usage_place(usage, user);
	ck_assert_uint_ne(place, SIZE_MAX);
	swf_user_usage_advance(usage, now);
	swf_user_usage_hold(usage, place, procs);
}

static double usage_of(struct swf_user_usage *usage, int64_t user, double now)
{
	const size_t place = swf_user_usage_place(usage, user);
	ck_assert_uint_ne(place, SIZE_MAX);
	swf_user_usage_advance(usage, now);
	return (double)swf_user_usage_of(usage, place);
}

/* Whatever else happens at which times. */
START_TEST(the_same_processor_seconds_are_equal)
{
	struct swf_user_usage usage;
	swf_user_usage_init(&usage, 1000);
	hold(&usage, 1, 0.5, 7);
	hold(&usage, 2, 0.5, 3);
	hold(&usage, 2, 0.5, 4);
	hold(&usage, 3, 11.25, 1);
	hold(&usage, 2, 1000.1, -3);
	hold(&usage, 2, 1000.1, 3);
	hold(&usage, 1, 3333.3, -7);
	hold(&usage, 2, 3333.3, -7);
	ck_assert(usage_of(&usage, 1, 3333.3) > usage_of(&usage, 3, 3333.3));
	for (double now = 3333.3; now < 10 * SWF_WEEK; now += 86399.9)
		ck_assert(usage_of(&usage, 1, now) == usage_of(&usage, 2, now));
	swf_user_usage_clear(&usage);
}
END_TEST

static void check_ratio(struct swf_user_usage *usage, double now, double expected)
{
	const double ratio = usage_of(usage, 1, now) / usage_of(usage, 2, now);
	ck_assert_double_eq_tol(ratio, expected, 1e-6);
}

/* User 1 for a second, user 2 for a second k weeks later: 2^-k of that, at any time after it; on
 * the largest machine and on the smallest. */
START_TEST(a_week_halves)
{
	static const int32_t machines[] = {INT32_MAX, 1};
	for (int machine = 0; machine < 2; machine++) {
		const int64_t procs = machines[machine];
		for (int weeks = 0; weeks < 5; weeks++) {
			struct swf_user_usage usage;
			swf_user_usage_init(&usage, machines[machine]);
			hold(&usage, 1, 100, procs);
			hold(&usage, 1, 101, -procs);
			hold(&usage, 2, 100 + weeks * SWF_WEEK, procs);
			hold(&usage, 2, 101 + weeks * SWF_WEEK, -procs);
			for (int later = 0; later < 5; later++)
				check_ratio(&usage, 200 + (weeks + 0.7 * later) * SWF_WEEK,
					1.0 / (1 << weeks));
			swf_user_usage_clear(&usage);
		}
	}
}
END_TEST

/* Who holds all processors for ever has used what falls by as much as is added. However long that
 * lasts, it takes no time here. */
START_TEST(usage_without_end_has_a_limit)
{
	struct swf_user_usage usage;
	swf_user_usage_init(&usage, INT32_MAX);
	hold(&usage, 1, -5, INT32_MAX);
	hold(&usage, 1, 1e12, -INT32_MAX);
	hold(&usage, 2, 1e12, INT32_MAX);
	const double now = 1e12 + 10000, left = exp2(-10000 / SWF_WEEK);
	ck_assert_double_eq_tol(
		usage_of(&usage, 1, now) / usage_of(&usage, 2, now), left / (1 - left), 1e-4);
	swf_user_usage_clear(&usage);
}
END_TEST

/* Else who comes later would be behind others who have used nothing either. */
START_TEST(who_uses_nothing_stays_at_nothing)
{
	struct swf_user_usage usage;
	swf_user_usage_init(&usage, 1000);
	for (int week = 0; week < 3; week++)
		for (int64_t user = 0; user <= week; user++)
			ck_assert_double_eq(usage_of(&usage, user, 7 + week * SWF_WEEK), 0);
	swf_user_usage_clear(&usage);
}
END_TEST

Suite *user_usage_suite(void)
{
	return suite_of("user_usage",
		(const TTest *const[]){the_same_processor_seconds_are_equal, a_week_halves,
			usage_without_end_has_a_limit, who_uses_nothing_stays_at_nothing, NULL});
}
