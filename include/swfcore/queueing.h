/*
 * What schedulers share that keep a queue in the order of arrival: most functions of a struct
 * swf_scheduler, and backfilling in an order of one's own. EASY with another order is a function
 * for that order and a pass of two calls, if the order goes by submit times and predictions. One
 * that goes by anything else, such as size or user, needs a list of the scheduler's own.
 *
 * A function that starts tasks returns 0, or -1 like swf_machine_start.
 */
#ifndef SWFCORE_QUEUEING_H
#define SWFCORE_QUEUEING_H

#include "swfcore/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins the state of each of them. */
struct swf_queueing {
	struct swf_machine *machine;
	struct swf_queue *queue; /* in the order of arrival */
};

/* A state of `size` bytes, which begins with a struct swf_queueing and is 0 behind it. NULL when
 * there is no memory. */
void *swf_queueing_new(size_t size, struct swf_machine *machine);

/* free_state of a scheduler that has no more to free. */
void swf_queueing_free(void *state);

/* arrive of a scheduler that does no more than to put a task in the queue. */
int swf_queueing_arrive(void *state, struct swf_task *task);

/* Starts a task that is in the queue, and takes it out. */
int swf_queueing_start(struct swf_queueing *q, struct swf_task *task) SWF_MUST_CHECK;

/* Starts the head of the queue for as long as it fits, and puts the one that does not, or NULL,
 * into *head. */
int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head) SWF_MUST_CHECK;

/* Backfills: while a task of `head_size` processors, which does not fit now, keeps its shadow time,
 * starts what fits of the queue, the task of the highest worth first. */
int swf_queueing_backfill(struct swf_queueing *q, const struct swf_queue_order *order,
	int32_t head_size) SWF_MUST_CHECK;

/* The same where only one task of the queue can start. */
int swf_queueing_backfill_one(
	struct swf_queueing *q, struct swf_task *task, int32_t head_size) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
