/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EASY that backfills less: a job overtakes the head of the queue only if it ends, by the time that
 * it requested, before the head's shadow time, and requested times are taken as they stand, also
 * when a job runs on past its own. With it the mean waits come out that Zakay and Feitelson
 * (Preserving user behavior characteristics, 2014, table I) have for conventional simulations.
 */
#include <math.h>

#include "simulate/profile.h"
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

struct shadow {
	struct swf_queueing q;
	/* by kind, what runs holds, and until when by requested times, which may be past */
	struct swf_profile *ends[SWF_KINDS];
	int64_t held[SWF_KINDS];
};

static void free_state(void *state)
{
	struct shadow *s = state;
	for (int k = 0; k < SWF_KINDS; k++)
		swf_profile_free(s->ends[k]);
	swf_queueing_free(state);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	struct shadow *s = swf_queueing_new(sizeof *s, machine);
	for (int k = 0; s != NULL && k < SWF_KINDS; k++) {
		if ((s->ends[k] = swf_profile_new()) == NULL) {
			free_state(s);
			return NULL;
		}
	}
	return s;
}

/* s. A job without a requested time ends at once. */
static double requested(const struct swf_task *task)
{
	return fmax(0, task->job->estimate);
}

/* While a task waits, its requested time stands in place of its prediction: the queue searches by
 * that. */
static int arrive(void *state, struct swf_task *task)
{
	task->predicted = requested(task);
	return swf_queueing_arrive(state, task);
}

static int start(struct shadow *s, struct swf_task *task)
{
	const double end = s->q.machine->now + requested(task);
	for (int k = 0; k < SWF_KINDS; k++) {
		const int64_t need = swf_task_need(task, k);
		if (need > 0 && swf_profile_put(s->ends[k], end, need) != 0)
			return -1;
		s->held[k] += need;
	}
	swf_queue_remove(s->q.queue, task);
	task->predicted = task->first_predicted;
	return swf_machine_start(s->q.machine, task);
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct shadow *s = state;
	if (after > before) /* a prediction has been corrected, none of which counts here */
		return 0;
	for (int k = 0; k < SWF_KINDS; k++) {
		const int64_t need = swf_task_need(task, k);
		s->held[k] -= need;
		if (need > 0)
			swf_profile_take(s->ends[k], task->start + requested(task), need);
	}
	return 0;
}

/* Finds the earliest time from now on at which there is enough for a task, by requested times. */
static int find_shadow(const struct shadow *s, const struct swf_task *task, double *shadow)
{
	const struct swf_machine *machine = s->q.machine;
	*shadow = machine->now;
	for (int k = 0; k < SWF_KINDS; k++) {
		/* the machine may count some as free that are about to end now */
		const int64_t unheld = swf_machine_amount(machine, k) - s->held[k];
		const int64_t lack = swf_task_need(task, k) - unheld;
		double time;
		int64_t freed;
		if (lack <= 0)
			continue;
		if (swf_profile_reach(s->ends[k], lack, &time, &freed) != 0)
			return -1;
		*shadow = fmax(*shadow, time);
	}
	return 0;
}

static int pass(void *state)
{
	struct shadow *s = state;
	const struct swf_machine *machine = s->q.machine;
	struct swf_task *head, *task = NULL;
	while ((head = swf_queue_head(s->q.queue)) != NULL && swf_machine_fits(machine, head))
		if (start(s, head) != 0)
			return -1;
	if (!swf_queue_has_size(s->q.queue, machine->free_procs))
		return 0;
	/* nothing is extra */
	struct swf_queue_gap gap = {.now = machine->now, .free = machine->free_procs};
	if (machine->counts_resources)
		gap.free_resources = machine->free_resources;
	if (find_shadow(s, head, &gap.shadow) != 0)
		return -1;
	while ((task = swf_queue_next_fit(s->q.queue, task, &gap)) != NULL) {
		if (start(s, task) != 0)
			return -1;
		gap.free -= task->size;
	}
	return 0;
}

const struct swf_scheduler swf_scheduler_easy_shadow = {
	.name = "easy-shadow",
	.summary = "EASY in which only jobs overtake that end before the shadow time",
	.takes_resources = true,
	.by_requested = true,
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
	.end_changed = end_changed,
};
