/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least that any choice of nodes gives a request: where whole nodes are given, what the
 * smallest that suffice have, rounded up to what all sums of nodes are multiples of.
 */
#include "slurm/model/nodes-state.h"

#include <stdlib.h>

static int compare_amounts(const void *a, const void *b)
{
	const struct swf_slurm_amount *first = a, *second = b;
	return (first->amount > second->amount) - (first->amount < second->amount);
}

int swf_slurm_least_init(struct swf_slurm_nodes *nodes)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const size_t count = conf->node_count;
	nodes->by_cpus = calloc(count + 1, sizeof *nodes->by_cpus);
	nodes->by_memory = calloc(count + 1, sizeof *nodes->by_memory);
	if (nodes->by_cpus == NULL || nodes->by_memory == NULL)
		return -1;
	for (size_t n = 0; n < count; n++) {
		nodes->by_cpus[n] = (struct swf_slurm_amount){conf->nodes[n].cpus, n};
		nodes->by_memory[n] = (struct swf_slurm_amount){conf->nodes[n].memory, n};
	}
	qsort(nodes->by_cpus, count, sizeof *nodes->by_cpus, compare_amounts);
	qsort(nodes->by_memory, count, sizeof *nodes->by_memory, compare_amounts);
	return 0;
}

void swf_slurm_least_clear(struct swf_slurm_nodes *nodes)
{
	free(nodes->by_cpus);
	free(nodes->by_memory);
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t rounded_up(int64_t amount, int64_t step)
{
	return (amount + step - 1) / step * step;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

/* The sum of the smallest nodes of the map. */
static int64_t sum_smallest(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_amount *list, int64_t count)
{
	int64_t sum = 0;
	for (size_t i = 0; i < nodes->conf->node_count && count > 0; i++)
		if (swf_slurm_node_sets_has(nodes->choice.map, list[i].node)) {
			sum += list[i].amount;
			count--;
		}
	return sum;
}

static int64_t least_memory(const struct swf_slurm_request *request, int64_t cpus)
{
	return request->memory_a_node > 0 ? request->memory_a_node * request->min_nodes
					  : request->memory_a_cpu * cpus;
}

struct swf_slurm_least swf_slurm_nodes_least(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	const bool all_memory =
		nodes->conf->memory && request->memory_a_cpu == 0 && request->memory_a_node == 0;
	const int32_t core = nodes->conf->whole_cores ? nodes->least_core : 1;
	struct swf_slurm_least least = {
		.cpus = larger(rounded_up(request->cpus, core), request->min_nodes * core)};
	int64_t step = 0, most = 0;
	least.memory = least_memory(request, least.cpus);
	if (!(request->whole_nodes || all_memory) ||
		!swf_slurm_nodes_collect(nodes, &nodes->none, request, allowed))
		return least;
	/* what whole nodes have together is a multiple of what divides each of them */
	for (size_t i = 0; i < nodes->conf->node_count; i++) {
		const struct swf_slurm_amount *node = &nodes->by_cpus[i];
		if (node->amount == most || !swf_slurm_node_sets_has(nodes->choice.map, node->node))
			continue;
		most = node->amount;
		step = common_divisor(most, step);
	}
	const int64_t count = larger(request->min_nodes, rounded_up(request->cpus, most) / most);
	if (request->whole_nodes)
		least.cpus = larger(rounded_up(request->cpus, step),
			sum_smallest(nodes, nodes->by_cpus, count));
	least.memory = all_memory ? sum_smallest(nodes, nodes->by_memory, count)
				  : least_memory(request, least.cpus);
	return least;
}
