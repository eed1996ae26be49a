/*
 * Plain policies: jobs start in an order that is not that of arrival. The first job in the order
 * that does not fit has a shadow time, as in EASY, and the jobs behind it are gone through in the
 * same order. Or all jobs have reservations, made in the order; or none overtakes.
 */
#include <math.h>
#include <stdlib.h>

#include "simulate/schedulers/ordered.h"
#include "simulate/schedulers/schedulers.h"

struct swf_task *swf_ordered_next(
	struct swf_ordered *ordered, struct swf_ordered_walk *walk, const struct swf_room *room)
{
	if (ordered->key != NULL)
		return swf_ordered_queue_next(&ordered->queue, &walk->place, INFINITY, room);
	/* mostly none of any user fits, which one search can tell */
	struct swf_ordered_place any = {.key = -INFINITY};
	if (swf_ordered_queue_next(&ordered->queue, &any, INFINITY, room) == NULL)
		return NULL;
	for (; walk->turn < ordered->fair.count; walk->turn++) {
		const double user = (double)ordered->fair.turns[walk->turn].user;
		if (walk->place.key != user)
			walk->place = (struct swf_ordered_place){.key = user};
		struct swf_task *task =
			swf_ordered_queue_next(&ordered->queue, &walk->place, user, room);
		if (task != NULL)
			return task;
	}
	return NULL;
}

int swf_ordered_start(struct swf_ordered *ordered, struct swf_task *task)
{
	if (swf_machine_start(ordered->machine, task) != 0)
		return -1;
	swf_ordered_queue_remove(&ordered->queue, task);
	if (ordered->key == NULL)
		swf_fair_users_start(&ordered->fair, task, ordered->machine->now);
	return 0;
}

static void free_state(void *state)
{
	struct swf_ordered *ordered = state;
	swf_ordered_queue_clear(&ordered->queue);
	swf_fair_users_clear(&ordered->fair);
	swf_timetable_clear(&ordered->table);
	free(ordered->steps);
	free(ordered->plans);
	free(ordered);
}

static void *new_ordered(struct swf_machine *machine, const struct swf_scheduler_options *options,
	double (*key)(const struct swf_ordered *ordered, const struct swf_task *task))
{
	struct swf_ordered *ordered = calloc(1, sizeof *ordered);
	if (ordered == NULL)
		return NULL;
	ordered->machine = machine;
	ordered->options = *options;
	ordered->key = key;
	swf_user_usage_init(&ordered->fair.usage, machine->procs);
	if (swf_timetable_init(&ordered->table, machine->procs) != 0) {
		free_state(ordered);
		return NULL;
	}
	return ordered;
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct swf_ordered *ordered = state;
	if (ordered->key == NULL && after <= before)
		swf_fair_users_end(&ordered->fair, task, after);
	return ordered->options.backfill == SWF_BACKFILL_CONSERVATIVE
		? swf_ordered_conservative_end(ordered, before, after, task->size)
		: 0;
}

static int arrive(void *state, struct swf_task *task)
{
	struct swf_ordered *ordered = state;
	const double key = ordered->key != NULL ? ordered->key(ordered, task)
						: swf_fair_users_join(&ordered->fair, task);
	if (ordered->key == NULL && key < 0)
		return -1;
	return swf_ordered_queue_add(&ordered->queue, task, key);
}

/* Starts what does not delay the first that does not fit. */
static int backfill(struct swf_ordered *ordered, struct swf_ordered_walk *walk, int32_t first_size)
{
	const struct swf_machine *machine = ordered->machine;
	double shadow;
	int64_t extra;
	if (swf_ordered_queue_least(&ordered->queue) > machine->free_procs)
		return 0;
	if (swf_machine_shadow(machine, first_size, &shadow, &extra) != 0)
		return -1;
	for (;;) {
		const int64_t free_procs = machine->free_procs;
		const struct swf_room_step steps[] = {
			{shadow, free_procs}, {INFINITY, extra < free_procs ? extra : free_procs}};
		const struct swf_room room = {machine->now, steps};
		struct swf_task *task = swf_ordered_next(ordered, walk, &room);
		if (task == NULL)
			return 0;
		if (swf_ordered_start(ordered, task) != 0)
			return -1;
		if (task->expected_end > shadow)
			extra -= task->size;
	}
}

static int pass(void *state)
{
	struct swf_ordered *ordered = state;
	const struct swf_machine *machine = ordered->machine;
	struct swf_ordered_walk walk = {.place.key = -INFINITY};
	struct swf_task *task;
	if (swf_ordered_queue_least(&ordered->queue) > machine->free_procs)
		return 0;
	if (ordered->key == NULL)
		swf_fair_users_take_turns(&ordered->fair, &ordered->queue, machine->now);
	if (ordered->options.backfill == SWF_BACKFILL_CONSERVATIVE)
		return swf_ordered_conservative(ordered);
	while ((task = swf_ordered_next(ordered, &walk, NULL)) != NULL &&
		task->size <= machine->free_procs)
		if (swf_ordered_start(ordered, task) != 0)
			return -1;
	return task != NULL && ordered->options.backfill == SWF_BACKFILL_EASY
		? backfill(ordered, &walk, task->size)
		: 0;
}

static double key_largest(const struct swf_ordered *ordered, const struct swf_task *task)
{
	(void)ordered;
	return -task->size;
}

static double key_smallest(const struct swf_ordered *ordered, const struct swf_task *task)
{
	(void)ordered;
	return task->size;
}

static double key_shortest(const struct swf_ordered *ordered, const struct swf_task *task)
{
	(void)ordered;
	return task->predicted;
}

/* The listed queues, then all others by their numbers, then jobs without a queue. */
static double key_by_queue(const struct swf_ordered *ordered, const struct swf_task *task)
{
	const struct swf_scheduler_options *options = &ordered->options;
	const int64_t queue = task->job->queue;
	for (size_t i = 0; i < options->queue_order_count; i++)
		if (options->queue_order[i] == queue)
			return (double)i;
	return queue >= 0 ? (double)options->queue_order_count + (double)queue : INFINITY;
}

static void *new_largest(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	return new_ordered(machine, options, key_largest);
}

static void *new_smallest(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	return new_ordered(machine, options, key_smallest);
}

static void *new_shortest(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	return new_ordered(machine, options, key_shortest);
}

static void *new_by_queue(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	return new_ordered(machine, options, key_by_queue);
}

static void *new_fairshare(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	return new_ordered(machine, options, NULL);
}

/* clang-format off */
#define ORDERED .takes_backfill = true, .passes_at_arrivals = true, .free_state = free_state, \
	.end_changed = end_changed, .arrive = arrive, .pass = pass
/* clang-format on */

const struct swf_scheduler swf_scheduler_largest = {.name = "largest",
	.summary = "jobs of the most processors first, with backfilling (--backfill)",
	.new_state = new_largest,
	ORDERED};

const struct swf_scheduler swf_scheduler_smallest = {.name = "smallest",
	.summary = "jobs of the fewest processors first, with backfilling (--backfill)",
	.new_state = new_smallest,
	ORDERED};

const struct swf_scheduler swf_scheduler_shortest = {.name = "shortest",
	.summary = "jobs of the shortest estimate first, with backfilling (--backfill)",
	.new_state = new_shortest,
	ORDERED};

const struct swf_scheduler swf_scheduler_by_queue = {.name = "by-queue",
	.summary = "jobs by their queue or QOS, field 15 (--queue-order), with backfilling "
		   "(--backfill)",
	.takes_queue_order = true,
	.new_state = new_by_queue,
	ORDERED};

const struct swf_scheduler swf_scheduler_fairshare = {.name = "fairshare",
	.summary = "users who have used the least of late first, with backfilling (--backfill)",
	.new_state = new_fairshare,
	ORDERED};
