/*
 * An ordered index over tasks: a B+ tree in which every entry of an inner node also knows, of all
 * that is below it, the sum and the least of the sizes and the least of the estimates. It serves as
 * the event queue (by end), as the profile of the running jobs (by estimated end: when will so many
 * processors be free?) and as the waiting queue (by priority: who is the first that may backfill?),
 * each in logarithmic time.
 */
#ifndef SWFCORE_ORDER_H
#define SWFCORE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/scheduler.h"

struct swf_order;

/* What a job must be to start behind a blocked head: it fits now, and either ends by the shadow
 * time or needs no more than the extra processors. */
struct swf_gap {
	double now;     /* s */
	double shadow;  /* s, the time at which the head is expected to start */
	int64_t free;   /* processors */
	int64_t extra;  /* processors free at the shadow time beyond the head's need */
};

static inline bool swf_gap_fits(const struct swf_gap *gap, int32_t size, double estimate)
{
	return size <= gap->free && (gap->now + estimate <= gap->shadow || size <= gap->extra);
}

/* NULL when there is no memory. The tasks stay the caller's. */
struct swf_order *swf_order_new(void);
void swf_order_free(struct swf_order *order);

/* Inserts a task by (key, tie), which no other entry may have. 0, or -1 when there is no memory. */
int swf_order_insert(
	struct swf_order *order, double key, uint64_t tie, struct swf_task *task) SWF_MUST_CHECK;

/* Removes the entry with this (key, tie), which must be there. The task's size and estimate must be
 * what they were when it was inserted. */
void swf_order_remove(struct swf_order *order, double key, uint64_t tie);

/* The first task and its key (where `key` is not NULL), or NULL when there is none. */
struct swf_task *swf_order_first(const struct swf_order *order, double *key);

/* The least size of all, INT32_MAX when there is none. */
int32_t swf_order_least_size(const struct swf_order *order);

/* The first task that fits the gap, or NULL. */
struct swf_task *swf_order_first_fit(const struct swf_order *order, const struct swf_gap *gap);

/* The least key such that the sizes of all entries up to it, those with an equal key included, sum
 * to `need` (> 0) or more, and that sum. The sum of all sizes must be at least `need`. */
void swf_order_reach(const struct swf_order *order, int64_t need, double *key, int64_t *sum);

#endif
