/*
 * Hash tables with open addressing, of 2^bits slots. The search for a key begins at its own slot
 * and goes on from slot to slot, up to the key or to a free slot.
 */
#ifndef SWF_BASE_HASH_H
#define SWF_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
