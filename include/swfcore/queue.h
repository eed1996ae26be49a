/*
 * The waiting queue in the order of arrival, the gap in front of a job that does not fit, and
 * searches for tasks that fit the gap.
 *
 * For blocks of places, blocks of blocks and so on, the queue keeps the least size and the least
 * prediction, and in a long queue for each large block also the least prediction of the tasks up to
 * each size. A search skips blocks that hold none that fits, so that it takes a time that hardly
 * depends on how many wait.
 */
#ifndef SWFCORE_QUEUE_H
#define SWFCORE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a job must be to start although a head waits that does not fit: it fits now, and either ends
 * by the shadow time or needs no more than the extra processors. swf_machine_shadow tells both. */
struct swf_queue_gap {
	double now;    /* s */
	double shadow; /* s, the time at which the head is expected to start */
	int64_t free;  /* processors */
	int64_t extra; /* processors free at the shadow time beyond the head's need */
};

static inline bool swf_queue_gap_fits(
	const struct swf_queue_gap *gap, int32_t size, double predicted)
{
	return size <= gap->free && (gap->now + predicted <= gap->shadow || size <= gap->extra);
}

struct swf_queue_front;

/* The least size and prediction of each place (level 0), of each block of places, and so on up to
 * one entry for the whole queue. Empty places never fit. */
struct swf_queue_level {
	int32_t *size;
	double *predicted;
	struct swf_queue_front *fronts; /* of large blocks; they hold while `fronted` */
};

enum { SWF_QUEUE_LEVELS = 24 };

/* Open for the functions that stand here. Only those of the library change it. */
struct swf_queue {
	struct swf_task **tasks; /* by place, NULL where one was taken out */
	double *submits;         /* s, by place, of the task that is or was there: ascending */
	struct swf_queue_level levels[SWF_QUEUE_LEVELS];
	int top; /* the level of one entry */
	size_t capacity;
	size_t first; /* the place of the head */
	size_t end;   /* after the last place used */
	size_t waiting;
	bool fronted; /* so many wait that the fronts are kept */
};

/* NULL when there is no memory. The tasks stay the caller's. */
struct swf_queue *swf_queue_new(void);
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
	return queue->waiting > 0 && queue->levels[queue->top].size[0] <= procs;
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

#ifdef __cplusplus
}
#endif
#endif
