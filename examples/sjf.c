/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shortest job first as a plug-in of swf-simulate: of the jobs that wait, the one with the shortest
 * predicted run time starts first, of equal ones the one that arrived first. While it does not fit,
 * no other job starts.
 *
 *     make && swf-simulate --scheduler ./sjf.so log.swf
 */
#include <swfcore/plug-in.h>
#include <swfcore/queueing.h>

/* What a scheduler keeps. This one needs no more than the machine and the queue. */
static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct swf_queueing), machine);
}

/* What jobs are worth that were submitted from `first` to `last` and are predicted to run for at
 * least `predicted` s: the shorter, the more. Another order is another line here. */
static double worth(const void *self, double first, double last, double predicted)
{
	(void)self, (void)first, (void)last;
	return -predicted;
}

/* Starts all that may start now. Called when jobs have arrived or ended. */
static int pass(void *state)
{
	static const struct swf_queue_order shortest_first = {.most = worth};
	struct swf_queueing *q = state;
	struct swf_task *task;
	while ((task = swf_queue_highest(q->queue, &shortest_first, NULL)) != NULL &&
		task->size <= q->machine->free_procs)
		if (swf_queueing_start(q, task) != 0)
			return -1;
	return 0;
}

static const struct swf_scheduler sjf = {
	.name = "sjf",
	.summary = "shortest job first; no job overtakes the shortest",
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = swf_queueing_arrive,
	.pass = pass,
};

static const struct swf_scheduler *const schedulers[] = {&sjf, NULL};

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION, .schedulers = schedulers};
