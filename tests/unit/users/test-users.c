/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/quantity.h"
#include "swfcore/users.h"
#include "unit/suites.h"

static const struct swf_user_class_rule rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK};

static void add(struct swf_users *users, int64_t user, double submit)
{
	const struct swf_job job = {.user = user, .submit = submit, .requested = 4, .run_time = 10};
	swf_users_span(users, &job);
	ck_assert_int_eq(swf_users_add(users, &job, SWF_SIZE_REQUESTED), 0);
}

/* The class of a user with these two submits in a log from 1000 s to 40 weeks later. */
static enum swf_user_class class_of(double first, double last)
{
	struct swf_users users = {0};
	add(&users, 1, 1000);
	add(&users, 2, 1000 + first);
	add(&users, 2, 1000 + last);
	add(&users, 1, 1000 + 40 * SWF_WEEK);
	ck_assert_int_eq(swf_users_sort(&users), 0);
	enum swf_user_class class_ = swf_user_class(&users, &users.users[1], &rule);
	ck_assert_int_eq(swf_user_class(&users, &users.users[0], &rule), SWF_USER_LONG_TERM);
	swf_users_clear(&users);
	return class_;
}

START_TEST(classes_at_their_limits)
{
	const double w = SWF_WEEK;
	ck_assert_int_eq(class_of(0, 12 * w + 1), SWF_USER_LONG_TERM);
	ck_assert_int_eq(class_of(28 * w - 1, 40 * w), SWF_USER_LONG_TERM);
	ck_assert_int_eq(class_of(0, 12 * w), SWF_USER_TEMPORARY);
	ck_assert_int_eq(class_of(0, 4 * w), SWF_USER_DISCARDED);
	ck_assert_int_eq(class_of(0, 4 * w + 1), SWF_USER_TEMPORARY);
	ck_assert_int_eq(class_of(20 * w, 20 * w), SWF_USER_TEMPORARY);
	ck_assert_int_eq(class_of(36 * w - 1, 37 * w), SWF_USER_TEMPORARY);
	ck_assert_int_eq(class_of(36 * w, 40 * w), SWF_USER_DISCARDED);
}
END_TEST

/* Jobs that wait 1 hour and run 1 hour; the second 0 of the log is a week before its first submit.
 */
START_TEST(classes_by_the_ends_of_jobs)
{
	const double w = SWF_WEEK, stay = 7200;
	const struct swf_user_class_rule by_jobs = {
		.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK, .span = SWF_SPAN_JOBS};
	const struct {
		double first, last;
		enum swf_user_class class_;
	} cases[] = {{w, 13 * w - stay, SWF_USER_TEMPORARY},
		{w, 13 * w - stay + 1, SWF_USER_LONG_TERM}, {w, 4 * w, SWF_USER_DISCARDED},
		{w, 4 * w + 1, SWF_USER_TEMPORARY}, {36 * w + stay - 1, 40 * w, SWF_USER_TEMPORARY},
		{36 * w + stay, 40 * w, SWF_USER_DISCARDED}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_users users = {0};
		struct swf_job job = {.user = 1, .submit = w, .wait = 3600, .run_time = 3600};
		const double submits[] = {w, cases[i].first, cases[i].last, 40 * w};
		for (int j = 0; j < 4; j++) {
			job.user = j == 1 || j == 2;
			job.submit = submits[j];
			swf_users_span(&users, &job);
			ck_assert_int_eq(swf_users_add(&users, &job, SWF_SIZE_REQUESTED), 0);
		}
		ck_assert_int_eq(swf_users_sort(&users), 0);
		ck_assert(users.end == 40 * w + stay && users.users[1].end == cases[i].last + stay);
		ck_assert_int_eq(
			swf_user_class(&users, &users.users[1], &by_jobs), cases[i].class_);
		swf_users_clear(&users);
	}
}
END_TEST

START_TEST(activity_is_counted)
{
	struct swf_users users = {0};
	/* weeks count from the first submit, 500 s */
	const double submits[] = {500, 600, 500 + SWF_WEEK - 1, 500 + SWF_WEEK, 500 + 5 * SWF_WEEK};
	for (int i = 0; i < 5; i++)
		add(&users, 7, submits[i]);
	const struct swf_job unknown[] = {
		{.user = 3, .submit = 5e6, .requested = -1, .allocated = -1, .run_time = 10},
		{.user = 3, .submit = 5e6, .requested = -1, .allocated = 2, .run_time = 10},
		{.user = 3, .submit = 5e6, .requested = 2, .run_time = -1},
		{.user = -1, .submit = 6e6}};
	for (int i = 0; i < 4; i++) {
		swf_users_span(&users, &unknown[i]);
		ck_assert_int_eq(swf_users_add(&users, &unknown[i], SWF_SIZE_REQUESTED), 0);
	}
	ck_assert_int_eq(swf_users_sort(&users), 0);
	ck_assert_uint_eq(users.count, 2);
	ck_assert(users.first == 500 && users.last == 6e6 && users.anonymous == 1);
	const struct swf_user *u = users.users;
	ck_assert(u[0].number == 3 && u[0].jobs == 3 && u[0].weeks_active == 1 && u[0].work == 20);
	ck_assert(u[1].number == 7 && u[1].jobs == 5 && u[1].weeks_active == 3 && u[1].work == 200);
	ck_assert(u[1].first == 500 && u[1].last == submits[4]);
	ck_assert(
		users.total.jobs == 8 && users.total.weeks_active == 4 && users.total.work == 220);
	swf_users_clear(&users);
}
END_TEST

/* Work of 3 x 40, 40 and 0 processor seconds: (160)^2 / (120^2 + 40^2) = 1.6. */
START_TEST(effective_users)
{
	struct swf_users users = {0};
	const struct swf_job job = {.user = 9, .submit = 100, .requested = 4, .run_time = -1};
	ck_assert_double_eq(swf_users_effective(&users), 0);
	swf_users_span(&users, &job);
	ck_assert_int_eq(swf_users_add(&users, &job, SWF_SIZE_REQUESTED), 0);
	ck_assert_double_eq(swf_users_effective(&users), 0);
	add(&users, 2, 100);
	ck_assert_double_eq(swf_users_effective(&users), 1);
	for (int i = 0; i < 3; i++)
		add(&users, 5, 200);
	ck_assert_double_eq(swf_users_effective(&users), 1.6);
	swf_users_clear(&users);
}
END_TEST

START_TEST(jobs_are_grouped_in_their_order)
{
	uint64_t state = 3;
	for (uint32_t n = 0; n < 400; n += 37) {
		struct swf_workload w = {0};
		for (uint32_t i = 0; i < n; i++) {
			const struct swf_job job = {
				.submit = i, .user = (int64_t)random_below(&state, 20) * 97 - 97};
			ck_assert_int_eq(swf_workload_add(&w, &job, SWF_SIZE_REQUESTED), 0);
		}
		ck_assert_int_eq(swf_workload_finish(&w), 0);
		size_t seen = 0;
		for (size_t u = 0; u <= w.users.count; u++) {
			const bool anonymous = u == w.users.count;
			const struct swf_user *user = &w.users.users[u];
			size_t count, k = 0;
			const size_t *places = swf_workload_places(&w, u, &count);
			ck_assert(anonymous || u == 0 || user->number > user[-1].number);
			for (size_t i = 0; i < n; i++) {
				const int64_t number = swf_packed_jobs_get(&w.jobs, i).user;
				if (anonymous ? number < 0 : number == user->number)
					ck_assert_uint_eq(places[k++], i);
			}
			ck_assert_uint_eq(k, count);
			seen += count;
		}
		ck_assert_uint_eq(seen, n);
		swf_workload_clear(&w);
	}
}
END_TEST

Suite *users_suite(void)
{
	return suite_of("users",
		(const TTest *const[]){classes_at_their_limits, classes_by_the_ends_of_jobs,
			activity_is_counted, effective_users, jobs_are_grouped_in_their_order,
			NULL});
}
