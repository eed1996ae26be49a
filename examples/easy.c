/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EASY backfilling as a plug-in of swf-simulate: first come, first served, and a job may overtake
 * the first in the queue if that does not delay it. Its schedule is that of --scheduler easy. On a
 * large log the simulation takes 15 % longer; easy-fast.c does not, and is twice as long.
 *
 *     make && swf-simulate --scheduler ./easy.so log.swf
 */
#include <swfcore/plug-in.h>
#include <swfcore/queueing.h>

/* What a scheduler keeps. This one needs no more than the machine and the queue. */
static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct swf_queueing), machine);
}

/* Starts all that may start now. Called when jobs have arrived or ended. */
static int pass(void *state)
{
	struct swf_queueing *q = state;
	struct swf_machine *machine = q->machine;
	struct swf_task *head, *task = NULL;
	if (swf_queueing_start_heads(q, &head) != 0)
		return -1;
	if (!swf_queue_has_size(q->queue, machine->free_procs))
		return 0; /* the queue is empty, or all are too large */

	/* The head does not fit. When will it, and what is left beside it then? */
	struct swf_queue_gap gap;
	if (swf_queue_gap_behind(machine, head, &gap) != 0)
		return -1;
	while ((task = swf_queue_next_fit(q->queue, task, &gap)) != NULL) {
		if (swf_queueing_start(q, task) != 0)
			return -1;
		swf_queue_gap_take(&gap, task);
	}
	return 0;
}

static const struct swf_scheduler easy = {
	.name = "easy",
	.summary = "EASY backfilling",
	.takes_resources = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = swf_queueing_arrive,
	.pass = pass,
};

static const struct swf_scheduler *const schedulers[] = {&easy, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION, .schedulers = schedulers};
