/*
 * Conservative backfilling in an order: in each pass all reservations are made anew, one task after
 * the other, each the earliest that there is among what runs and the reservations before it. What
 * begins now starts.
 *
 * Nothing but starts can be seen, and each reservation leaves less room. So a pass ends when no
 * task behind the last one fits the room that is left from now on, and most make no reservation.
 */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "simulate/schedulers/ordered.h"

/* Adds processors from one time to another. */
static int add(struct swf_ordered *ordered, double begin, double end, int32_t procs)
{
	struct swf_timetable_stretch stretch;
	swf_timetable_advance(&ordered->table, ordered->machine->now);
	if (swf_timetable_between(&ordered->table, begin, end, &stretch) != 0)
		return -1;
	swf_timetable_add(&ordered->table, stretch, procs);
	swf_timetable_release(&ordered->table, stretch, 1);
	return 0;
}

int swf_ordered_conservative_end(
	struct swf_ordered *ordered, double before, double after, int32_t size)
{
	return after > before ? add(ordered, before, after, -size)
			      : add(ordered, after, before, size);
}

static int add_step(struct swf_ordered *ordered, double until, int64_t procs)
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
static int find_room(struct swf_ordered *ordered, struct swf_room *room)
{
	const struct swf_timetable_moment *m = ordered->table.moments;
	const int32_t least = swf_ordered_queue_least(&ordered->queue);
	uint32_t i = m[0].after;
	/* a task that runs for no time is in use, but not in the table */
	int64_t procs = ordered->machine->free_procs;
	procs = m[i].free < procs ? m[i].free : procs;
	ordered->step_count = 0;
	for (i = m[i].after; i != 0 && procs >= least; i = m[i].after) {
		if (m[i].free >= procs)
			continue;
		if (add_step(ordered, m[i].time, procs) != 0)
			return -1;
		procs = m[i].free;
	}
	if (add_step(ordered, INFINITY, procs) != 0)
		return -1;
	*room = (struct swf_room){ordered->machine->now, ordered->steps};
	return 0;
}

/* Where the bound of tasks like this one is, which may be that of others. */
static struct swf_ordered_bound *bound_of(struct swf_ordered *ordered, const struct swf_task *task)
{
	uint64_t bits;
	memcpy(&bits, &task->predicted, sizeof bits);
	return &ordered->bounds[swf_hash_slot(bits + (uint64_t)task->size, SWF_ORDERED_BOUND_BITS)];
}

/* The earliest place of a task, which is not before that of the last one like it. */
static void find_place(
	struct swf_ordered *ordered, const struct swf_task *task, struct swf_timetable_place *place)
{
	struct swf_ordered_bound *bound = bound_of(ordered, task);
	const bool known = bound->pass == ordered->passes && bound->size == task->size &&
		bound->predicted == task->predicted;
	const uint32_t from = known ? bound->moment : ordered->table.moments[0].after;
	swf_timetable_fit_from(&ordered->table, from, task->size, task->predicted, INFINITY, place);
	*bound = (struct swf_ordered_bound){
		ordered->passes, task->predicted, task->size, place->stretch.begin};
}

/* Whether tasks find the same room from now on where so many processors are left from `start` on.
 */
static bool is_beside(
	const struct swf_ordered *ordered, const struct swf_room *room, double start, int64_t left)
{
	const struct swf_room_step *step = room->steps;
	while (step->until <= start)
		step++;
	return left >= step->procs || step->procs < swf_ordered_queue_least(&ordered->queue);
}

/* Reserves the earliest place that there is, and tells whether the room is as before. */
static int reserve(struct swf_ordered *ordered, const struct swf_task *task,
	const struct swf_room *room, bool *beside)
{
	struct swf_timetable_place place;
	struct swf_ordered_plan *plans = swf_array_reserve(
		ordered->plans, ordered->plan_count, &ordered->plan_capacity, sizeof *plans);
	if (plans == NULL)
		return -1;
	ordered->plans = plans;
	find_place(ordered, task, &place);
	if (swf_timetable_take(&ordered->table, &place, task->predicted, task->size, 1) != 0)
		return -1;
	plans[ordered->plan_count++] = (struct swf_ordered_plan){place.stretch, task->size};
	*beside = is_beside(ordered, room, place.start, (int64_t)place.least - task->size);
	return 0;
}

static void forget_reservations(struct swf_ordered *ordered)
{
	while (ordered->plan_count > 0) {
		const struct swf_ordered_plan *plan = &ordered->plans[--ordered->plan_count];
		swf_timetable_add(&ordered->table, plan->stretch, plan->size);
		swf_timetable_release(&ordered->table, plan->stretch, 1);
	}
}

static int start(struct swf_ordered *ordered, struct swf_task *task)
{
	if (swf_ordered_start(ordered, task) != 0)
		return -1;
	return add(ordered, task->start, task->expected_end, -task->size);
}

int swf_ordered_conservative(struct swf_ordered *ordered)
{
	struct swf_ordered_walk walk = {.place.key = -INFINITY};
	const struct swf_task *fitting = NULL; /* the next that fits the room */
	struct swf_room room;
	bool known = false;
	ordered->passes++;
	swf_timetable_advance(&ordered->table, ordered->machine->now);
	for (;;) {
		if (!known && find_room(ordered, &room) != 0)
			return -1;
		if (fitting == NULL || !swf_room_fits(&room, fitting->size, fitting->predicted)) {
			struct swf_ordered_walk ahead = walk;
			fitting = swf_ordered_next(ordered, &ahead, &room);
		}
		if (fitting == NULL)
			break;
		struct swf_task *task = swf_ordered_next(ordered, &walk, NULL);
		if (task != fitting) {
			if (reserve(ordered, task, &room, &known) != 0)
				return -1;
			continue;
		}
		if (start(ordered, task) != 0)
			return -1;
		fitting = NULL;
		known = false;
	}
	forget_reservations(ordered);
	return 0;
}
