#include "metrics/free-blocks.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

enum order { BY_PLACE, BY_SIZE };
enum { BEFORE, BEHIND };

static bool is_before(enum order order, const struct swf_block *a, const struct swf_block *b)
{
	const int64_t a_size = swf_block_size(a), b_size = swf_block_size(b);
	if (order == BY_SIZE && a_size != b_size)
		return a_size < b_size;
	return a->low < b->low;
}

/* How high a node stands in the trees: as if drawn at random. */
static size_t rank(size_t node)
{
	return swf_hash_slot(node, 32);
}

/* The last node before a block and the first that is not, 0 where there is none. */
static void search(const struct swf_free_blocks *f, enum order order, const struct swf_block *block,
	size_t found[2])
{
	found[BEFORE] = found[BEHIND] = 0;
	for (size_t i = f->roots[order]; i != 0;) {
		const bool before = is_before(order, &f->nodes[i].block, block);
		found[before ? BEFORE : BEHIND] = i;
		i = f->nodes[i].below[order][before ? BEHIND : BEFORE];
	}
}

/* Puts a node into a tree: above those of lower rank, which are parted into those before it and
 * those behind it. */
static void put_in(struct swf_free_blocks *f, enum order order, size_t new)
{
	struct swf_free_block *nodes = f->nodes;
	const struct swf_block *block = &nodes[new].block;
	size_t *link = &f->roots[order];
	while (*link != 0 && rank(*link) > rank(new))
		link = &nodes[*link].below[order][!is_before(order, block, &nodes[*link].block)];
	size_t rest = *link;
	size_t *ends[2] = {&nodes[new].below[order][BEFORE], &nodes[new].below[order][BEHIND]};
	*link = new;
	while (rest != 0) {
		const int side = is_before(order, block, &nodes[rest].block) ? BEHIND : BEFORE;
		*ends[side] = rest;
		ends[side] = &nodes[rest].below[order][1 - side];
		rest = *ends[side];
	}
	*ends[BEFORE] = *ends[BEHIND] = 0;
}

/* Takes a node out of a tree: what was before it and what was behind it become one. */
static void take_out(struct swf_free_blocks *f, enum order order, size_t gone)
{
	struct swf_free_block *nodes = f->nodes;
	const struct swf_block *block = &nodes[gone].block;
	size_t *link = &f->roots[order];
	while (*link != gone)
		link = &nodes[*link].below[order][!is_before(order, block, &nodes[*link].block)];
	size_t parts[2] = {nodes[gone].below[order][BEFORE], nodes[gone].below[order][BEHIND]};
	while (parts[BEFORE] != 0 && parts[BEHIND] != 0) {
		const int side = rank(parts[BEFORE]) > rank(parts[BEHIND]) ? BEFORE : BEHIND;
		*link = parts[side];
		link = &nodes[*link].below[order][1 - side];
		parts[side] = *link;
	}
	*link = parts[parts[BEFORE] != 0 ? BEFORE : BEHIND];
}

static void drop(struct swf_free_blocks *f, size_t gone)
{
	take_out(f, BY_PLACE, gone);
	take_out(f, BY_SIZE, gone);
	f->nodes[gone].below[0][0] = f->spare;
	f->spare = gone;
	f->count--;
}

/* Changes a block to one that is still between the same others. */
static void change(struct swf_free_blocks *f, size_t node, struct swf_block block)
{
	take_out(f, BY_SIZE, node);
	f->nodes[node].block = block;
	put_in(f, BY_SIZE, node);
}

static int add(struct swf_free_blocks *f, struct swf_block block)
{
	size_t new = f->spare;
	if (new != 0) {
		f->spare = f->nodes[new].below[0][0];
	} else {
		struct swf_free_block *nodes =
			swf_array_reserve(f->nodes, f->node_count, &f->capacity, sizeof *nodes);
		if (nodes == NULL)
			return -1;
		f->nodes = nodes;
		f->node_count += f->node_count == 0;
		new = f->node_count++;
	}
	f->nodes[new].block = block;
	put_in(f, BY_PLACE, new);
	put_in(f, BY_SIZE, new);
	f->count++;
	return 0;
}

struct swf_block swf_free_blocks_take(struct swf_free_blocks *free_blocks, int64_t size)
{
	struct swf_free_blocks *f = free_blocks;
	size_t found[2];
	search(f, BY_SIZE, &(struct swf_block){0, size - 1}, found);
	if (found[BEHIND] == 0) {
		/* none has enough: the first of those as large as the last */
		const int64_t largest = swf_block_size(&f->nodes[found[BEFORE]].block);
		search(f, BY_SIZE, &(struct swf_block){0, largest - 1}, found);
	}
	const size_t best = found[BEHIND];
	struct swf_block taken = f->nodes[best].block;
	if (swf_block_size(&taken) <= size) {
		drop(f, best);
	} else {
		const struct swf_block left = {taken.low + size, taken.high};
		taken.high = left.low - 1;
		change(f, best, left);
	}
	return taken;
}

int swf_free_blocks_give(struct swf_free_blocks *free_blocks, struct swf_block block)
{
	struct swf_free_blocks *f = free_blocks;
	size_t found[2];
	search(f, BY_PLACE, &block, found);
	const size_t before = found[BEFORE], behind = found[BEHIND];
	const bool joins_before = before != 0 && f->nodes[before].block.high + 1 == block.low;
	const bool joins_behind = behind != 0 && block.high + 1 == f->nodes[behind].block.low;
	if (joins_before)
		block.low = f->nodes[before].block.low;
	if (joins_behind)
		block.high = f->nodes[behind].block.high;
	if (joins_before && joins_behind)
		drop(f, behind);
	if (!joins_before && !joins_behind)
		return add(f, block);
	change(f, joins_before ? before : behind, block);
	return 0;
}

void swf_free_blocks_clear(struct swf_free_blocks *free_blocks)
{
	free(free_blocks->nodes);
	*free_blocks = (struct swf_free_blocks){0};
}
