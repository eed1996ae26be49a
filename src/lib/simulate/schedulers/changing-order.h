/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The waiting tasks in an order that changes with time: each pass gives all of them new keys and
 * sorts them, the lower key first, and in the order of joining where keys are equal. What is asked
 * of the order holds until the next task joins.
 *
 * Sorting takes O(n) where the order is nearly that of the last pass, O(n log n) otherwise.
 */
#ifndef SWF_SIMULATE_SCHEDULERS_CHANGING_ORDER_H
#define SWF_SIMULATE_SCHEDULERS_CHANGING_ORDER_H

#include "simulate/schedulers/ordered-queue.h"

struct swf_changing_entry {
	double key;
	uint64_t number;       /* 1, 2, 3, ... in the order of joining */
	struct swf_task *task; /* NULL for one that has left */
	double predicted;      /* s */
	int32_t size;
};

/* Begins with {0}. */
struct swf_changing_order {
	struct swf_changing_entry *entries, *other; /* room for as many, to sort with */
	size_t count, capacity;
	size_t waiting;  /* those that have not left */
	uint64_t joined; /* how many tasks have, ever */
	int32_t least;   /* no task is smaller */
};

void swf_changing_order_clear(struct swf_changing_order *order);

/* 0, or -1 when there is no memory. */
int swf_changing_order_add(struct swf_changing_order *order, struct swf_task *task) SWF_MUST_CHECK;

/* Takes out a task that is there. */
void swf_changing_order_remove(struct swf_changing_order *order, const struct swf_task *task);

/* A size that no task is below, INT32_MAX when there is none. */
static inline int32_t swf_changing_order_least(const struct swf_changing_order *order)
{
	return order->waiting > 0 ? order->least : INT32_MAX;
}

/* Sorts all tasks by new keys, which key() sets: 0, or -1 if it fails. */
int swf_changing_order_sort(struct swf_changing_order *order,
	int (*key)(void *self, const struct swf_task *task, double *key),
	void *self) SWF_MUST_CHECK;

/* The first task from a place on, 0 being the first one, that fits the room, or any where that is
 * NULL; the place becomes the one behind it. NULL at the end. */
struct swf_task *swf_changing_order_next(
	const struct swf_changing_order *order, size_t *place, const struct swf_room *room);

#endif
