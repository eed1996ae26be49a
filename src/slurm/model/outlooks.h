/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outlooks of a plan of backfilling: the nodes that are free of reservations from one time to
 * another, and what running jobs have of them. Job after job asks for the same one, and few
 * reservations are made between two of them.
 */
#ifndef SWF_SLURM_OUTLOOKS_H
#define SWF_SLURM_OUTLOOKS_H

#include "slurm/model/nodes.h"
#include "slurm/model/reservations.h"

struct swf_slurm_outlook {
	const uint64_t *allowed; /* among these nodes */
	double start, end;       /* s */
	uint64_t time;           /* that of all, when it was made */
	size_t reserved;         /* reservations that the nodes are without */
	uint64_t *nodes;
	struct swf_slurm_holdings holdings;
};

enum { SWF_SLURM_OUTLOOK_BITS = 7, SWF_SLURM_OUTLOOKS = 1 << SWF_SLURM_OUTLOOK_BITS };

/* Begins with {0}; forget before the first question. */
struct swf_slurm_outlooks {
	struct swf_slurm_outlook list[SWF_SLURM_OUTLOOKS];
	uint64_t time; /* how often they were forgotten */
};

/* No outlook holds any more: a plan begins or its window grows, or a job starts or ends. */
void swf_slurm_outlooks_forget(struct swf_slurm_outlooks *outlooks);
void swf_slurm_outlooks_clear(struct swf_slurm_outlooks *outlooks);

/* The outlook among these nodes, whose set has to stay where and what it is. If it was not known,
 * `made` is set; more nodes may be taken from the set then. NULL when there is no memory. */
struct swf_slurm_outlook *swf_slurm_outlooks_find(struct swf_slurm_outlooks *outlooks,
	const struct swf_slurm_reservations *reservations, struct swf_slurm_nodes *nodes,
	double start, double end, const uint64_t *allowed, bool *made);

#endif
