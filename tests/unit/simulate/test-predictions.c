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
	ck_assert_uint_eq(count, 3);
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
			windows_of_many_users, corrections_rise_to_the_estimate, NULL});
}
