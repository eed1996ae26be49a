/* Backfilling behind a blocked head in an order of its own. */
#ifndef SWF_SIMULATE_SCHEDULERS_BACKFILL_H
#define SWF_SIMULATE_SCHEDULERS_BACKFILL_H

#include "simulate/schedulers/queueing.h"

/* Starts what may overtake a head of `head_size` processors, which does not fit now, the tasks of
 * the highest worth first. 0, or -1 when there is no memory. */
int swf_backfill(struct swf_queueing *q, const struct swf_queue_order *order,
	int32_t head_size) SWF_MUST_CHECK;

/* The same where only one task of the queue can start. */
int swf_backfill_one(
	struct swf_queueing *q, struct swf_task *task, int32_t head_size) SWF_MUST_CHECK;

#endif
