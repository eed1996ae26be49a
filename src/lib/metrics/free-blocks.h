/* The processors that are free, as blocks of consecutive numbers. */
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

/* Begins with {0}: none. */
struct swf_free_blocks {
	struct swf_block *blocks; /* ascending, with others between them */
	size_t count, capacity;
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
