#include "simulate/schedulers/queueing.h"

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
	swf_queue_remove(q->queue, task);
	return swf_machine_start(q->machine, task);
}

int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head)
{
	while ((*head = swf_queue_head(q->queue)) != NULL &&
		(*head)->size <= q->machine->free_procs)
		if (swf_queueing_start(q, *head) != 0)
			return -1;
	return 0;
}
