/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "support/schedule.h"
#include "swfcore/simulation.h"
#include "unit/suites.h"
#include "unit/workload-of.h"

enum { MOST = 60 };

/* A source that gives an array of jobs, and a sink that notes their waits. */
struct array {
	const struct scheduled *jobs;
	size_t count, taken, sunk;
	double starts[MOST];
};

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	struct array *a = self;
	(void)error;
	if (a->taken == a->count)
		return 0;
	const struct scheduled *s = &a->jobs[a->taken];
	arrival->lost = false;
	arrival->job = (struct swf_job){.number = (int64_t)a->taken + 1,
		.submit = s->submit,
		.wait = -7,
		.run_time = s->run_time,
		.allocated = -1,
		.requested = s->size,
		.estimate = s->estimate,
		.user = s->user,
		.queue = s->queue};
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	struct array *a = self;
	(void)error;
	a->taken++;
	return 0;
}

static int sink_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	struct array *a = self;
	if (job->number != (int64_t)a->sunk + 1)
		return swf_fail(error, "job %lld out of order", (long long)job->number);
	a->starts[a->sunk++] = job->submit + job->wait;
	return 0;
}

static void simulate(struct array *a, const struct swf_simulation *simulation)
{
	const struct swf_source source = {.self = a, .peek = peek, .take = take};
	const struct swf_sink sink = {.self = a, .job = sink_job};
	struct swf_simulation_counts counts;
	struct swf_error error;
	a->taken = a->sunk = 0;
	ck_assert_int_eq(swf_simulation_run(simulation, &source, &sink, &counts, &error), 0);
	ck_assert_uint_eq(a->sunk, a->count);
	ck_assert_int_eq(counts.jobs, (int64_t)a->count);
}

/* Stretches a workload over days, so that users have sessions. */
static void stretch(uint64_t *state, struct scheduled *jobs, size_t count)
{
	const double factor = 300 + random_below(state, 1500), from = random_below(state, 604800);
	for (size_t i = 0; i < count; i++) {
		jobs[i].submit = from + factor * jobs[i].submit;
		jobs[i].run_time *= factor;
		jobs[i].estimate *= factor;
	}
}

/* What is tried on each workload; all that follow the first two are tried on some, since naive
 * priorities and reservations take their time. */
static const struct variant {
	const char *scheduler, *prediction;
	enum naive_scheduler naive;
	enum naive_prediction naive_prediction;
	size_t window;
	double alpha;
	enum promise promise;
	const char *order; /* a formula */
} variants[] = {{"fcfs", "estimate", NAIVE_FCFS, NAIVE_ESTIMATE, 0, 0, PROMISE_FCFS, NULL},
	{"easy", "estimate", NAIVE_EASY, NAIVE_ESTIMATE, 0, 0, PROMISE_EASY, NULL},
	{"easy-shadow", "estimate", NAIVE_EASY_SHADOW, NAIVE_ESTIMATE, 0, 0, PROMISE_EASY, NULL},
	{"conservative", "estimate", NAIVE_CONSERVATIVE, NAIVE_ESTIMATE, 0, 0, PROMISE_CONSERVATIVE,
		NULL},
	{"easy-sjbf", "estimate", NAIVE_EASY_SJBF, NAIVE_ESTIMATE, 0, 0, PROMISE_EASY, NULL},
	{"easy++", "recent", NAIVE_EASY_SJBF, NAIVE_RECENT, 2, 0, PROMISE_NONE, NULL},
	{"easy", "actual", NAIVE_EASY, NAIVE_ACTUAL, 0, 0, PROMISE_NONE, NULL},
	{"easy", "recent", NAIVE_EASY, NAIVE_RECENT, 3, 0, PROMISE_NONE, NULL},
	{"easy-sjbf", "actual", NAIVE_EASY_SJBF, NAIVE_ACTUAL, 0, 0, PROMISE_NONE, NULL},
	{"conservative", "actual", NAIVE_CONSERVATIVE, NAIVE_ACTUAL, 0, 0, PROMISE_NONE, NULL},
	{"conservative", "recent", NAIVE_CONSERVATIVE, NAIVE_RECENT, 1, 0, PROMISE_NONE, NULL},
	{"creasy", "estimate", NAIVE_EASY, NAIVE_ESTIMATE, 0, 0, PROMISE_EASY, NULL},
	/* waits and responses weigh about the same here */
	{"creasy", "estimate", NAIVE_CREASY, NAIVE_ESTIMATE, 0, 31.0 / 32, PROMISE_NONE, NULL},
	{"creasy", "recent", NAIVE_CREASY, NAIVE_RECENT, 2, 1, PROMISE_NONE, NULL},
	{"easy", "session", NAIVE_EASY, NAIVE_SESSION, 2, 0, PROMISE_NONE, NULL},
	{"easy-sjbf", "session", NAIVE_EASY_SJBF, NAIVE_SESSION, 1, 0, PROMISE_NONE, NULL},
	{"easy", "class", NAIVE_EASY, NAIVE_CLASS, 1, 0, PROMISE_NONE, NULL},
	{"conservative", "class", NAIVE_CONSERVATIVE, NAIVE_CLASS, 3, 0, PROMISE_NONE, NULL}};

static const int64_t queues_first[] = {2, 0};
enum { QUEUES_FIRST = sizeof queues_first / sizeof *queues_first };

/* Plain policies, each with every way to backfill. */
static const struct order {
	const char *scheduler;
	enum naive_scheduler naive;
	const char *order;
} orders[] = {{"largest", NAIVE_LARGEST, NULL}, {"smallest", NAIVE_SMALLEST, NULL},
	{"shortest", NAIVE_SHORTEST, NULL}, {"by-queue", NAIVE_BY_QUEUE, NULL},
	{"fairshare", NAIVE_FAIRSHARE, NULL}, {"f1", NAIVE_F1, NULL}, {"wfp3", NAIVE_WFP3, NULL},
	{"unicep", NAIVE_UNICEP, NULL}, {"order", NAIVE_USED, "user_usage"},
	{"order", NAIVE_SHORTEST, "predicted + 0 * wait"}};

/* The naive simulator and the engine agree on every start, and promises are kept. */
static void try_variant(const struct variant *v, int backfill, struct scheduled *jobs, size_t count,
	int32_t procs, bool arrivals_first, bool reverse, const struct swf_calendar *calendar)
{
	const struct naive_options naive = {.procs = procs,
		.scheduler = v->naive,
		.alpha = v->alpha,
		.backfill = (enum naive_backfill)backfill,
		.queues = queues_first,
		.queue_count = QUEUES_FIRST,
		.prediction = v->naive_prediction,
		.window = v->window,
		.arrivals_first = arrivals_first,
		.reverse = reverse};
	const struct swf_simulation simulation = {.scheduler = swf_scheduler_named(v->scheduler),
		.scheduler_options = {.alpha = v->alpha,
			.backfill = (enum swf_backfill)backfill,
			.queue_order = queues_first,
			.queue_order_count = QUEUES_FIRST,
			.order = v->order},
		.prediction = swf_prediction_named(v->prediction),
		.window = v->window,
		.calendar = calendar,
		.procs = procs,
		.event_order = arrivals_first ? SWF_ARRIVALS_FIRST : SWF_COMPLETIONS_FIRST,
		.reverse_simultaneous = reverse};
	const enum promise promise =
		reverse || (arrivals_first && v->promise == PROMISE_CONSERVATIVE) ? PROMISE_NONE
										  : v->promise;
	struct array array = {.jobs = jobs, .count = count};
	simulate(&array, &simulation);
	naive_simulate(jobs, count, &naive);
	size_t same = 0;
	while (same < count && array.starts[same] == jobs[same].start)
		same++;
	ck_assert_msg(same == count, "%s, %s, backfill %d: job %zu differs", v->scheduler,
		v->prediction, backfill, same);
	const char *broken = check_schedule(jobs, count, procs, promise);
	ck_assert_msg(broken == NULL, "%s, %s: %s", v->scheduler, v->prediction, broken);
}

static void try_orders(
	struct scheduled *jobs, size_t count, int32_t procs, bool long_times, int round)
{
	static const char *const predictions[] = {"estimate", "recent", "actual"};
	static const enum naive_prediction naive[] = {NAIVE_ESTIMATE, NAIVE_RECENT, NAIVE_ACTUAL};
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		const struct variant variant = {.scheduler = orders[i].scheduler,
			.prediction = predictions[round % 3],
			.naive = orders[i].naive,
			.naive_prediction = naive[round % 3],
			.window = 2,
			.promise = PROMISE_NONE,
			.order = orders[i].order};
		/* what users have used differs too little where all lasts seconds */
		if (orders[i].naive == NAIVE_FAIRSHARE && !long_times)
			continue;
		for (int backfill = 0; backfill < 3; backfill++)
			for (int order = 0; order < 4; order++)
				try_variant(&variant, backfill, jobs, count, procs, order & 1,
					order & 2, NULL);
	}
}

/* On a few thousand workloads, for all schedulers, predictions and event orders; and creasy without
 * weight on responsiveness is EASY. */
START_TEST(random_schedules_equal_naive_ones)
{
	uint64_t state = 20261121;
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	ck_assert_ptr_nonnull(calendar);
	for (int round = 0; round < 4000; round++) {
		struct scheduled jobs[MOST];
		int32_t procs = 1 + (int32_t)random_below(&state, 16);
		size_t count = random_workload(&state, jobs, MOST, procs);
		const bool long_times = round % 32 == 0;
		if (long_times)
			stretch(&state, jobs, count);
		const size_t tried = round % 16 == 0 ? sizeof variants / sizeof *variants : 2;
		for (size_t v = 0; v < tried; v++)
			for (int order = 0; order < 4; order++)
				try_variant(&variants[v], 0, jobs, count, procs, order & 1,
					order & 2, calendar);
		if (round % 16 == 0)
			try_orders(jobs, count, procs, long_times, round / 32);
	}
	swf_calendar_free(calendar);
}
END_TEST

/* The checker finds what is broken. */
START_TEST(the_checker_sees_broken_promises)
{
	struct scheduled jobs[] = {
		{.submit = 0, .run_time = 10, .estimate = 10, .start = 0, .size = 3},
		{.submit = 1, .run_time = 10, .estimate = 10, .start = 10, .size = 4},
		{.submit = 2, .run_time = 8, .estimate = 8, .start = 2, .size = 1}};
	ck_assert_ptr_null(check_schedule(jobs, 3, 4, PROMISE_EASY));
	ck_assert_ptr_nonnull(check_schedule(jobs, 3, 4, PROMISE_FCFS));
	jobs[2].estimate = jobs[2].run_time = 9;
	jobs[1].start = 11;
	ck_assert_ptr_nonnull(check_schedule(jobs, 3, 4, PROMISE_EASY));
	jobs[1].start = 10;
	ck_assert_ptr_nonnull(check_schedule(jobs, 3, 4, PROMISE_NONE));
	jobs[1].start = 11;
	ck_assert_ptr_null(check_schedule(jobs, 3, 4, PROMISE_NONE));
	jobs[2].start = 1;
	ck_assert_ptr_nonnull(check_schedule(jobs, 3, 4, PROMISE_NONE));
	jobs[2].start = 25;
	ck_assert_ptr_nonnull(check_schedule(jobs, 3, 4, PROMISE_FCFS));
}
END_TEST

/* Fractions of a second, and a submit time before the log's start. */
START_TEST(fractions_are_kept)
{
	const struct scheduled jobs[] = {
		{.submit = -2.5, .run_time = 10.25, .estimate = 11, .size = 2},
		{.submit = 0.125, .run_time = 1, .estimate = 1, .size = 2}};
	struct array array = {.jobs = jobs, .count = 2};
	struct swf_simulation simulation = {.scheduler = swf_scheduler_named("easy"), .procs = 2};
	simulate(&array, &simulation);
	ck_assert(array.starts[0] == -2.5);
	ck_assert(array.starts[1] == 7.75);
}
END_TEST

static int failing_peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	struct array *a = self;
	return a->taken == 3 ? swf_fail(error, "no more") : peek(self, arrival, error);
}

START_TEST(an_error_of_the_source_ends_the_simulation)
{
	const struct scheduled jobs[5] = {{.run_time = 1, .estimate = 1, .size = 1},
		{.submit = 1, .run_time = 1, .estimate = 1, .size = 1},
		{.submit = 2, .run_time = 1, .estimate = 1, .size = 1}};
	struct array array = {.jobs = jobs, .count = 5};
	const struct swf_source source = {.self = &array, .peek = failing_peek, .take = take};
	const struct swf_sink sink = {.self = &array, .job = sink_job};
	struct swf_simulation simulation = {.scheduler = swf_scheduler_named("easy"), .procs = 2};
	struct swf_simulation_counts counts;
	struct swf_error error;
	ck_assert_int_eq(swf_simulation_run(&simulation, &source, &sink, &counts, &error), -1);
	ck_assert_str_eq(error.text, "no more");
}
END_TEST

/* Of a program of one's own, which has not checked the formula before. */
START_TEST(a_wrong_formula_ends_the_simulation)
{
	const struct scheduled jobs[1] = {{.run_time = 1, .estimate = 1, .size = 1}};
	struct array array = {.jobs = jobs, .count = 1};
	const struct swf_source source = {.self = &array, .peek = peek, .take = take};
	const struct swf_sink sink = {.self = &array, .job = sink_job};
	struct swf_simulation simulation = {.scheduler = swf_scheduler_named("order"), .procs = 2};
	struct swf_simulation_counts counts;
	struct swf_error error;
	ck_assert_int_eq(swf_simulation_run(&simulation, &source, &sink, &counts, &error), -1);
	ck_assert_str_eq(error.text, "the scheduler order needs a formula");
	simulation.scheduler_options.order = "size)";
	ck_assert_int_eq(swf_simulation_run(&simulation, &source, &sink, &counts, &error), -1);
	ck_assert_str_eq(error.text,
		"the order 'size)': column 5: expected an operator or the end, not ')'");
}
END_TEST

START_TEST(some_jobs_are_not_scheduled)
{
	struct swf_simulation simulation = {.procs = 4};
	struct swf_job job = {.number = 7, .run_time = 0, .requested = 4, .allocated = -1};
	struct swf_error error;
	ck_assert(swf_simulation_schedules(&simulation, &job));
	ck_assert(!swf_simulation_is_oversize(&simulation, &job));
	job.run_time = -1;
	ck_assert(!swf_simulation_schedules(&simulation, &job));
	job = (struct swf_job){.number = 7, .requested = 5, .allocated = 3};
	for (int how = SWF_OVERSIZE_REFUSE; how <= SWF_OVERSIZE_CLAMP; how++) {
		simulation.oversize = (enum swf_oversize)how;
		ck_assert(swf_simulation_is_oversize(&simulation, &job));
		ck_assert(
			swf_simulation_schedules(&simulation, &job) == (how != SWF_OVERSIZE_SKIP));
	}
	simulation.size = SWF_SIZE_ALLOCATED;
	ck_assert(swf_simulation_schedules(&simulation, &job));
	job.requested = job.allocated = -1;
	ck_assert(!swf_simulation_schedules(&simulation, &job));
	job.allocated = 9;
	ck_assert_int_eq(swf_simulation_refuse(&simulation, &job, 2, &error), -1);
	ck_assert_str_eq(
		error.text, "job 7 needs 9 processors and the machine has 4 (2 such jobs)");
	ck_assert_int_eq(error.kind, SWF_ERROR_OVERSIZE);
}
END_TEST

START_TEST(schedulers_are_found_by_name)
{
	const struct swf_scheduler *const *s = swf_schedulers();
	for (; *s != NULL; s++) {
		ck_assert_ptr_eq(swf_scheduler_named((*s)->name), *s);
		ck_assert_ptr_nonnull((*s)->summary);
	}
	ck_assert_ptr_null(swf_scheduler_named("none"));
}
END_TEST

Suite *engine_suite(void)
{
	return suite_of("engine",
		(const TTest *const[]){random_schedules_equal_naive_ones,
			the_checker_sees_broken_promises, fractions_are_kept,
			an_error_of_the_source_ends_the_simulation,
			a_wrong_formula_ends_the_simulation, some_jobs_are_not_scheduled,
			schedulers_are_found_by_name, NULL});
}
