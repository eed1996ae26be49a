/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a request gets now: the nodes that are chosen, and of each CPUs, memory and GPUs. The choice
 * itself is in nodes-choice.c; select/linear makes it kind after kind.
 */
#include "slurm/model/nodes-state.h"

#include <stdlib.h>

#include "base/array.h"

/* Of an untyped request the first types count, and whole nodes come with all of theirs. 0, or -1
 * when there is no memory. */
static int choose_gpus(const struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	struct swf_slurm_allocation *allocation)
{
	const size_t types = nodes->conf->gpu_type_count;
	allocation->gpu_count = 0;
	if (types == 0 || (request->gpus_a_node == 0 && !request->whole_nodes))
		return 0;
	for (size_t i = 0; i < allocation->count; i++) {
		const uint32_t node = allocation->shares[i].node;
		int32_t wanted = request->gpus_a_node;
		for (uint32_t type = 0; type < types; type++) {
			const int32_t free_ = nodes->now.gpus[node * types + type];
			int32_t count = free_ < wanted ? free_ : wanted;
			if (request->gpu_type != SWF_SLURM_ANY_GPU && request->gpu_type != type)
				count = 0;
			wanted -= count;
			if (request->whole_nodes)
				count = free_;
			if (count == 0)
				continue;
			struct swf_slurm_gpu_share *larger =
				swf_array_reserve_from(4, allocation->gpus, allocation->gpu_count,
					&allocation->gpu_capacity, sizeof *larger);
			if (larger == NULL)
				return -1;
			allocation->gpus = larger;
			larger[allocation->gpu_count++] =
				(struct swf_slurm_gpu_share){node, type, count};
		}
	}
	return 0;
}

/* Whether the request fits now, with the picks. */
static bool fits_now(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed)
{
	const size_t words = nodes->conf->words;
	swf_slurm_sharing_begin(nodes);
	if (!nodes->conf->whole_nodes)
		return swf_slurm_nodes_fit(nodes, &nodes->now, request, allowed);
	/* select/linear goes kind after kind */
	for (size_t kind = 0; kind < nodes->kind_count; kind++) {
		uint64_t *const of_kind = nodes->choice.of_kind;
		swf_slurm_node_sets_both(of_kind, allowed, nodes->kinds + kind * words, words);
		if (swf_slurm_nodes_fit(nodes, &nodes->now, request, of_kind))
			return true;
	}
	return false;
}

bool swf_slurm_nodes_fit_now(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, uint64_t *found)
{
	if (!fits_now(nodes, request, allowed))
		return false;
	swf_slurm_nodes_put_picks(nodes, found);
	return true;
}

/* The share of a node that a request has with these CPUs. */
static struct swf_slurm_share share_of(const struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, struct swf_slurm_share share)
{
	if (nodes->conf->memory)
		share.memory = request->memory_a_node > 0 ? request->memory_a_node
			: request->memory_a_cpu > 0       ? request->memory_a_cpu * share.cpus
							  : nodes->conf->nodes[share.node].memory;
	return share;
}

int swf_slurm_nodes_choose(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *allowed, struct swf_slurm_allocation *allocation)
{
	if (!fits_now(nodes, request, allowed))
		return 0;
	const struct swf_slurm_choice *choice = &nodes->choice;
	const size_t words = nodes->conf->words,
		     count = choice->picked +
		(size_t)swf_slurm_node_sets_count(choice->whole, words);
	if (count > allocation->capacity) {
		struct swf_slurm_share *shares =
			realloc(allocation->shares, count * sizeof *shares);
		if (shares == NULL)
			return -1;
		allocation->shares = shares;
		allocation->capacity = count;
	}
	allocation->count = 0;
	allocation->partition = request->partition;
	allocation->shares_cores = swf_slurm_shares_cores(nodes->conf, request);
	for (size_t word = 0; word < words; word++)
		for (uint64_t bits = choice->whole[word]; bits != 0; bits &= bits - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(bits);
			allocation->shares[allocation->count++] = share_of(nodes, request,
				(struct swf_slurm_share){
					.node = (uint32_t)n, .cpus = choice->offers[n]});
		}
	for (size_t i = 0; i < choice->picked; i++)
		allocation->shares[allocation->count++] =
			share_of(nodes, request, choice->picks[i]);
	if (allocation->shares_cores && swf_slurm_sharing_choose(nodes, allocation) != 0)
		return -1;
	return choose_gpus(nodes, request, allocation) == 0 ? 1 : -1;
}
