/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine: the tasks that run on it, their ends in the order of time, and what it is asked.
 *
 * Other resources are kept as processors are, each in a profile of its own if it is counted.
 *
 * Between calls, free_procs and the sizes of the tasks that hold processors make up all of the
 * machine. Each running task is in `ends` by its true end, once in the profile by its expected end,
 * and in `run_out` while that is earlier than the true one. In a machine that expires, a task whose
 * expected end is up to `expired` holds nothing more and is out of the profile, though it runs on.
 * In one that does not, the profile is kept from the first question to it on: many schedulers and
 * callers never ask.
 *
 * An event queue has its next few events in an array with the latest first, the others in a heap.
 * None of the array is later than any of the heap, and the array is empty only if the heap is, so
 * that the first event is the last of the array. Most jobs are short and never reach the heap: an
 * event costs a few moves in the array, and O(log n) if it goes through the heap.
 */
#include "simulate/running.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate/predictions.h"

static bool is_earlier(const struct swf_event *a, const struct swf_event *b)
{
	return a->time < b->time ||
		(a->time == b->time && a->task->start_rank < b->task->start_rank);
}

HEAP(far, struct swf_event, is_earlier)

static int push_far(struct swf_events *events, struct swf_event event)
{
	struct swf_event *heap = swf_array_reserve(
		events->far, events->far_count, &events->far_capacity, sizeof *heap);
	if (heap == NULL)
		return -1;
	events->far = heap;
	far_push(heap, events->far_count++, event);
	return 0;
}

int swf_events_push(struct swf_events *events, double time, struct swf_task *task)
{
	struct swf_event *near = events->near;
	const struct swf_event event = {.time = time, .task = task};
	if (events->far_count > 0 && !is_earlier(&event, &events->far[0]))
		return push_far(events, event);
	if (events->near_count == SWF_EVENTS_NEAR) {
		/* the later half makes room */
		const size_t moved = SWF_EVENTS_NEAR / 2;
		for (size_t i = 0; i < moved; i++)
			if (push_far(events, near[i]) != 0)
				return -1;
		events->near_count -= moved;
		for (size_t i = 0; i < events->near_count; i++)
			near[i] = near[i + moved];
		return swf_events_push(events, time, task);
	}
	size_t place = events->near_count++;
	while (place > 0 && is_earlier(&near[place - 1], &event)) {
		near[place] = near[place - 1];
		place--;
	}
	near[place] = event;
	return 0;
}

/* Fills the array, which has become empty, from the heap. */
static void fill_near(struct swf_events *events)
{
	size_t count =
		events->far_count < SWF_EVENTS_NEAR / 2 ? events->far_count : SWF_EVENTS_NEAR / 2;
	for (size_t i = count; i > 0; i--) {
		far_pop(events->far, events->far_count--);
		events->near[i - 1] = events->far[events->far_count];
	}
	events->near_count = count;
}

void swf_events_pop(struct swf_events *events)
{
	if (--events->near_count == 0)
		fill_near(events);
}

static bool remove_near(struct swf_events *events, const struct swf_task *task)
{
	size_t i = 0;
	while (i < events->near_count && events->near[i].task != task)
		i++;
	if (i == events->near_count)
		return false;
	events->near_count--;
	memmove(events->near + i, events->near + i + 1,
		(events->near_count - i) * sizeof *events->near);
	if (events->near_count == 0)
		fill_near(events);
	return true;
}

void swf_events_remove(struct swf_events *events, const struct swf_task *task)
{
	if (remove_near(events, task))
		return;
	for (size_t i = 0; i < events->far_count; i++) {
		if (events->far[i].task != task)
			continue;
		/* the first of all now, in the place where it is */
		far_push(events->far, i, (struct swf_event){-INFINITY, events->far[i].task});
		far_pop(events->far, events->far_count--);
		return;
	}
}

void swf_events_clear(struct swf_events *events)
{
	free(events->far);
	*events = (struct swf_events){0};
}

int swf_machine_init(
	struct swf_machine *machine, int32_t procs, bool expires, struct swf_error *error)
{
	struct swf_running *running = calloc(1, sizeof *running);
	*machine = (struct swf_machine){.procs = procs, .error = error, .running = running};
	if (running == NULL || (running->profile = swf_profile_new()) == NULL)
		return -1;
	running->expires = expires;
	swf_machine_reset(machine);
	return 0;
}

void swf_machine_reset(struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	machine->now = 0;
	machine->free_procs = machine->procs;
	memcpy(machine->free_resources, machine->resources, sizeof machine->resources);
	machine->changes = 0;
	running->starts = 0;
	running->lost_work = running->suspended_time = 0;
	running->ends.near_count = running->ends.far_count = 0;
	running->run_out.near_count = running->run_out.far_count = 0;
	running->expired = -INFINITY;
	running->profiled = running->expires;
	swf_profile_reset(running->profile);
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (running->resources[r] != NULL)
			swf_profile_reset(running->resources[r]);
}

int swf_machine_count(struct swf_machine *machine, const int64_t *resources)
{
	for (int r = 0; r < SWF_RESOURCES; r++) {
		if (resources[r] == 0)
			continue;
		machine->counts_resources = true;
		machine->resources[r] = machine->free_resources[r] = resources[r];
		if ((machine->running->resources[r] = swf_profile_new()) == NULL)
			return -1;
	}
	return 0;
}

void swf_machine_clear(struct swf_machine *machine)
{
	if (machine->running == NULL)
		return;
	swf_events_clear(&machine->running->ends);
	swf_events_clear(&machine->running->run_out);
	swf_profile_free(machine->running->profile);
	for (int r = 0; r < SWF_RESOURCES; r++)
		swf_profile_free(machine->running->resources[r]);
	free(machine->running);
	*machine = (struct swf_machine){0};
}

/* Expects the resources beside processors back at the expected end of a task. */
static int expect_resources(const struct swf_running *running, const struct swf_task *task)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (task->needs[r] > 0 &&
			swf_profile_put(
				running->resources[r], task->expected_end, task->needs[r]) != 0)
			return -1;
	return 0;
}

/* Expects a running task to end as predicted. */
static int expect_end(const struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	task->expected_end = task->start + task->predicted;
	if (task->expected_end < task->start + task->run_time &&
		swf_events_push(&running->run_out, task->expected_end, task) != 0)
		return -1;
	if (machine->counts_resources && expect_resources(running, task) != 0)
		return -1;
	return running->profiled ? swf_profile_add(running->profile, task) : 0;
}

/* Takes a running task out of what is expected. */
static void forget_end(const struct swf_machine *machine, const struct swf_task *task)
{
	struct swf_running *running = machine->running;
	if (running->profiled)
		swf_profile_subtract(running->profile, task);
	if (!machine->counts_resources)
		return;
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (task->needs[r] > 0)
			swf_profile_take(running->resources[r], task->expected_end, task->needs[r]);
}

/* Adds the tasks of events to the profile. `held` are the processors of all that are not in it. */
static int profile_events(
	struct swf_running *running, const struct swf_event *events, size_t count, int64_t *held)
{
	for (size_t i = 0; i < count; i++) {
		struct swf_task *task = events[i].task;
		if (task->expected_end <= running->expired)
			continue;
		if (swf_profile_add(running->profile, task) != 0)
			return -1;
		*held -= task->size;
	}
	return 0;
}

/* Begins the profile with all that runs. What is held by none of the tasks then, in a machine that
 * expires, is held by tasks of no estimate that started at the instant that has expired. */
static int begin_profile(const struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	const struct swf_events *ends = &running->ends;
	int64_t held = (int64_t)machine->procs - machine->free_procs;
	running->profiled = true;
	if (profile_events(running, ends->near, ends->near_count, &held) != 0 ||
		profile_events(running, ends->far, ends->far_count, &held) != 0)
		return -1;
	return held > 0 ? swf_profile_put(running->profile, running->expired, (int32_t)held) : 0;
}

static int refuse_start(const struct swf_machine *machine, const struct swf_task *task)
{
	const long long job = task->job->number;
	if (task->started)
		return swf_fail(machine->error,
			"at %.17g s the scheduler starts job %lld, which was started at %.17g s",
			machine->now, job, task->start);
	const int kind = swf_machine_lacks(machine, task);
	return swf_fail(machine->error,
		"at %.17g s the scheduler starts job %lld %s %lld %s, when %lld are free",
		machine->now, job, kind == SWF_KIND_PROCS ? "of" : "with",
		(long long)swf_task_need(task, kind), swf_kind_units[kind],
		(long long)swf_machine_free_amount(machine, kind));
}

static void take_resources(struct swf_machine *machine, const struct swf_task *task)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		machine->free_resources[r] -= task->needs[r];
}

int swf_machine_start(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	if (task->started || !swf_machine_fits(machine, task))
		return refuse_start(machine, task);
	task->started = true;
	task->start = machine->now;
	task->start_rank = running->starts++;
	machine->free_procs -= task->size;
	if (machine->counts_resources)
		take_resources(machine, task);
	if (swf_events_push(&running->ends, machine->now + task->run_time, task) != 0)
		return -1;
	return expect_end(machine, task);
}

int swf_machine_correct(struct swf_machine *machine, struct swf_task **task, double *before)
{
	struct swf_running *running = machine->running;
	const struct swf_event *first = swf_events_first(&running->run_out);
	*task = first->task;
	*before = first->time;
	swf_events_pop(&running->run_out);
	forget_end(machine, *task);
	swf_prediction_correct(*task);
	machine->changes++;
	return expect_end(machine, *task);
}

static void release_resources(struct swf_machine *machine, const struct swf_task *task)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		machine->free_resources[r] += task->needs[r];
}

static void release_procs(struct swf_machine *machine, int64_t procs)
{
	machine->free_procs += (int32_t)procs;
	machine->changes++;
}

void swf_machine_requeue(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	swf_events_remove(&running->ends, task);
	swf_events_remove(&running->run_out, task);
	if (task->expected_end > running->expired) {
		forget_end(machine, task);
		if (machine->counts_resources)
			release_resources(machine, task);
		release_procs(machine, task->size);
	}
	task->started = false;
	task->requeues++;
	running->lost_work += (machine->now - task->start) * task->size;
	task->predicted = task->first_predicted;
	task->corrections = 0;
}

int swf_machine_cancel(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	swf_events_remove(&running->ends, task);
	task->run_time = machine->now - task->start;
	task->cancelled = true;
	return swf_events_push(&running->ends, machine->now, task);
}

void swf_machine_suspend(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	if (task->is_suspended || task->start + task->run_time <= machine->now ||
		task->expected_end <= running->expired)
		return;
	swf_events_remove(&running->ends, task);
	swf_events_remove(&running->run_out, task);
	forget_end(machine, task);
	task->is_suspended = task->was_suspended = true;
	task->expected_end = machine->now;
}

int swf_machine_resume(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	if (!task->is_suspended)
		return 0;
	const double suspended = machine->now - task->expected_end;
	task->is_suspended = false;
	task->start += suspended;
	running->suspended_time += suspended;
	if (swf_events_push(&running->ends, task->start + task->run_time, task) != 0)
		return -1;
	return expect_end(machine, task);
}

struct swf_task *swf_machine_end_next(struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	struct swf_task *task = swf_events_first(&running->ends)->task;
	swf_events_pop(&running->ends);
	if (task->expected_end > running->expired) {
		forget_end(machine, task);
		if (machine->counts_resources)
			release_resources(machine, task);
		release_procs(machine, task->size);
	}
	/* A task of no estimate that started at an instant that had expired is in the profile
	 * still, and goes before its memory does. */
	if (running->expires && swf_machine_release_expired(machine) != 0)
		return NULL;
	return task;
}

/* Releases what is held of a resource beyond the expected end. */
static int release_expired_resource(struct swf_machine *machine, int r)
{
	int64_t amount = 0;
	do {
		machine->free_resources[r] += amount;
		if (swf_profile_pop(machine->running->resources[r], machine->now, &amount) != 0)
			return -1;
	} while (amount > 0);
	return 0;
}

int swf_machine_release_expired(struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	running->expired = machine->now;
	for (int r = 0; machine->counts_resources && r < SWF_RESOURCES; r++)
		if (running->resources[r] != NULL && release_expired_resource(machine, r) != 0)
			return -1;
	for (;;) {
		int64_t procs;
		if (swf_profile_pop(running->profile, machine->now, &procs) != 0)
			return -1;
		if (procs == 0)
			return 0;
		release_procs(machine, procs);
	}
}

/* Adds what tasks of events hold of a resource to its profile. */
static int profile_held(struct swf_running *running, int r, const struct swf_event *events,
	size_t count, int64_t *held)
{
	for (size_t i = 0; i < count; i++) {
		const struct swf_task *task = events[i].task;
		if (task->needs[r] == 0 || task->expected_end <= running->expired)
			continue;
		if (swf_profile_put(running->resources[r], task->expected_end, task->needs[r]) != 0)
			return -1;
		*held -= task->needs[r];
	}
	return 0;
}

/* As begin_profile does of processors. */
static int profile_resource(const struct swf_machine *machine, int r)
{
	struct swf_running *running = machine->running;
	const struct swf_events *ends = &running->ends;
	int64_t held = machine->resources[r] - machine->free_resources[r];
	if (profile_held(running, r, ends->near, ends->near_count, &held) != 0 ||
		profile_held(running, r, ends->far, ends->far_count, &held) != 0)
		return -1;
	return held > 0 ? swf_profile_put(running->resources[r], running->expired, held) : 0;
}

/* Copies a running task and lets it run on. */
static int copy_event(struct swf_running *to, const struct swf_event *event,
	struct swf_task *(*copy)(void *self, const struct swf_task *task), void *self)
{
	struct swf_task *task = copy(self, event->task);
	if (task == NULL || swf_events_push(&to->ends, event->time, task) != 0)
		return -1;
	return task->expected_end < event->time
		? swf_events_push(&to->run_out, task->expected_end, task)
		: 0;
}

int swf_machine_copy(struct swf_machine *to, const struct swf_machine *from,
	struct swf_task *(*copy)(void *self, const struct swf_task *task), void *self)
{
	struct swf_running *running = to->running;
	const struct swf_events *ends = &from->running->ends;
	to->now = from->now;
	to->free_procs = from->free_procs;
	memcpy(to->free_resources, from->free_resources, sizeof to->free_resources);
	to->changes = from->changes;
	running->starts = from->running->starts;
	running->expired = from->running->expired;
	for (size_t i = 0; i < ends->near_count; i++)
		if (copy_event(running, &ends->near[i], copy, self) != 0)
			return -1;
	for (size_t i = 0; i < ends->far_count; i++)
		if (copy_event(running, &ends->far[i], copy, self) != 0)
			return -1;
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (running->resources[r] != NULL && profile_resource(to, r) != 0)
			return -1;
	return running->expires ? begin_profile(to) : 0;
}

int swf_machine_shadow(
	const struct swf_machine *machine, int32_t size, double *shadow, int64_t *extra)
{
	const int64_t need = (int64_t)size - machine->free_procs;
	int64_t freed;
	if (!machine->running->profiled && begin_profile(machine) != 0)
		return -1;
	if (swf_profile_reach(machine->running->profile, need, shadow, &freed) != 0)
		return -1;
	*extra = freed - need;
	return 0;
}

/* Puts the shadow off until there is enough of a resource. `extra` is what is free now beyond the
 * need. */
static int put_off(struct swf_profile *profile, int64_t extra, double *shadow)
{
	double time = *shadow;
	int64_t freed;
	if (extra < 0 && swf_profile_reach(profile, -extra, &time, &freed) != 0)
		return -1;
	*shadow = time > *shadow ? time : *shadow;
	return 0;
}

/* Adds what comes free by the shadow time. */
static int add_freed(struct swf_profile *profile, double shadow, int64_t *extra)
{
	int64_t freed;
	if (swf_profile_until(profile, shadow, &freed) != 0)
		return -1;
	*extra += freed;
	return 0;
}

/* Resources only come free as time goes on, so there is enough of all from the latest of their
 * times on. */
static int find_shadow(
	const struct swf_machine *machine, const struct swf_task *task, struct swf_shadow *shadow)
{
	const struct swf_running *running = machine->running;
	shadow->time = machine->now;
	shadow->procs = (int64_t)machine->free_procs - task->size;
	if (put_off(running->profile, shadow->procs, &shadow->time) != 0)
		return -1;
	for (int r = 0; r < SWF_RESOURCES; r++) {
		shadow->resources[r] = machine->free_resources[r] - task->needs[r];
		if (put_off(running->resources[r], shadow->resources[r], &shadow->time) != 0)
			return -1;
	}
	if (add_freed(running->profile, shadow->time, &shadow->procs) != 0)
		return -1;
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (running->resources[r] != NULL &&
			add_freed(running->resources[r], shadow->time, &shadow->resources[r]) != 0)
			return -1;
	return 0;
}

int swf_machine_shadow_of(
	const struct swf_machine *machine, const struct swf_task *task, struct swf_shadow *shadow)
{
	if (!machine->counts_resources)
		return swf_machine_shadow(machine, task->size, &shadow->time, &shadow->procs);
	if (!machine->running->profiled && begin_profile(machine) != 0)
		return -1;
	return find_shadow(machine, task, shadow);
}
