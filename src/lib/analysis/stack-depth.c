/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stack-depth.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sort.h"

/*
 * Elements never leave the stack, they only move. All values of the sequence are known in advance,
 * so an element that is pushed is listed once and for all with each value within its tolerance. A
 * value then compares at most three elements to find the topmost. The depth of that one is a count
 * over the order of last hits, which a Fenwick tree keeps. So a value costs the logarithm of the
 * size of the stack, where a walk down the stack would cost the depth.
 */

/* Elements of the stack are further from each other than the tolerance, and no value is within the
 * tolerance of more than three: for tolerances t up to 0.5, (1 + t)^3 > (1 + t) / (1 - t). */
enum { NEAREST = 3 };

/* What is known of each different value of the sequence, by its rank. */
struct near {
	uint32_t elements[NEAREST]; /* elements of the stack that it hits, by rank */
	uint32_t count;
};

/* The order of the elements by their last hit: each has a slot, the topmost the last one, and a
 * Fenwick tree counts the slots that are taken. When there are no more slots, those taken close up.
 */
struct recency {
	uint32_t *slot_of; /* by rank: 1 + the slot of an element, or 0 */
	uint32_t *rank_at; /* by slot */
	uint32_t *tree;    /* entry i counts the taken ones of the slots i - lowest bit of i ... */
	size_t slots;      /* a power of two */
	size_t used;       /* the next one is free */
	size_t taken;
};

/* Sets the slots up anew, `slots` of them, with those taken at the beginning. */
static int close_gaps(struct recency *r, size_t slots)
{
	uint32_t *rank_at = malloc(slots * sizeof *rank_at);
	uint32_t *tree = malloc((slots + 1) * sizeof *tree);
	if (rank_at == NULL || tree == NULL) {
		free(rank_at);
		free(tree);
		return -1;
	}
	size_t taken = 0;
	for (size_t slot = 0; slot < r->used; slot++) {
		const uint32_t rank = r->rank_at[slot];
		if (r->slot_of[rank] != slot + 1)
			continue;
		rank_at[taken++] = rank;
		r->slot_of[rank] = (uint32_t)taken;
	}
	for (size_t i = 1; i <= slots; i++) {
		const size_t begin = i - (i & -i);
		tree[i] = (uint32_t)((i < taken ? i : taken) - (begin < taken ? begin : taken));
	}
	free(r->rank_at);
	free(r->tree);
	r->rank_at = rank_at;
	r->tree = tree;
	r->slots = slots;
	r->used = taken;
	return 0;
}

static void add_to_tree(struct recency *r, size_t slot, uint32_t by)
{
	for (size_t i = slot + 1; i <= r->slots; i += i & -i)
		r->tree[i] += by;
}

/* How many elements lie above the one of this slot. */
static size_t depth_of(const struct recency *r, size_t slot)
{
	size_t below = 0;
	for (size_t i = slot + 1; i > 0; i -= i & -i)
		below += r->tree[i];
	return r->taken - below;
}

/* Moves an element to the top, or pushes it. */
static int put_on_top(struct recency *r, uint32_t rank)
{
	if (r->used == r->slots) {
		/* half of them are free afterwards, which pays for closing up */
		size_t slots = r->slots < 64 ? 64 : r->slots;
		while (slots < 2 * (r->taken + 1))
			slots *= 2;
		if (close_gaps(r, slots) != 0)
			return -1;
	}
	if (r->slot_of[rank] > 0)
		add_to_tree(r, r->slot_of[rank] - 1, UINT32_MAX); /* one less */
	else
		r->taken++;
	r->rank_at[r->used] = rank;
	add_to_tree(r, r->used, 1);
	r->slot_of[rank] = (uint32_t)++r->used;
	return 0;
}

/* Where both sides are the same number, as with 129, 100 and 0.29, rounding must not make it a
 * miss.
 */
static bool is_hit(double x, double y, double tolerance)
{
	return fabs(x - y) <= tolerance * y * (1 + 0x1p-40);
}

/* A new element: tells the values within its tolerance, which lie side by side. */
static void tell_near(
	struct near *near, const struct swf_distinct *d, uint32_t rank, double tolerance)
{
	const double y = d->values[rank];
	size_t begin = rank, end = rank + 1;
	while (begin > 0 && is_hit(d->values[begin - 1], y, tolerance))
		begin--;
	while (end < d->count && is_hit(d->values[end], y, tolerance))
		end++;
	for (size_t i = begin; i < end; i++)
		near[i].elements[near[i].count++] = rank;
}

static int walk_values(const struct swf_distinct *d, size_t count, double tolerance,
	struct near *near, struct recency *r, struct swf_stack_depth *depth)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t rank = d->ranks[i];
		uint32_t slot = 0; /* 1 + that of the topmost element that it hits */
		for (uint32_t k = 0; k < near[rank].count; k++)
			if (r->slot_of[near[rank].elements[k]] > slot)
				slot = r->slot_of[near[rank].elements[k]];
		if (slot > 0) {
			sum += (double)depth_of(r, slot - 1);
			rank = r->rank_at[slot - 1];
			depth->hits++;
		} else {
			tell_near(near, d, rank, tolerance);
			depth->misses++;
		}
		if (put_on_top(r, rank) != 0)
			return -1;
	}
	depth->depth_mean = depth->hits > 0 ? sum / (double)depth->hits : (double)NAN;
	depth->size = r->taken;
	return 0;
}

int swf_stack_depth(
	const double *values, size_t count, double tolerance, struct swf_stack_depth *depth)
{
	struct swf_distinct d;
	struct recency r = {0};
	struct near *near = NULL;
	*depth = (struct swf_stack_depth){0};
	int result = swf_distinct_find(values, count, &d);
	if (result == 0) {
		near = calloc(d.count + 1, sizeof *near);
		r.slot_of = calloc(d.count + 1, sizeof *r.slot_of);
		result = near == NULL || r.slot_of == NULL
			? -1
			: walk_values(&d, count, tolerance, near, &r, depth);
	}
	free(near);
	free(r.slot_of);
	free(r.rank_at);
	free(r.tree);
	swf_distinct_clear(&d);
	return result;
}
