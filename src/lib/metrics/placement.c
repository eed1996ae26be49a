/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls, every processor is either in one free block or in use. No two free blocks touch,
 * since a block that is given back joins its neighbours. Two treaps hold the same blocks, one by
 * first processor and one by size. So the smallest block that is large enough, and the neighbours
 * of a block, are found in O(log n) steps for n blocks.
 *
 * Jobs are placed in the order of their starts. A start is next when the submits of the log have
 * reached it, since no job starts before its submit. Until then the job waits in `coming`.
 */
#include "metrics/placement.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/treap.h"
#include "metrics/records.h"

enum order { BY_PLACE, BY_SIZE };

static bool is_before(enum order order, const struct swf_block *a, const struct swf_block *b)
{
	const int64_t a_size = swf_block_size(a), b_size = swf_block_size(b);
	if (order == BY_SIZE && a_size != b_size)
		return a_size < b_size;
	return a->low < b->low;
}

/* The last node before a block and the first that is not, 0 where there is none. */
static void search_block(const struct swf_free_blocks *f, enum order order,
	const struct swf_block *block, uint32_t found[2])
{
	found[SWF_BEFORE] = found[SWF_BEHIND] = 0;
	for (uint32_t i = f->roots[order]; i != 0;) {
		const bool before = is_before(order, &f->nodes[i].block, block);
		found[before ? SWF_BEFORE : SWF_BEHIND] = i;
		i = f->nodes[i].below[order][before ? SWF_BEHIND : SWF_BEFORE];
	}
}

/* One of the two trees. */
struct order_tree {
	struct swf_free_block *nodes;
	enum order order;
};

static inline uint32_t *links_of(const struct order_tree *tree, uint32_t i)
{
	return tree->nodes[i].below[tree->order];
}

static inline bool stands_before(const struct order_tree *tree, uint32_t a, uint32_t b)
{
	return is_before(tree->order, &tree->nodes[a].block, &tree->nodes[b].block);
}

static inline size_t rank_of(const struct order_tree *tree, uint32_t i)
{
	(void)tree;
	return swf_hash_slot(i, 32);
}

/* Nodes keep nothing of those below them. */
#define KEEP_NOTHING(...) ((void)0)
TREAP(order, const struct order_tree, links_of, stands_before, rank_of, KEEP_NOTHING, KEEP_NOTHING,
	KEEP_NOTHING)

static void put_in(struct swf_free_blocks *f, enum order order, uint32_t new)
{
	order_add(&(struct order_tree){f->nodes, order}, &f->roots[order], new);
}

static void take_out(struct swf_free_blocks *f, enum order order, uint32_t gone)
{
	order_remove(&(struct order_tree){f->nodes, order}, &f->roots[order], gone);
}

static void drop_block(struct swf_free_blocks *f, uint32_t gone)
{
	take_out(f, BY_PLACE, gone);
	take_out(f, BY_SIZE, gone);
	f->nodes[gone].below[0][0] = f->spare;
	f->spare = gone;
	f->count--;
}

/* Changes a block to one that is still between the same others. */
static void change_block(struct swf_free_blocks *f, uint32_t node, struct swf_block block)
{
	take_out(f, BY_SIZE, node);
	f->nodes[node].block = block;
	put_in(f, BY_SIZE, node);
}

static int add_block(struct swf_free_blocks *f, struct swf_block block)
{
	uint32_t new = f->spare;
	if (new != 0) {
		f->spare = f->nodes[new].below[0][0];
	} else {
		struct swf_free_block *nodes =
			swf_array_reserve(f->nodes, f->node_count, &f->capacity, sizeof *nodes);
		if (nodes == NULL)
			return -1;
		f->nodes = nodes;
		f->node_count += f->node_count == 0;
		new = (uint32_t)f->node_count++;
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
	uint32_t found[2];
	search_block(f, BY_SIZE, &(struct swf_block){0, size - 1}, found);
	if (found[SWF_BEHIND] == 0) {
		/* none has enough: the first of those as large as the last */
		const int64_t largest = swf_block_size(&f->nodes[found[SWF_BEFORE]].block);
		search_block(f, BY_SIZE, &(struct swf_block){0, largest - 1}, found);
	}
	const uint32_t best = found[SWF_BEHIND];
	struct swf_block taken = f->nodes[best].block;
	if (swf_block_size(&taken) <= size) {
		drop_block(f, best);
	} else {
		const struct swf_block left = {taken.low + size, taken.high};
		taken.high = left.low - 1;
		change_block(f, best, left);
	}
	return taken;
}

int swf_free_blocks_give(struct swf_free_blocks *free_blocks, struct swf_block block)
{
	struct swf_free_blocks *f = free_blocks;
	uint32_t found[2];
	search_block(f, BY_PLACE, &block, found);
	const uint32_t before = found[SWF_BEFORE], behind = found[SWF_BEHIND];
	const bool joins_before = before != 0 && f->nodes[before].block.high + 1 == block.low;
	const bool joins_behind = behind != 0 && block.high + 1 == f->nodes[behind].block.low;
	if (joins_before)
		block.low = f->nodes[before].block.low;
	if (joins_behind)
		block.high = f->nodes[behind].block.high;
	if (joins_before && joins_behind)
		drop_block(f, behind);
	if (!joins_before && !joins_behind)
		return add_block(f, block);
	change_block(f, joins_before ? before : behind, block);
	return 0;
}

void swf_free_blocks_clear(struct swf_free_blocks *free_blocks)
{
	free(free_blocks->nodes);
	*free_blocks = (struct swf_free_blocks){0};
}

/* A job that has not started yet. */
struct coming {
	struct swf_placed job;
	int64_t place; /* in the log */
	int32_t size;
};

/* Processors that are in use. */
struct used {
	double end; /* s */
	struct swf_block block;
};

static bool starts_before(const struct coming *a, const struct coming *b)
{
	return a->job.start < b->job.start || (a->job.start == b->job.start && a->place < b->place);
}

static bool ends_before(const struct used *a, const struct used *b)
{
	return a->end < b->end;
}

HEAP(coming, struct coming, starts_before)
HEAP(used, struct used, ends_before)

struct swf_placement {
	enum swf_size size;
	swf_placement_put *put;
	void *context;
	int64_t jobs, beyond_jobs;
	int64_t procs;                          /* where the machine ends */
	struct swf_free_blocks machine, beyond; /* what is free of it, and behind it */
	struct coming *coming;
	struct used *used;
	size_t coming_count, used_count, coming_capacity, used_capacity;
};

/* No processor has this number: there is always one behind the others. */
static const int64_t no_processor = INT64_MAX;

struct swf_placement *swf_placement_new(
	int32_t procs, enum swf_size size, swf_placement_put *put, void *context)
{
	struct swf_placement *p = calloc(1, sizeof *p);
	if (p == NULL)
		return NULL;
	*p = (struct swf_placement){.size = size,
		.put = put,
		.context = context,
		.procs = procs > 0 ? procs : no_processor};
	const struct swf_block machine = {0, p->procs - 1}, beyond = {p->procs, no_processor - 1};
	if (swf_free_blocks_give(&p->machine, machine) == 0 &&
		(procs == 0 || swf_free_blocks_give(&p->beyond, beyond) == 0))
		return p;
	swf_placement_free(p);
	return NULL;
}

void swf_placement_free(struct swf_placement *placement)
{
	if (placement == NULL)
		return;
	swf_free_blocks_clear(&placement->machine);
	swf_free_blocks_clear(&placement->beyond);
	free(placement->coming);
	free(placement->used);
	free(placement);
}

/* Places a job that starts now, on processors of jobs that have ended by now, too. 0, or -1 when
 * there is no memory. */
static int place_job(struct swf_placement *p, const struct coming *job)
{
	struct swf_placed placed = job->job;
	while (p->used_count > 0 && p->used[0].end <= placed.start) {
		const struct swf_block block = p->used[0].block;
		if (swf_free_blocks_give(block.low < p->procs ? &p->machine : &p->beyond, block) !=
			0)
			return -1;
		used_pop(p->used, p->used_count--);
	}
	for (int64_t left = job->size; left > 0;) {
		struct used *used =
			swf_array_reserve(p->used, p->used_count, &p->used_capacity, sizeof *used);
		if (used == NULL)
			return -1;
		p->used = used;
		/* behind the machine one block always has enough */
		const bool fits = p->machine.count > 0;
		const struct swf_block block =
			swf_free_blocks_take(fits ? &p->machine : &p->beyond, left);
		used_push(used, p->used_count++, (struct used){placed.end, block});
		left -= swf_block_size(&block);
		p->beyond_jobs += !fits;
		placed.low = block.low;
		placed.high = block.high;
		p->put(p->context, &placed);
	}
	return 0;
}

/* Places the jobs that start up to a time. 0, or -1 when there is no memory. */
static int place_until(struct swf_placement *p, double time)
{
	while (p->coming_count > 0 && p->coming[0].job.start <= time) {
		const struct coming next = p->coming[0];
		coming_pop(p->coming, p->coming_count--);
		if (place_job(p, &next) != 0)
			return -1;
	}
	return 0;
}

int swf_placement_add(
	struct swf_placement *placement, const struct swf_job *job, struct swf_error *error)
{
	struct swf_placement *p = placement;
	/* jobs that start at this very time come later in the log */
	if (place_until(p, job->submit) != 0)
		return swf_fail_memory(error);
	struct coming *coming =
		swf_array_reserve(p->coming, p->coming_count, &p->coming_capacity, sizeof *coming);
	if (coming == NULL)
		return swf_fail_memory(error);
	p->coming = coming;
	const double start = job->submit + job->wait;
	coming_push(coming, p->coming_count++,
		(struct coming){.job = {.job = job->number,
					.user = job->user,
					.group = job->group,
					.queue = job->queue,
					.submit = job->submit,
					.start = start,
					.end = start + job->run_time},
			.place = p->jobs++,
			.size = swf_job_size(job, p->size)});
	return 0;
}

int swf_placement_end(struct swf_placement *placement, struct swf_error *error)
{
	if (placement->jobs == 0)
		return swf_records_none(error);
	return place_until(placement, INFINITY) == 0 ? 0 : swf_fail_memory(error);
}

int64_t swf_placement_beyond(const struct swf_placement *placement)
{
	return placement->beyond_jobs;
}
