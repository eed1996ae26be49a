/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CREASY: EASY on a queue in which critical jobs come first: those that are expected to respond so
 * soon that their users go on working. The priority is (1 - alpha) W + alpha C, where W is the wait
 * over the longest in the queue, and C = 1 / (1 + 0.05 m)^2 with the m minutes of response time
 * that the job will have had if it starts now: the slope, over its largest, of the chance 0.8 / (1
 * + 0.05 m) that its user goes on. (Shmueli and Feitelson, On simulation and design of
 * parallel-systems schedulers, 2009.)
 *
 * Priorities change with time, so that every pass in which a job might start looks for the head
 * again.
 */
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

struct creasy {
	struct swf_queueing q;
	double alpha;
	double longest; /* s, wait at the beginning of the pass */
};

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	struct creasy *creasy = swf_queueing_new(sizeof *creasy, machine);
	if (creasy != NULL)
		creasy->alpha = options->alpha;
	return creasy;
}

/* The priority, with the wait of a job submitted at `first` and the response of one at `last`. */
static double most_priority(const void *self, double first, double last, double predicted)
{
	const struct creasy *creasy = self;
	const double now = creasy->q.machine->now, alpha = creasy->alpha;
	const double waited = creasy->longest > 0 ? (now - first) / creasy->longest : 0;
	const double impatience = 1 + 0.05 * ((now - last + predicted) / 60);
	return (1 - alpha) * waited + alpha * (1 / (impatience * impatience));
}

static int pass(void *state)
{
	struct creasy *creasy = state;
	const struct swf_queue_order by_priority = {.self = creasy, .most = most_priority};
	/* the first to arrive has waited longest */
	const struct swf_task *oldest = swf_queue_head(creasy->q.queue);
	creasy->longest = oldest != NULL ? creasy->q.machine->now - oldest->submit : 0;
	while (swf_queue_has_size(creasy->q.queue, creasy->q.machine->free_procs)) {
		struct swf_task *head = swf_queue_highest(creasy->q.queue, &by_priority, NULL);
		if (!swf_machine_fits(creasy->q.machine, head))
			return swf_queueing_backfill(&creasy->q, &by_priority, head);
		if (swf_queueing_start(&creasy->q, head) != 0)
			return -1;
	}
	return 0;
}

const struct swf_scheduler swf_scheduler_creasy = {
	.name = "creasy",
	.summary = "EASY with a weight alpha on jobs whose users still wait for them",
	.takes_alpha = true,
	.takes_resources = true,
	.new_state = new_state,
	.free_state = swf_queueing_free,
	.arrive = swf_queueing_arrive,
	.pass = pass,
};
