/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "simulate/schedulers/user-seconds.h"
#include "unit/suites.h"

static const struct swf_job of_3 = {.user = 3}, of_7 = {.user = 7}, of_nobody = {.user = -1},
			    of_none = {.user = -5};
static const struct swf_task task_3 = {.job = &of_3}, task_7 = {.job = &of_7},
			     nobody = {.job = &of_nobody}, none = {.job = &of_none};

static void join_all(struct swf_user_seconds *seconds)
{
	ck_assert_int_eq(swf_user_seconds_join(seconds, &task_3), 0);
	ck_assert_int_eq(swf_user_seconds_join(seconds, &task_7), 0);
	ck_assert_int_eq(swf_user_seconds_join(seconds, &nobody), 0);
	ck_assert_int_eq(swf_user_seconds_join(seconds, &task_3), 0);
}

/* User 3 has 4 processors from 10 to 20 s and 2 more from 15 s on. */
START_TEST(without_a_half_life_all_counts)
{
	struct swf_user_seconds seconds = {.half_life = 0};
	join_all(&seconds);
	ck_assert(swf_user_seconds_of(&seconds, &task_3, 10) == 0);
	swf_user_seconds_hold(&seconds, &task_3, 4, 10);
	ck_assert(swf_user_seconds_of(&seconds, &task_3, 12) == 8);
	swf_user_seconds_hold(&seconds, &task_3, 2, 15);
	swf_user_seconds_hold(&seconds, &task_3, -4, 20);
	ck_assert(swf_user_seconds_of(&seconds, &task_3, 20) == 50);
	ck_assert(swf_user_seconds_of(&seconds, &task_3, 1000020) == 2000050);
	ck_assert(swf_user_seconds_of(&seconds, &task_7, 1000020) == 0);
	/* all without a user are one */
	swf_user_seconds_hold(&seconds, &nobody, 1, 100);
	ck_assert(swf_user_seconds_of(&seconds, &none, 107) == 7);
	swf_user_seconds_clear(&seconds);
}
END_TEST

/* What was used halves in each 100 s. Half of what is in use for ever has come after 100 s: the
 * whole is 100 / ln 2 s of each processor. */
START_TEST(with_a_half_life_it_fades)
{
	struct swf_user_seconds seconds = {.half_life = 100};
	const double whole = 100 / log(2);
	join_all(&seconds);
	swf_user_seconds_hold(&seconds, &task_7, 8, 50);
	ck_assert_double_eq_tol(swf_user_seconds_of(&seconds, &task_7, 150), 4 * whole, 1e-9);
	ck_assert_double_eq_tol(swf_user_seconds_of(&seconds, &task_7, 250), 6 * whole, 1e-9);
	swf_user_seconds_hold(&seconds, &task_7, -8, 250);
	ck_assert_double_eq_tol(swf_user_seconds_of(&seconds, &task_7, 350), 3 * whole, 1e-9);
	ck_assert_double_eq_tol(swf_user_seconds_of(&seconds, &task_7, 1e9), 0, 1e-9);
	swf_user_seconds_clear(&seconds);
}
END_TEST

Suite *user_seconds_suite(void)
{
	return suite_of("user_seconds",
		(const TTest *const[]){
			without_a_half_life_all_counts, with_a_half_life_it_fades, NULL});
}
