/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What schedulers are made of: the waiting queue in the order of arrival, the frame of schedulers
 * that keep one, and the timetable of those that make reservations.
 *
 * EASY with another order is a function for that order and a pass of two calls, if the order goes
 * by submit times and predictions. One that goes by anything else, such as size or user, needs a
 * list of the scheduler's own.
 *
 * A function that starts tasks returns 0, or -1 like swf_machine_start.
 */
#ifndef SWFCORE_QUEUEING_H
#define SWFCORE_QUEUEING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a job must be to start although a head waits that does not fit: it fits now, and either ends
 * by the shadow time or needs no more than what is extra then. */
struct swf_queue_gap {
	double now;    /* s */
	double shadow; /* s, the time at which the head is expected to start */
	int64_t free;  /* processors */
	int64_t extra; /* processors free at the shadow time beyond the head's need */
	/* the same of what else is counted; NULL where nothing is */
	const int64_t *free_resources;
	int64_t extra_resources[SWF_RESOURCES];
};

/* Finds the gap that a head leaves which does not fit now. 0, or -1 when there is no memory. */
int swf_queue_gap_behind(const struct swf_machine *machine, const struct swf_task *head,
	struct swf_queue_gap *gap) SWF_MUST_CHECK;

/* Takes from the gap what a task holds that has started in it. */
static inline void swf_queue_gap_take(struct swf_queue_gap *gap, const struct swf_task *task)
{
	gap->free -= task->size;
	if (task->expected_end <= gap->shadow)
		return;
	gap->extra -= task->size;
	for (int r = 0; gap->free_resources != NULL && r < SWF_RESOURCES; r++)
		gap->extra_resources[r] -= task->needs[r];
}

static inline bool swf_queue_gap_fits(
	const struct swf_queue_gap *gap, int32_t size, double predicted)
{
	return size <= gap->free && (gap->now + predicted <= gap->shadow || size <= gap->extra);
}

/* Whether a task that fits the gap by its processors does so by all else. */
static inline bool swf_queue_gap_suffices(
	const struct swf_queue_gap *gap, const struct swf_task *task)
{
	return gap->free_resources == NULL ||
		(swf_resources_suffice(gap->free_resources, task->needs) &&
			(gap->now + task->predicted <= gap->shadow ||
				swf_resources_suffice(gap->extra_resources, task->needs)));
}

struct swf_queue_front;

/* The least need of each kind and the least prediction of each place (level 0), of each block of
 * places, and so on up to one entry for the whole queue. Empty places never fit. Needs above
 * INT32_MAX count as that. */
struct swf_queue_level {
	int32_t *least[SWF_KINDS]; /* first the size; the others where resources are counted */
	double *predicted;
	struct swf_queue_front *fronts[SWF_KINDS]; /* of large blocks; they hold while `fronted` */
};

enum { SWF_QUEUE_LEVELS = 24 };

/* Open for the functions that stand here. Only those of the library change it. */
struct swf_queue {
	struct swf_task **tasks; /* by place, NULL where one was taken out */
	double *submits;         /* s, by place, of the task that is or was there: ascending */
	struct swf_queue_level levels[SWF_QUEUE_LEVELS];
	int kinds; /* 1, or SWF_KINDS where resources are counted beside processors */
	int top;   /* the level of one entry */
	size_t capacity;
	size_t first; /* the place of the head */
	size_t end;   /* after the last place used */
	size_t waiting;
	bool fronted; /* so many wait that the fronts are kept */
};

/* Of a machine that counts so many kinds: 1, or SWF_KINDS. NULL when there is no memory. The tasks
 * stay the caller's. */
struct swf_queue *swf_queue_new(int kinds);
void swf_queue_free(struct swf_queue *queue);

/* Puts a task at the end. 0, or -1 when there is no memory. */
int swf_queue_append(struct swf_queue *queue, struct swf_task *task) SWF_MUST_CHECK;

/* Takes out a task that is in the queue. */
void swf_queue_remove(struct swf_queue *queue, struct swf_task *task);

/* The first task, or NULL when the queue is empty. */
static inline struct swf_task *swf_queue_head(const struct swf_queue *queue)
{
	return queue->waiting > 0 ? queue->tasks[queue->first] : NULL;
}

/* Whether any task has a size of at most `procs`. */
static inline bool swf_queue_has_size(const struct swf_queue *queue, int32_t procs)
{
	return queue->waiting > 0 && queue->levels[queue->top].least[SWF_KIND_PROCS][0] <= procs;
}

/* The first task that fits the gap, of all or (where `after` is not NULL) of those behind a task
 * that is or was in the queue since anything was last appended. NULL when there is none. */
struct swf_task *swf_queue_next_fit(const struct swf_queue *queue, const struct swf_task *after,
	const struct swf_queue_gap *gap);

/* What a task is worth to a scheduler. */
struct swf_queue_order {
	const void *self;
	/* At least the worth of every task that was submitted from `first` to `last` (s) and has a
	 * prediction of at least that (s). Of one task alone, its worth: then first and last are
	 * both its submit time. */
	double (*most)(const void *self, double first, double last, double predicted);
};

/* The task of the highest worth, of equal ones the first, of all (NULL) or of those that fit the
 * gap. NULL when there is none. Blocks that cannot hold a higher one are passed over. */
struct swf_task *swf_queue_highest(const struct swf_queue *queue,
	const struct swf_queue_order *order, const struct swf_queue_gap *gap);

/* What schedulers share that keep such a queue. It begins the state of each of them. */
struct swf_queueing {
	struct swf_machine *machine;
	struct swf_queue *queue;
};

/* A state of `size` bytes, which begins with a struct swf_queueing and is 0 behind it. NULL when
 * there is no memory. */
void *swf_queueing_new(size_t size, struct swf_machine *machine);

/* free_state of a scheduler that has no more to free. */
void swf_queueing_free(void *state);

/* arrive of a scheduler that does no more than to put a task in the queue. */
int swf_queueing_arrive(void *state, struct swf_task *task);

/* Starts a task that is in the queue, and takes it out. */
int swf_queueing_start(struct swf_queueing *q, struct swf_task *task) SWF_MUST_CHECK;

/* Starts the head of the queue for as long as it fits, and puts the one that does not, or NULL,
 * into *head. */
int swf_queueing_start_heads(struct swf_queueing *q, struct swf_task **head) SWF_MUST_CHECK;

/* Backfills: while a head, which does not fit now, keeps its shadow time, starts what fits of the
 * queue, the task of the highest worth first. */
int swf_queueing_backfill(struct swf_queueing *q, const struct swf_queue_order *order,
	const struct swf_task *head) SWF_MUST_CHECK;

/* The same where only one task of the queue can start. */
int swf_queueing_backfill_one(
	struct swf_queueing *q, struct swf_task *task, const struct swf_task *head) SWF_MUST_CHECK;

/*
 * The timetable: how many processors, or how much of another resource, is free when, from now on,
 * given what runs and what is reserved.
 *
 * It is a list of moments, each with what is free from then until the next one: so a reservation
 * can keep its two moments, and its neighbourhood is found without a search. A moment lasts while a
 * reservation uses it: whoever takes a place keeps its stretch, and releases it at the end.
 *
 * Moment 0 stands before the first and after the last. It is later than any time, and nothing is
 * free then, so that walks in both directions end there.
 */
struct swf_timetable_moment {
	double time;            /* s; of the first, now */
	int64_t free;           /* processors; negative where more are in use than there are */
	uint32_t before, after; /* neighbours; itself when it is past */
	uint32_t uses;          /* reservations that begin or end then */
};

struct swf_timetable {
	struct swf_timetable_moment *moments; /* in any order */
	size_t count, capacity;
	uint32_t spare; /* of those to be used again the first, each with the next after it */
};

/* From one moment to another. */
struct swf_timetable_stretch {
	uint32_t begin, end;
};

/* A place for a reservation, until the table changes. */
struct swf_timetable_place {
	double start;                         /* s */
	struct swf_timetable_stretch stretch; /* its end may be later, and be moment 0 */
	int64_t least;                        /* processors, free all that time */
};

/* All processors free for ever. 0, or -1 when there is no memory; to be cleared in both cases. */
int swf_timetable_init(struct swf_timetable *table, int64_t procs) SWF_MUST_CHECK;
void swf_timetable_clear(struct swf_timetable *table);

/* Makes now the first moment. Stretches stay good until they are released. */
void swf_timetable_advance(struct swf_timetable *table, double now);

/* Looks for the earliest time from now on at which `size` processors are free for `duration` s, up
 * to `limit` at most. If there is none, the place begins no later than where there may be one
 * beyond the limit. */
bool swf_timetable_fit(const struct swf_timetable *table, int64_t size, double duration,
	double limit, struct swf_timetable_place *place);

/* The same from a moment on, which is not past. */
bool swf_timetable_fit_from(const struct swf_timetable *table, uint32_t moment, int64_t size,
	double duration, double limit, struct swf_timetable_place *place);

/* The same from a time on, which is not before that of the moment. The place may begin after the
 * moment of its stretch. */
bool swf_timetable_fit_at(const struct swf_timetable *table, uint32_t moment, double from,
	int64_t size, double duration, double limit, struct swf_timetable_place *place);

/* The earliest time from which `size` processors are free until a moment. */
void swf_timetable_fit_before(const struct swf_timetable *table, int64_t size, uint32_t moment,
	struct swf_timetable_place *place);

/* Takes processors for `uses` reservations of `duration` s at a place, whose end becomes theirs. 0,
 * or -1 when there is no memory. */
int swf_timetable_take(struct swf_timetable *table, struct swf_timetable_place *place,
	double duration, int64_t procs, uint32_t uses) SWF_MUST_CHECK;

/* Moves reservations of `duration` s from `old` to an earlier place, whose end becomes theirs, and
 * tells what was given back. The moments in `old` remain to be released. 0, or -1 when there is no
 * memory. */
int swf_timetable_move(struct swf_timetable *table, struct swf_timetable_stretch old,
	struct swf_timetable_place *place, double duration, int64_t procs, uint32_t uses,
	struct swf_timetable_stretch *given) SWF_MUST_CHECK;

/* Adds processors between two moments, of which neither is past. */
void swf_timetable_add(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, int64_t procs);

/* Makes moments of two times, or of now where they are earlier, which remain to be released. 0, or
 * -1 when there is no memory. */
int swf_timetable_between(struct swf_timetable *table, double begin, double end,
	struct swf_timetable_stretch *stretch) SWF_MUST_CHECK;

/* Ends uses of two moments. */
void swf_timetable_release(
	struct swf_timetable *table, struct swf_timetable_stretch stretch, uint32_t uses);

#ifdef __cplusplus
}
#endif
#endif
