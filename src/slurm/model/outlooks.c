/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outlooks. Within a plan reservations are only added, so the nodes of an outlook are those that it
 * had before, less those of the reservations since that cover some of its time.
 */
#include "slurm/model/outlooks.h"

#include <stdlib.h>

void swf_slurm_outlooks_forget(struct swf_slurm_outlooks *outlooks)
{
	outlooks->time++;
}

void swf_slurm_outlooks_clear(struct swf_slurm_outlooks *outlooks)
{
	for (size_t i = 0; i < SWF_SLURM_OUTLOOKS; i++) {
		free(outlooks->list[i].nodes);
		swf_slurm_nodes_clear_holdings(&outlooks->list[i].holdings);
	}
	*outlooks = (struct swf_slurm_outlooks){0};
}

/* Takes the nodes of a reservation from an outlook. 0, or -1 when there is no memory. */
static int take(struct swf_slurm_outlook *outlook, const struct swf_slurm_reservations *r,
	const struct swf_slurm_reservation *reservation, struct swf_slurm_nodes *nodes)
{
	for (size_t i = reservation->mask; i < reservation->mask_behind; i++) {
		const size_t word = r->masks[i].word;
		const struct swf_slurm_mask left = {outlook->nodes[word] & r->masks[i].bits, word};
		outlook->nodes[word] &= ~left.bits;
		if (left.bits != 0 && swf_slurm_nodes_leave(nodes, &outlook->holdings, &left) != 0)
			return -1;
	}
	return 0;
}

/* Takes those that were reserved since the last question. Where it begins behind the end of the
 * plan, nothing counts as reserved. */
static int renew(struct swf_slurm_outlook *outlook, const struct swf_slurm_reservations *r,
	struct swf_slurm_nodes *nodes)
{
	for (; outlook->reserved < r->listed; outlook->reserved++) {
		const struct swf_slurm_reservation *one = &r->added[outlook->reserved];
		if (one->start <= outlook->end && one->end > outlook->start &&
			outlook->start < swf_slurm_reservations_end(r) &&
			take(outlook, r, one, nodes) != 0)
			return -1;
	}
	return 0;
}

/* The place of an outlook. Another one that has it makes room. */
static size_t place_of(double start, double end)
{
	/* times are whole seconds mostly; the factor is odd, and its high bits spread them */
	const uint64_t mixed = ((uint64_t)(int64_t)start * 31 + (uint64_t)(int64_t)end) *
		UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(mixed >> (64 - SWF_SLURM_OUTLOOK_BITS));
}

struct swf_slurm_outlook *swf_slurm_outlooks_find(struct swf_slurm_outlooks *outlooks,
	const struct swf_slurm_reservations *reservations, struct swf_slurm_nodes *nodes,
	double start, double end, const uint64_t *allowed, bool *made)
{
	struct swf_slurm_outlook *outlook = &outlooks->list[place_of(start, end)];
	*made = outlook->time != outlooks->time || outlook->start != start || outlook->end != end ||
		outlook->allowed != allowed;
	if (!*made)
		return renew(outlook, reservations, nodes) == 0 ? outlook : NULL;
	if (outlook->nodes == NULL &&
		(outlook->nodes = malloc(reservations->words * sizeof *outlook->nodes)) == NULL)
		return NULL;
	swf_slurm_nodes_forget(&outlook->holdings);
	outlook->allowed = allowed;
	outlook->start = start;
	outlook->end = end;
	outlook->time = outlooks->time;
	outlook->reserved = reservations->listed;
	swf_slurm_reservations_free(reservations, start, end, allowed, outlook->nodes);
	return outlook;
}
