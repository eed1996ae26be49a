/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A placement for a schedule: which processors each job has, found while the jobs pass. Logs do not
 * say it. Definition: swf-metrics(1), section METHOD.
 */
#ifndef SWF_METRICS_PLACEMENT_H
#define SWF_METRICS_PLACEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"

/* A job, or a part of it, on processors low to high, both included, from 0. */
struct swf_placed {
	int64_t job, user, group, queue;
	double submit, start, end; /* s */
	int64_t low, high;
};

/* Gets each part as soon as it is known, in the order of the starts. */
typedef void swf_placement_put(void *context, const struct swf_placed *placed);

struct swf_placement;

/* For a machine of `procs` processors, or without an end if that is 0. NULL when there is no
 * memory. */
struct swf_placement *swf_placement_new(
	int32_t procs, enum swf_size size, swf_placement_put *put, void *context);
void swf_placement_free(struct swf_placement *placement);

/* Adds a job that ran, in submit order. Memory is held for jobs that wait or run at its submit. 0,
 * or -1 with the error set: no memory. */
int swf_placement_add(struct swf_placement *placement, const struct swf_job *job,
	struct swf_error *error) SWF_MUST_CHECK;

/* Places the jobs that are left. 0, or -1 with the error set, also where there was no job. */
int swf_placement_end(struct swf_placement *placement, struct swf_error *error) SWF_MUST_CHECK;

/* How many jobs have processors beyond those of the machine. */
int64_t swf_placement_beyond(const struct swf_placement *placement);

/* The processors that are free, as blocks of consecutive numbers. Nodes are used again. */

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
	uint32_t below[SWF_FREE_BLOCK_ORDERS]
		      [2]; /* in each tree before and behind it; 0 for none */
};

/* Begins with {0}: none. */
struct swf_free_blocks {
	size_t count; /* of blocks; others are between any two */
	uint32_t roots[SWF_FREE_BLOCK_ORDERS];
	struct swf_free_block *nodes; /* number 0 is that of an empty tree */
	size_t node_count, capacity;
	uint32_t spare; /* of those to be used again the first, each with the next below it */
};

/* Takes processors from the smallest block that has `size` of them, its lowest ones. If none has,
 * takes the whole of the largest block. Of equal blocks the lowest counts. There must be a block.
 */
struct swf_block swf_free_blocks_take(struct swf_free_blocks *free_blocks, int64_t size);

/* Gives back processors that are not free. 0, or -1 when there is no memory. */
int swf_free_blocks_give(
	struct swf_free_blocks *free_blocks, struct swf_block block) SWF_MUST_CHECK;

void swf_free_blocks_clear(struct swf_free_blocks *free_blocks);

#endif
