/*
 * EASY that backfills less: a job overtakes the head of the queue only if it ends, by the time that
 * it requested, before the head's shadow time, and requested times are taken as they stand, also
 * when a job runs on past its own. With it the mean waits come out that Zakay and Feitelson
 * (Preserving user behavior characteristics, 2014, table I) have for conventional simulations.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "simulate/schedulers/schedulers.h"
#include "swfcore/queueing.h"

/* A task that runs. */
struct occupant {
	const struct swf_task *task;
	double end; /* s, as requested; may be past */
};

struct shadow {
	struct swf_queueing q;
	struct occupant *occupants; /* in the order of their ends */
	size_t count, capacity;
	int64_t held; /* processors, by all of them */
};

static void free_state(void *state)
{
	struct shadow *s = state;
	free(s->occupants);
	swf_queueing_free(state);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	return swf_queueing_new(sizeof(struct shadow), machine);
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
	struct occupant *occupants =
		swf_array_reserve(s->occupants, s->count, &s->capacity, sizeof *occupants);
	if (occupants == NULL)
		return -1;
	s->occupants = occupants;
	const double end = s->q.machine->now + requested(task);
	size_t place = s->count++;
	for (; place > 0 && occupants[place - 1].end > end; place--)
		occupants[place] = occupants[place - 1];
	occupants[place] = (struct occupant){.task = task, .end = end};
	s->held += task->size;
	swf_queue_remove(s->q.queue, task);
	task->predicted = task->first_predicted;
	return swf_machine_start(s->q.machine, task);
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct shadow *s = state;
	size_t place = 0;
	if (after > before) /* a prediction has been corrected, none of which counts here */
		return 0;
	while (s->occupants[place].task != task)
		place++;
	s->held -= task->size;
	for (s->count--; place < s->count; place++)
		s->occupants[place] = s->occupants[place + 1];
	return 0;
}

/* The earliest time from now on at which so many processors are free, by requested times. */
static double shadow_time(const struct shadow *s, int32_t size)
{
	/* the machine may count some as free that are about to end now */
	int64_t free_procs = s->q.machine->procs - s->held;
	size_t i = 0;
	while ((free_procs += s->occupants[i].task->size) < size)
		i++;
	return fmax(s->occupants[i].end, s->q.machine->now);
}

static int pass(void *state)
{
	struct shadow *s = state;
	const struct swf_machine *machine = s->q.machine;
	struct swf_task *head, *task = NULL;
	while ((head = swf_queue_head(s->q.queue)) != NULL && head->size <= machine->free_procs)
		if (start(s, head) != 0)
			return -1;
	if (!swf_queue_has_size(s->q.queue, machine->free_procs))
		return 0;
	struct swf_queue_gap gap = {.now = machine->now,
		.shadow = shadow_time(s, head->size),
		.free = machine->free_procs};
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
	.by_requested = true,
	.new_state = new_state,
	.free_state = free_state,
	.arrive = arrive,
	.pass = pass,
	.end_changed = end_changed,
};
