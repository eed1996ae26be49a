/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stepping: the engine with a scheduler that only keeps the jobs that wait. A pass is where the
 * caller decides, so that both ways in have the same passes.
 *
 * Between calls,
 *
 *  - row i of the queue is of the task that waits at place i; there is room for all jobs, so that
 *    the queue is never enlarged;
 *  - starts[j] is the start of job j, or -1 while it has none, and cuts[j], where jobs may be cut
 *    to the machine or to their estimate, what job j was scheduled with once it has started;
 *  - the view says what the machine says.
 *
 * A decision costs as much as the events up to it and a move of the shorter part of the queue where
 * a place is taken out: no search.
 *
 * A prediction that keeps something cannot be copied. Then what the caller starts is written down,
 * by the pass and the place of the job, and a copy does all of that again.
 */
#include "swfcore/stepping.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/engine.h"
#include "simulate/running.h"
#include "stepping/episode.h"
#include "swfcore/jobs.h"
#include "swfcore/queueing.h"

/* The jobs that wait, in the order of arrival: the state of the scheduler, which is told where it
 * belongs by its own options. */
struct caller {
	struct swf_stepping_row *rows; /* of these, in the memory for all jobs */
	struct swf_stepping_row *memory;
	size_t count;
};

struct decision {
	uint64_t pass;
	size_t place;
};

/* What a job was scheduled with. */
struct cut {
	double run_time; /* s */
	int32_t size;
};

struct swf_stepping {
	struct swf_stepping_view view;
	struct swf_engine engine;
	struct swf_simulation simulation;
	struct caller caller;
	size_t room; /* for jobs, in the queue and the next two */
	double *starts;
	struct cut *cuts;           /* NULL where no job can be cut */
	struct swf_jobs *scheduled; /* as far as it was asked for */
	struct swf_simulation_counts counts;
	struct swf_error error;
	bool again; /* copies do all again: the prediction keeps something */
	uint64_t pass;
	struct decision *decisions;
	size_t decided, decisions_capacity;
	bool begun; /* the engine is there */
	bool failed, ended;
	bool started; /* something, since the last look */
};

static void *begin_caller(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)machine;
	return options->own_options;
}

static void end_caller(void *state)
{
	(void)state;
}

static int join_waiting(void *state, struct swf_task *task)
{
	struct caller *caller = state;
	caller->rows[caller->count++] = (struct swf_stepping_row){.submit = task->submit,
		.estimate = task->estimate,
		.size = task->size,
		.job = (int32_t)((const struct swf_slot *)task)->tag,
		.task = task};
	return 0;
}

static int leave_to_caller(void *state)
{
	(void)state;
	return 0;
}

static const struct swf_scheduler caller_decides = {.name = "caller",
	.takes_resources = true,
	.new_state = begin_caller,
	.free_state = end_caller,
	.arrive = join_waiting,
	.pass = leave_to_caller};

/* How many wait where it begins to matter that the shorter part of the queue moves. */
enum { LONG_QUEUE = 64 };

/* Moves what is behind a place together, or in a long queue what is before it, if that is less. No
 * more places are lost at the front than jobs have left, so that there is room for all. */
static void leave_waiting(struct caller *caller, size_t place)
{
	struct swf_stepping_row *rows = caller->rows;
	const size_t behind = --caller->count - place;
	if (behind > LONG_QUEUE && place < behind) {
		memmove(rows + 1, rows, place * sizeof *rows);
		caller->rows++;
		return;
	}
	memmove(rows + place, rows + place + 1, behind * sizeof *rows);
}

static void look(struct swf_stepping *s)
{
	const struct swf_events *ends = &s->engine.machine.running->ends;
	s->view.now = s->engine.machine.now;
	s->view.rows = s->caller.rows;
	s->view.free_procs = s->engine.machine.free_procs;
	s->view.waiting = s->caller.count;
	s->view.running = ends->near_count + ends->far_count;
}

struct swf_stepping *swf_stepping_new(
	const struct swf_simulation *simulation, struct swf_error *error)
{
	struct swf_stepping *s = calloc(1, sizeof *s);
	if (s == NULL || (s->scheduled = calloc(1, sizeof *s->scheduled)) == NULL) {
		free(s);
		swf_fail_memory(error);
		return NULL;
	}
	s->simulation = *simulation;
	s->simulation.scheduler = &caller_decides;
	s->simulation.scheduler_options = (struct swf_scheduler_options){.own_options = &s->caller};
	s->again = simulation->prediction != NULL && simulation->prediction->new_state != NULL;
	s->ended = true;
	return s;
}

void swf_stepping_free(struct swf_stepping *s)
{
	if (s == NULL)
		return;
	if (s->begun)
		swf_engine_end(&s->engine);
	swf_jobs_clear(s->scheduled);
	free(s->scheduled);
	free(s->caller.memory);
	free(s->starts);
	free(s->cuts);
	free(s->decisions);
	free(s);
}

/* Passes the reason on. */
static int fail(struct swf_stepping *s, struct swf_error *error)
{
	if (s->error.text[0] == '\0')
		swf_fail_memory(&s->error);
	s->failed = true;
	s->caller.count = s->view.waiting = s->view.running = 0;
	*error = s->error;
	return -1;
}

static int enlarge(void *array, size_t room, size_t element_size)
{
	void **old = array;
	void *larger = realloc(*old, room * element_size);
	if (larger == NULL)
		return -1;
	*old = larger;
	return 0;
}

static int make_room(struct swf_stepping *s, size_t count)
{
	struct caller *caller = &s->caller;
	if (count <= s->room)
		return 0;
	if (enlarge(&caller->memory, count, sizeof *caller->memory) != 0 ||
		enlarge(&s->starts, count, sizeof *s->starts) != 0 ||
		(swf_engine_cuts_jobs(&s->simulation) &&
			enlarge(&s->cuts, count, sizeof *s->cuts) != 0))
		return -1;
	s->room = count;
	return 0;
}

/* Begins the engine, or begins it again. */
static int begin_engine(struct swf_stepping *s, const struct swf_job *jobs, size_t count)
{
	struct swf_engine *e = &s->engine;
	if (!s->begun)
		*e = (struct swf_engine){
			.options = &s->simulation, .counts = &s->counts, .error = &s->error};
	e->jobs = jobs;
	e->job_count = count;
	if (s->begun)
		return swf_engine_begin_again(e);
	if (swf_engine_begin(e) == 0) {
		s->begun = true;
		return 0;
	}
	swf_engine_end(e);
	return -1;
}

int swf_stepping_reset(
	struct swf_stepping *s, const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	struct swf_stepping_view *view = &s->view;
	s->error.text[0] = '\0';
	s->caller.count = s->scheduled->count = s->decided = view->jobs = 0;
	s->pass = 0;
	s->started = false;
	if (count > INT32_MAX) {
		swf_fail(&s->error, "%zu jobs are too many", count);
		return fail(s, error);
	}
	if (make_room(s, count) != 0 || begin_engine(s, jobs, count) != 0)
		return fail(s, error);
	for (size_t i = 0; i < count; i++)
		s->starts[i] = -1;
	s->caller.rows = s->caller.memory;
	view->starts = s->starts;
	view->jobs = count;
	s->failed = s->ended = false;
	look(s);
	return 0;
}

/* Nothing runs or arrives any more. */
static int end(struct swf_stepping *s, struct swf_error *error)
{
	s->ended = true;
	if (s->caller.count == 0)
		return 0;
	swf_fail(&s->error, "the caller left job %lld waiting for ever: nothing runs or arrives",
		(long long)s->caller.rows[0].task->job->number);
	return fail(s, error);
}

/* The next pass: 1, 0 at the end, -1 with the error set. The view does not show it yet. */
static inline int next_pass(struct swf_stepping *s, struct swf_error *error)
{
	const int got = swf_engine_next(&s->engine);
	s->pass++;
	if (got == 1)
		return 1;
	return got == 0 ? end(s, error) : fail(s, error);
}

static bool is_decision(const struct swf_stepping *s)
{
	return s->caller.count > 0 && s->engine.machine.free_procs > 0;
}

static int fail_again(const struct swf_stepping *s, struct swf_error *error)
{
	*error = s->error;
	return -1;
}

int swf_stepping_next(struct swf_stepping *s, struct swf_error *error)
{
	const bool started = s->started;
	int got;
	if (s->failed)
		return fail_again(s, error);
	if (s->ended)
		return 0;
	s->started = false;
	if (started && is_decision(s))
		return 1;
	do
		got = next_pass(s, error);
	while (got == 1 && !is_decision(s));
	look(s);
	return got;
}

const struct swf_stepping_view *swf_stepping_view(const struct swf_stepping *s)
{
	return &s->view;
}

double swf_stepping_now(const struct swf_stepping *s)
{
	return s->view.now;
}

int32_t swf_stepping_free_procs(const struct swf_stepping *s)
{
	return s->view.free_procs;
}

int64_t swf_stepping_free_amount(const struct swf_stepping *s, int resource)
{
	return s->engine.machine.free_resources[resource];
}

size_t swf_stepping_running(const struct swf_stepping *s)
{
	return s->view.running;
}

static size_t job_of(const struct swf_task *task)
{
	return ((const struct swf_slot *)task)->tag;
}

static void fill_row(struct swf_waiting_job *row, const struct swf_task *task)
{
	const struct swf_job *job = task->job;
	*row = (struct swf_waiting_job){.place = (int64_t)job_of(task),
		.number = job->number,
		.submit = task->submit,
		.estimate = task->estimate,
		.predicted = task->predicted,
		.start = task->start,
		.expected_end = task->expected_end,
		.size = task->size,
		.user = job->user,
		.group = job->group,
		.queue = job->queue,
		.gpus = task->needs[SWF_RESOURCE_GPUS],
		.memory = task->needs[SWF_RESOURCE_MEMORY]};
}

size_t swf_stepping_look(const struct swf_stepping *s, size_t most, struct swf_waiting_job *rows)
{
	const size_t count = s->view.waiting < most ? s->view.waiting : most;
	for (size_t i = 0; i < count; i++)
		fill_row(&rows[i], s->view.rows[i].task);
	return count;
}

void swf_stepping_look_at_running(const struct swf_stepping *s, struct swf_waiting_job *rows)
{
	if (s->view.running == 0)
		return;
	const struct swf_events *ends = &s->engine.machine.running->ends;
	for (size_t i = 0; i < ends->near_count; i++)
		fill_row(rows++, ends->near[i].task);
	for (size_t i = 0; i < ends->far_count; i++)
		fill_row(rows++, ends->far[i].task);
}

static int write_down(struct swf_stepping *s, size_t place)
{
	struct decision *decisions = swf_array_reserve(
		s->decisions, s->decided, &s->decisions_capacity, sizeof *decisions);
	if (decisions == NULL)
		return -1;
	s->decisions = decisions;
	decisions[s->decided++] = (struct decision){s->pass, place};
	return 0;
}

/* To callers the tasks in the rows are only to be read. */
static struct swf_task *own_task(const struct swf_stepping_row *row)
{
	return (struct swf_task *)row->task;
}

/* Starts one that fits. The view does not show it yet. */
static int start(struct swf_stepping *s, size_t place, struct swf_error *error)
{
	const struct swf_stepping_row *row = &s->caller.rows[place];
	struct swf_task *task = own_task(row);
	const int32_t job = row->job;
	if (s->again && write_down(s, place) != 0)
		return fail(s, error);
	if (swf_machine_start(&s->engine.machine, task) != 0)
		return fail(s, error);
	s->starts[job] = task->start;
	if (s->cuts != NULL)
		s->cuts[job] = (struct cut){task->run_time, task->size};
	leave_waiting(&s->caller, place);
	s->started = true;
	return 0;
}

static int check_place(const struct swf_stepping *s, size_t place, struct swf_error *error)
{
	if (s->failed)
		return fail_again(s, error);
	if (place < s->caller.count)
		return 0;
	return swf_fail(error, "no job waits at place %zu: %zu wait", place, s->caller.count);
}

/* Says what there is too little of for a task. */
static int refuse_start(
	const struct swf_stepping *s, const struct swf_task *task, struct swf_error *error)
{
	const struct swf_machine *machine = &s->engine.machine;
	const int kind = swf_machine_lacks(machine, task);
	return swf_fail(error, "at %.17g s job %lld of %lld %s does not fit: %lld are free",
		machine->now, (long long)task->job->number, (long long)swf_task_need(task, kind),
		swf_kind_units[kind], (long long)swf_machine_free_amount(machine, kind));
}

int swf_stepping_start(struct swf_stepping *s, size_t place, struct swf_error *error)
{
	if (check_place(s, place, error) != 0)
		return -1;
	const struct swf_stepping_row *row = &s->caller.rows[place];
	if (!swf_machine_fits(&s->engine.machine, row->task))
		return refuse_start(s, row->task, error);
	if (start(s, place, error) != 0)
		return -1;
	look(s);
	return 0;
}

/* Why a job does not wait. */
static int refuse_job(const struct swf_stepping *s, size_t job, struct swf_error *error)
{
	if (job >= s->view.jobs)
		return swf_fail(error, "no job at place %zu: there are %zu", job, s->view.jobs);
	const struct swf_job *refused = &s->engine.jobs[job];
	const long long number = refused->number;
	if (!swf_simulation_schedules(&s->simulation, refused))
		return swf_fail(error, "job %lld is not scheduled", number);
	if (s->starts[job] != -1)
		return swf_fail(error,
			"at %.17g s job %lld does not wait: it was started at %.17g s", s->view.now,
			number, s->starts[job]);
	return swf_fail(error, "at %.17g s job %lld has not arrived", s->view.now, number);
}

int swf_stepping_start_job(struct swf_stepping *s, size_t job, struct swf_error *error)
{
	if (s->failed)
		return fail_again(s, error);
	for (size_t place = 0; place < s->caller.count; place++)
		if ((size_t)s->caller.rows[place].job == job)
			return swf_stepping_start(s, place, error);
	return refuse_job(s, job, error);
}

/* Starts what does not delay the head, which does not fit. *place is its place. */
static int fill_around(struct swf_stepping *s, size_t *place, struct swf_error *error)
{
	const struct swf_machine *machine = &s->engine.machine;
	const struct caller *caller = &s->caller;
	const struct swf_task *head = caller->rows[*place].task;
	struct swf_queue_gap gap = {.free = machine->free_procs};
	bool shadowed = false;
	for (size_t i = 0; i < caller->count && gap.free > 0; i++) {
		if (caller->rows[i].size > gap.free || i == *place)
			continue;
		if (!shadowed && swf_queue_gap_behind(machine, head, &gap) != 0)
			return fail(s, error);
		shadowed = true;
		const struct swf_task *task = caller->rows[i].task;
		if (!swf_queue_gap_fits(&gap, task->size, task->predicted) ||
			!swf_queue_gap_suffices(&gap, task))
			continue;
		if (start(s, i, error) != 0)
			return -1;
		swf_queue_gap_take(&gap, task);
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
	const struct swf_task *task = s->caller.rows[place].task;
	while (!swf_machine_fits(&s->engine.machine, task)) {
		if (backfill && fill_around(s, &place, error) != 0)
			return -1;
		if (next_pass(s, error) != 1)
			return -1;
	}
	if (start(s, place, error) != 0)
		return -1;
	look(s);
	return 0;
}

/* Does all again that was done in another simulation, up to the same pass. */
static int do_again(
	struct swf_stepping *s, const struct swf_stepping *from, struct swf_error *error)
{
	for (size_t decided = 0;;) {
		for (; decided < from->decided && from->decisions[decided].pass == s->pass;
			decided++)
			if (start(s, from->decisions[decided].place, error) != 0)
				return -1;
		if (s->pass == from->pass)
			return 0;
		if (next_pass(s, error) < 0)
			return -1;
	}
}

/* Makes what is in the system the same as in another simulation. */
static int copy_system(
	struct swf_stepping *s, const struct swf_stepping *from, struct swf_error *error)
{
	const size_t waiting = from->caller.count, arrived = from->engine.next_job;
	struct swf_stepping_row *rows = s->caller.rows;
	if (swf_engine_copy(&s->engine, &from->engine) != 0)
		return fail(s, error);
	for (size_t i = 0; i < waiting; i++) {
		rows[i] = from->caller.rows[i];
		struct swf_slot *slot =
			swf_engine_copy_slot(&s->engine, (const struct swf_slot *)rows[i].task);
		if (slot == NULL)
			return fail(s, error);
		rows[i].task = &slot->task;
	}
	s->caller.count = waiting;
	if (arrived > 0)
		memcpy(s->starts, from->starts, arrived * sizeof *s->starts);
	if (arrived > 0 && s->cuts != NULL)
		memcpy(s->cuts, from->cuts, arrived * sizeof *s->cuts);
	s->pass = from->pass;
	return 0;
}

struct swf_stepping *swf_stepping_copy(const struct swf_stepping *from, struct swf_error *error)
{
	if (from->failed) {
		fail_again(from, error);
		return NULL;
	}
	struct swf_stepping *s = swf_stepping_new(&from->simulation, error);
	if (s == NULL || !from->begun)
		return s;
	if (swf_stepping_reset(s, from->engine.jobs, from->engine.job_count, error) != 0 ||
		(from->again ? do_again(s, from, error) : copy_system(s, from, error)) != 0) {
		swf_stepping_free(s);
		return NULL;
	}
	s->started = from->started;
	s->ended = from->ended;
	look(s);
	return s;
}

/* Whether a job that has arrived is of the schedule: it has started or passes through. */
static bool is_scheduled(const struct swf_stepping *s, size_t i)
{
	return s->starts[i] != -1 || !swf_simulation_schedules(&s->simulation, &s->engine.jobs[i]);
}

/* A job as it was scheduled. */
static struct swf_job scheduled_job(const struct swf_stepping *s, size_t i)
{
	struct swf_job job = s->engine.jobs[i];
	if (s->starts[i] == -1) {
		job.wait = -1;
		return job;
	}
	job.wait = s->starts[i] - job.submit;
	if (s->cuts == NULL)
		return job;
	job.run_time = s->cuts[i].run_time;
	*swf_job_size_field(&job, s->simulation.size) = s->cuts[i].size;
	for (int r = 0; r < SWF_RESOURCES; r++) {
		const int64_t amount = s->simulation.resources[r];
		if (amount > 0 && swf_job_needs(&job, r, s->cuts[i].size) > amount)
			swf_job_cut(&job, r, s->cuts[i].size, amount);
	}
	return job;
}

const struct swf_job *swf_stepping_schedule(const struct swf_stepping *s, size_t *count)
{
	struct swf_jobs *scheduled = s->scheduled;
	const size_t arrived = s->view.jobs > 0 ? s->engine.next_job : 0;
	struct swf_job *jobs = swf_array_reserve_more(
		1, scheduled->jobs, 0, s->view.jobs + 1, &scheduled->capacity, sizeof *jobs);
	if (jobs == NULL)
		return NULL;
	scheduled->jobs = jobs;
	for (size_t i = scheduled->count; i < arrived && is_scheduled(s, i); i++)
		jobs[scheduled->count++] = scheduled_job(s, i);
	*count = scheduled->count;
	return jobs;
}

struct swf_episode_means swf_stepping_means(const struct swf_stepping *s)
{
	struct swf_episode_means means = {0};
	size_t started = 0;
	for (size_t i = 0; i < s->view.jobs; i++) {
		if (s->starts[i] == -1)
			continue;
		const struct swf_job *job = &s->engine.jobs[i];
		const double run_time = s->cuts != NULL ? s->cuts[i].run_time : job->run_time;
		const double wait = s->starts[i] - job->submit;
		const double slowdown = (wait + run_time) /
			(run_time > SWF_SLOWDOWN_BOUND ? run_time : SWF_SLOWDOWN_BOUND);
		started++;
		means.wait += wait;
		means.slowdown += slowdown > 1 ? slowdown : 1;
	}
	if (started > 0) {
		means.wait /= (double)started;
		means.slowdown /= (double)started;
	}
	return means;
}

struct swf_simulation_counts swf_stepping_counts(const struct swf_stepping *s)
{
	return s->counts;
}
