/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers who decide as schedulers do come to their schedules, and copies to those of what they
 * were copied from: on random workloads, for all orders of events. */
#include <stdlib.h>
#include <string.h>

#include "support/schedule.h"
#include "swfcore/stepping.h"
#include "unit/suites.h"
#include "unit/workload-of.h"

enum { MOST = 60, ORDERS = 4 };

static void to_jobs(const struct scheduled *scheduled, size_t count, struct swf_job *jobs)
{
	for (size_t i = 0; i < count; i++)
		jobs[i] = (struct swf_job){.number = (int64_t)i + 1,
			.submit = scheduled[i].submit,
			.wait = -7,
			.run_time = scheduled[i].run_time,
			.allocated = -1,
			.requested = scheduled[i].size,
			.estimate = scheduled[i].estimate,
			.user = scheduled[i].user};
}

static void set_order(struct swf_simulation *simulation, int order)
{
	simulation->event_order = order & 1 ? SWF_ARRIVALS_FIRST : SWF_COMPLETIONS_FIRST;
	simulation->reverse_simultaneous = order & 2;
}

static struct swf_stepping *begin(
	const struct swf_simulation *simulation, const struct swf_job *jobs, size_t count)
{
	struct swf_error error;
	struct swf_stepping *s = swf_stepping_new(simulation, &error);
	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(swf_stepping_reset(s, jobs, count, &error), 0);
	return s;
}

/* A decision; the state is the caller's own. */
typedef void decision(struct swf_stepping *s, uint64_t *state);

static void decide_all(struct swf_stepping *s, decision *decide, uint64_t *state)
{
	struct swf_error error;
	int got;
	while ((got = swf_stepping_next(s, &error)) == 1)
		decide(s, state);
	ck_assert_msg(got == 0, "%s", error.text);
}

static void decide_fcfs(struct swf_stepping *s, uint64_t *state)
{
	const struct swf_stepping_view *view = swf_stepping_view(s);
	struct swf_error error;
	(void)state;
	if (view->rows[0].size <= view->free_procs)
		ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
}

static void reserve_first(struct swf_stepping *s, uint64_t *state)
{
	struct swf_error error;
	(void)state;
	ck_assert_int_eq(swf_stepping_reserve(s, 0, true, &error), 0);
}

static int by_end(const void *a, const void *b)
{
	const struct swf_waiting_job *x = a, *y = b;
	return (x->expected_end > y->expected_end) - (x->expected_end < y->expected_end);
}

/* EASY from the definition, where completions come first: the first job that does not delay the
 * head, which does not fit. */
static void decide_easy(struct swf_stepping *s, uint64_t *state)
{
	const struct swf_stepping_view *view = swf_stepping_view(s);
	const struct swf_stepping_row *rows = view->rows;
	struct swf_waiting_job running[MOST];
	struct swf_error error;
	int64_t free = view->free_procs;
	double shadow = 0;
	(void)state;
	if (rows[0].size <= free) {
		ck_assert_int_eq(swf_stepping_start(s, 0, &error), 0);
		return;
	}
	swf_stepping_look_at_running(s, running);
	qsort(running, view->running, sizeof *running, by_end);
	for (size_t i = 0; i < view->running; i++) {
		if (free >= rows[0].size && running[i].expected_end > shadow)
			break;
		free += running[i].size;
		shadow = running[i].expected_end;
	}
	const int64_t extra = free - rows[0].size;
	for (size_t i = 1; i < view->waiting; i++)
		if (rows[i].size <= view->free_procs &&
			(view->now + rows[i].task->predicted <= shadow || rows[i].size <= extra)) {
			ck_assert_int_eq(swf_stepping_start(s, i, &error), 0);
			return;
		}
}

/* Any job in any way. Who waits does so for a completion. */
static void decide_at_random(struct swf_stepping *s, uint64_t *state)
{
	const struct swf_stepping_view *view = swf_stepping_view(s);
	const size_t place = random_below(state, (uint32_t)view->waiting);
	const uint32_t how = random_below(state, 4);
	struct swf_error error;
	if (how == 0 && view->running > 0)
		return;
	if (view->rows[place].size <= view->free_procs)
		ck_assert_int_eq(swf_stepping_start(s, place, &error), 0);
	else
		ck_assert_int_eq(swf_stepping_reserve(s, place, how == 1, &error), 0);
}

struct caller {
	const char *name;
	decision *decide;
	enum naive_scheduler naive;
	bool completions_first; /* only */
};

static const struct caller callers[] = {{"fcfs", decide_fcfs, NAIVE_FCFS, false},
	{"reserve", reserve_first, NAIVE_EASY, false}, {"easy", decide_easy, NAIVE_EASY, true}};

static const struct prediction {
	const char *name;
	enum naive_prediction naive;
} predictions[] = {
	{"estimate", NAIVE_ESTIMATE}, {"actual", NAIVE_ACTUAL}, {"recent", NAIVE_RECENT}};

static void try_caller(const struct caller *caller, const struct prediction *prediction, int order,
	struct scheduled *scheduled, size_t count, int32_t procs)
{
	struct swf_simulation simulation = {
		.procs = procs, .prediction = swf_prediction_named(prediction->name), .window = 2};
	const struct naive_options naive = {.procs = procs,
		.scheduler = caller->naive,
		.prediction = prediction->naive,
		.window = 2,
		.arrivals_first = order & 1,
		.reverse = order & 2};
	struct swf_job jobs[MOST];
	set_order(&simulation, order);
	to_jobs(scheduled, count, jobs);
	struct swf_stepping *s = begin(&simulation, jobs, count);
	decide_all(s, caller->decide, NULL);
	naive_simulate(scheduled, count, &naive);
	const double *starts = swf_stepping_view(s)->starts;
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(starts[i] == scheduled[i].start,
			"%s, %s, order %d: job %zu: %g and %g", caller->name, prediction->name,
			order, i, starts[i], scheduled[i].start);
	swf_stepping_free(s);
}

START_TEST(callers_come_to_the_naive_schedules)
{
	uint64_t state = 20261126;
	for (int round = 0; round < 1500; round++) {
		struct scheduled scheduled[MOST];
		const int32_t procs = 1 + (int32_t)random_below(&state, 16);
		const size_t count = random_workload(&state, scheduled, MOST, procs);
		const size_t tried = round % 4 == 0 ? 3 : 1;
		for (size_t c = 0; c < sizeof callers / sizeof *callers; c++)
			for (size_t p = 0; p < tried; p++)
				for (int order = 0; order < ORDERS; order++)
					if (!(callers[c].completions_first && order & 1))
						try_caller(&callers[c], &predictions[p], order,
							scheduled, count, procs);
	}
}
END_TEST

/* Half of the estimate, without a state: it runs out and is corrected. */
static int predict_half(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	(void)state, (void)error;
	*predicted = task->estimate / 2;
	return 0;
}

static const struct swf_prediction half = {.name = "half", .predict = predict_half};

/* What is odd in logs: jobs without a run time, an estimate or a size, and those that are cut. */
static void make_odd(uint64_t *state, struct swf_job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		switch (random_below(state, 8)) {
		case 0:
			jobs[i].run_time = -1;
			break;
		case 1:
			jobs[i].requested = -1;
			break;
		case 2:
			jobs[i].estimate = -1;
			break;
		case 3:
			jobs[i].run_time = 2 * jobs[i].estimate + 1;
			break;
		case 4:
			jobs[i].requested *= 5;
			break;
		default:
			break;
		}
}

static void check_same_schedule(const struct swf_stepping *s, const struct swf_stepping *other)
{
	const struct swf_stepping_view *view = swf_stepping_view(s);
	size_t count, others;
	const struct swf_job *jobs = swf_stepping_schedule(s, &count);
	const struct swf_job *other_jobs = swf_stepping_schedule(other, &others);
	ck_assert_uint_eq(count, view->jobs);
	ck_assert_uint_eq(others, view->jobs);
	for (size_t i = 0; i < count; i++) {
		ck_assert_msg(view->starts[i] == swf_stepping_view(other)->starts[i],
			"job %zu starts at %g and %g", i, view->starts[i],
			swf_stepping_view(other)->starts[i]);
		ck_assert_double_eq(jobs[i].wait, other_jobs[i].wait);
		ck_assert_double_eq(jobs[i].run_time, other_jobs[i].run_time);
		ck_assert_int_eq(jobs[i].requested, other_jobs[i].requested);
	}
	const struct swf_simulation_counts counts = swf_stepping_counts(s),
					   other_counts = swf_stepping_counts(other);
	ck_assert_int_eq(memcmp(&counts, &other_counts, sizeof counts), 0);
}

/* Goes on to the n-th decision: false if the end comes before it. */
static bool go_to(struct swf_stepping *s, size_t n, uint64_t *state)
{
	struct swf_error error;
	for (; n > 0; n--) {
		if (swf_stepping_next(s, &error) != 1)
			return false;
		decide_at_random(s, state);
	}
	return true;
}

/* A copy at any decision comes to the schedule of the whole run, whatever becomes of the simulation
 * that it was made of; and a copy of a copy. */
static void try_copy(const struct swf_simulation *simulation, const struct swf_job *jobs,
	size_t count, uint64_t seed)
{
	uint64_t state = seed, other = seed + 1;
	struct swf_error error;
	struct swf_stepping *whole = begin(simulation, jobs, count);
	decide_all(whole, decide_at_random, &state);
	state = seed;
	struct swf_stepping *s = begin(simulation, jobs, count);
	go_to(s, random_below(&other, 2 * (uint32_t)count), &state);
	struct swf_stepping *copy = swf_stepping_copy(s, &error);
	ck_assert_ptr_nonnull(copy);
	const struct swf_stepping_view *view = swf_stepping_view(s),
				       *copied = swf_stepping_view(copy);
	ck_assert(view->now == copied->now && view->free_procs == copied->free_procs);
	ck_assert(view->waiting == copied->waiting && view->running == copied->running);
	decide_all(s, decide_at_random, &other);
	swf_stepping_free(s);
	for (size_t i = 0; i < copied->waiting; i++)
		ck_assert_int_eq(copied->rows[i].task->job->number, copied->rows[i].job + 1);
	go_to(copy, random_below(&other, 5), &state);
	struct swf_stepping *second = swf_stepping_copy(copy, &error);
	ck_assert_ptr_nonnull(second);
	swf_stepping_free(copy);
	decide_all(second, decide_at_random, &state);
	check_same_schedule(second, whole);
	swf_stepping_free(second);
	swf_stepping_free(whole);
}

START_TEST(copies_go_on_by_themselves)
{
	const struct swf_prediction *const tried[] = {
		NULL, swf_prediction_named("recent"), &half, swf_prediction_named("actual")};
	uint64_t state = 7;
	for (int round = 0; round < 2000; round++) {
		struct scheduled scheduled[MOST];
		struct swf_job jobs[MOST];
		const int32_t procs = 1 + (int32_t)random_below(&state, 16);
		const size_t count = random_workload(&state, scheduled, MOST, procs);
		struct swf_simulation simulation = {.procs = procs,
			.prediction = tried[round % 4],
			.window = 2,
			.oversize = round / 4 % 2 == 0 ? SWF_OVERSIZE_CLAMP : SWF_OVERSIZE_SKIP,
			.overrun = round / 8 % 2 == 0 ? SWF_OVERRUN_KILL : SWF_OVERRUN_EXTEND};
		to_jobs(scheduled, count, jobs);
		make_odd(&state, jobs, count);
		for (int order = 0; order < ORDERS; order++) {
			set_order(&simulation, order);
			try_copy(&simulation, jobs, count, state);
		}
	}
}
END_TEST

/* Of swf_simulation_run: jobs in an array as a source, and what the sink gets. */
struct run {
	const struct swf_job *jobs;
	size_t count, taken, sunk;
	struct swf_job scheduled[MOST];
};

static int peek(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const struct run *run = self;
	(void)error;
	if (run->taken == run->count)
		return 0;
	arrival->job = run->jobs[run->taken];
	arrival->lost = false;
	return 1;
}

static int take(void *self, struct swf_error *error)
{
	(void)error;
	((struct run *)self)->taken++;
	return 0;
}

static int keep(void *self, const struct swf_job *job, struct swf_error *error)
{
	struct run *run = self;
	(void)error;
	run->scheduled[run->sunk++] = *job;
	return 0;
}

/* Some jobs need more than the 3 GPUs and 50 kB that a machine has. */
static void make_needs(uint64_t *state, struct swf_job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		jobs[i].gpus = random_below(state, 5);
		jobs[i].memory = random_below(state, 9);
		jobs[i].memory_request = (int64_t)random_below(state, 9) - 1;
	}
}

/* Both ways in give the same jobs and counts, odd jobs among them; and after a reset in the midst
 * of another workload. */
START_TEST(the_schedule_is_what_sinks_get)
{
	uint64_t state = 3;
	struct swf_error error;
	for (int round = 0; round < 2000; round++) {
		struct scheduled scheduled[MOST];
		struct swf_job jobs[MOST];
		const int32_t procs = 1 + (int32_t)random_below(&state, 16);
		const size_t count = random_workload(&state, scheduled, MOST, procs);
		struct swf_simulation simulation = {.scheduler = swf_scheduler_named("easy"),
			.prediction = round % 3 == 0 ? &half : NULL,
			.procs = procs,
			.oversize = round % 2 == 0 ? SWF_OVERSIZE_CLAMP : SWF_OVERSIZE_SKIP,
			.overrun = round / 2 % 2 == 0 ? SWF_OVERRUN_KILL : SWF_OVERRUN_EXTEND};
		if (round % 5 == 0) {
			simulation.resources[SWF_RESOURCE_GPUS] = 3;
			simulation.resources[SWF_RESOURCE_MEMORY] = 50;
		}
		set_order(&simulation, round / 4 % ORDERS);
		to_jobs(scheduled, count, jobs);
		struct swf_stepping *s = begin(&simulation, jobs, count);
		go_to(s, random_below(&state, (uint32_t)count), &state);
		make_odd(&state, jobs, count);
		if (round % 5 == 0)
			make_needs(&state, jobs, count);
		struct run run = {.jobs = jobs, .count = count};
		const struct swf_source source = {.self = &run, .peek = peek, .take = take};
		const struct swf_sink sink = {.self = &run, .job = keep};
		struct swf_simulation_counts counts;
		ck_assert_int_eq(
			swf_simulation_run(&simulation, &source, &sink, &counts, &error), 0);
		ck_assert_int_eq(swf_stepping_reset(s, jobs, count, &error), 0);
		decide_all(s, reserve_first, NULL);
		size_t got;
		const struct swf_job *schedule = swf_stepping_schedule(s, &got);
		ck_assert_uint_eq(got, run.sunk);
		for (size_t i = 0; i < got; i++)
			ck_assert_int_eq(memcmp(&schedule[i], &run.scheduled[i], sizeof *jobs), 0);
		const struct swf_simulation_counts own = swf_stepping_counts(s);
		ck_assert_int_eq(memcmp(&own, &counts, sizeof own), 0);
		swf_stepping_free(s);
	}
}
END_TEST

Suite *stepping_schedules_suite(void)
{
	return suite_of("stepping_schedules",
		(const TTest *const[]){callers_come_to_the_naive_schedules,
			copies_go_on_by_themselves, the_schedule_is_what_sinks_get, NULL});
}
