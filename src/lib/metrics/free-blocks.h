/*
 * The processors that are free, as blocks of consecutive numbers.
 *
 * The blocks are in two treaps, in the order of their processors and in that of their sizes, so
 * that taking and giving back hardly depend on how many there are. Nodes are used again.
 */
#ifndef SWF_METRICS_FREE_BLOCKS_H
#define SWF_METRICS_FREE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* Processors from low to high, both included. */
struct swf_block {
	int64_t low, high;
};

static inline int64_t swf_block_size(const struct swf_block *block)
{
	return block->high - block->low + 1;
}

enum { SWF_FREE_BLOCK_ORDERS = 2 };

struct swf_free_block {
	struct swf_block block;
	size_t below[SWF_FREE_BLOCK_ORDERS][2]; /* in each tree before and behind it; 0 for none */
};

/* Begins with {0}: none. */
struct swf_free_blocks {
	size_t count; /* of blocks; others are between any two */
	size_t roots[SWF_FREE_BLOCK_ORDERS];
	struct swf_free_block *nodes; /* number 0 is that of an empty tree */
	size_t node_count, capacity;
	size_t spare; /* of those to be used again the first, each with the next below it */
};

/* Takes up to so many processors: the lowest of the smallest block that has enough, of several the
 * lowest; where none has, the whole of the largest, of several the lowest. There must be a block.
 */
struct swf_block swf_free_blocks_take(struct swf_free_blocks *free_blocks, int64_t size);

/* Gives back processors that are not free. 0, or -1 when there is no memory. */
int swf_free_blocks_give(
	struct swf_free_blocks *free_blocks, struct swf_block block) SWF_MUST_CHECK;

void swf_free_blocks_clear(struct swf_free_blocks *free_blocks);

#endif
