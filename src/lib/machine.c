#include "machine.h"

int swf_machine_open(struct swf_machine *machine, int32_t procs)
{
	*machine = (struct swf_machine){
		.free_procs = procs, .ends = swf_order_new(), .holds = swf_order_new()};
	return machine->ends != NULL && machine->holds != NULL ? 0 : -1;
}

void swf_machine_close(struct swf_machine *machine)
{
	swf_order_free(machine->ends);
	swf_order_free(machine->holds);
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

static double true_end(const struct swf_task *task)
{
	return task->start + task->run_time;
}

int swf_machine_start(struct swf_machine *machine, struct swf_task *task)
{
	task->started = true;
	task->start = machine->now;
	task->estimated_end = machine->now + task->estimate;
	task->start_rank = machine->starts++;
	machine->free_procs -= task->size;
	if (swf_order_insert(machine->ends, true_end(task), task->start_rank, task) != 0)
		return -1;
	return swf_order_insert(machine->holds, task->estimated_end, task->start_rank, task);
}

struct swf_task *swf_machine_next_end(const struct swf_machine *machine, double *end)
{
	return swf_order_first(machine->ends, end);
}

static void release(struct swf_machine *machine, struct swf_task *task)
{
	swf_order_remove(machine->holds, task->estimated_end, task->start_rank);
	task->released = true;
	machine->free_procs += task->size;
	machine->releases++;
}

void swf_machine_end(struct swf_machine *machine, struct swf_task *task)
{
	swf_order_remove(machine->ends, true_end(task), task->start_rank);
	if (!task->released)
		release(machine, task);
}

void swf_machine_release_expired(struct swf_machine *machine)
{
	double end;
	struct swf_task *task;
	while ((task = swf_order_first(machine->holds, &end)) != NULL && end <= machine->now)
		release(machine, task);
}

void swf_machine_shadow(
	const struct swf_machine *machine, int32_t size, double *shadow, int64_t *extra)
{
	int64_t need = (int64_t)size - machine->free_procs;
	int64_t returned;
	swf_order_reach(machine->holds, need, shadow, &returned);
	*extra = returned - need;
}
