/* What runs, in the order of its expected ends, and what that leaves free. */
#include "slurm/nodes-state.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "slurm/node-sets.h"

/* Slurm expects a job without a time limit to end after that time. */
static const double a_year = 365 * 86400.0;

void swf_slurm_rooms_count(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_share *share, int sign)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const size_t n = share->node;
	const int32_t cpus = nodes->now.cpus[n], all = conf->nodes[n].cpus;
	for (size_t p = 0; p < conf->partition_count; p++) {
		if (!swf_slurm_node_sets_has(conf->partitions[p].nodes, n))
			continue;
		struct swf_slurm_room *room = &nodes->rooms[p];
		room->cpus += sign * cpus;
		room->nodes += cpus > 0 ? sign : 0;
		room->idle_cpus += cpus == all ? sign * cpus : 0;
		room->idle_nodes += cpus == all ? sign : 0;
	}
}

static void change(struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation,
	size_t place, int32_t sign)
{
	for (size_t i = 0; i < allocation->count; i++)
		swf_slurm_rooms_count(nodes, &allocation->shares[i], -1);
	swf_slurm_free_change(nodes, &nodes->now, allocation, sign);
	swf_slurm_moments_change(nodes, allocation, place, sign);
	for (size_t i = 0; i < allocation->count; i++)
		swf_slurm_rooms_count(nodes, &allocation->shares[i], 1);
}

size_t swf_slurm_nodes_ended_by(const struct swf_slurm_nodes *nodes, double time)
{
	struct swf_bisection b = {.high = nodes->running_count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, nodes->running[b.middle].end <= time);
	return b.low;
}

double swf_slurm_nodes_next_end(const struct swf_slurm_nodes *nodes, double now)
{
	const size_t next = swf_slurm_nodes_ended_by(nodes, now);
	return next < nodes->running_count ? nodes->running[next].end : INFINITY;
}

/* Adds a node to the masks. -1 when there is no memory. */
static int add_to_masks(struct swf_slurm_running *running, size_t node)
{
	const uint64_t bit = UINT64_C(1) << node % 64;
	const size_t count = running->mask_count;
	if (count > 0 && running->masks[count - 1].word == node / 64) {
		running->masks[count - 1].bits |= bit;
		return 0;
	}
	struct swf_slurm_mask *masks = swf_array_reserve_from(
		4, running->masks, count, &running->mask_capacity, sizeof *masks);
	if (masks == NULL)
		return -1;
	running->masks = masks;
	masks[running->mask_count++] = (struct swf_slurm_mask){bit, node / 64};
	return 0;
}

/* Describes what will run, behind the last that runs. -1 when there is no memory. */
static int describe(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	struct swf_slurm_running *running = swf_array_reserve(
		nodes->running, nodes->running_count, &nodes->running_capacity, sizeof *running);
	if (running == NULL)
		return -1;
	nodes->running = running;
	struct swf_slurm_running *last = &running[nodes->running_count];
	if (nodes->running_count == nodes->running_kept) {
		*last = (struct swf_slurm_running){0};
		nodes->running_kept++;
	}
	last->job = allocation;
	last->end = allocation->end;
	last->mask_count = 0;
	for (size_t i = 0; i < allocation->count; i++)
		if (add_to_masks(last, allocation->shares[i].node) != 0)
			return -1;
	return 0;
}

int swf_slurm_nodes_take(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation,
	double now, double limit)
{
	allocation->limit = limit < INFINITY ? limit : a_year;
	allocation->end = now + allocation->limit;
	if (describe(nodes, allocation) != 0)
		return -1;
	const size_t place = swf_slurm_nodes_ended_by(nodes, allocation->end);
	struct swf_slurm_running *at = nodes->running + place,
				 last = at[nodes->running_count - place];
	memmove(at + 1, at, (nodes->running_count++ - place) * sizeof *at);
	*at = last;
	change(nodes, allocation, place, -1);
	return 0;
}

void swf_slurm_nodes_give_back(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	size_t place = swf_slurm_nodes_ended_by(nodes, allocation->end);
	do
		place--;
	while (nodes->running[place].job != allocation);
	struct swf_slurm_running *at = nodes->running + place, gone = *at;
	memmove(at, at + 1, (--nodes->running_count - place) * sizeof *at);
	nodes->running[nodes->running_count] = gone;
	change(nodes, allocation, place, 1);
}
