/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine. Time goes from event to event: the next arrival that is known of, the next end of a
 * running task, or the pass that the scheduler is due to make. All of that instant happens, in the
 * event order, before the next one; between instants, all up to machine.now has happened and
 * nothing behind it, and now never goes back.
 *
 * It stops wherever a pass is due, which its caller makes: swf_simulation_run by a scheduler, a
 * simulation that is stepped by a caller of its own. `at` is where it goes on then. Completions
 * first, an instant has one pass, at its end. Arrivals first, passes come in its midst: `joined` of
 * those that arrive have joined the queue, and the end of a task and the rest of the instant are
 * to come.
 *
 * Each job has a slot from its arrival until it has both ended and been given to the sink, and a
 * task is its slot, so that no job costs an allocation. The list from `oldest` to `newest` has
 * those that the sink has not got. It gets them in the order of arrival, since each waits for the
 * first whose start is not known.
 *
 * `next` is the place of the one job that the source has shown and not yet handed over. A source
 * that listens may show another after each end: so it is asked again, and the job is taken only
 * when its time has come.
 *
 * In place of both there may be an array of jobs. Then tasks point into it, the list is empty, and
 * a slot goes when its task has ended.
 */
#include "swfcore/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/engine.h"
#include "simulate/predictions.h"
#include "simulate/running.h"

static int peek_log(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	struct swf_replay *replay = self;
	if (replay->peeked)
		return 1;
	int got = swf_log_next_in_order(replay->log, &arrival->job, error);
	if (got != 1)
		return got;
	arrival->tag = 0;
	arrival->lost = false;
	replay->peeked = true;
	return 1;
}

static int take_from_log(void *self, struct swf_error *error)
{
	struct swf_replay *replay = self;
	(void)error;
	replay->peeked = false;
	return 0;
}

struct swf_source swf_replay_source(struct swf_replay *replay, struct swf_log *log)
{
	*replay = (struct swf_replay){.log = log};
	return (struct swf_source){.self = replay, .peek = peek_log, .take = take_from_log};
}

/* The first resource that is counted of which a job of that size needs more than there is, or
 * SWF_RESOURCES. */
static int lacking_resource(
	const struct swf_simulation *simulation, const struct swf_job *job, int32_t size)
{
	int r = 0;
	while (r < SWF_RESOURCES &&
		(simulation->resources[r] == 0 ||
			swf_job_needs(job, r, size) <= simulation->resources[r]))
		r++;
	return r;
}

bool swf_simulation_is_oversize(const struct swf_simulation *simulation, const struct swf_job *job)
{
	const int32_t size = swf_job_size(job, simulation->size);
	return job->run_time >= 0 &&
		(size > simulation->procs ||
			lacking_resource(simulation, job, size) < SWF_RESOURCES);
}

bool swf_simulation_schedules(const struct swf_simulation *simulation, const struct swf_job *job)
{
	return job->run_time >= 0 && swf_job_size(job, simulation->size) > 0 &&
		!(simulation->oversize == SWF_OVERSIZE_SKIP &&
			swf_simulation_is_oversize(simulation, job));
}

int swf_simulation_refuse(const struct swf_simulation *simulation, const struct swf_job *first,
	int64_t count, struct swf_error *error)
{
	const int32_t size = swf_job_size(first, simulation->size);
	const int r = lacking_resource(simulation, first, size);
	const bool by_procs = size > simulation->procs;
	swf_fail(error, "job %lld needs %lld %s and the machine has %lld (%lld such job%s)",
		(long long)first->number,
		(long long)(by_procs ? size : swf_job_needs(first, r, size)),
		swf_kind_units[by_procs ? SWF_KIND_PROCS : 1 + r],
		(long long)(by_procs ? simulation->procs : simulation->resources[r]),
		(long long)count, count == 1 ? "" : "s");
	error->kind = SWF_ERROR_OVERSIZE;
	return -1;
}

static int out_of_memory(struct swf_engine *e)
{
	return swf_fail_memory(e->error);
}

/* What became of a job that was requeued, suspended or cancelled. */
static void tell_stops(struct swf_engine *e, struct swf_slot *slot)
{
	const struct swf_task *task = &slot->task;
	struct swf_job *job = &slot->arrival.job;
	job->requeues = slot->scheduled ? task->requeues : 0;
	if (!slot->scheduled)
		return;
	e->counts->requeues += task->requeues;
	e->counts->suspended += task->was_suspended;
	e->counts->cancelled += task->cancelled;
	if (!task->cancelled)
		return;
	job->run_time = task->run_time;
	job->status = SWF_STATUS_CANCELLED;
}

static int sink_job(struct swf_engine *e, struct swf_slot *slot)
{
	struct swf_job *job = &slot->arrival.job;
	swf_prefetch(slot->next, sizeof *slot);
	job->wait = slot->scheduled ? slot->task.start - slot->task.submit : -1;
	if (e->machine.takes_back)
		tell_stops(e, slot);
	return e->sink->job(e->sink->self, job, e->error) == 0 ? 0 : -1;
}

/* Whether nothing about a job changes any more that the sink is to know. */
static bool is_settled(const struct swf_engine *e, const struct swf_slot *slot)
{
	return !slot->scheduled || (e->machine.takes_back ? slot->ended : slot->task.started);
}

/* Gives the sink every job at the front whose wait time is known. */
static int drain_slots(struct swf_engine *e)
{
	struct swf_slot *slot;
	while ((slot = e->oldest) != NULL && is_settled(e, slot)) {
		if (sink_job(e, slot) != 0)
			return -1;
		e->oldest = slot->next;
		slot->sunk = true;
		if (slot->ended || !slot->scheduled)
			swf_slab_give_back(&e->slots, slot);
	}
	if (e->oldest == NULL)
		e->newest = NULL;
	return 0;
}

/* Asks the source for the next arrival. */
static int peek_next(struct swf_engine *e)
{
	if (e->next == NULL && (e->next = swf_slab_take(&e->slots)) == NULL)
		return out_of_memory(e);
	int more = e->source->peek(e->source->self, &e->next->arrival, e->error);
	e->more = more == 1;
	e->arrival = e->more ? e->next->arrival.job.submit : (double)INFINITY;
	return more < 0 ? -1 : 0;
}

/* Sees when the next job arrives: of the array, or of the source. */
static inline int look_ahead(struct swf_engine *e)
{
	if (e->source != NULL)
		return peek_next(e);
	e->more = e->next_job < e->job_count;
	e->arrival = e->more ? e->jobs[e->next_job].submit : (double)INFINITY;
	return 0;
}

/* Tells a source that listens that a job has ended, and asks it what comes next now. */
static inline int tell_end(struct swf_engine *e, size_t tag, double now)
{
	if (e->source == NULL || e->source->ended == NULL)
		return 0;
	return e->source->ended(e->source->self, tag, now, e->error) != 0 ? -1 : look_ahead(e);
}

/* Takes the next job out of the array or the source, and looks at the one behind it. */
static inline int take_next(struct swf_engine *e)
{
	if (e->source == NULL)
		e->next_job++;
	else if (e->source->take(e->source->self, e->error) != 0)
		return -1;
	return look_ahead(e);
}

/* Reads on to the end, to say how many such jobs there are. */
static int refuse_oversize(struct swf_engine *e, const struct swf_job *first)
{
	int64_t count = 1;
	while (e->more) {
		count += swf_simulation_is_oversize(e->options,
			e->source == NULL ? &e->jobs[e->next_job] : &e->next->arrival.job);
		if (take_next(e) != 0)
			return -1;
	}
	return swf_simulation_refuse(e->options, first, count, e->error);
}

static int predict_task(struct swf_engine *e, struct swf_task *task)
{
	double predicted = task->estimate;
	if (e->prediction != &swf_prediction_estimate &&
		e->prediction->predict(e->predicting, task, &predicted, e->error) != 0)
		return -1;
	if (!(predicted >= 0))
		return swf_fail(e->error, "the prediction %s gives job %lld a run time of %g s",
			e->prediction->name, (long long)task->job->number, predicted);
	task->predicted = task->first_predicted =
		predicted < task->estimate ? predicted : task->estimate;
	return 0;
}

static void leave_out(struct swf_engine *e, const struct swf_job *job, const char *why)
{
	if (e->sink != NULL && e->sink->left_out != NULL)
		e->sink->left_out(e->sink->self, job, why);
}

static void refuse_job(struct swf_engine *e, const struct swf_job *job, const char *why)
{
	e->counts->refused++;
	e->counts->refused_work += swf_job_work(job, e->options->size);
	leave_out(e, job, why);
}

/* The job of a slot, to be changed: an array of jobs stays as it is. */
static struct swf_job *own_job(struct swf_slot *slot)
{
	struct swf_job *own = &slot->arrival.job;
	if (slot->task.job != own) {
		*own = *slot->task.job;
		slot->task.job = own;
	}
	return own;
}

/* Sets the estimate of a task, and its run time where that ends it: 1, 0 when the scheduler refuses
 * it, -1 on an error. */
static int limit_task(struct swf_engine *e, struct swf_slot *slot)
{
	const struct swf_scheduler *scheduler = e->options->scheduler;
	const struct swf_job *job = slot->task.job;
	struct swf_task *task = &slot->task;
	struct swf_scheduler_limits limits = {.why = NULL};
	if (scheduler->limits == NULL) {
		limits.requested = limits.killed = swf_job_estimate(job);
	} else {
		const int limited = scheduler->limits(e->scheduler, task, &limits);
		if (limited < 0)
			return -1;
		if (limited == 0) {
			refuse_job(e, job,
				limits.why != NULL ? limits.why : "that the scheduler refuses");
			return 0;
		}
	}
	const bool estimated = job->estimate > 0;
	e->counts->estimated += estimated;
	e->counts->no_estimate += !estimated;
	if (job->run_time > limits.killed) {
		e->counts->overrun++;
		e->counts->estimated_overrun += estimated;
		if (e->options->overrun == SWF_OVERRUN_KILL)
			task->run_time = own_job(slot)->run_time = limits.killed;
	}
	task->estimate = limits.requested > task->run_time ? limits.requested : task->run_time;
	return 1;
}

/* Fills a task of a job but for its estimate and predictions, which are set next. Field by field:
 * compilers clear a whole structure by an instruction that takes as long as all else here. */
static void begin_task(struct swf_task *task, uint64_t id, int32_t size)
{
	const struct swf_job *job = task->job;
	task->id = id;
	task->submit = job->submit;
	task->run_time = job->run_time;
	task->estimate = task->predicted = task->first_predicted = 0;
	task->start = task->expected_end = 0;
	task->start_rank = 0;
	task->queue_place = task->pending_place = 0;
	task->size = size;
	task->corrections = task->requeues = 0;
	task->started = task->cancelled = false;
	task->is_suspended = task->was_suspended = false;
}

/* Sets what a task of that size needs of what the machine counts. */
static inline void set_needs(const struct swf_engine *e, struct swf_task *task, int32_t size)
{
	memset(task->needs, 0, sizeof task->needs);
	for (int r = 0; e->machine.counts_resources && r < SWF_RESOURCES; r++)
		task->needs[r] =
			e->machine.resources[r] > 0 ? swf_job_needs(task->job, r, size) : 0;
}

/* Cuts a job to the machine, and returns the size that it has then. */
static int32_t cut_job(struct swf_engine *e, struct swf_slot *slot, int32_t size)
{
	const struct swf_simulation *options = e->options;
	struct swf_job *job = own_job(slot);
	if (size > options->procs)
		*swf_job_size_field(job, options->size) = size = options->procs;
	set_needs(e, &slot->task, size);
	for (int r = 0; r < SWF_RESOURCES; r++) {
		if (slot->task.needs[r] <= e->machine.resources[r])
			continue;
		swf_job_cut(job, r, size, e->machine.resources[r]);
		slot->task.needs[r] = e->machine.resources[r];
	}
	return size;
}

/* Makes a task of the job: 1, 0 when it is only passed through, -1 on an error. */
static int make_task(struct swf_engine *e, struct swf_slot *slot)
{
	const struct swf_simulation *options = e->options;
	const struct swf_job *job = slot->task.job;
	int32_t size = swf_job_size(job, options->size);
	e->counts->work += swf_job_work(job, options->size);
	if (job->run_time < 0) {
		e->counts->never_ran++;
		leave_out(e, job, "without a run time");
		return 0;
	}
	if (size <= 0) {
		e->counts->no_size++;
		leave_out(e, job, "without processors");
		return 0;
	}
	set_needs(e, &slot->task, size);
	if (size > options->procs ||
		(e->machine.counts_resources &&
			!swf_resources_suffice(e->machine.resources, slot->task.needs))) {
		if (options->oversize == SWF_OVERSIZE_REFUSE)
			return refuse_oversize(e, job);
		if (options->oversize == SWF_OVERSIZE_SKIP) {
			e->counts->skipped++;
			e->counts->skipped_work += swf_job_work(job, options->size);
			leave_out(e, job, "larger than the machine");
			return 0;
		}
		size = cut_job(e, slot, size);
		e->counts->clamped++;
	}
	begin_task(&slot->task, e->tasks + 1, size);
	const int limited = limit_task(e, slot);
	if (limited != 1)
		return limited;
	e->tasks++;
	return predict_task(e, &slot->task) == 0 ? 1 : -1;
}

/* A slot with the next job, which lies in the array or has been put there by the source. NULL when
 * there is no memory. */
static struct swf_slot *next_slot(struct swf_engine *e)
{
	if (e->source != NULL) {
		struct swf_slot *slot = e->next;
		e->next = NULL;
		slot->task.job = &slot->arrival.job;
		slot->tag = slot->arrival.tag;
		return slot;
	}
	struct swf_slot *slot = swf_slab_take_warm(&e->slots);
	if (slot != NULL) {
		slot->task.job = &e->jobs[e->next_job];
		slot->tag = e->next_job;
	}
	return slot;
}

/* Puts the slot last into the list of those that the sink is to get. */
static void join_oldest(struct swf_engine *e, struct swf_slot *slot)
{
	slot->ended = false;
	slot->sunk = e->sink == NULL;
	if (slot->sunk)
		return;
	slot->next = NULL;
	if (e->newest == NULL)
		e->oldest = slot;
	else
		e->newest->next = slot;
	e->newest = slot;
}

/* Takes the next job from the array or the source. */
static int take_job(struct swf_engine *e)
{
	struct swf_slot *slot = next_slot(e);
	if (slot == NULL)
		return out_of_memory(e);
	if (take_next(e) != 0)
		return -1;
	e->counts->jobs++;
	join_oldest(e, slot);
	const size_t tag = slot->tag;
	const bool lost = e->source != NULL && slot->arrival.lost;
	const int made = lost ? 0 : make_task(e, slot);
	if (made < 0)
		return -1;
	slot->scheduled = made == 1;
	if (!slot->scheduled) {
		if (slot->sunk)
			swf_slab_give_back(&e->slots, slot);
		return lost ? 0 : tell_end(e, tag, e->machine.now);
	}
	struct swf_slot **arriving = swf_array_reserve(
		e->arriving, e->arriving_count, &e->arriving_capacity, sizeof(struct swf_slot *));
	if (arriving == NULL)
		return out_of_memory(e);
	e->arriving = arriving;
	e->arriving[e->arriving_count++] = slot;
	return 0;
}

/* Takes every job that arrives up to now. */
static int take_arrivals(struct swf_engine *e)
{
	e->arriving_count = 0;
	while (e->more && e->arrival <= e->machine.now)
		if (take_job(e) != 0)
			return -1;
	return 0;
}

/* Lets arrival i of this instant join the queue and returns its task, or NULL with the error set.
 */
static struct swf_task *join_queue(struct swf_engine *e, size_t i)
{
	struct swf_task *task = &e->arriving[swf_engine_arriving_place(e, i)]->task;
	return e->options->scheduler->arrive(e->scheduler, task) == 0 ? task : NULL;
}

/* Tells a scheduler that listens when a running task is now to end. */
static int change_end(
	struct swf_engine *e, const struct swf_task *task, double before, double after)
{
	const struct swf_scheduler *scheduler = e->options->scheduler;
	if (scheduler->end_changed == NULL)
		return 0;
	return scheduler->end_changed(e->scheduler, task, before, after) == 0 ? 0 : -1;
}

static int correct_next(struct swf_engine *e)
{
	struct swf_task *task;
	double before;
	if (swf_machine_correct(&e->machine, &task, &before) != 0)
		return out_of_memory(e);
	return change_end(e, task, before, task->expected_end);
}

/* Corrects all predictions that have run out. */
static inline int correct_predictions(struct swf_engine *e)
{
	while (swf_machine_next_run_out(&e->machine) <= e->machine.now)
		if (correct_next(e) != 0)
			return -1;
	return 0;
}

/* Whether a task that ends now does so at a time that is not rounded. Whole seconds are exact up to
 * 2^53, and not all of them from there on. */
static bool ends_exactly(const struct swf_engine *e, const struct swf_task *task)
{
	const double now = e->machine.now;
	return now < 0x1p53 ||
		(now - task->start == task->run_time && now - task->run_time == task->start);
}

/* Whether jobs are to come or to start, or have not been given to the sink. */
static bool others_wait(const struct swf_engine *e)
{
	return e->more || e->oldest != NULL || e->tasks > e->machine.running->starts;
}

static int end_next(struct swf_engine *e)
{
	if (correct_predictions(e) != 0)
		return -1;
	struct swf_slot *slot = (struct swf_slot *)swf_machine_end_next(&e->machine);
	if (slot == NULL)
		return out_of_memory(e);
	const struct swf_prediction *prediction = e->prediction;
	const size_t tag = slot->tag;
	if (!ends_exactly(e, &slot->task) && others_wait(e))
		return swf_fail(e->error,
			"job %lld ends beyond 2^53 s, where times are not exact, and others wait "
			"for it",
			(long long)slot->task.job->number);
	if (change_end(e, &slot->task, slot->task.expected_end, e->machine.now) != 0)
		return -1;
	if (prediction->ended != NULL &&
		prediction->ended(e->predicting, &slot->task, e->error) != 0)
		return -1;
	slot->ended = true;
	if (slot->sunk)
		swf_slab_give_back(&e->slots, slot);
	return tell_end(e, tag, e->machine.now);
}

/* All of an instant happens before its one pass: 1 if there is one, 0, -1 on an error. */
static int happen_completions_first(struct swf_engine *e)
{
	bool changed = e->due <= e->machine.now;
	for (; swf_machine_next_end(&e->machine) <= e->machine.now; changed = true)
		if (end_next(e) != 0)
			return -1;
	if (take_arrivals(e) != 0)
		return -1;
	for (size_t i = 0; i < e->arriving_count; i++, changed = true)
		if (join_queue(e, i) == NULL)
			return -1;
	e->at = ENGINE_AFTER;
	return changed;
}

/* Lets what arrives at an instant join the queue, as far as a job after which there is a pass, and
 * then a task end: 1 for a pass, 0, -1 on an error. */
static int happen_arrivals_first(struct swf_engine *e)
{
	while (e->joined < e->arriving_count) {
		if (correct_predictions(e) != 0)
			return -1;
		if (swf_machine_release_expired(&e->machine) != 0)
			return out_of_memory(e);
		const struct swf_task *task = join_queue(e, e->joined++);
		if (task == NULL)
			return -1;
		if (!swf_machine_fits(&e->machine, task) &&
			!e->options->scheduler->passes_at_arrivals)
			continue;
		e->passed = true;
		return 1;
	}
	e->at = ENGINE_AFTER;
	if (swf_machine_next_end(&e->machine) <= e->machine.now)
		return end_next(e) != 0 ? -1 : 1;
	return e->due <= e->machine.now && !e->passed;
}

/* Nothing runs, no job is known to come, and the scheduler has nothing to start: one that refuses
 * jobs leaves those that it could not refuse before. Whoever waits for them may go on. */
static int withdraw_waiting(struct swf_engine *e)
{
	const double now = e->machine.now;
	if (e->options->scheduler->limits == NULL)
		return 0;
	for (struct swf_slot *slot = e->oldest; slot != NULL; slot = slot->next) {
		if (!slot->scheduled || slot->task.started)
			continue;
		if (change_end(e, &slot->task, INFINITY, now) != 0)
			return -1;
		slot->scheduled = false;
		refuse_job(e, slot->task.job, "still waiting when nothing runs any more");
		if (tell_end(e, slot->tag, now) != 0)
			return -1;
	}
	return drain_slots(e);
}

/* Goes to the next instant at which something happens: 1, 0 at the end, -1 on an error. */
static int go_on(struct swf_engine *e)
{
	const struct swf_scheduler *scheduler = e->options->scheduler;
	const double end = swf_machine_next_end(&e->machine);
	if (scheduler->next_pass != NULL) {
		e->due = scheduler->next_pass(e->scheduler);
		if (!(e->due > e->stepped))
			return swf_fail(e->error,
				"the scheduler wants a pass at %.17g s, when it is %.17g s", e->due,
				e->stepped);
	}
	if (!e->more && end == INFINITY && e->due == INFINITY) {
		if (withdraw_waiting(e) != 0)
			return -1;
		if (!e->more)
			return 0;
	}
	const double event = e->arrival < end ? e->arrival : end;
	e->machine.now = event < e->due ? event : e->due;
	return correct_predictions(e) != 0 ? -1 : 1;
}

/* Nothing more is to come: an error where a job waits. */
static int check_end(struct swf_engine *e)
{
	if (e->oldest == NULL)
		return 0;
	return swf_fail(e->error, "the scheduler left job %lld waiting for ever",
		(long long)e->oldest->task.job->number);
}

/* The instant is over. */
static int leave_instant(struct swf_engine *e)
{
	e->at = ENGINE_BETWEEN;
	e->stepped = e->machine.now;
	return e->oldest != NULL ? drain_slots(e) : 0;
}

/* Goes to the next instant and takes what arrives, arrivals first: as go_on. */
static int begin_arriving(struct swf_engine *e)
{
	const int got = go_on(e);
	if (got != 1)
		return got;
	e->joined = 0;
	e->passed = false;
	e->at = ENGINE_ARRIVING;
	return take_arrivals(e) == 0 ? 1 : -1;
}

static int next_pass_completions_first(struct swf_engine *e)
{
	for (;;) {
		if (e->at == ENGINE_AFTER && leave_instant(e) != 0)
			return -1;
		int got = go_on(e);
		if (got != 1 || (got = happen_completions_first(e)) != 0)
			return got;
	}
}

static int next_pass_arrivals_first(struct swf_engine *e)
{
	for (;;) {
		int got;
		if (e->at == ENGINE_AFTER && leave_instant(e) != 0)
			return -1;
		if (e->at == ENGINE_BETWEEN && (got = begin_arriving(e)) != 1)
			return got;
		if ((got = happen_arrivals_first(e)) != 0)
			return got;
	}
}

int swf_engine_next(struct swf_engine *e)
{
	return e->options->event_order == SWF_COMPLETIONS_FIRST ? next_pass_completions_first(e)
								: next_pass_arrivals_first(e);
}

/* What is the same at each beginning: no time has passed and no job has come. */
static int begin_jobs(struct swf_engine *e)
{
	const struct swf_simulation *simulation = e->options;
	const struct swf_prediction *prediction = e->prediction;
	e->due = INFINITY;
	e->stepped = -INFINITY;
	e->at = ENGINE_BETWEEN;
	e->tasks = 0;
	e->next_job = 0;
	*e->counts = (struct swf_simulation_counts){0};
	if (prediction->new_state != NULL &&
		(e->predicting = prediction->new_state(simulation->window, e->error)) == NULL)
		return -1;
	if (prediction->begin != NULL && simulation->calendar == NULL)
		return swf_fail(e->error, "the prediction %s needs a calendar", prediction->name);
	if (prediction->begin != NULL)
		prediction->begin(e->predicting, &e->site);
	return look_ahead(e);
}

static void end_prediction(struct swf_engine *e)
{
	if (e->predicting != NULL)
		e->prediction->free_state(e->predicting);
	e->predicting = NULL;
}

int swf_engine_begin(struct swf_engine *e)
{
	const struct swf_simulation *simulation = e->options;
	const struct swf_scheduler *scheduler = simulation->scheduler;
	const bool expires = simulation->event_order == SWF_ARRIVALS_FIRST;
	e->prediction =
		simulation->prediction != NULL ? simulation->prediction : &swf_prediction_estimate;
	e->slots.element_size = e->source != NULL || swf_engine_cuts_jobs(simulation)
		? sizeof(struct swf_slot)
		: offsetof(struct swf_slot, arrival);
	e->site = (struct swf_site){simulation->procs, simulation->calendar};
	*e->error = (struct swf_error){0};
	if (swf_machine_init(&e->machine, simulation->procs, expires, e->error) != 0)
		return out_of_memory(e);
	if (swf_machine_count(&e->machine, simulation->resources) != 0)
		return out_of_memory(e);
	if (e->machine.counts_resources && !scheduler->takes_resources)
		return swf_fail(
			e->error, "the scheduler %s goes by processors alone", scheduler->name);
	if ((e->scheduler = scheduler->new_state(&e->machine, &simulation->scheduler_options)) ==
		NULL)
		return -1;
	return begin_jobs(e);
}

int swf_engine_begin_again(struct swf_engine *e)
{
	if (swf_machine_next_end(&e->machine) < INFINITY || others_wait(e))
		swf_slab_reset(&e->slots);
	e->error->text[0] = '\0';
	swf_machine_reset(&e->machine);
	end_prediction(e);
	return begin_jobs(e);
}

void swf_engine_end(struct swf_engine *e)
{
	if (e->scheduler != NULL)
		e->options->scheduler->free_state(e->scheduler);
	end_prediction(e);
	swf_machine_clear(&e->machine);
	free(e->arriving);
	swf_slab_clear(&e->slots);
}

int swf_simulation_run(const struct swf_simulation *simulation, const struct swf_source *source,
	const struct swf_sink *sink, struct swf_simulation_counts *counts, struct swf_error *error)
{
	struct swf_engine e = {.options = simulation,
		.source = source,
		.sink = sink,
		.counts = counts,
		.error = error};
	int got = swf_engine_begin(&e) == 0 ? 1 : -1;
	while (got == 1 && (got = swf_engine_next(&e)) == 1)
		if (simulation->scheduler->pass(e.scheduler) != 0)
			got = -1;
	if (got == 0)
		got = check_end(&e);
	if (e.machine.running != NULL) {
		counts->lost_work = e.machine.running->lost_work;
		counts->suspended_time = e.machine.running->suspended_time;
	}
	/* where a part does not say why it failed, there was no memory */
	if (got != 0 && error->text[0] == '\0')
		swf_fail_memory(error);
	swf_engine_end(&e);
	return got;
}
