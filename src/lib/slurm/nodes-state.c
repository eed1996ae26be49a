#include "slurm/nodes-state.h"

#include <stdlib.h>
#include <string.h>

#include "slurm/node-sets.h"

void swf_slurm_free_clear(struct swf_slurm_free *free_)
{
	free(free_->cpus);
	free(free_->memory);
	free(free_->used);
	free(free_->open);
	free(free_->idle);
	free(free_->word_cpus);
	*free_ = (struct swf_slurm_free){0};
}

int swf_slurm_free_init(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const size_t limited = nodes->limited_count * conf->node_count;
	free_->cpus = calloc(conf->node_count, sizeof *free_->cpus);
	free_->open = calloc(conf->words, sizeof *free_->open);
	free_->idle = calloc(conf->words, sizeof *free_->idle);
	free_->word_cpus = calloc(conf->words, sizeof *free_->word_cpus);
	if (free_->cpus == NULL || free_->open == NULL || free_->idle == NULL ||
		free_->word_cpus == NULL)
		return -1;
	if (limited > 0 && (free_->used = calloc(limited, sizeof *free_->used)) == NULL)
		return -1;
	if (conf->memory &&
		(free_->memory = calloc(conf->node_count, sizeof *free_->memory)) == NULL)
		return -1;
	for (size_t n = 0; n < conf->node_count; n++) {
		free_->cpus[n] = conf->nodes[n].cpus;
		free_->word_cpus[n / 64] += conf->nodes[n].cpus;
		swf_slurm_node_sets_put(free_->open, n);
		swf_slurm_node_sets_put(free_->idle, n);
		if (free_->memory != NULL)
			free_->memory[n] = conf->nodes[n].memory;
	}
	return 0;
}

void swf_slurm_free_copy(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *to,
	const struct swf_slurm_free *from)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const size_t limited = nodes->limited_count * conf->node_count;
	memcpy(to->cpus, from->cpus, conf->node_count * sizeof *to->cpus);
	memcpy(to->open, from->open, conf->words * sizeof *to->open);
	memcpy(to->idle, from->idle, conf->words * sizeof *to->idle);
	memcpy(to->word_cpus, from->word_cpus, conf->words * sizeof *to->word_cpus);
	if (to->memory != NULL)
		memcpy(to->memory, from->memory, conf->node_count * sizeof *to->memory);
	if (to->used != NULL)
		memcpy(to->used, from->used, limited * sizeof *to->used);
}

/* Takes or gives back shares that lie in one word, from the i-th on: the number of shares. */
static size_t change_word(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_allocation *allocation, size_t i, int32_t sign)
{
	const struct swf_slurm_share *share = &allocation->shares[i];
	const struct swf_slurm_share *const end = allocation->shares + allocation->count;
	const size_t word = share->node / 64;
	uint64_t changed = 0, open = 0, idle = 0;
	int64_t sum = 0;
	for (; share < end && share->node / 64 == word; share++) {
		const uint32_t n = share->node, bit = n % 64;
		const int32_t cpus = free_->cpus[n] + sign * share->cpus;
		free_->cpus[n] = cpus;
		sum += share->cpus;
		changed |= UINT64_C(1) << bit;
		open |= (uint64_t)(cpus > 0) << bit;
		idle |= (uint64_t)(cpus == nodes->none.cpus[n]) << bit;
	}
	free_->word_cpus[word] += sign * sum;
	free_->open[word] = (free_->open[word] & ~changed) | open;
	free_->idle[word] = (free_->idle[word] & ~changed) | idle;
	return (size_t)(share - &allocation->shares[i]);
}

void swf_slurm_free_change(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_allocation *allocation, int32_t sign)
{
	for (size_t i = 0; i < allocation->count;)
		i += change_word(nodes, free_, allocation, i, sign);
	const size_t limited = nodes->rooms[allocation->partition].limited;
	const size_t count = nodes->conf->node_count;
	if (limited < nodes->limited_count)
		for (size_t i = 0; i < allocation->count; i++)
			free_->used[limited * count + allocation->shares[i].node] -=
				sign * allocation->shares[i].cpus;
	if (free_->memory != NULL)
		for (size_t i = 0; i < allocation->count; i++)
			free_->memory[allocation->shares[i].node] +=
				sign * allocation->shares[i].memory;
}
