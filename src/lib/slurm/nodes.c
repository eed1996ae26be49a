#include "slurm/nodes-state.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "slurm/node-sets.h"

static int init_rooms(struct swf_slurm_nodes *nodes)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	nodes->rooms = calloc(conf->partition_count + 1, sizeof *nodes->rooms);
	if (nodes->rooms == NULL)
		return -1;
	for (size_t p = 0; p < conf->partition_count; p++) {
		nodes->rooms[p].limited = SIZE_MAX;
		/* select/linear takes no notice of that */
		if (!conf->whole_nodes &&
			conf->partitions[p].max_cpus_a_node != SWF_SLURM_UNLIMITED)
			nodes->rooms[p].limited = nodes->limited_count++;
	}
	return 0;
}

static bool same_kind(const struct swf_slurm_node *a, const struct swf_slurm_node *b)
{
	return a->weight == b->weight && a->cpus == b->cpus && a->memory == b->memory;
}

/* The first node of the kind that comes next: of the least weight, and in their order. */
static size_t next_kind(const struct swf_slurm_conf *conf, const uint64_t *seen)
{
	size_t next = conf->node_count;
	for (size_t n = 0; n < conf->node_count; n++)
		if (!swf_slurm_node_sets_has(seen, n) &&
			(next == conf->node_count ||
				conf->nodes[n].weight < conf->nodes[next].weight))
			next = n;
	return next;
}

static int init_kinds(struct swf_slurm_nodes *nodes)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const size_t words = conf->words;
	size_t capacity = 0, first;
	uint64_t *seen = calloc(words, sizeof *seen);
	if (seen == NULL)
		return -1;
	while ((first = next_kind(conf, seen)) < conf->node_count) {
		uint64_t *kinds = swf_array_reserve_from(
			4, nodes->kinds, nodes->kind_count, &capacity, words * sizeof *kinds);
		if (kinds == NULL) {
			free(seen);
			return -1;
		}
		nodes->kinds = kinds;
		for (size_t n = first; n < conf->node_count; n++)
			if (same_kind(&conf->nodes[n], &conf->nodes[first]))
				swf_slurm_node_sets_put(seen, n);
		memcpy(kinds + nodes->kind_count++ * words, seen, words * sizeof *seen);
	}
	free(seen);
	return 0;
}

static int init_choice(struct swf_slurm_choice *choice, const struct swf_slurm_conf *conf)
{
	choice->map = calloc(conf->words, sizeof *choice->map);
	choice->among = calloc(conf->words, sizeof *choice->among);
	choice->own_offers = calloc(conf->node_count, sizeof *choice->own_offers);
	choice->runs = calloc(conf->node_count + 1, sizeof *choice->runs);
	choice->ranks = calloc(conf->node_count + 1, sizeof *choice->ranks);
	choice->picks = calloc(conf->node_count, sizeof *choice->picks);
	return choice->map == NULL || choice->among == NULL || choice->own_offers == NULL ||
			choice->runs == NULL || choice->ranks == NULL || choice->picks == NULL
		? -1
		: 0;
}

struct swf_slurm_nodes *swf_slurm_nodes_new(const struct swf_slurm_conf *conf, double start)
{
	struct swf_slurm_nodes *nodes = calloc(1, sizeof *nodes);
	if (nodes == NULL)
		return NULL;
	nodes->conf = conf;
	nodes->start = start;
	nodes->heavier = calloc(conf->words, sizeof *nodes->heavier);
	if (nodes->heavier == NULL || init_rooms(nodes) != 0 ||
		init_choice(&nodes->choice, conf) != 0 || swf_slurm_nodes_init_least(nodes) != 0 ||
		swf_slurm_free_init(nodes, &nodes->none) != 0 ||
		swf_slurm_free_init(nodes, &nodes->now) != 0 ||
		(conf->whole_nodes && init_kinds(nodes) != 0)) {
		swf_slurm_nodes_free(nodes);
		return NULL;
	}
	for (size_t n = 0; n < conf->node_count; n++) {
		if (conf->nodes[n].cpus > nodes->most_cpus)
			nodes->most_cpus = conf->nodes[n].cpus;
		if (n > 0 && conf->nodes[n].weight != conf->nodes[n - 1].weight)
			swf_slurm_node_sets_put(nodes->heavier, n);
		swf_slurm_rooms_count(nodes, &(struct swf_slurm_share){.node = (uint32_t)n}, 1);
	}
	return nodes;
}

void swf_slurm_nodes_free(struct swf_slurm_nodes *nodes)
{
	if (nodes == NULL)
		return;
	swf_slurm_free_clear(&nodes->none);
	swf_slurm_free_clear(&nodes->now);
	for (size_t i = 0; i < SWF_SLURM_MOMENTS; i++)
		swf_slurm_free_clear(&nodes->moments[i].free);
	free(nodes->rooms);
	free(nodes->heavier);
	free(nodes->kinds);
	free(nodes->by_cpus);
	free(nodes->by_memory);
	free(nodes->choice.map);
	free(nodes->choice.among);
	free(nodes->choice.own_offers);
	free(nodes->choice.runs);
	free(nodes->choice.ranks);
	free(nodes->choice.picks);
	for (size_t i = 0; i < nodes->running_kept; i++)
		free(nodes->running[i].masks);
	free(nodes->running);
	free(nodes);
}

bool swf_slurm_nodes_possible(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *among)
{
	return swf_slurm_nodes_fit(nodes, &nodes->none, request, among);
}

bool swf_slurm_nodes_idle(const struct swf_slurm_nodes *nodes, const uint64_t *among)
{
	for (size_t word = 0; word < nodes->conf->words; word++)
		if ((among[word] & ~nodes->now.idle[word]) != 0)
			return false;
	return true;
}

bool swf_slurm_nodes_may_fit(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	const struct swf_slurm_room *room = &nodes->rooms[request->partition];
	if (request->whole_nodes)
		return request->cpus <= room->idle_cpus && request->min_nodes <= room->idle_nodes;
	return request->cpus <= room->cpus && request->min_nodes <= room->nodes;
}

/* Tries the nodes kind after kind, as Slurm does with select/linear. */
static bool fits_by_kinds(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *among)
{
	const size_t words = nodes->conf->words;
	for (size_t kind = 0; kind < nodes->kind_count; kind++) {
		for (size_t word = 0; word < words; word++)
			nodes->choice.among[word] = among[word] & nodes->kinds[kind * words + word];
		if (swf_slurm_nodes_fit(nodes, &nodes->now, request, nodes->choice.among))
			return true;
	}
	return false;
}

int swf_slurm_nodes_choose(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request,
	const uint64_t *among, struct swf_slurm_allocation *allocation)
{
	if (nodes->conf->whole_nodes ? !fits_by_kinds(nodes, request, among)
				     : !swf_slurm_nodes_fit(nodes, &nodes->now, request, among))
		return 0;
	const size_t count = nodes->choice.picked;
	if (count > allocation->capacity) {
		struct swf_slurm_share *shares =
			realloc(allocation->shares, count * sizeof *shares);
		if (shares == NULL)
			return -1;
		allocation->shares = shares;
		allocation->capacity = count;
	}
	allocation->count = count;
	allocation->partition = request->partition;
	for (size_t i = 0; i < count; i++) {
		struct swf_slurm_share share = nodes->choice.picks[i];
		if (nodes->conf->memory)
			share.memory = request->memory_a_cpu == 0
				? nodes->conf->nodes[share.node].memory
				: request->memory_a_cpu * share.cpus;
		allocation->shares[i] = share;
	}
	return 1;
}
