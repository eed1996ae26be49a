/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stepping: the engine with a scheduler that only keeps the jobs that wait. A pass is where the
 * caller decides, so that both ways in have the same passes.
 *
 * What the caller starts is written down, by the pass and the place of the job. A copy does all of
 * that again, which holds for whatever state a prediction has, and costs as much as the way here.
 */
#include "swfcore/stepping.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/engine.h"
#include "simulate/running.h"
#include "swfcore/jobs.h"
#include "swfcore/queueing.h"

/* The state of the scheduler, which is told where it belongs by its own options. */
struct caller {
	struct swf_task **waiting; /* in the order of arrival */
	size_t count, capacity;
};

struct decision {
	uint64_t pass;
	size_t place;
};

struct swf_stepping {
	struct swf_engine engine;
	struct swf_simulation simulation;
	struct caller caller;
	const struct swf_job *jobs;
	size_t count, next; /* of the jobs, and the one that arrives next */
	struct swf_source source;
	struct swf_sink sink;
	struct swf_jobs scheduled;
	struct swf_simulation_counts counts;
	struct swf_error error;
	uint64_t pass; /* so far */
	struct decision *decisions;
	size_t decided, decisions_capacity;
	bool begun, ended, started; /* something, since the last look */
};

static void *begin_caller(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct caller *caller = options->own_options;
	(void)machine;
	caller->count = 0;
	return caller;
}

static void end_caller(void *state)
{
	(void)state;
}

static int join_waiting(void *state, struct swf_task *task)
{
	struct caller *caller = state;
	struct swf_task **waiting = swf_array_reserve(
		caller->waiting, caller->count, &caller->capacity, sizeof(struct swf_task *));
	if (waiting == NULL)
		return -1;
	caller->waiting = waiting;
	waiting[caller->count++] = task;
	return 0;
}

static int leave_to_caller(void *state)
{
	(void)state;
	return 0;
}

static const struct swf_scheduler caller_decides = {.name = "caller",
	.new_state = begin_caller,
	.free_state = end_caller,
	.arrive = join_waiting,
	.pass = leave_to_caller};

static int peek_job(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const struct swf_stepping *s = self;
	(void)error;
	if (s->next == s->count)
		return 0;
	arrival->job = s->jobs[s->next];
	arrival->tag = s->next;
	arrival->lost = false;
	return 1;
}

static int take_next(void *self, struct swf_error *error)
{
	(void)error;
	((struct swf_stepping *)self)->next++;
	return 0;
}

static int keep_scheduled(void *self, const struct swf_job *job, struct swf_error *error)
{
	struct swf_stepping *s = self;
	return swf_jobs_add(&s->scheduled, job) == 0 ? 0 : swf_fail_memory(error);
}

struct swf_stepping *swf_stepping_new(
	const struct swf_simulation *simulation, struct swf_error *error)
{
	struct swf_stepping *s = calloc(1, sizeof *s);
	if (s == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	s->simulation = *simulation;
	s->simulation.scheduler = &caller_decides;
	s->simulation.scheduler_options = (struct swf_scheduler_options){.own_options = &s->caller};
	s->source = (struct swf_source){.self = s, .peek = peek_job, .take = take_next};
	s->sink = (struct swf_sink){.self = s, .job = keep_scheduled};
	s->ended = true;
	return s;
}

void swf_stepping_free(struct swf_stepping *s)
{
	if (s == NULL)
		return;
	if (s->begun)
		swf_engine_end(&s->engine);
	swf_jobs_clear(&s->scheduled);
	free(s->caller.waiting);
	free(s->decisions);
	free(s);
}

/* Passes the reason on. */
static int fail(struct swf_stepping *s, struct swf_error *error)
{
	s->ended = true;
	s->caller.count = 0;
	if (s->error.text[0] == '\0')
		return swf_fail_memory(error);
	*error = s->error;
	return -1;
}

int swf_stepping_reset(
	struct swf_stepping *s, const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	if (s->begun)
		swf_engine_end(&s->engine);
	s->engine = (struct swf_engine){.options = &s->simulation,
		.source = &s->source,
		.sink = &s->sink,
		.counts = &s->counts,
		.error = &s->error};
	s->jobs = jobs;
	s->count = count;
	s->next = s->scheduled.count = s->decided = 0;
	s->pass = 0;
	s->started = s->ended = false;
	s->begun = true;
	return swf_engine_begin(&s->engine) == 0 ? 0 : fail(s, error);
}

/* The next pass: 1, 0 at the end, -1 with the error set. */
static int next_pass(struct swf_stepping *s, struct swf_error *error)
{
	const int got = swf_engine_next(&s->engine);
	s->pass++;
	s->ended = got == 0;
	return got < 0 ? fail(s, error) : got;
}

static bool is_decision(const struct swf_stepping *s)
{
	return s->caller.count > 0 && s->engine.machine.free_procs > 0;
}

int swf_stepping_next(struct swf_stepping *s, struct swf_error *error)
{
	int got = 1;
	if (s->ended)
		return 0;
	if (s->started && is_decision(s)) {
		s->started = false;
		return 1;
	}
	s->started = false;
	do
		got = next_pass(s, error);
	while (got == 1 && !is_decision(s));
	return got;
}

struct swf_task *const *swf_stepping_waiting(const struct swf_stepping *s, size_t *count)
{
	*count = s->caller.count;
	return s->caller.waiting;
}

static void fill_row(struct swf_waiting_job *row, const struct swf_task *task)
{
	const struct swf_slot *slot = (const struct swf_slot *)task;
	const struct swf_job *job = task->job;
	*row = (struct swf_waiting_job){.place = (int64_t)slot->arrival.tag,
		.number = job->number,
		.submit = task->submit,
		.estimate = task->estimate,
		.predicted = task->predicted,
		.start = task->start,
		.expected_end = task->expected_end,
		.size = task->size,
		.user = job->user,
		.group = job->group,
		.queue = job->queue};
}

size_t swf_stepping_look(const struct swf_stepping *s, size_t most, struct swf_waiting_job *rows)
{
	const size_t count = s->caller.count < most ? s->caller.count : most;
	for (size_t i = 0; i < count; i++)
		fill_row(&rows[i], s->caller.waiting[i]);
	return count;
}

static const struct swf_events *running(const struct swf_stepping *s)
{
	return s->begun ? &s->engine.machine.running->ends : NULL;
}

size_t swf_stepping_running(const struct swf_stepping *s)
{
	const struct swf_events *ends = running(s);
	return ends != NULL ? ends->near_count + ends->far_count : 0;
}

void swf_stepping_look_at_running(const struct swf_stepping *s, struct swf_waiting_job *rows)
{
	const struct swf_events *ends = running(s);
	for (size_t i = 0; ends != NULL && i < ends->near_count; i++)
		fill_row(rows++, ends->near[i].task);
	for (size_t i = 0; ends != NULL && i < ends->far_count; i++)
		fill_row(rows++, ends->far[i].task);
}

double swf_stepping_now(const struct swf_stepping *s)
{
	return s->engine.machine.now;
}

int32_t swf_stepping_free_procs(const struct swf_stepping *s)
{
	return s->engine.machine.free_procs;
}

/* Starts one that fits, and writes it down. */
static int start(struct swf_stepping *s, size_t place, struct swf_error *error)
{
	struct caller *caller = &s->caller;
	struct decision *decisions = swf_array_reserve(
		s->decisions, s->decided, &s->decisions_capacity, sizeof *decisions);
	if (decisions == NULL)
		return swf_fail_memory(error);
	s->decisions = decisions;
	if (swf_machine_start(&s->engine.machine, caller->waiting[place]) != 0)
		return fail(s, error);
	decisions[s->decided++] = (struct decision){s->pass, place};
	memmove(caller->waiting + place, caller->waiting + place + 1,
		(--caller->count - place) * sizeof *caller->waiting);
	s->started = true;
	return 0;
}

static int check_place(const struct swf_stepping *s, size_t place, struct swf_error *error)
{
	if (place < s->caller.count)
		return 0;
	return swf_fail(error, "no job waits at place %zu: %zu wait", place, s->caller.count);
}

int swf_stepping_start(struct swf_stepping *s, size_t place, struct swf_error *error)
{
	if (check_place(s, place, error) != 0)
		return -1;
	const struct swf_task *task = s->caller.waiting[place];
	const struct swf_machine *machine = &s->engine.machine;
	if (task->size > machine->free_procs)
		return swf_fail(error,
			"at %.17g s job %lld of %ld processors does not fit: %ld are free",
			machine->now, (long long)task->job->number, (long)task->size,
			(long)machine->free_procs);
	return start(s, place, error);
}

/* Starts what does not delay the head, which does not fit. *place is its place. */
static int fill_around(struct swf_stepping *s, size_t *place, struct swf_error *error)
{
	const struct swf_machine *machine = &s->engine.machine;
	struct swf_queue_gap gap = {.now = machine->now, .free = machine->free_procs};
	const struct swf_task *head = s->caller.waiting[*place];
	if (gap.free == 0)
		return 0;
	if (swf_machine_shadow(machine, head->size, &gap.shadow, &gap.extra) != 0)
		return fail(s, error);
	for (size_t i = 0; i < s->caller.count && gap.free > 0; i++) {
		const struct swf_task *task = s->caller.waiting[i];
		if (task == head || !swf_queue_gap_fits(&gap, task->size, task->predicted))
			continue;
		if (start(s, i, error) != 0)
			return -1;
		gap.free -= task->size;
		if (task->expected_end > gap.shadow)
			gap.extra -= task->size;
		*place -= i < *place;
		i--;
	}
	return 0;
}

int swf_stepping_reserve(
	struct swf_stepping *s, size_t place, bool backfill, struct swf_error *error)
{
	if (check_place(s, place, error) != 0)
		return -1;
	const struct swf_task *head = s->caller.waiting[place];
	while (head->size > s->engine.machine.free_procs) {
		if (backfill && fill_around(s, &place, error) != 0)
			return -1;
		if (next_pass(s, error) != 1)
			return -1;
	}
	return start(s, place, error);
}

struct swf_stepping *swf_stepping_copy(const struct swf_stepping *from, struct swf_error *error)
{
	struct swf_stepping *s = swf_stepping_new(&from->simulation, error);
	int got = s != NULL && from->begun ? swf_stepping_reset(s, from->jobs, from->count, error)
					   : -1;
	size_t decided = 0;
	if (s != NULL && !from->begun)
		return s;
	while (got == 0 && (s->pass < from->pass || decided < from->decided)) {
		while (got == 0 && decided < from->decided &&
			from->decisions[decided].pass == s->pass)
			got = start(s, from->decisions[decided++].place, error);
		if (got == 0 && s->pass < from->pass)
			got = next_pass(s, error) < 0 ? -1 : 0;
	}
	if (got != 0) {
		swf_stepping_free(s);
		return NULL;
	}
	s->started = from->started;
	return s;
}

const struct swf_job *swf_stepping_schedule(const struct swf_stepping *s, size_t *count)
{
	*count = s->scheduled.count;
	return s->scheduled.jobs;
}

struct swf_simulation_counts swf_stepping_counts(const struct swf_stepping *s)
{
	return s->counts;
}
