/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "swfcore/quantity.h"
#include "unit/suites.h"
#include "users/features.h"

/* Monday is the first day; a machine of 64, so that two of its processors count for one of 64. */
static struct swf_calendar *calendar;
static struct swf_session_class_rule class_rule;
static struct swf_features *features;
static struct swf_sessions sessions;
static const struct swf_session_rule rule = {.by = SWF_BY_ARRIVAL, .gap = 3600};

static void set_up(void)
{
	calendar = swf_calendar_new_without_date();
	class_rule = (struct swf_session_class_rule){
		.calendar = calendar, .procs = 64, .longest_estimate = 1000};
	features = swf_features_new(&class_rule);
	sessions = (struct swf_sessions){0};
}

static void tear_down(void)
{
	swf_features_free(features);
	swf_sessions_clear(&sessions);
	swf_calendar_free(calendar);
}

static void add(double submit, double run_time, int32_t size)
{
	const struct swf_job job = {.submit = submit,
		.run_time = run_time,
		.requested = size,
		.estimate = 100,
		.user = 1};
	ck_assert_int_eq(swf_sessions_add(&sessions, &rule, &job), 0);
	ck_assert_int_eq(swf_features_add(features, &sessions, &job), 0);
}

static void check_variables(const double *got, const double *expected, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const double g = got[i], e = expected[i];
		if (!(isnan(g) && isnan(e)) && !(fabs(g - e) <= 1e-12 * fabs(e)))
			ck_abort_msg("variable %zu is %.17g, not %.17g", i, g, e);
	}
}

/* Monday from 7:00: submits 0, 600, 1200, 3600 s later; run times 2000, 100, 100, 2100 s. */
START_TEST(variables_of_a_session)
{
	const double begin = 7 * 3600;
	struct swf_session_features session;
	set_up();
	add(begin, 2000, 10);
	add(begin + 600, 100, 10);
	add(begin + 1200, 100, 11);
	add(begin + 3600, 2100, 32);
	swf_features_end_session(features, &session);
	ck_assert(session.start == begin && session.end == begin + 5700);
	ck_assert_int_eq(session.class_, SWF_SESSION_IWN);
	/* run times 100, 100, 2000, 2100: median 1050, place 0.15 is 100, place 2.85 is 2085;
	 * sizes 10, 10, 11, 32 of 64, twice that of 128: 21, and 2 (11 + 0.85 * 21 - 10);
	 * submits 600, 600, 2400 apart: 600, and 600 + 0.9 * 1800 - 600;
	 * since the latest end, -1400, -800, 1600: -800, and -800 + 0.9 * 2400 - (-1400 + 0.1 *
	 * 600); from 7:00 to 8:35 all but half an hour is daytime; 11 is more than 5 % above 10,
	 * 2100 just 5 % above 2000 */
	const double expected[SWF_SESSION_VARIABLES] = {
		4, 5700, 1050, 1985, 21, 37.7, 600, 2040, -400, 2670, 0, 3900 / 5700.0, 3, 2, 1, 1};
	check_variables(session.variables, expected, SWF_SESSION_VARIABLES);
	tear_down();
}
END_TEST

START_TEST(variables_of_single_and_unknown_jobs)
{
	struct swf_session_features session;
	set_up();
	/* Sunday night */
	add(6 * SWF_DAY, -1, -1);
	swf_features_end_session(features, &session);
	ck_assert_int_eq(session.class_, SWF_SESSION_IW);
	const double unknown[SWF_SESSION_VARIABLES] = {
		1, 0, NAN, NAN, NAN, NAN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
	check_variables(session.variables, unknown, SWF_SESSION_VARIABLES);
	/* noon of the next Saturday, no length */
	add(12 * SWF_DAY + 12 * 3600, 0, 64);
	swf_features_end_session(features, &session);
	ck_assert_int_eq(session.class_, SWF_SESSION_BHP);
	const double single[SWF_SESSION_VARIABLES] = {
		1, 0, 0, 0, 128, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0};
	check_variables(session.variables, single, SWF_SESSION_VARIABLES);
	tear_down();
}
END_TEST

/* Sessions of two jobs on Monday morning and one on Friday night that goes on until Sunday. */
START_TEST(variables_of_a_user)
{
	struct swf_session_features session;
	double user[SWF_USER_VARIABLES];
	set_up();
	for (int round = 0; round < 2; round++) {
		add(8 * 3600, 1000, 8);
		add(8 * 3600 + 1500, 1000, 8);
		swf_features_end_session(features, &session);
		ck_assert_int_eq(session.class_, SWF_SESSION_IWD);
		add(4 * SWF_DAY + 20 * 3600, 100000, 16);
		swf_features_end_session(features, &session);
		ck_assert_int_eq(session.class_, SWF_SESSION_IWN);
		/* 4 hours of Friday */
		check_variables(&session.variables[15], &(double){0.144}, 1);
		/* Saturday from 7:30 to 17:30 */
		check_variables(&session.variables[11], &(double){0.36}, 1);
		swf_features_end_user(features, user);
		const double to_friday = 4 * SWF_DAY + 12 * 3600 - 1500;
		const double duration = 4 * SWF_DAY + 12 * 3600 + 100000;
		const double expected[SWF_USER_VARIABLES] = {3, 2, 1000, 0.9 * 99000, 16, 0.9 * 16,
			1500, 1500 + 0.9 * (to_friday - 1500) - 0.1 * 1500, 500,
			500 + 0.9 * (to_friday - 1500) - 0.1 * 500, 2 / 3.0, 1, 0.5, 0.5, 0, 0, 0,
			3 / (duration / SWF_WEEK), duration / SWF_DAY};
		check_variables(user, expected, SWF_USER_VARIABLES);
		/* and the next user begins from nothing */
		swf_sessions_reset(&sessions);
	}
	add(0, 0, 1);
	swf_features_end_session(features, &session);
	swf_features_end_user(features, user);
	ck_assert(isnan(user[17]) && user[18] == 0);
	tear_down();
}
END_TEST

START_TEST(classes_by_the_first_job)
{
	static const struct {
		double submit, estimate;
		int32_t size;
		enum swf_session_class class_;
	} cases[] = {{27000, 500, 32, SWF_SESSION_IWD}, {26999, 500, 32, SWF_SESSION_IWN},
		{62999, 500, 32, SWF_SESSION_IWD}, {63000, 500, 32, SWF_SESSION_IWN},
		{5 * SWF_DAY, 500, 32, SWF_SESSION_IW}, {5 * SWF_DAY - 1, 500, 32, SWF_SESSION_IWN},
		{0, 500, 33, SWF_SESSION_BHP}, {0, 501, 32, SWF_SESSION_BHD},
		{0, 501, 33, SWF_SESSION_BHD}, {0, -1, 33, SWF_SESSION_BHD}};
	set_up();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct swf_job job = {.submit = cases[i].submit,
			.estimate = cases[i].estimate,
			.run_time = 600,
			.requested = cases[i].size};
		ck_assert_int_eq(swf_session_class(&class_rule, &job), cases[i].class_);
	}
	tear_down();
}
END_TEST

Suite *features_suite(void)
{
	return suite_of("features",
		(const TTest *const[]){variables_of_a_session, variables_of_single_and_unknown_jobs,
			variables_of_a_user, classes_by_the_first_job, NULL});
}
