/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swfcore/feedback.h"
#include "unit/suites.h"

enum { MOST = 60 };

/* A log in memory, as the sink of one simulation and the workload of the next. */
struct jobs {
	struct swf_job jobs[MOST];
	size_t count;
	size_t taken;
};

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const struct jobs *log = self;
	(void)error;
	if (log->taken == log->count)
		return 0;
	*arrival = (struct swf_arrival){.job = log->jobs[log->taken]};
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	struct jobs *log = self;
	(void)error;
	log->taken++;
	return 0;
}

static int sink_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	struct jobs *log = self;
	if (log->count == MOST)
		return swf_fail(error, "too many jobs");
	log->jobs[log->count++] = *job;
	return 0;
}

static struct swf_sink sink_of(struct jobs *log)
{
	log->count = 0;
	return (struct swf_sink){.self = log, .job = sink_job};
}

static void replay(struct jobs *log, const struct swf_simulation *simulation, struct jobs *schedule)
{
	const struct swf_source source = {.self = log, .peek = peek, .take = take};
	const struct swf_sink sink = sink_of(schedule);
	struct swf_simulation_counts counts;
	struct swf_error error;
	log->taken = 0;
	ck_assert_int_eq(swf_simulation_run(simulation, &source, &sink, &counts, &error), 0);
}

/* Simulates the users of a log. Returns 0, or -1 with the error set. */
static int react(const struct jobs *log, const struct swf_simulation *simulation,
	const struct swf_feedback_options *options, enum swf_dependencies dependencies,
	struct jobs *schedule, struct swf_feedback_counts *left, struct swf_error *error)
{
	struct swf_workload workload = {0};
	for (size_t i = 0; i < log->count; i++)
		ck_assert_int_eq(swf_workload_add(&workload, &log->jobs[i], SWF_SIZE_REQUESTED), 0);
	ck_assert_int_eq(swf_workload_finish(&workload), 0);
	struct swf_history *history =
		swf_history_new(&workload, simulation, dependencies, &swf_user_constants_default);
	struct swf_feedback *feedback = swf_feedback_new(options, history);
	ck_assert_ptr_nonnull(feedback);
	const struct swf_source source = swf_feedback_source(feedback);
	const struct swf_sink sink = sink_of(schedule);
	struct swf_simulation_counts counts;
	const int result = swf_simulation_run(simulation, &source, &sink, &counts, error);
	*left = swf_feedback_counts(feedback);
	swf_feedback_free(feedback);
	swf_history_free(history);
	swf_workload_clear(&workload);
	return result;
}

/* A few users with sessions and batches, on a machine that is too small for them. */
static void random_log(uint64_t *state, struct jobs *log)
{
	static const uint32_t gaps[] = {2, 60, 1500, 3700, 20000};
	/* whole seconds, or microseconds */
	const bool whole = random_below(state, 2) == 0;
	uint64_t microseconds = 0;
	log->count = 1 + random_below(state, MOST - 1);
	for (size_t i = 0; i < log->count; i++) {
		microseconds +=
			UINT64_C(1000000) * random_below(state, gaps[random_below(state, 5)]);
		microseconds += whole ? 0 : random_below(state, 1000000);
		const double submit = (double)microseconds / 1e6;
		const double fraction = whole ? 0 : random_below(state, 1000000) / 1e6;
		log->jobs[i] = (struct swf_job){.number = (int64_t)i + 1,
			.submit = submit,
			.wait = -1,
			.run_time =
				1 + fraction + random_below(state, gaps[random_below(state, 5)]),
			.allocated = -1,
			.requested = 1 + (int32_t)random_below(state, 4),
			.estimate = random_below(state, 8000),
			.status = 1,
			.user = (int64_t)random_below(state, 4) - 1,
			.preceding = -1,
			.think_time = -1};
	}
}

/* The schedule of a random log, and what its users make of it with the same scheduler. */
static struct swf_feedback_counts react_to_random_log(uint64_t *state,
	const struct swf_simulation *simulation, const struct swf_feedback_options *options,
	struct jobs *schedule, struct jobs *again)
{
	struct jobs log;
	struct swf_feedback_counts left;
	struct swf_error error;
	random_log(state, &log);
	replay(&log, simulation, schedule);
	ck_assert_int_eq(react(schedule, simulation, options, SWF_DEPENDENCIES_RECORDED, again,
				 &left, &error),
		0);
	return left;
}

static bool same(const struct jobs *a, const struct jobs *b)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct swf_job *x = &a->jobs[i], *y = &b->jobs[i];
		if (x->number != y->number || x->submit != y->submit || x->wait != y->wait ||
			x->status != y->status)
			return false;
	}
	return a->count == b->count;
}

/* The feedback paper, section VII: the adjusted model gives back a schedule of the same scheduler,
 * job for job. */
START_TEST(adjusted_is_the_identity_on_a_schedule_of_ones_own)
{
	static const char *const schedulers[] = {"fcfs", "easy", "creasy"};
	const struct swf_feedback_options options = {.model = swf_user_model_named("adjusted")};
	uint64_t state = 5;
	int different = 0;
	for (int round = 0; round < 3000; round++) {
		const struct swf_simulation simulation = {
			.scheduler = swf_scheduler_named(schedulers[round % 3]),
			.scheduler_options.alpha = 0.5,
			.procs = 4};
		struct jobs schedule, again;
		react_to_random_log(&state, &simulation, &options, &schedule, &again);
		different += !same(&schedule, &again);
	}
	ck_assert_int_eq(different, 0);
}
END_TEST

/* Nobody leaves without --abandon; and with all of it whoever waits long enough leaves, and every
 * job comes out all the same. */
START_TEST(nothing_is_lost_when_users_leave)
{
	const struct swf_simulation simulation = {
		.scheduler = swf_scheduler_named("easy"), .procs = 4};
	uint64_t state = 6;
	int64_t users_left = 0;
	for (int round = 0; round < 300; round++) {
		const struct swf_feedback_options options = {
			.model = swf_user_model_named("adjusted"), .abandon = round % 2, .seed = 3};
		struct jobs schedule, again;
		const struct swf_feedback_counts left =
			react_to_random_log(&state, &simulation, &options, &schedule, &again);
		int64_t lost = 0;
		bool seen[MOST + 1] = {false};
		for (size_t i = 0; i < again.count; i++) {
			lost += again.jobs[i].status == SWF_STATUS_CANCELLED;
			seen[again.jobs[i].number] = true;
			ck_assert(i == 0 || again.jobs[i].submit >= again.jobs[i - 1].submit);
		}
		for (size_t i = 1; i <= schedule.count; i++)
			ck_assert(seen[i]);
		ck_assert_uint_eq(again.count, schedule.count);
		ck_assert_int_eq(lost, left.jobs_lost);
		ck_assert(round % 2 == 1 || left.users_left == 0);
		users_left += left.users_left;
	}
	ck_assert_int_gt(users_left, 100);
}
END_TEST

static double broken_submit;

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	(void)history;
	(void)calendar;
	return &broken_submit;
}

static void free_state(void *state)
{
	(void)state;
}

static int submit(
	void *state, const struct swf_release *release, double *time, struct swf_error *error)
{
	(void)release;
	(void)error;
	*time = *(double *)state;
	return 0;
}

/* A user model that submits in the past, or never, is an error, and hangs nothing. 2^53 may stand
 * for a later time, which is rounded to it; the second before stands for itself. */
START_TEST(a_broken_user_model_is_an_error)
{
	static const struct swf_user_model model = {.name = "broken",
		.new_state = new_state,
		.free_state = free_state,
		.submit = submit};
	const struct swf_feedback_options options = {.model = &model};
	const struct swf_simulation simulation = {
		.scheduler = swf_scheduler_named("fcfs"), .procs = 4};
	const double broken[] = {NAN, 109, -1, INFINITY, 0x1p53};
	struct jobs log = {.count = 2}, schedule;
	for (int i = 0; i < 2; i++)
		log.jobs[i] = (struct swf_job){.number = i + 1,
			.submit = 200 * i,
			.run_time = 110,
			.requested = 1,
			.user = 1};
	struct swf_feedback_counts left;
	struct swf_error error;
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		broken_submit = broken[i];
		ck_assert_int_eq(react(&log, &simulation, &options, SWF_DEPENDENCIES_RECORDED,
					 &schedule, &left, &error),
			-1);
		ck_assert_ptr_nonnull(
			strstr(error.text, i < 3 ? "the user model broken" : "no log can hold"));
	}
	broken_submit = 0x1p53 - 1;
	ck_assert_int_eq(react(&log, &simulation, &options, SWF_DEPENDENCIES_RECORDED, &schedule,
				 &left, &error),
		0);
	ck_assert(schedule.jobs[1].submit == 0x1p53 - 1);
	/* a rounding error is none */
	for (int i = 0; i < 2; i++) {
		broken_submit = 110 - i * 9e-7;
		ck_assert_int_eq(react(&log, &simulation, &options, SWF_DEPENDENCIES_RECORDED,
					 &schedule, &left, &error),
			0);
		ck_assert(schedule.jobs[1].submit == 110);
	}
}
END_TEST

START_TEST(user_models_are_found_by_name)
{
	const struct swf_user_model *const *m = swf_user_models();
	for (; *m != NULL; m++) {
		ck_assert_ptr_eq(swf_user_model_named((*m)->name), *m);
		ck_assert_ptr_nonnull((*m)->summary);
	}
	ck_assert_ptr_null(swf_user_model_named("none"));
}
END_TEST

Suite *feedback_suite(void)
{
	return suite_of("feedback",
		(const TTest *const[]){adjusted_is_the_identity_on_a_schedule_of_ones_own,
			nothing_is_lost_when_users_leave, a_broken_user_model_is_an_error,
			user_models_are_found_by_name, NULL});
}
