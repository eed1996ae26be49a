#include "simulate/schedulers/backfill.h"

int swf_backfill(struct swf_queueing *q, const struct swf_queue_order *order, int32_t head_size)
{
	const struct swf_machine *machine = q->machine;
	struct swf_queue_gap gap = {.now = machine->now, .free = machine->free_procs};
	struct swf_task *task;
	if (!swf_queue_has_size(q->queue, machine->free_procs))
		return 0;
	if (swf_machine_shadow(machine, head_size, &gap.shadow, &gap.extra) != 0)
		return -1;
	while ((task = swf_queue_highest(q->queue, order, &gap)) != NULL) {
		if (swf_queueing_start(q, task) != 0)
			return -1;
		gap.free -= task->size;
		if (task->expected_end > gap.shadow)
			gap.extra -= task->size;
	}
	return 0;
}

int swf_backfill_one(struct swf_queueing *q, struct swf_task *task, int32_t head_size)
{
	const struct swf_machine *machine = q->machine;
	struct swf_queue_gap gap = {.now = machine->now, .free = machine->free_procs};
	if (task->size > machine->free_procs)
		return 0;
	if (swf_machine_shadow(machine, head_size, &gap.shadow, &gap.extra) != 0)
		return -1;
	return swf_queue_gap_fits(&gap, task->size, task->predicted) ? swf_queueing_start(q, task)
								     : 0;
}
