#include "simulate/schedulers/backfill.h"

int swf_start_from_queue(
	struct swf_machine *machine, struct swf_queue *queue, struct swf_task *task)
{
	swf_queue_remove(queue, task);
	return swf_machine_start(machine, task);
}

int swf_backfill(struct swf_machine *machine, struct swf_queue *queue,
	const struct swf_queue_order *order, int32_t head_size)
{
	struct swf_gap gap = {.now = machine->now, .free = machine->free_procs};
	struct swf_task *task;
	if (!swf_queue_has_size(queue, machine->free_procs))
		return 0;
	if (swf_machine_shadow(machine, head_size, &gap.shadow, &gap.extra) != 0)
		return -1;
	while ((task = swf_queue_highest(queue, order, &gap)) != NULL) {
		if (swf_start_from_queue(machine, queue, task) != 0)
			return -1;
		gap.free -= task->size;
		if (task->expected_end > gap.shadow)
			gap.extra -= task->size;
	}
	return 0;
}

int swf_backfill_one(struct swf_machine *machine, struct swf_queue *queue, struct swf_task *task,
	int32_t head_size)
{
	struct swf_gap gap = {.now = machine->now, .free = machine->free_procs};
	if (task->size > machine->free_procs)
		return 0;
	if (swf_machine_shadow(machine, head_size, &gap.shadow, &gap.extra) != 0)
		return -1;
	return swf_gap_fits(&gap, task->size, task->predicted)
		? swf_start_from_queue(machine, queue, task)
		: 0;
}
