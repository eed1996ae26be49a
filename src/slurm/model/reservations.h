/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What backfilling plans: stretches of time, one after the other, each with the set of nodes that
 * are free of reservations then. Reservations are of whole nodes.
 *
 * The stretches are those of Slurm's backfilling, with its rules of when two of them become one
 * again, since how many it has made so far ends a cycle.
 */
#ifndef SWF_SLURM_RESERVATIONS_H
#define SWF_SLURM_RESERVATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "slurm/model/node-sets.h"
#include "slurm/slurm.h"
#include "swfcore/error.h"

struct swf_slurm_stretch {
	double begin, end; /* s */
	uint64_t *free;    /* a set of nodes; behind it, how many of them each partition has */
	bool closes;       /* a reservation ends with it: nodes may become free */
	size_t word;       /* then: a word with nodes of the last such reservation */
};

/* A reservation touches few words of a set of nodes, and so is cheaper to look at than the sets of
 * the stretches that it covers. */
struct swf_slurm_reservation {
	double start, end;        /* s */
	size_t mask, mask_behind; /* the places of its first mask, and behind its last */
};

/* Begins with {0}. */
struct swf_slurm_reservations {
	struct swf_slurm_stretch *stretches; /* never none, once begun */
	size_t count, capacity;
	struct swf_slurm_reservation *list;  /* by their starts */
	struct swf_slurm_reservation *added; /* the same, in the order in which they were made */
	size_t listed, list_capacity, added_capacity;
	struct swf_slurm_mask *masks;
	size_t mask_count, mask_capacity;
	size_t words; /* of a set of nodes */
	const struct swf_slurm_conf *conf;
	int32_t *taken; /* nodes of each partition, of the reservation that is being made */
	int64_t made;   /* stretches so far, also those that have become one with another */
	double least;   /* s, of a reservation */
	uint64_t told;  /* a sum of all that were asked for, in their order */
	struct swf_slab sets;
};

/* Nothing is reserved from begin to end (s); `all` is the set of all nodes. 0, or -1 when there is
 * no memory. */
int swf_slurm_reservations_begin(struct swf_slurm_reservations *reservations,
	const struct swf_slurm_conf *conf, double begin, double end,
	const uint64_t *all) SWF_MUST_CHECK;
void swf_slurm_reservations_clear(struct swf_slurm_reservations *reservations);

/* The end of them all, and setting that: s. */
static inline double swf_slurm_reservations_end(const struct swf_slurm_reservations *reservations)
{
	return reservations->stretches[reservations->count - 1].end;
}
static inline void swf_slurm_reservations_extend(
	struct swf_slurm_reservations *reservations, double end)
{
	reservations->stretches[reservations->count - 1].end = end;
}

/* Reserves these nodes. 0, or -1 when there is no memory. */
int swf_slurm_reservations_add(struct swf_slurm_reservations *reservations, double start,
	double end, const uint64_t *nodes) SWF_MUST_CHECK;

/* Whether one of these nodes is reserved at some time from start to end. */
bool swf_slurm_reservations_overlap(const struct swf_slurm_reservations *reservations, double start,
	double end, const uint64_t *nodes);

/* The first time from `start` (s) on at which each stretch of the next `length` s has that many
 * free nodes of a partition, or INFINITY. They may be others in each stretch, so a job may have to
 * start later: it is a bound that costs little. */
double swf_slurm_reservations_room(const struct swf_slurm_reservations *reservations, double start,
	double length, size_t partition, int64_t nodes);

/* Which nodes among these are free from start to end. Returns the first time from then on at which
 * others become free, INFINITY for none (s). */
double swf_slurm_reservations_free(const struct swf_slurm_reservations *reservations, double start,
	double end, const uint64_t *allowed, uint64_t *nodes);

/* That time alone, which costs less. */
double swf_slurm_reservations_opening(const struct swf_slurm_reservations *reservations,
	double start, double end, const uint64_t *allowed);

/* What swf_slurm_reservations_free has found holds for all ends before this (s, INFINITY for any):
 * `nodes` are those that it found, and `later` is what it returned. */
double swf_slurm_reservations_same_before(const struct swf_slurm_reservations *reservations,
	double end, double later, const uint64_t *nodes);

/* Whether nodes that were free up to the end (s) still are. `masks` is how many masks there were
 * when they were: reservations that were made since have later ones. */
bool swf_slurm_reservations_leave(const struct swf_slurm_reservations *reservations, size_t masks,
	double end, const uint64_t *nodes);

#endif
