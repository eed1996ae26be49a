/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plain policies: jobs start in an order that is not that of arrival. The first job in the order
 * that does not fit has a shadow time, as in EASY, and the jobs behind it are gone through in the
 * same order. Or all jobs have reservations, made in the order; or none overtakes.
 *
 * An order is a key that a task gets when it arrives, in a treap; or the turns of users; or, where
 * a formula names what changes with time, a key that each task gets anew in each pass.
 *
 * With reservations, all are made anew in each pass, one task after the other, each the earliest
 * that there is among what runs and the reservations before it, and forgotten at its end: they are
 * taken from a copy of what the running tasks leave. What begins now starts. Nothing but starts can
 * be seen, and each reservation leaves less room. So a pass ends when no task behind the last one
 * fits the room that is left from now on, and most make no reservation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "simulate/formula.h"
#include "simulate/schedulers/availability.h"
#include "simulate/schedulers/changing-order.h"
#include "simulate/schedulers/fair-users.h"
#include "simulate/schedulers/ordered-queue.h"
#include "simulate/schedulers/schedulers.h"
#include "simulate/schedulers/sorted-tasks.h"
#include "simulate/schedulers/user-seconds.h"

/* No task of this size and prediction fits before this step of the plan, in this pass. */
struct bound {
	uint64_t pass;
	double predicted; /* s */
	size_t step;
	int32_t size;
};

enum { BOUND_BITS = 9 };

struct ordered {
	struct swf_machine *machine;
	struct swf_scheduler_options options;
	/* Sets the key of a task that arrives. 0, or -1 as a scheduler does. */
	int (*key)(struct ordered *ordered, const struct swf_task *task, double *key);
	struct swf_ordered_queue queue;
	bool by_turns;
	struct swf_fair_users fair;  /* where users have turns; keys are their places then */
	struct swf_formula *formula; /* of keys, or NULL */
	const char *formula_text;
	bool changes;                       /* all keys are made anew in each pass */
	struct swf_changing_order changing; /* then the queue is this one */
	bool by_usage;                      /* the formula names what users have used */
	struct swf_user_seconds usage;
	/* the rest is that of conservative backfilling */
	bool sorts;                     /* the order is fixed, and the queue is here too */
	struct swf_sorted_tasks sorted; /* tidy when a pass begins */
	int kinds;                      /* 1 where processors alone are counted, else all */
	struct swf_availability free[SWF_KINDS]; /* beside what runs */
	struct swf_availability plan[SWF_KINDS]; /* in a pass, beside reservations too */
	struct swf_queue_gap free_now;           /* what is free of resources, until INFINITY */
	struct swf_room_step *steps;
	size_t step_count, step_capacity;
	struct bound bounds[1 << BOUND_BITS]; /* a table that forgets */
	uint64_t passes;
};

/* Where a walk is. Begins with {0} and place.key -INFINITY. */
struct walk {
	size_t turn;  /* of which user */
	size_t entry; /* of an order that changes, or is sorted */
	struct swf_ordered_place place;
};

/* No task that waits is smaller. */
static int32_t least_size(const struct ordered *ordered)
{
	return ordered->changes ? swf_changing_order_least(&ordered->changing)
				: swf_ordered_queue_least(&ordered->queue);
}

/* The next task in the order of the pass, of those that fit the room, or of all where that is NULL.
 * NULL at the end. */
static struct swf_task *next_task(
	struct ordered *ordered, struct walk *walk, const struct swf_room *room)
{
	if (ordered->changes)
		return swf_changing_order_next(&ordered->changing, &walk->entry, room);
	if (!ordered->by_turns)
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

/* A task of the plan, with what the plan goes by: tasks themselves lie far apart. */
struct planned {
	struct swf_task *task;
	double predicted; /* s */
	int32_t size;
};

/* The next task in the order of the pass, of which there is one. */
static struct planned next_planned(struct ordered *ordered, struct walk *walk)
{
	if (!ordered->sorts) {
		struct swf_task *task = next_task(ordered, walk, NULL);
		return (struct planned){task, task->predicted, task->size};
	}
	const struct swf_sorted_task *next = &ordered->sorted.tasks[walk->entry++];
	return (struct planned){next->task, next->predicted, next->size};
}

/* Starts a task that waits. 0, or -1 like swf_machine_start. */
static int start_task(struct ordered *ordered, struct swf_task *task)
{
	if (swf_machine_start(ordered->machine, task) != 0)
		return -1;
	if (ordered->sorts)
		swf_sorted_tasks_remove(
			&ordered->sorted, &ordered->queue.nodes[task->queue_place].place);
	if (ordered->changes)
		swf_changing_order_remove(&ordered->changing, task);
	else
		swf_ordered_queue_remove(&ordered->queue, task);
	if (ordered->by_turns)
		swf_fair_users_start(&ordered->fair, task, ordered->machine->now);
	if (ordered->by_usage)
		swf_user_seconds_hold(&ordered->usage, task, task->size, ordered->machine->now);
	return 0;
}

/* Takes what a task needs from one time to another, or where `times` is 1 gives it back. */
static int add_needs(struct ordered *ordered, struct swf_availability *kinds, double begin,
	double end, const struct swf_task *task, int times)
{
	for (int k = 0; k < ordered->kinds; k++) {
		const int64_t need = swf_task_need(task, k);
		if (need > 0 && swf_availability_add(&kinds[k], begin, end, times * need) != 0)
			return -1;
	}
	return 0;
}

/* Begins a plan of what runs alone. */
static int begin_plan(struct ordered *ordered)
{
	ordered->passes++;
	swf_sorted_tasks_tidy(&ordered->sorted);
	for (int k = 0; k < ordered->kinds; k++) {
		if (ordered->free[k].count == 0)
			continue;
		swf_availability_advance(&ordered->free[k], ordered->machine->now);
		swf_availability_tidy(&ordered->free[k]);
		if (swf_availability_copy(&ordered->plan[k], &ordered->free[k]) != 0)
			return -1;
	}
	return 0;
}

static int add_step(struct ordered *ordered, double until, int64_t procs)
{
	struct swf_room_step *steps = swf_array_reserve(
		ordered->steps, ordered->step_count, &ordered->step_capacity, sizeof *steps);
	if (steps == NULL)
		return -1;
	ordered->steps = steps;
	steps[ordered->step_count++] = (struct swf_room_step){until, procs};
	return 0;
}

/* Finds the room that there is from now on, as far as it is enough for any task. */
static int find_room(struct ordered *ordered, struct swf_room *room)
{
	const struct swf_availability *plan = &ordered->plan[0];
	const int32_t least = least_size(ordered);
	/* a task that runs for no time is in use, but not in the plan */
	int64_t procs = ordered->machine->free_procs;
	procs = plan->steps[0].free < procs ? plan->steps[0].free : procs;
	ordered->step_count = 0;
	for (size_t i = 1; i < plan->count && procs >= least; i++) {
		if (plan->steps[i].free >= procs)
			continue;
		if (add_step(ordered, plan->steps[i].time, procs) != 0)
			return -1;
		procs = plan->steps[i].free;
	}
	if (add_step(ordered, INFINITY, procs) != 0)
		return -1;
	*room = (struct swf_room){ordered->machine->now, ordered->steps,
		ordered->kinds > 1 ? &ordered->free_now : NULL};
	return 0;
}

/* Where the bound of tasks like this one is, which may be that of others. */
static struct bound *bound_of(struct ordered *ordered, const struct planned *task)
{
	uint64_t bits;
	memcpy(&bits, &task->predicted, sizeof bits);
	return &ordered->bounds[swf_hash_slot(bits + (uint64_t)task->size, BOUND_BITS)];
}

/* The earliest place of a task by its processors, not before that of the last one like it. */
static void find_place(
	struct ordered *ordered, const struct planned *task, struct swf_availability_place *place)
{
	const struct swf_availability *plan = &ordered->plan[0];
	struct bound *bound = bound_of(ordered, task);
	const bool known = bound->pass == ordered->passes && bound->size == task->size &&
		bound->predicted == task->predicted;
	const size_t step = known ? bound->step : 0;
	swf_availability_fit(
		plan, step, plan->steps[step].time, task->size, task->predicted, place);
	*bound = (struct bound){ordered->passes, task->predicted, place->begin, task->size};
}

/* The earliest time from one on at which the plan has enough of all kinds for a task: each kind in
 * turn puts it off, until all agree. */
static double fit_kinds(const struct ordered *ordered, const struct swf_task *task, double from)
{
	size_t steps[SWF_KINDS] = {0};
	double start = from;
	int agreed = 0;
	for (int k = 0; agreed < ordered->kinds; k = (k + 1) % ordered->kinds, agreed++) {
		const int64_t need = swf_task_need(task, k);
		struct swf_availability_place place;
		if (need == 0)
			continue;
		swf_availability_fit(
			&ordered->plan[k], steps[k], start, need, task->predicted, &place);
		if (place.start > start)
			agreed = 0;
		start = place.start;
		steps[k] = place.begin;
	}
	return start;
}

/* Whether tasks find the same room from now on where so many processors are left from `start` on.
 */
static bool is_beside(
	const struct ordered *ordered, const struct swf_room *room, double start, int64_t left)
{
	const struct swf_room_step *step = room->steps;
	while (step->until <= start)
		step++;
	return left >= step->procs || step->procs < least_size(ordered);
}

/* Reserves the earliest place that there is, and tells whether the room is as before. */
static int reserve_earliest(struct ordered *ordered, const struct planned *task,
	const struct swf_room *room, bool *beside)
{
	struct swf_availability_place place;
	*beside = false;
	find_place(ordered, task, &place);
	if (ordered->kinds > 1) {
		const double start = fit_kinds(ordered, task->task, place.start);
		return add_needs(
			ordered, ordered->plan, start, start + task->predicted, task->task, -1);
	}
	*beside = is_beside(ordered, room, place.start, place.least - task->size);
	return swf_availability_take(&ordered->plan[0], &place, task->predicted, task->size);
}

/* Whether a task that has the processors from now on has all else. */
static bool suffices(const struct ordered *ordered, const struct swf_task *task)
{
	const double now = ordered->machine->now;
	return ordered->kinds == 1 ||
		(swf_machine_fits(ordered->machine, task) && fit_kinds(ordered, task, now) == now);
}

/* The next task in the order that can begin now, NULL at the end. */
static const struct swf_task *next_fitting(
	struct ordered *ordered, struct walk *walk, const struct swf_room *room)
{
	const struct swf_task *task;
	do
		task = next_task(ordered, walk, room);
	while (task != NULL && !suffices(ordered, task));
	return task;
}

static int start_and_take(struct ordered *ordered, struct swf_task *task)
{
	return start_task(ordered, task) != 0 ||
			add_needs(ordered, ordered->free, task->start, task->expected_end, task,
				-1) != 0 ||
			add_needs(ordered, ordered->plan, task->start, task->expected_end, task,
				-1) != 0
		? -1
		: 0;
}

static int pass_conservative(struct ordered *ordered)
{
	struct walk walk = {.place.key = -INFINITY};
	struct walk ahead = walk;              /* what it has passed fits the room no longer */
	const struct swf_task *fitting = NULL; /* the next that fits the room */
	struct swf_room room;
	bool known = false;
	if (begin_plan(ordered) != 0)
		return -1;
	for (;;) {
		if (!known && find_room(ordered, &room) != 0)
			return -1;
		if (fitting == NULL || !swf_room_fits(&room, fitting->size, fitting->predicted) ||
			!suffices(ordered, fitting))
			fitting = next_fitting(ordered, &ahead, &room);
		if (fitting == NULL)
			return 0;
		const struct planned task = next_planned(ordered, &walk);
		if (task.task != fitting) {
			if (reserve_earliest(ordered, &task, &room, &known) != 0)
				return -1;
			continue;
		}
		if (start_and_take(ordered, task.task) != 0)
			return -1;
		fitting = NULL;
		known = false;
	}
}

static void free_state(void *state)
{
	struct ordered *ordered = state;
	swf_ordered_queue_clear(&ordered->queue);
	swf_fair_users_clear(&ordered->fair);
	swf_changing_order_clear(&ordered->changing);
	swf_user_seconds_clear(&ordered->usage);
	swf_sorted_tasks_clear(&ordered->sorted);
	swf_formula_free(ordered->formula);
	for (int k = 0; k < SWF_KINDS; k++) {
		swf_availability_clear(&ordered->free[k]);
		swf_availability_clear(&ordered->plan[k]);
	}
	free(ordered->steps);
	free(ordered);
}

static void *new_ordered(struct swf_machine *machine, const struct swf_scheduler_options *options,
	int (*key)(struct ordered *ordered, const struct swf_task *task, double *key))
{
	struct ordered *ordered = calloc(1, sizeof *ordered);
	if (ordered == NULL)
		return NULL;
	ordered->machine = machine;
	ordered->options = *options;
	ordered->key = key;
	ordered->kinds = ordered->queue.kinds = machine->counts_resources ? SWF_KINDS : 1;
	ordered->free_now = (struct swf_queue_gap){
		.shadow = INFINITY, .free_resources = machine->free_resources};
	swf_user_usage_init(&ordered->fair.usage, machine->procs);
	for (int k = 0; k < ordered->kinds; k++) {
		const int64_t amount = swf_machine_amount(machine, k);
		if (amount > 0 && swf_availability_init(&ordered->free[k], amount) != 0) {
			free_state(ordered);
			return NULL;
		}
	}
	return ordered;
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct ordered *ordered = state;
	if (ordered->by_turns && after <= before)
		swf_fair_users_end(&ordered->fair, task, after);
	if (ordered->by_usage && after <= before)
		swf_user_seconds_hold(&ordered->usage, task, -task->size, after);
	if (ordered->options.backfill != SWF_BACKFILL_CONSERVATIVE)
		return 0;
	return after > before ? add_needs(ordered, ordered->free, before, after, task, -1)
			      : add_needs(ordered, ordered->free, after, before, task, 1);
}

static int arrive(void *state, struct swf_task *task)
{
	struct ordered *ordered = state;
	double key;
	if (ordered->by_usage && swf_user_seconds_join(&ordered->usage, task) != 0)
		return -1;
	if (ordered->changes)
		return swf_changing_order_add(&ordered->changing, task);
	if (ordered->key(ordered, task, &key) != 0 ||
		swf_ordered_queue_add(&ordered->queue, task, key) != 0)
		return -1;
	ordered->sorts =
		ordered->options.backfill == SWF_BACKFILL_CONSERVATIVE && !ordered->by_turns;
	return ordered->sorts ? swf_sorted_tasks_add(&ordered->sorted,
					&ordered->queue.nodes[task->queue_place].place, task)
			      : 0;
}

/* Starts what does not delay the first that does not fit. */
static int backfill(struct ordered *ordered, struct walk *walk, const struct swf_task *first)
{
	struct swf_queue_gap gap;
	if (least_size(ordered) > ordered->machine->free_procs)
		return 0;
	if (swf_queue_gap_behind(ordered->machine, first, &gap) != 0)
		return -1;
	for (;;) {
		const struct swf_room_step steps[] = {{gap.shadow, gap.free},
			{INFINITY, gap.extra < gap.free ? gap.extra : gap.free}};
		const struct swf_room room = {
			gap.now, steps, gap.free_resources != NULL ? &gap : NULL};
		struct swf_task *task = next_task(ordered, walk, &room);
		if (task == NULL)
			return 0;
		if (start_task(ordered, task) != 0)
			return -1;
		swf_queue_gap_take(&gap, task);
	}
}

static int key_anew(void *self, const struct swf_task *task, double *key)
{
	struct ordered *ordered = self;
	return ordered->key(ordered, task, key);
}

static int pass(void *state)
{
	struct ordered *ordered = state;
	const struct swf_machine *machine = ordered->machine;
	struct walk walk = {.place.key = -INFINITY};
	struct swf_task *task;
	if (least_size(ordered) > machine->free_procs)
		return 0;
	if (ordered->by_turns)
		swf_fair_users_take_turns(&ordered->fair, &ordered->queue, machine->now);
	if (ordered->changes && swf_changing_order_sort(&ordered->changing, key_anew, ordered) != 0)
		return -1;
	if (ordered->options.backfill == SWF_BACKFILL_CONSERVATIVE)
		return pass_conservative(ordered);
	while ((task = next_task(ordered, &walk, NULL)) != NULL && swf_machine_fits(machine, task))
		if (start_task(ordered, task) != 0)
			return -1;
	return task != NULL && ordered->options.backfill == SWF_BACKFILL_EASY
		? backfill(ordered, &walk, task)
		: 0;
}

static int key_largest(struct ordered *ordered, const struct swf_task *task, double *key)
{
	(void)ordered;
	*key = -task->size;
	return 0;
}

static int key_smallest(struct ordered *ordered, const struct swf_task *task, double *key)
{
	(void)ordered;
	*key = task->size;
	return 0;
}

static int key_shortest(struct ordered *ordered, const struct swf_task *task, double *key)
{
	(void)ordered;
	*key = task->predicted;
	return 0;
}

/* The listed queues, then all others by their numbers, then jobs without a queue. */
static int key_by_queue(struct ordered *ordered, const struct swf_task *task, double *key)
{
	const struct swf_scheduler_options *options = &ordered->options;
	const int64_t queue = task->job->queue;
	*key = queue >= 0 ? (double)options->queue_order_count + (double)queue : INFINITY;
	for (size_t i = 0; i < options->queue_order_count; i++)
		if (options->queue_order[i] == queue) {
			*key = (double)i;
			break;
		}
	return 0;
}

static int key_of_turns(struct ordered *ordered, const struct swf_task *task, double *key)
{
	*key = swf_fair_users_join(&ordered->fair, task);
	return *key < 0 ? -1 : 0;
}

static int key_by_formula(struct ordered *ordered, const struct swf_task *task, double *key)
{
	const struct swf_machine *machine = ordered->machine;
	const struct swf_job *job = task->job;
	struct swf_error error;
	const double values[SWF_FORMULA_NAMES] = {[SWF_FORMULA_SIZE] = task->size,
		[SWF_FORMULA_ESTIMATE] = task->estimate,
		[SWF_FORMULA_PREDICTED] = task->predicted,
		[SWF_FORMULA_SUBMIT] = task->submit,
		[SWF_FORMULA_WAIT] = machine->now - task->submit,
		[SWF_FORMULA_NOW] = machine->now,
		[SWF_FORMULA_USER_USAGE] = ordered->by_usage
			? swf_user_seconds_of(&ordered->usage, task, machine->now)
			: 0,
		[SWF_FORMULA_QUEUE] = (double)job->queue,
		[SWF_FORMULA_GROUP] = (double)job->group,
		[SWF_FORMULA_USER] = (double)job->user,
		[SWF_FORMULA_PROCS] = machine->procs,
		[SWF_FORMULA_FREE] = machine->free_procs,
		[SWF_FORMULA_WAITING] = (double)ordered->changing.waiting,
		[SWF_FORMULA_GPUS] = (double)task->needs[SWF_RESOURCE_GPUS],
		[SWF_FORMULA_MEMORY] = (double)task->needs[SWF_RESOURCE_MEMORY]};
	if (swf_formula_value(ordered->formula, values, key, &error) == 0)
		return 0;
	return swf_fail(machine->error, "job %lld: the order '%.250s' %s", (long long)job->number,
		ordered->formula_text, error.text);
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
	struct ordered *ordered = new_ordered(machine, options, key_of_turns);
	if (ordered != NULL)
		ordered->by_turns = true;
	return ordered;
}

/* A scheduler that goes by a formula. */
static void *new_by_formula(struct swf_machine *machine,
	const struct swf_scheduler_options *options, const char *formula)
{
	struct ordered *ordered = new_ordered(machine, options, key_by_formula);
	if (ordered == NULL)
		return NULL;
	struct swf_error error;
	ordered->formula_text = formula;
	ordered->formula = swf_formula_new(formula, &error);
	if (ordered->formula == NULL) {
		if (!swf_error_of_memory(&error))
			swf_fail(machine->error, "the order '%.200s': %s", formula, error.text);
		free_state(ordered);
		return NULL;
	}
	ordered->changes = swf_formula_changing_name(ordered->formula) != NULL;
	ordered->by_usage = swf_formula_has(ordered->formula, SWF_FORMULA_USER_USAGE);
	ordered->usage.half_life = options->half_life;
	return ordered;
}

static void *new_order(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	if (options->order != NULL)
		return new_by_formula(machine, options, options->order);
	swf_fail(machine->error, "the scheduler order needs a formula");
	return NULL;
}

/* clang-format off */
#define ORDERED .takes_backfill = true, .takes_resources = true, .passes_at_arrivals = true, \
	.free_state = free_state, .end_changed = end_changed, .arrive = arrive, .pass = pass
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

const struct swf_scheduler swf_scheduler_order = {.name = "order",
	.summary = "jobs by a formula of yours, smallest value first (--order, --backfill)",
	.takes_order = true,
	.new_state = new_order,
	ORDERED};

/* Policies of the literature. They go by predictions, which are the estimates by default. Times of
 * less than a second count as one where they would have no logarithm or no quotient. */
#define POLICY(id, formula, source)                                                                \
	static void *new_##id(                                                                     \
		struct swf_machine *machine, const struct swf_scheduler_options *options)          \
	{                                                                                          \
		return new_by_formula(machine, options, formula);                                  \
	}                                                                                          \
	const struct swf_scheduler swf_scheduler_##id = {.name = #id,                              \
		.summary = "order '" formula "' (" source ")",                                     \
		.new_state = new_##id,                                                             \
		ORDERED};

#define GAUSSIER   "Gaussier et al. 2018"
#define CARASTAN   "Carastan-Santos and de Camargo 2017"
#define EACH_PASS  "; anew in each pass"
#define LOG_SUBMIT "log10(max(submit, 1))"

POLICY(sjf, "predicted", GAUSSIER)
POLICY(ljf, "-predicted", GAUSSIER)
POLICY(saf, "predicted * size", GAUSSIER)
POLICY(laf, "-predicted * size", GAUSSIER)
POLICY(sqf, "size", GAUSSIER)
POLICY(lqf, "-size", GAUSSIER)
POLICY(sexp, "(wait + predicted) / max(predicted, 1)", GAUSSIER EACH_PASS)
POLICY(wfp3, "-(wait / max(predicted, 1))^3 * size", "Tang et al. 2009, 2013" EACH_PASS)
/* A job of one processor has no finite value: it comes before all others that have waited. */
POLICY(unicep, "-wait / (max(log2(size), 1e-15) * max(predicted, 1))", "Tang et al. 2009" EACH_PASS)
POLICY(f1, "log10(max(predicted, 1)) * size + 870 * " LOG_SUBMIT, CARASTAN)
POLICY(f2, "sqrt(predicted) * size + 25600 * " LOG_SUBMIT, CARASTAN)
POLICY(f3, "predicted * size + 6860000 * " LOG_SUBMIT, CARASTAN)
POLICY(f4, "predicted * sqrt(size) + 530000 * " LOG_SUBMIT, CARASTAN)
