/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/predictions.h"
#include "unit/suites.h"

/* What is predicted for a job of that user that arrives. */
static double predicted(const struct swf_prediction *prediction, void *state, int64_t user,
	double run_time, double estimate)
{
	const struct swf_job job = {.user = user};
	const struct swf_task task = {.job = &job, .run_time = run_time, .estimate = estimate};
	struct swf_error error;
	double result;
	ck_assert_int_eq(prediction->predict(state, &task, &result, &error), 0);
	return result;
}

static int ended(
	const struct swf_prediction *prediction, void *state, int64_t user, double run_time)
{
	const struct swf_job job = {.user = user};
	const struct swf_task task = {.job = &job, .run_time = run_time};
	struct swf_error error;
	return prediction->ended(state, &task, &error);
}

START_TEST(estimates_and_run_times_are_themselves)
{
	const struct swf_prediction *estimate = swf_prediction_named("estimate");
	const struct swf_prediction *actual = swf_prediction_named("actual");
	ck_assert(predicted(estimate, NULL, 3, 10, 25) == 25);
	ck_assert(predicted(actual, NULL, 3, 10, 25) == 10);
	ck_assert_ptr_null(swf_prediction_named("recent:2"));
	size_t count = 0;
	for (const struct swf_prediction *const *p = swf_predictions(); *p != NULL; p++, count++)
		ck_assert_ptr_eq(swf_prediction_named((*p)->name), *p);
	ck_assert_uint_eq(count, 5);
}
END_TEST

/* Three jobs of user 7 end, among those of others: means of the last two, rounded down. */
START_TEST(recent_jobs_predict)
{
	const struct swf_prediction *recent = swf_prediction_named("recent");
	struct swf_error error;
	void *state = recent->new_state(2, &error);
	ck_assert(predicted(recent, state, 7, 1, 99) == 99);
	ck_assert_int_eq(ended(recent, state, 7, 10), 0);
	ck_assert_int_eq(ended(recent, state, 8, 1000), 0);
	ck_assert(predicted(recent, state, 7, 1, 99) == 99);
	ck_assert_int_eq(ended(recent, state, 7, 15), 0);
	ck_assert(predicted(recent, state, 7, 1, 99) == 12);
	ck_assert_int_eq(ended(recent, state, 8, 1000), 0);
	ck_assert_int_eq(ended(recent, state, 7, 22.5), 0);
	ck_assert(predicted(recent, state, 7, 1, 99) == 18);
	ck_assert(predicted(recent, state, 8, 1, 99) == 1000);
	/* nobody's jobs */
	ck_assert_int_eq(ended(recent, state, -1, 5), 0);
	ck_assert_int_eq(ended(recent, state, -1, 5), 0);
	ck_assert(predicted(recent, state, -1, 1, 99) == 99);
	recent->free_state(state);
}
END_TEST

/* What is predicted for a job of user 7 that arrives at t. */
static double arrival(const struct swf_prediction *prediction, void *state, double t, int32_t size,
	double estimate)
{
	const struct swf_job job = {.user = 7};
	const struct swf_task task = {.job = &job, .submit = t, .size = size, .estimate = estimate};
	struct swf_error error;
	double result;
	ck_assert_int_eq(prediction->predict(state, &task, &result, &error), 0);
	return result;
}

/* Such a job ends at t. */
static void end(const struct swf_prediction *prediction, void *state, double t, double run_time)
{
	const struct swf_job job = {.user = 7};
	const struct swf_task task = {.job = &job, .start = t - run_time, .run_time = run_time};
	struct swf_error error;
	ck_assert_int_eq(prediction->ended(state, &task, &error), 0);
}

/* A session goes on for 20 minutes after the end of its last job. */
START_TEST(jobs_of_the_session_predict)
{
	const struct swf_prediction *session = swf_prediction_named("session");
	struct swf_error error;
	void *state = session->new_state(2, &error);
	ck_assert(arrival(session, state, 0, 1, 99) == 99);
	ck_assert(arrival(session, state, 5000, 1, 99) == 99);
	end(session, state, 6000, 10);
	ck_assert(arrival(session, state, 6000, 1, 99) == 10);
	end(session, state, 6010, 21);
	/* the third is in the system for long: no other session */
	ck_assert(arrival(session, state, 20000, 1, 99) == 15);
	end(session, state, 20100, 40);
	end(session, state, 20200, 50);
	ck_assert(arrival(session, state, 21400, 1, 99) == 45);
	end(session, state, 21500, 60);
	ck_assert(arrival(session, state, 22700.5, 1, 99) == 99);
	end(session, state, 23000, 70);
	ck_assert(arrival(session, state, 23000, 1, 99) == 70);
	ck_assert(predicted(session, state, 8, 1, 99) == 99);
	ck_assert(predicted(session, state, -1, 1, 99) == 99);
	ck_assert_int_eq(ended(session, state, -1, 5), 0);
	session->free_state(state);
}
END_TEST

/* Sessions of one job, each on another class of 100 processors; second 0 is Monday, 0:00. The job
 * with an estimate of 99 comes first, so that 50 is over half of the longest. */
START_TEST(sessions_of_the_class_predict)
{
	enum { HOUR = 3600, DAY = 24 * HOUR };
	const struct swf_prediction *class = swf_prediction_named("class");
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	const struct swf_site site = {100, calendar};
	const struct {
		double begin, estimate;
		int32_t size;
		double predicted, run_time;
	} jobs[] = {{0, 99, 1, 99, 60}, {DAY, 50, 1, 60, 70}, {DAY + 8 * HOUR, 49, 51, 49, 11},
		{DAY + 9 * HOUR, 49, 50, 49, 12}, {DAY + 18 * HOUR, 49, 1, 49, 13},
		{5 * DAY + 9 * HOUR, 49, 1, 49, 14}, {6 * DAY, 49, 1, 14, 20},
		{7 * DAY, 49, 1, 13, 30}, {8 * DAY, 49, 1, 21, 31},
		{8 * DAY + 9 * HOUR, 49, 1, 12, 9}, {9 * DAY, 49, 99, 11, 9},
		{9 * DAY + 9 * HOUR, 60, 99, 65, 9}, {9 * DAY + 12 * HOUR, 130, 1, 39, 9},
		{9 * DAY + 15 * HOUR, 60, 1, 10, 9}};
	struct swf_error error;
	void *state = class->new_state(2, &error);
	class->begin(state, &site);
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		const double got =
			arrival(class, state, jobs[i].begin, jobs[i].size, jobs[i].estimate);
		ck_assert_msg(got == jobs[i].predicted, "job %zu: %g", i, got);
		end(class, state, jobs[i].begin + 100, jobs[i].run_time);
	}
	/* of the same session, whatever its own time and size are */
	ck_assert(arrival(class, state, 9 * DAY + 15 * HOUR + 200, 99, 60) == 9);
	class->free_state(state);
	swf_calendar_free(calendar);
}
END_TEST

/* More users and longer windows than there is room for at the start. */
START_TEST(windows_of_many_users)
{
	enum { USERS = 1000, WINDOW = 37 };
	const struct swf_prediction *recent = swf_prediction_named("recent");
	struct swf_error error;
	void *state = recent->new_state(WINDOW, &error);
	size_t wrong = 0;
	for (int job = 0; job < 3 * WINDOW; job++)
		for (int user = 0; user < USERS; user++)
			wrong += ended(recent, state, user, user + job) != 0;
	/* the last WINDOW of them lie evenly around their middle */
	for (int user = 0; user < USERS; user++)
		wrong += predicted(recent, state, user, 1, 1e6) != user + 2 * WINDOW + WINDOW / 2;
	ck_assert_uint_eq(wrong, 0);
	recent->free_state(state);
}
END_TEST

START_TEST(corrections_rise_to_the_estimate)
{
	static const double more[] = {
		60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000};
	struct swf_task task = {.first_predicted = 7, .predicted = 7, .estimate = 400000};
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		swf_prediction_correct(&task);
		ck_assert(task.predicted == 7 + more[i]);
	}
	for (int i = 0; i < 2; i++) {
		swf_prediction_correct(&task);
		ck_assert(task.predicted == 400000);
	}
	task = (struct swf_task){.first_predicted = 7, .predicted = 7, .estimate = 300};
	swf_prediction_correct(&task);
	ck_assert(task.predicted == 67);
	swf_prediction_correct(&task);
	ck_assert(task.predicted == 300);
}
END_TEST

Suite *predictions_suite(void)
{
	return suite_of("predictions",
		(const TTest *const[]){estimates_and_run_times_are_themselves, recent_jobs_predict,
			jobs_of_the_session_predict, sessions_of_the_class_predict,
			windows_of_many_users, corrections_rise_to_the_estimate, NULL});
}
