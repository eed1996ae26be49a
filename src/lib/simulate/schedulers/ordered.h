/*
 * What EASY and conservative backfilling in an order of one's own share: the waiting tasks, and
 * walks along them in the order that holds in a pass.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_ORDERED_H
#define SWF_SIMULATE_SCHEDULERS_ORDERED_H

#include "simulate/schedulers/fair-users.h"
#include "simulate/schedulers/ordered-queue.h"
#include "swfcore/timetable.h"

/* A reservation, good until the end of the pass. */
struct swf_ordered_plan {
	struct swf_timetable_stretch stretch;
	int32_t size;
};

/* No task of this size and prediction fits before this moment, in this pass. */
struct swf_ordered_bound {
	uint64_t pass;
	double predicted; /* s */
	int32_t size;
	uint32_t moment;
};

enum { SWF_ORDERED_BOUND_BITS = 9 };

struct swf_ordered {
	struct swf_machine *machine;
	struct swf_scheduler_options options;
	/* The key of a task that arrives; NULL where users have turns. */
	double (*key)(const struct swf_ordered *ordered, const struct swf_task *task);
	struct swf_ordered_queue queue;
	struct swf_fair_users fair; /* where users have turns; keys are their places then */
	/* the rest is that of conservative backfilling */
	struct swf_timetable table; /* of what runs, and in a pass also of reservations */
	struct swf_room_step *steps;
	size_t step_count, step_capacity;
	struct swf_ordered_plan *plans;
	size_t plan_count, plan_capacity;
	struct swf_ordered_bound bounds[1 << SWF_ORDERED_BOUND_BITS]; /* a table that forgets */
	uint64_t passes;
};

/* Where a walk is. Begins with {0} and place.key -INFINITY. */
struct swf_ordered_walk {
	size_t turn; /* of which user */
	struct swf_ordered_place place;
};

/* The next task in the order of the pass, of those that fit the room, or of all where that is NULL.
 * NULL at the end. */
struct swf_task *swf_ordered_next(
	struct swf_ordered *ordered, struct swf_ordered_walk *walk, const struct swf_room *room);

/* Starts a task that waits. 0, or -1 like swf_machine_start. */
int swf_ordered_start(struct swf_ordered *ordered, struct swf_task *task) SWF_MUST_CHECK;

/* Conservative backfilling: a pass, and what end_changed of a scheduler has to do. 0, or -1 when
 * there is no memory. */
int swf_ordered_conservative(struct swf_ordered *ordered) SWF_MUST_CHECK;
int swf_ordered_conservative_end(
	struct swf_ordered *ordered, double before, double after, int32_t size) SWF_MUST_CHECK;

#endif
