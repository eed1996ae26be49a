#include "metrics/free-blocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bisection.h"

static void remove_at(struct swf_free_blocks *f, size_t place)
{
	f->count--;
	memmove(f->blocks + place, f->blocks + place + 1, (f->count - place) * sizeof *f->blocks);
}

struct swf_block swf_free_blocks_take(struct swf_free_blocks *free_blocks, int64_t size)
{
	struct swf_free_blocks *f = free_blocks;
	size_t best = 0;
	int64_t best_size = swf_block_size(&f->blocks[0]);
	for (size_t i = 1; i < f->count && best_size != size; i++) {
		const int64_t this_size = swf_block_size(&f->blocks[i]);
		/* the smallest of those that have enough, else the largest */
		if (best_size < size ? this_size > best_size
				     : this_size >= size && this_size < best_size) {
			best = i;
			best_size = this_size;
		}
	}
	struct swf_block taken = f->blocks[best];
	if (best_size <= size) {
		remove_at(f, best);
	} else {
		taken.high = taken.low + size - 1;
		f->blocks[best].low = taken.high + 1;
	}
	return taken;
}

int swf_free_blocks_give(struct swf_free_blocks *free_blocks, struct swf_block block)
{
	struct swf_free_blocks *f = free_blocks;
	struct swf_block *blocks =
		swf_array_reserve(f->blocks, f->count, &f->capacity, sizeof *blocks);
	if (blocks == NULL)
		return -1;
	f->blocks = blocks;
	struct swf_bisection b = {.high = f->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, blocks[b.middle].low < block.low);
	const size_t place = b.low;
	const bool after = place > 0 && blocks[place - 1].high + 1 == block.low;
	const bool before = place < f->count && block.high + 1 == blocks[place].low;
	if (after && before) {
		blocks[place - 1].high = blocks[place].high;
		remove_at(f, place);
	} else if (after) {
		blocks[place - 1].high = block.high;
	} else if (before) {
		blocks[place].low = block.low;
	} else {
		memmove(blocks + place + 1, blocks + place, (f->count - place) * sizeof *blocks);
		blocks[place] = block;
		f->count++;
	}
	return 0;
}

void swf_free_blocks_clear(struct swf_free_blocks *free_blocks)
{
	free(free_blocks->blocks);
	*free_blocks = (struct swf_free_blocks){0};
}
