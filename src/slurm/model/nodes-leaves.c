/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which leaf of topology/tree a job goes to next. Of two leaves that hold what it still needs, it
 * is the one with fewer free nodes; of two that do not, the one below the better switch, and below
 * the same one that with more. Leaves that are nearer to those that the job is on already come
 * first if they hold all of the rest, or are as good. Nodes, not their CPUs, tell how tight a fit
 * is.
 */
#include "slurm/model/nodes-state.h"

static int64_t cpus_of_map(const struct swf_slurm_choice *choice, size_t word, uint64_t bits)
{
	int64_t cpus = 0;
	for (; bits != 0; bits &= bits - 1)
		cpus += choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)];
	return cpus;
}

static struct swf_slurm_reach reach_of(const struct swf_slurm_nodes *nodes, const uint64_t *below)
{
	struct swf_slurm_reach reach = {0};
	for (size_t word = 0; word < nodes->conf->words; word++) {
		const uint64_t bits = nodes->choice.left[word] & below[word];
		if (bits == 0)
			continue;
		reach.nodes += swf_slurm_node_sets_bits(bits);
		reach.cpus += cpus_of_map(&nodes->choice, word, bits);
	}
	return reach;
}

/* The weight of the lightest node of the map below a switch. */
static int64_t lightest(const struct swf_slurm_nodes *nodes, const uint64_t *below)
{
	int64_t weight = INT64_MAX;
	for (size_t word = 0; word < nodes->conf->words; word++)
		for (uint64_t bits = nodes->choice.left[word] & below[word]; bits != 0;
			bits &= bits - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(bits);
			if (nodes->conf->nodes[n].weight < weight)
				weight = nodes->conf->nodes[n].weight;
		}
	return weight;
}

bool swf_slurm_leaves_begin(struct swf_slurm_nodes *nodes, int64_t cpus, int64_t count)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const struct swf_slurm_switch *top = NULL;
	int64_t weight = INT64_MAX;
	swf_slurm_node_sets_copy(nodes->choice.left, nodes->choice.map, conf->words);
	for (size_t i = 0; i < conf->switch_count; i++) {
		const struct swf_slurm_switch *one = &conf->switches[i];
		nodes->reach[i] = reach_of(nodes, one->nodes);
		if (nodes->reach[i].cpus < cpus || nodes->reach[i].nodes < count ||
			(top != NULL && one->level < top->level))
			continue;
		const int64_t own = lightest(nodes, one->nodes);
		if (top == NULL || own <= weight) {
			top = one;
			weight = own;
		}
	}
	if (top == NULL)
		return false;
	swf_slurm_node_sets_keep(nodes->choice.left, top->nodes, conf->words);
	swf_slurm_leaves_count(nodes);
	return true;
}

void swf_slurm_leaves_count(struct swf_slurm_nodes *nodes)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	for (size_t i = 0; i < conf->switch_count; i++)
		nodes->reach[i].nodes = swf_slurm_node_sets_common(
			nodes->choice.left, conf->switches[i].nodes, conf->words);
}

/* More than 0 where the first of two switches is the better one, less where the second is. */
static int compare(const struct swf_slurm_nodes *nodes, size_t i, size_t j, int64_t cpus,
	int64_t count, bool *fits)
{
	const struct swf_slurm_switch *switches = nodes->conf->switches;
	const struct swf_slurm_reach *reach = nodes->reach;
	for (;;) {
		const bool j_fits = reach[j].nodes >= count && reach[j].cpus >= cpus;
		*fits = reach[i].nodes >= count && reach[i].cpus >= cpus;
		if (*fits && j_fits && reach[i].nodes != reach[j].nodes)
			return reach[i].nodes < reach[j].nodes ? 1 : -1;
		if (*fits != j_fits)
			return *fits ? 1 : -1;
		if (*fits || switches[i].parent == switches[j].parent)
			break;
		i = switches[i].parent;
		j = switches[j].parent;
	}
	if (reach[i].nodes != reach[j].nodes)
		return reach[i].nodes > reach[j].nodes ? 1 : -1;
	return (switches[i].level < switches[j].level) - (switches[i].level > switches[j].level);
}

size_t swf_slurm_leaves_next(const struct swf_slurm_nodes *nodes, int64_t cpus, int64_t count)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	size_t best = conf->switch_count;
	for (size_t i = 0; i < conf->switch_count; i++) {
		const struct swf_slurm_reach *reach = &nodes->reach[i];
		if (conf->switches[i].level > 0 || reach->taken || reach->nodes == 0)
			continue;
		bool fits = false;
		const int64_t nearer =
			best == conf->switch_count ? 0 : nodes->reach[best].far - reach->far;
		const int better = best == conf->switch_count
			? 1
			: compare(nodes, i, best, cpus, count, &fits);
		if ((nearer > 0 && fits) || (nearer == 0 && better > 0))
			best = i;
	}
	return best;
}

/* Links from one switch to another. */
static int64_t links(const struct swf_slurm_switch *switches, size_t i, size_t j)
{
	int64_t count = 0;
	while (i != j) {
		const bool up = switches[i].level <= switches[j].level;
		size_t *lower = up ? &i : &j;
		if (switches[*lower].parent == *lower)
			lower = up ? &j : &i;
		if (switches[*lower].parent == *lower)
			return count;
		*lower = switches[*lower].parent;
		count++;
	}
	return count;
}

void swf_slurm_leaves_take(struct swf_slurm_nodes *nodes, size_t leaf)
{
	const struct swf_slurm_switch *switches = nodes->conf->switches;
	const int64_t taken = nodes->reach[leaf].nodes;
	nodes->reach[leaf].taken = true;
	for (size_t i = leaf;; i = switches[i].parent) {
		nodes->reach[i].nodes -= taken;
		if (switches[i].parent == i)
			break;
	}
	for (size_t i = 0; i < nodes->conf->switch_count; i++)
		nodes->reach[i].far += links(switches, leaf, i);
}
