/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of an engine that has an array of jobs and no sink, for snapshots. Then a slot is that of
 * a task that waits, runs or is to join the queue at this instant: what has ended is gone. Each has
 * one copy, made by whoever holds the task. Of a task that runs this is the queue of ends. The
 * predictions that will run out and the profile are made anew from these tasks.
 */
#include "simulate/engine.h"
#include "simulate/running.h"

struct swf_slot *swf_engine_copy_slot(struct swf_engine *to, const struct swf_slot *from)
{
	struct swf_slot *slot = swf_slab_take(&to->slots);
	if (slot == NULL)
		return NULL;
	slot->task = from->task;
	slot->tag = from->tag;
	slot->scheduled = from->scheduled;
	slot->ended = from->ended;
	slot->sunk = from->sunk;
	if (from->task.job == &from->arrival.job) {
		slot->arrival.job = from->arrival.job;
		slot->task.job = &slot->arrival.job;
	}
	return slot;
}

static struct swf_task *copy_task(void *engine, const struct swf_task *task)
{
	struct swf_slot *slot = swf_engine_copy_slot(engine, (const struct swf_slot *)task);
	return slot != NULL ? &slot->task : NULL;
}

/* Those of this instant that have not joined the queue. */
static int copy_arriving(struct swf_engine *to, const struct swf_engine *from)
{
	struct swf_slot **arriving = swf_array_reserve_more(1, to->arriving, 0,
		from->arriving_count + 1, &to->arriving_capacity, sizeof(struct swf_slot *));
	if (arriving == NULL)
		return -1;
	to->arriving = arriving;
	to->arriving_count = from->arriving_count;
	to->joined = from->joined;
	for (size_t i = from->joined; from->at == ENGINE_ARRIVING && i < from->arriving_count;
		i++) {
		const size_t place = swf_engine_arriving_place(from, i);
		if ((arriving[place] = swf_engine_copy_slot(to, from->arriving[place])) == NULL)
			return -1;
	}
	return 0;
}

int swf_engine_copy(struct swf_engine *to, const struct swf_engine *from)
{
	if (copy_arriving(to, from) != 0 ||
		swf_machine_copy(&to->machine, &from->machine, copy_task, to) != 0)
		return swf_fail_memory(to->error);
	*to->counts = *from->counts;
	to->next_job = from->next_job;
	to->more = from->more;
	to->arrival = from->arrival;
	to->due = from->due;
	to->tasks = from->tasks;
	to->at = from->at;
	to->stepped = from->stepped;
	to->passed = from->passed;
	return 0;
}
