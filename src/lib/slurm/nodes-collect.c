/* Which nodes may be chosen, and whether they are enough. */
#include "slurm/nodes-state.h"

/* The CPUs that a job may have of a node that it may use. */
static int32_t offer(const struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const int32_t *used, size_t n)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	int32_t cpus = free_->cpus[n];
	if (used != NULL) {
		const int64_t most = conf->partitions[request->partition].max_cpus_a_node;
		if (cpus + used[n] > most) {
			if (request->whole_nodes || used[n] >= most)
				return 0;
			cpus = (int32_t)(most - used[n]);
		}
	}
	if (free_->memory == NULL)
		return cpus;
	const int64_t memory = free_->memory[n];
	if (request->memory_a_cpu == 0)
		return memory == conf->nodes[n].memory ? cpus : 0;
	if (request->memory_a_cpu * cpus <= memory)
		return cpus;
	return request->whole_nodes ? 0 : (int32_t)(memory / request->memory_a_cpu);
}

/* Leaves the nodes in the map that offer something: whether that is enough. */
static bool collect_offers(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const int32_t *used)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	int64_t cpus = 0, count = 0;
	for (size_t word = 0; word < nodes->conf->words; word++)
		for (uint64_t bits = choice->map[word]; bits != 0; bits &= bits - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(bits);
			choice->own_offers[n] = offer(nodes, free_, request, used, n);
			cpus += choice->own_offers[n];
			if (choice->own_offers[n] > 0)
				count++;
			else
				choice->map[word] &= ~(bits & -bits);
		}
	choice->free = NULL;
	choice->offers = choice->own_offers;
	return cpus >= request->cpus && count >= request->min_nodes;
}

static int64_t sum_of(const struct swf_slurm_free *free_, size_t word, uint64_t bits)
{
	int64_t cpus = 0;
	for (; bits != 0; bits &= bits - 1)
		cpus += free_->cpus[word * 64 + (size_t)__builtin_ctzll(bits)];
	return cpus;
}

/* The free CPUs of these nodes of a word, which all have some. */
static int64_t cpus_of(const struct swf_slurm_free *free_, size_t word, uint64_t bits)
{
	const uint64_t others = free_->open[word] & ~bits;
	if (others == 0)
		return free_->word_cpus[word];
	if (swf_slurm_node_sets_bits(others) < swf_slurm_node_sets_bits(bits))
		return free_->word_cpus[word] - sum_of(free_, word, others);
	return sum_of(free_, word, bits);
}

/* Makes the map of the nodes that are free: whether they have enough. */
static bool enough(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *among)
{
	uint64_t *map = nodes->choice.map;
	const uint64_t *usable = request->whole_nodes ? free_->idle : free_->open;
	int64_t cpus = request->cpus;
	/* enough CPUs are on one node at least */
	int64_t count = request->min_nodes > 1 ? request->min_nodes : 0;
	for (size_t word = 0; word < nodes->conf->words; word++) {
		const uint64_t bits = among[word] & usable[word];
		map[word] = bits;
		if (bits != 0 && cpus > 0)
			cpus -= cpus_of(free_, word, bits);
		if (count > 0)
			count -= swf_slurm_node_sets_bits(bits);
	}
	return cpus <= 0 && count <= 0;
}

bool swf_slurm_nodes_collect(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *among)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	if (!enough(nodes, free_, request, among))
		return false;
	const size_t limited = nodes->rooms[request->partition].limited;
	const int32_t *used = limited < nodes->limited_count
		? free_->used + limited * nodes->conf->node_count
		: NULL;
	choice->free = free_;
	choice->offers = free_->cpus;
	return (used == NULL && free_->memory == NULL) ||
		collect_offers(nodes, free_, request, used);
}

bool swf_slurm_nodes_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *among)
{
	return swf_slurm_nodes_collect(nodes, free_, request, among) &&
		swf_slurm_nodes_pick(nodes, request);
}
