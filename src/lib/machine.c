#include "machine.h"

#include <math.h>

int swf_machine_open(struct swf_machine *machine, int32_t procs)
{
	*machine = (struct swf_machine){
		.free_procs = procs, .profile = swf_profile_new(), .expired = -INFINITY};
	return machine->profile != NULL ? 0 : -1;
}

void swf_machine_close(struct swf_machine *machine)
{
	swf_events_free(&machine->ends);
	swf_profile_free(machine->profile);
}

double swf_machine_now(const struct swf_machine *machine)
{
	return machine->now;
}

int32_t swf_machine_free_procs(const struct swf_machine *machine)
{
	return machine->free_procs;
}

uint64_t swf_machine_releases(const struct swf_machine *machine)
{
	return machine->releases;
}

int swf_machine_start(struct swf_machine *machine, struct swf_task *task)
{
	task->started = true;
	task->start = machine->now;
	task->estimated_end = machine->now + task->estimate;
	task->start_rank = machine->starts++;
	machine->free_procs -= task->size;
	if (swf_events_push(&machine->ends, machine->now + task->run_time, task) != 0)
		return -1;
	return swf_profile_add(machine->profile, task->estimated_end, task->size);
}

double swf_machine_next_end(const struct swf_machine *machine)
{
	return machine->ends.count > 0 ? machine->ends.heap[0].time : INFINITY;
}

static void release(struct swf_machine *machine, int64_t procs)
{
	machine->free_procs += (int32_t)procs;
	machine->releases++;
}

struct swf_task *swf_machine_end_next(struct swf_machine *machine)
{
	struct swf_task *task = machine->ends.heap[0].task;
	swf_events_pop(&machine->ends);
	if (task->estimated_end > machine->expired) {
		swf_profile_subtract(machine->profile, task->estimated_end, task->size);
		release(machine, task->size);
	}
	return task;
}

void swf_machine_release_expired(struct swf_machine *machine)
{
	int64_t procs;
	machine->expired = machine->now;
	while ((procs = swf_profile_pop(machine->profile, machine->now)) > 0)
		release(machine, procs);
}

void swf_machine_shadow(
	const struct swf_machine *machine, int32_t size, double *shadow, int64_t *extra)
{
	int64_t need = (int64_t)size - machine->free_procs;
	int64_t freed;
	swf_profile_reach(machine->profile, need, shadow, &freed);
	*extra = freed - need;
}
