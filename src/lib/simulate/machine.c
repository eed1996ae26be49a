#include "simulate/machine.h"

#include <stdlib.h>

#include "simulate/predictions.h"

int swf_machine_init(
	struct swf_machine *machine, int32_t procs, bool expires, struct swf_error *error)
{
	struct swf_running *running = calloc(1, sizeof *running);
	*machine = (struct swf_machine){
		.procs = procs, .free_procs = procs, .error = error, .running = running};
	if (running == NULL)
		return -1;
	running->expires = expires;
	running->expired = -INFINITY;
	running->profile = swf_profile_new();
	return running->profile != NULL ? 0 : -1;
}

void swf_machine_clear(struct swf_machine *machine)
{
	if (machine->running == NULL)
		return;
	swf_events_clear(&machine->running->ends);
	swf_events_clear(&machine->running->run_out);
	swf_profile_free(machine->running->profile);
	free(machine->running);
	*machine = (struct swf_machine){0};
}

/* Expects a running task to end as predicted. */
static int expect(struct swf_running *running, struct swf_task *task)
{
	task->expected_end = task->start + task->predicted;
	if (task->expected_end < task->start + task->run_time &&
		swf_events_push(&running->run_out, task->expected_end, task) != 0)
		return -1;
	return swf_profile_add(running->profile, task);
}

static int refuse_start(const struct swf_machine *machine, const struct swf_task *task)
{
	const long long job = task->job->number;
	return task->started
		? swf_fail(machine->error,
			  "at %.17g s the scheduler starts job %lld, which was started at %.17g s",
			  machine->now, job, task->start)
		: swf_fail(machine->error,
			  "at %.17g s the scheduler starts job %lld of %ld processors, when %ld "
			  "are free",
			  machine->now, job, (long)task->size, (long)machine->free_procs);
}

int swf_machine_start(struct swf_machine *machine, struct swf_task *task)
{
	struct swf_running *running = machine->running;
	if (task->started || task->size > machine->free_procs)
		return refuse_start(machine, task);
	task->started = true;
	task->start = machine->now;
	task->start_rank = running->starts++;
	machine->free_procs -= task->size;
	if (swf_events_push(&running->ends, machine->now + task->run_time, task) != 0)
		return -1;
	return expect(running, task);
}

int swf_machine_correct(struct swf_machine *machine, struct swf_task **task, double *before)
{
	struct swf_running *running = machine->running;
	const struct swf_event *first = swf_events_first(&running->run_out);
	*task = first->task;
	*before = first->time;
	swf_events_pop(&running->run_out);
	swf_profile_subtract(running->profile, *task);
	swf_prediction_correct(*task);
	machine->changes++;
	return expect(running, *task);
}

static void release(struct swf_machine *machine, int64_t procs)
{
	machine->free_procs += (int32_t)procs;
	machine->changes++;
}

struct swf_task *swf_machine_end_next(struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	struct swf_task *task = swf_events_first(&running->ends)->task;
	swf_events_pop(&running->ends);
	if (task->expected_end > running->expired) {
		swf_profile_subtract(running->profile, task);
		release(machine, task->size);
	}
	/* A task of no estimate that started at an instant that had expired is in the profile
	 * still, and goes before its memory does. */
	if (running->expires && swf_machine_release_expired(machine) != 0)
		return NULL;
	return task;
}

int swf_machine_release_expired(struct swf_machine *machine)
{
	struct swf_running *running = machine->running;
	running->expired = machine->now;
	for (;;) {
		int64_t procs;
		if (swf_profile_pop(running->profile, machine->now, &procs) != 0)
			return -1;
		if (procs == 0)
			return 0;
		release(machine, procs);
	}
}

int swf_machine_shadow(
	const struct swf_machine *machine, int32_t size, double *shadow, int64_t *extra)
{
	int64_t need = (int64_t)size - machine->free_procs;
	int64_t freed;
	if (swf_profile_reach(machine->running->profile, need, shadow, &freed) != 0)
		return -1;
	*extra = freed - need;
	return 0;
}
