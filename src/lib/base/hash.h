/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hash tables with open addressing, of 2^bits slots. The search for a key begins at its own slot
 * and goes on from slot to slot, up to the key or to a free slot. So no slot between a key and
 * its own slot may be free: who takes a key out moves those behind it up. Half of the slots are
 * free, so that a search looks at two or three of them.
 */
#ifndef SWF_BASE_HASH_H
#define SWF_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* The slot of a key. 2^64 divided by the golden ratio spreads keys that are close to each other. */
static inline size_t swf_hash_slot(uint64_t key, unsigned bits)
{
	return (size_t)((key * 0x9E3779B97F4A7C15u) >> (64 - bits));
}

/* The slot after one; after the last comes the first. */
static inline size_t swf_hash_next(size_t slot, unsigned bits)
{
	return (slot + 1) & (((size_t)1 << bits) - 1);
}

/* Whether a table should be doubled before another key joins the `count` that it has: at half, for
 * searches to stay short. */
static inline bool swf_hash_is_full(size_t count, unsigned bits)
{
	return count >= (size_t)1 << (bits - 1);
}

/* A key for a short text: FNV-1a. */
static inline uint64_t swf_hash_text(const char *text, size_t length)
{
	uint64_t hash = 0xCBF29CE484222325u;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3u;
	return hash;
}

/* Small places for numbers that may be any, such as those of users: 0, 1, 2, ... in the order of
 * first appearance. Begins with {0}. */
struct swf_index {
	int64_t *numbers; /* by place */
	size_t count, capacity;
	size_t *slots; /* a hash table: 0, or 1 + the place */
	unsigned slot_bits;
	size_t last; /* the place that was asked for last, often the next one too */
};

/* The place of a number, which is added if need be. SIZE_MAX when there is no memory. */
size_t swf_index_add(struct swf_index *index, int64_t number) SWF_MUST_CHECK;

/* The place of a number, or SIZE_MAX if it is not there. */
size_t swf_index_find(const struct swf_index *index, int64_t number);

/* A number and its place; and their order for qsort, by number and then by place. */
struct swf_numbered {
	int64_t number;
	size_t place;
};
int swf_numbered_compare(const void *a, const void *b);

/* The numbers in ascending order, with their places; to be freed. NULL when there is no memory. */
struct swf_numbered *swf_index_sorted(const struct swf_index *index) SWF_MUST_CHECK;

void swf_index_clear(struct swf_index *index);

#endif
