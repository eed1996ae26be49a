/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EASY with shortest-job backfilling: jobs start from the head of the queue in the order of
 * arrival, and those that overtake it in the order of their predicted run times. With predictions
 * from recent jobs it is EASY++. (Tsafrir, Etsion and Feitelson, Backfilling using
 * system-generated predictions rather than user runtime estimates, 2007.)
 *
 * While no processors are given back and no prediction is corrected, a job that could not start
 * earlier cannot start now either, so that of a queue that has been gone through only what has
 * arrived since is looked at.
 */
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

struct sjbf {
	struct swf_queueing q;
	size_t arrived;        /* since the last pass */
	struct swf_task *last; /* of these */
	uint64_t changes;      /* of the machine, at the last pass */
};

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct sjbf), machine);
}

static int arrive(void *state, struct swf_task *task)
{
	struct sjbf *sjbf = state;
	sjbf->arrived++;
	sjbf->last = task;
	return swf_queueing_arrive(&sjbf->q, task);
}

/* The shorter, the better. */
static double most_shortness(const void *self, double first, double last, double predicted)
{
	(void)self;
	(void)first;
	(void)last;
	return -predicted;
}

/* Goes through the whole queue. */
static int go_through(struct sjbf *sjbf)
{
	static const struct swf_queue_order shortest = {.most = most_shortness};
	struct swf_task *head;
	if (swf_queueing_start_heads(&sjbf->q, &head) != 0)
		return -1;
	return head != NULL ? swf_queueing_backfill(&sjbf->q, &shortest, head) : 0;
}

static int pass(void *state)
{
	struct sjbf *sjbf = state;
	const struct swf_task *head = swf_queue_head(sjbf->q.queue);
	const bool changed = sjbf->changes != sjbf->q.machine->changes;
	const bool one_may_start = !changed && sjbf->arrived == 1 && sjbf->last != head;
	sjbf->changes = sjbf->q.machine->changes;
	sjbf->arrived = 0;
	return one_may_start ? swf_queueing_backfill_one(&sjbf->q, sjbf->last, head)
			     : go_through(sjbf);
}

const struct swf_scheduler swf_scheduler_easy_sjbf = {
	.name = "easy-sjbf",
	.summary = "EASY in which of the jobs that may overtake the shortest go first",
	.takes_resources = true,
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = arrive,
	.pass = pass,
};

const struct swf_scheduler swf_scheduler_easy_plus_plus = {
	.name = "easy++",
	.summary = "easy-sjbf that predicts run times from the user's last two jobs",
	.predict = "recent:2",
	.takes_resources = true,
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = arrive,
	.pass = pass,
};
