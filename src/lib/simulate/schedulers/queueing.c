#include "swfcore/queueing.h"

#include <stdlib.h>

void *swf_queueing_new(size_t size, struct swf_machine *machine)
{
	struct swf_queueing *q = calloc(1, size);
	if (q == NULL)
		return NULL;
	q->machine = machine;
	if ((q->queue = swf_queue_new()) == NULL) {
		free(q);
		return NULL;
	}
	return q;
}

void swf_queueing_free(void *state)
{
	struct swf_queueing *q = state;
	swf_queue_free(q->queue);
	free(q);
}

int swf_queueing_arrive(void *state, struct swf_task *task)
{
	struct swf_queueing *q = state;
	return swf_queue_append(q->queue, task);
}

int swf_queueing_start(struct swf_queueing *q, struct swf_task *task)
{
	/* one that cannot start may not be in the queue either */
	if (swf_machine_start(q->machine, task) != 0)
		return -1;
	swf_queue_remove(q->queue, task);
	return 0;
}

int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head)
{
	while ((*head = swf_queue_head(q->queue)) != NULL &&
		(*head)->size <= q->machine->free_procs)
		if (swf_queueing_start(q, *head) != 0)
			return -1;
	return 0;
}

int swf_queueing_backfill(
	struct swf_queueing *q, const struct swf_queue_order *order, int32_t head_size)
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

int swf_queueing_backfill_one(struct swf_queueing *q, struct swf_task *task, int32_t head_size)
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
