/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls the entries are in the order of the last pass, but for those that have joined
 * since, which are last, and with gaps where tasks have left. The next sort closes the gaps. A task
 * knows the place of its entry.
 *
 * Sorting is merging of runs: stretches that are in order already. Each walk through the entries
 * merges every two neighbouring runs, from one of two arrays into the other.
 */
#include "simulate/schedulers/changing-order.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void swf_changing_order_clear(struct swf_changing_order *order)
{
	free(order->entries);
	free(order->other);
	*order = (struct swf_changing_order){0};
}

int swf_changing_order_add(struct swf_changing_order *order, struct swf_task *task)
{
	const size_t old = order->capacity;
	struct swf_changing_entry *entries =
		swf_array_reserve(order->entries, order->count, &order->capacity, sizeof *entries);
	if (entries == NULL)
		return -1;
	order->entries = entries;
	if (order->capacity != old) {
		struct swf_changing_entry *other =
			realloc(order->other, order->capacity * sizeof *other);
		if (other == NULL)
			return -1;
		order->other = other;
	}
	if (order->waiting++ == 0 || task->size < order->least)
		order->least = task->size;
	task->queue_place = order->count;
	entries[order->count++] = (struct swf_changing_entry){.number = ++order->joined,
		.task = task,
		.predicted = task->predicted,
		.size = task->size};
	return 0;
}

void swf_changing_order_remove(struct swf_changing_order *order, const struct swf_task *task)
{
	order->entries[task->queue_place].task = NULL;
	order->waiting--;
}

/* Closes the gaps, and sets the keys. */
static int set_keys(struct swf_changing_order *order,
	int (*key)(void *self, const struct swf_task *task, double *key), void *self)
{
	struct swf_changing_entry *entries = order->entries;
	size_t kept = 0;
	order->least = INT32_MAX;
	for (size_t i = 0; i < order->count; i++) {
		if (entries[i].task == NULL)
			continue;
		entries[kept] = entries[i];
		if (key(self, entries[kept].task, &entries[kept].key) != 0)
			return -1;
		order->least =
			entries[kept].size < order->least ? entries[kept].size : order->least;
		kept++;
	}
	order->count = kept;
	return 0;
}

static bool is_before(const struct swf_changing_entry *a, const struct swf_changing_entry *b)
{
	return a->key < b->key || (a->key == b->key && a->number < b->number);
}

/* The end of the run that begins there. */
static size_t run_end(const struct swf_changing_entry *entries, size_t begin, size_t count)
{
	size_t end = begin + (begin < count);
	while (end < count && is_before(&entries[end - 1], &entries[end]))
		end++;
	return end;
}

/* Merges two runs, from `begin` to `middle` and from there to `end`, into the same places of `to`.
 */
static void merge(const struct swf_changing_entry *from, struct swf_changing_entry *to,
	size_t begin, size_t middle, size_t end)
{
	size_t a = begin, b = middle, out = begin;
	while (a < middle && b < end)
		to[out++] = is_before(&from[b], &from[a]) ? from[b++] : from[a++];
	memcpy(to + out, from + a, (middle - a) * sizeof *to);
	memcpy(to + out + (middle - a), from + b, (end - b) * sizeof *to);
}

/* Merges every two neighbouring runs. */
static void merge_runs(struct swf_changing_order *order)
{
	struct swf_changing_entry *from = order->entries, *to = order->other;
	for (size_t begin = 0; begin < order->count;) {
		const size_t middle = run_end(from, begin, order->count);
		const size_t end = run_end(from, middle, order->count);
		merge(from, to, begin, middle, end);
		begin = end;
	}
	order->entries = to;
	order->other = from;
}

int swf_changing_order_sort(struct swf_changing_order *order,
	int (*key)(void *self, const struct swf_task *task, double *key), void *self)
{
	if (set_keys(order, key, self) != 0)
		return -1;
	while (run_end(order->entries, 0, order->count) < order->count)
		merge_runs(order);
	for (size_t i = 0; i < order->count; i++)
		order->entries[i].task->queue_place = i;
	return 0;
}

struct swf_task *swf_changing_order_next(
	const struct swf_changing_order *order, size_t *place, const struct swf_room *room)
{
	for (; *place < order->count; ++*place) {
		const struct swf_changing_entry *entry = &order->entries[*place];
		if (entry->task != NULL &&
			(room == NULL ||
				(swf_room_fits(room, entry->size, entry->predicted) &&
					swf_room_suffices(room, entry->task)))) {
			++*place;
			return entry->task;
		}
	}
	return NULL;
}
