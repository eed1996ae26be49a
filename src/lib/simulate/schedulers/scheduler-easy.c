/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EASY: first come, first served, and behind a head that does not fit, backfilling of every job
 * that does not delay it. (Lifka 1995; Mu'alem and Feitelson 2001.)
 *
 * While no processors are given back, a job that could not start earlier cannot start now: the free
 * and the extra processors only shrink, and the shadow time stays. So the queue is searched only in
 * the first pass after a release; other passes look at the new arrivals alone.
 *
 * Where more than processors is counted, the shadow time is the first at which there is enough of
 * all, and a job that lasts beyond it needs no more of anything than is extra.
 */
#include <stdlib.h>

#include "base/array.h"
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

struct easy {
	struct swf_queueing q;   /* the head of its queue does not fit */
	struct swf_task **fresh; /* arrived since the last pass */
	size_t fresh_count, fresh_capacity;
	uint64_t changes; /* of the machine, at the last pass */
	bool gap_known;
	struct swf_queue_gap gap; /* behind the head */
};

static void free_state(void *state)
{
	struct easy *easy = state;
	free(easy->fresh);
	swf_queueing_free(state);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct easy), machine);
}

static int arrive(void *state, struct swf_task *task)
{
	struct easy *easy = state;
	struct swf_task **fresh = swf_array_reserve(
		easy->fresh, easy->fresh_count, &easy->fresh_capacity, sizeof(struct swf_task *));
	if (fresh == NULL)
		return -1;
	easy->fresh = fresh;
	easy->fresh[easy->fresh_count++] = task;
	return 0;
}

/* Finds the gap behind the head of the queue, or has it be that of now. */
static int find_gap(struct easy *easy, const struct swf_task *head)
{
	if (!easy->gap_known && swf_queue_gap_behind(easy->q.machine, head, &easy->gap) != 0)
		return -1;
	easy->gap_known = true;
	easy->gap.now = easy->q.machine->now;
	easy->gap.free = easy->q.machine->free_procs;
	return 0;
}

static int backfill(struct easy *easy, struct swf_task *task)
{
	if (swf_machine_start(easy->q.machine, task) != 0)
		return -1;
	swf_queue_gap_take(&easy->gap, task);
	return 0;
}

/* Starts what can start in the queue, now that processors have been released. */
static int pass_queue(struct easy *easy)
{
	struct swf_task *head, *task = NULL;
	easy->gap_known = false;
	if (swf_queueing_start_heads(&easy->q, &head) != 0)
		return -1;
	while (swf_queue_has_size(easy->q.queue, easy->q.machine->free_procs)) {
		if (find_gap(easy, head) != 0)
			return -1;
		if ((task = swf_queue_next_fit(easy->q.queue, task, &easy->gap)) == NULL)
			break;
		swf_queue_remove(easy->q.queue, task);
		if (backfill(easy, task) != 0)
			return -1;
	}
	return 0;
}

/* Starts a new arrival or puts it in the queue. */
static int place(struct easy *easy, struct swf_task *task)
{
	struct swf_task *head = swf_queue_head(easy->q.queue);
	if (swf_machine_fits(easy->q.machine, task)) {
		if (head == NULL)
			return swf_machine_start(easy->q.machine, task);
		if (find_gap(easy, head) != 0)
			return -1;
		if (swf_queue_gap_fits(&easy->gap, task->size, task->predicted) &&
			swf_queue_gap_suffices(&easy->gap, task))
			return backfill(easy, task);
	}
	if (head == NULL)
		easy->gap_known = false;
	return swf_queue_append(easy->q.queue, task);
}

static int pass(void *state)
{
	struct easy *easy = state;
	if (easy->changes != easy->q.machine->changes) {
		easy->changes = easy->q.machine->changes;
		if (pass_queue(easy) != 0)
			return -1;
	}
	for (size_t i = 0; i < easy->fresh_count; i++)
		if (place(easy, easy->fresh[i]) != 0)
			return -1;
	easy->fresh_count = 0;
	return 0;
}

const struct swf_scheduler swf_scheduler_easy = {
	.name = "easy",
	.summary = "EASY backfilling: a job may overtake if that does not delay the first in the "
		   "queue",
	.takes_resources = true,
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
};
