/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedulers and predictions that are not the library's, and do what they must not. */
#include <math.h>
#include <string.h>

#include "swfcore/simulation.h"
#include "unit/suites.h"

/* Three jobs for a machine of 4 processors: 1 runs from 0 to 10 on 3 of them, 2 and 3 come at 5. */
static const struct swf_job jobs[] = {
	{.number = 11, .submit = 0, .run_time = 10, .estimate = 10, .requested = 3},
	{.number = 12, .submit = 5, .run_time = 10, .estimate = 20, .requested = 1},
	{.number = 13, .submit = 5, .run_time = 10, .estimate = 30, .requested = 2}};
enum { JOBS = sizeof jobs / sizeof *jobs };

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const size_t *taken = self;
	(void)error;
	if (*taken == JOBS)
		return 0;
	*arrival = (struct swf_arrival){.job = jobs[*taken]};
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	(void)error;
	++*(size_t *)self;
	return 0;
}

static double waits[JOBS];
static struct swf_simulation_counts counts;

static int sink_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	(void)self;
	(void)error;
	waits[job->number - 11] = job->wait;
	return 0;
}

static struct own {
	struct swf_machine *machine;
	struct swf_task *tasks[JOBS];
	double predicted[JOBS];
	size_t arrived, started;
} own;

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	own = (struct own){.machine = machine};
	return &own;
}

static void *no_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	swf_fail(machine->error, "no table of priorities");
	return NULL;
}

static void free_state(void *state)
{
	(void)state;
}

static int arrive(void *state, struct swf_task *task)
{
	(void)state;
	ck_assert_uint_eq(task->id, own.arrived + 1);
	if (counts.refused == 0)
		ck_assert_int_eq(task->job->number, jobs[own.arrived].number);
	own.predicted[own.arrived] = task->first_predicted;
	own.tasks[own.arrived++] = task;
	return 0;
}

static int start_if_it_fits(void *state)
{
	(void)state;
	ck_assert_int_eq(own.machine->procs, 4);
	for (; own.started < own.arrived; own.started++) {
		if (own.tasks[own.started]->size > own.machine->free_procs)
			return 0;
		if (swf_machine_start(own.machine, own.tasks[own.started]) != 0)
			return -1;
	}
	return 0;
}

static int start_all(void *state)
{
	(void)state;
	for (; own.started < own.arrived; own.started++)
		if (swf_machine_start(own.machine, own.tasks[own.started]) != 0)
			return -1;
	return 0;
}

static int start_the_first(void *state)
{
	(void)state;
	return swf_machine_start(own.machine, own.tasks[0]);
}

static int start_nothing(void *state)
{
	(void)state;
	return 0;
}

static int pass_fails(void *state)
{
	(void)state;
	return -1;
}

static double now(const void *state)
{
	(void)state;
	return own.arrived > 0 ? own.machine->now : INFINITY;
}

static double not_a_time(const void *state)
{
	(void)state;
	return NAN;
}

static int predict_half(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = task->job->estimate / 2;
	return 0;
}

static int predict_less_than_nothing(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)error;
	*predicted = -(double)task->size;
	return 0;
}

static int predict_not(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state;
	(void)predicted;
	return swf_fail(error, "job %lld is unlike all others", (long long)task->job->number);
}

static void *no_prediction(size_t window, struct swf_error *error)
{
	swf_fail(error, "a window of %zu", window);
	return NULL;
}

static enum swf_overrun overrun;

/* A job of one processor never starts. */
static int limit(void *state, struct swf_task *task, struct swf_scheduler_limits *limits)
{
	(void)state;
	ck_assert(task->run_time == 10);
	limits->requested = 40;
	limits->killed = task->size == 3 ? 8 : 60;
	return task->size > 1;
}

static int limit_fails(void *state, struct swf_task *task, struct swf_scheduler_limits *limits)
{
	(void)state;
	(void)limits;
	return swf_fail(own.machine->error, "job %lld has no limit", (long long)task->job->number);
}

/* What the simulation says, "" if it ends well. */
static const char *simulate(
	const struct swf_scheduler *scheduler, const struct swf_prediction *prediction)
{
	static struct swf_error error;
	size_t taken = 0;
	const struct swf_simulation simulation = {.scheduler = scheduler,
		.prediction = prediction,
		.window = 7,
		.procs = 4,
		.overrun = overrun};
	const struct swf_source source = {.self = &taken, .peek = peek, .take = take};
	const struct swf_sink sink = {.job = sink_job};
	return swf_simulation_run(&simulation, &source, &sink, &counts, &error) == 0 ? ""
										     : error.text;
}

static const struct swf_scheduler fine = {.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = start_if_it_fits};

START_TEST(own_schedulers_schedule)
{
	ck_assert_str_eq(simulate(&fine, NULL), "");
	ck_assert(waits[0] == 0 && waits[1] == 0 && waits[2] == 5);
}
END_TEST

START_TEST(impossible_starts_are_refused)
{
	struct swf_scheduler scheduler = fine;
	scheduler.pass = start_all;
	ck_assert_str_eq(simulate(&scheduler, NULL),
		"at 5 s the scheduler starts job 13 of 2 processors, when 0 are free");
	scheduler.pass = start_the_first;
	ck_assert_str_eq(simulate(&scheduler, NULL),
		"at 5 s the scheduler starts job 11, which was started at 0 s");
	scheduler.pass = start_nothing;
	ck_assert_str_eq(simulate(&scheduler, NULL), "the scheduler left job 11 waiting for ever");
}
END_TEST

START_TEST(passes_are_later_than_now)
{
	struct swf_scheduler scheduler = fine;
	scheduler.next_pass = now;
	ck_assert_str_eq(
		simulate(&scheduler, NULL), "the scheduler wants a pass at 0 s, when it is 0 s");
	scheduler.next_pass = not_a_time;
	ck_assert_ptr_nonnull(strstr(simulate(&scheduler, NULL), "nan s, when it is -inf s"));
}
END_TEST

START_TEST(a_failure_without_a_reason_is_one_of_memory)
{
	struct swf_scheduler scheduler = fine;
	scheduler.pass = pass_fails;
	ck_assert_str_eq(simulate(&scheduler, NULL), "out of memory");
	scheduler.new_state = no_state;
	ck_assert_str_eq(simulate(&scheduler, NULL), "no table of priorities");
}
END_TEST

START_TEST(schedulers_limit_and_refuse_jobs)
{
	struct swf_scheduler scheduler = fine;
	scheduler.limits = limit;
	overrun = SWF_OVERRUN_KILL;
	ck_assert_str_eq(simulate(&scheduler, NULL), "");
	overrun = SWF_OVERRUN_EXTEND;
	/* 11 is killed after 8 s, so that 13 starts then; 12 is refused and 13 is the second task
	 */
	ck_assert(waits[0] == 0 && waits[1] == -1 && waits[2] == 3);
	ck_assert(own.predicted[0] == 40 && own.predicted[1] == 40);
	ck_assert_int_eq(counts.refused, 1);
	ck_assert(counts.refused_work == 10);
	ck_assert_int_eq(counts.overrun, 1);
	ck_assert_str_eq(simulate(&scheduler, NULL), "");
	ck_assert(waits[2] == 5);
	scheduler.limits = limit_fails;
	ck_assert_str_eq(simulate(&scheduler, NULL), "job 11 has no limit");
}
END_TEST

START_TEST(own_predictions_predict)
{
	struct swf_prediction prediction = {.name = "own", .predict = predict_half};
	ck_assert_str_eq(simulate(&fine, &prediction), "");
	ck_assert(own.predicted[0] == 5 && own.predicted[1] == 10 && own.predicted[2] == 15);
	prediction.predict = predict_less_than_nothing;
	ck_assert_str_eq(
		simulate(&fine, &prediction), "the prediction own gives job 11 a run time of -3 s");
	prediction.predict = predict_not;
	ck_assert_str_eq(simulate(&fine, &prediction), "job 11 is unlike all others");
	prediction.new_state = no_prediction;
	ck_assert_str_eq(simulate(&fine, &prediction), "a window of 7");
}
END_TEST

Suite *own_parts_suite(void)
{
	return suite_of("own_parts",
		(const TTest *const[]){own_schedulers_schedule, impossible_starts_are_refused,
			passes_are_later_than_now, schedulers_limit_and_refuse_jobs,
			a_failure_without_a_reason_is_one_of_memory, own_predictions_predict,
			NULL});
}
