/* The least that a request can get, whatever runs. */
#include "slurm/nodes-state.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	const struct swf_slurm_amount *first = a, *second = b;
	return (first->amount > second->amount) - (first->amount < second->amount);
}

int swf_slurm_nodes_init_least(struct swf_slurm_nodes *nodes)
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
	qsort(nodes->by_cpus, count, sizeof *nodes->by_cpus, compare);
	qsort(nodes->by_memory, count, sizeof *nodes->by_memory, compare);
	return 0;
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
static int64_t sum_of_smallest(
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

struct swf_slurm_least swf_slurm_nodes_least(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *among)
{
	const bool all_memory = nodes->conf->memory && request->memory_a_cpu == 0;
	struct swf_slurm_least least = {.cpus = larger(request->cpus, request->min_nodes)};
	int64_t step = 0, most = 0;
	least.memory = request->memory_a_cpu * least.cpus;
	if (!(request->whole_nodes || all_memory) ||
		!swf_slurm_nodes_collect(nodes, &nodes->none, request, among))
		return least;
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
			sum_of_smallest(nodes, nodes->by_cpus, count));
	least.memory = all_memory ? sum_of_smallest(nodes, nodes->by_memory, count)
				  : request->memory_a_cpu * least.cpus;
	return least;
}
