/* What schedulers share that keep a queue in the order of arrival. */
#ifndef SWF_SIMULATE_SCHEDULERS_QUEUEING_H
#define SWF_SIMULATE_SCHEDULERS_QUEUEING_H

#include "simulate/schedulers/queue.h"

/* Begins the state of each of them. */
struct swf_queueing {
	struct swf_machine *machine;
	struct swf_queue *queue; /* in the order of arrival */
};

/* A state of `size` bytes, which are 0 but for these. NULL when there is no memory. */
void *swf_queueing_new(size_t size, struct swf_machine *machine);

/* free_state of a scheduler that has no more to free. */
void swf_queueing_free(void *state);

/* arrive of a scheduler that does no more than to put a task in the queue. */
int swf_queueing_arrive(void *state, struct swf_task *task);

/* Takes a task out of the queue and starts it. 0, or -1 when there is no memory. */
int swf_queueing_start(struct swf_queueing *q, struct swf_task *task) SWF_MUST_CHECK;

/* Starts the head of the queue for as long as it fits, and puts the one that does not, or NULL,
 * into *head. 0, or -1 when there is no memory. */
int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head) SWF_MUST_CHECK;

#endif
