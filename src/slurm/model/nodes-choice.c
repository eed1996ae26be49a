/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of nodes: of those of the least weight, the run of neighbours that fits best, and then
 * the next one, until the job has what it asks for. That is how select/cons_tres chooses; where
 * select/linear differs, it says so.
 *
 * A question is answered in two steps. swf_slurm_nodes_collect puts the nodes that may be chosen
 * into the map, with what each offers; it adds up 64 nodes at a time, so that most questions that
 * have the answer no cost a look at each word of the sets. The choice then makes runs of the map,
 * in one pass over it, and mostly takes the first run that it looks for.
 *
 * From the first step to the end of the second, `offers` holds for the nodes of the map alone.
 * While `free` is set, they are what is free, and so the sums of whole words may be used. The
 * second step may take nodes out of the map. Nothing of struct swf_slurm_choice is kept for the
 * next question but its memory.
 */
#include "slurm/model/nodes-state.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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
		const struct swf_slurm_node *kind = &conf->nodes[first];
		for (size_t n = first; n < conf->node_count; n++)
			if (conf->nodes[n].weight == kind->weight &&
				conf->nodes[n].cpus == kind->cpus &&
				conf->nodes[n].memory == kind->memory)
				swf_slurm_node_sets_put(seen, n);
		memcpy(kinds + nodes->kind_count++ * words, seen, words * sizeof *seen);
	}
	free(seen);
	return 0;
}

int swf_slurm_choice_init(struct swf_slurm_nodes *nodes)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	const struct swf_slurm_conf *conf = nodes->conf;
	choice->map = calloc(conf->words, sizeof *choice->map);
	choice->of_kind = calloc(conf->words, sizeof *choice->of_kind);
	choice->of_one = calloc(conf->words, sizeof *choice->of_one);
	choice->own_offers = calloc(conf->node_count, sizeof *choice->own_offers);
	choice->runs = calloc(conf->node_count + 1, sizeof *choice->runs);
	choice->ranks = calloc(conf->node_count + 1, sizeof *choice->ranks);
	choice->picks = calloc(conf->node_count, sizeof *choice->picks);
	choice->whole = calloc(conf->words, sizeof *choice->whole);
	choice->left = calloc(conf->words, sizeof *choice->left);
	if (choice->map == NULL || choice->of_kind == NULL || choice->of_one == NULL ||
		choice->own_offers == NULL || choice->runs == NULL || choice->ranks == NULL ||
		choice->picks == NULL || choice->whole == NULL || choice->left == NULL ||
		(conf->whole_nodes && init_kinds(nodes) != 0))
		return -1;
	return 0;
}

void swf_slurm_choice_clear(struct swf_slurm_nodes *nodes)
{
	free(nodes->kinds);
	free(nodes->choice.map);
	free(nodes->choice.of_kind);
	free(nodes->choice.of_one);
	free(nodes->choice.own_offers);
	free(nodes->choice.runs);
	free(nodes->choice.ranks);
	free(nodes->choice.picks);
	free(nodes->choice.whole);
	free(nodes->choice.left);
}

/* The most of these CPUs of a node that a job can have. */
static int32_t usable_cpus(const struct swf_slurm_nodes *nodes, size_t n, int32_t cpus)
{
	return nodes->threads && nodes->conf->whole_cores
		? cpus - cpus % nodes->conf->nodes[n].cpus_a_core
		: cpus;
}

/* Whether a node has the GPUs free that a request wants of each. */
static bool has_gpus(const struct swf_slurm_conf *conf, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, size_t n)
{
	const int32_t *gpus = free_->gpus + n * conf->gpu_type_count;
	int64_t sum = 0;
	for (size_t type = 0; type < conf->gpu_type_count; type++)
		if (request->gpu_type == SWF_SLURM_ANY_GPU || request->gpu_type == type)
			sum += gpus[type];
	return sum >= request->gpus_a_node;
}

/* The CPUs that a job may have of a node that it may use. */
static int32_t offered_cpus(const struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const int32_t *used, size_t n)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	int32_t cpus = free_->cpus[n];
	if (request->gpus_a_node > 0 && !has_gpus(conf, free_, request, n))
		return 0;
	if (used != NULL) {
		const int64_t most = conf->partitions[request->partition].max_cpus_a_node;
		if (cpus + used[n] > most) {
			if (request->whole_nodes || used[n] >= most)
				return 0;
			cpus = usable_cpus(nodes, n, (int32_t)(most - used[n]));
		}
	}
	if (free_->memory == NULL)
		return cpus;
	const int64_t memory = free_->memory[n];
	if (request->memory_a_node > 0)
		return memory >= request->memory_a_node ? cpus : 0;
	if (request->memory_a_cpu == 0)
		return memory == conf->nodes[n].memory ? cpus : 0;
	if (request->memory_a_cpu * cpus <= memory)
		return cpus;
	return request->whole_nodes
		? 0
		: usable_cpus(nodes, n, (int32_t)(memory / request->memory_a_cpu));
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
			const int32_t offered = offered_cpus(nodes, free_, request, used, n);
			const bool enough = offered > 0 && offered >= request->cpus_a_node;
			choice->own_offers[n] = enough ? offered : 0;
			cpus += choice->own_offers[n];
			if (enough)
				count++;
			else
				choice->map[word] &= ~(bits & -bits);
		}
	choice->free = NULL;
	choice->offers = choice->own_offers;
	return cpus >= request->cpus && count >= request->min_nodes;
}

static int64_t sum_cpus(const struct swf_slurm_free *free_, size_t word, uint64_t bits)
{
	int64_t cpus = 0;
	for (; bits != 0; bits &= bits - 1)
		cpus += free_->cpus[word * 64 + (size_t)__builtin_ctzll(bits)];
	return cpus;
}

int64_t swf_slurm_nodes_word_sum(const struct swf_slurm_nodes *nodes,
	const struct swf_slurm_free *free_, size_t word, uint64_t bits)
{
	const uint64_t others = free_->open[word] & ~bits;
	if (others == 0)
		return free_->word_cpus[word];
	if (nodes->equal_cpus > 0) {
		const uint64_t idle = bits & free_->idle[word];
		return swf_slurm_node_sets_bits(idle) * nodes->equal_cpus +
			sum_cpus(free_, word, bits & ~idle);
	}
	if (swf_slurm_node_sets_bits(others) < swf_slurm_node_sets_bits(bits))
		return free_->word_cpus[word] - sum_cpus(free_, word, others);
	return sum_cpus(free_, word, bits);
}

/* Makes the map of the nodes that are free: whether they have enough. */
static bool map_free(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	const size_t words = nodes->conf->words;
	uint64_t *map = nodes->choice.map;
	int64_t cpus = request->cpus;
	swf_slurm_node_sets_both(
		map, allowed, request->whole_nodes ? free_->idle : free_->open, words);
	for (size_t word = 0; word < words && cpus > 0; word++)
		if (map[word] != 0)
			cpus -= swf_slurm_nodes_word_sum(nodes, free_, word, map[word]);
	/* enough CPUs are on one node at least */
	return cpus <= 0 &&
		(request->min_nodes <= 1 ||
			swf_slurm_node_sets_reach(map, words, request->min_nodes));
}

int64_t swf_slurm_nodes_sum(const struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const uint64_t *allowed)
{
	int64_t cpus = 0;
	for (size_t word = 0; word < nodes->conf->words; word++) {
		const uint64_t bits = allowed[word] & free_->open[word];
		if (bits != 0)
			cpus += swf_slurm_nodes_word_sum(nodes, free_, word, bits);
	}
	return cpus;
}

bool swf_slurm_nodes_collect(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	if (!map_free(nodes, free_, request, allowed) ||
		(request->gpus_a_node > 0 && free_->gpus == NULL))
		return false;
	const size_t limited = nodes->rooms[request->partition].limited;
	const int32_t *used = limited < nodes->limited_count
		? free_->used + limited * nodes->conf->node_count
		: NULL;
	choice->free = free_;
	choice->offers = free_->cpus;
	return (used == NULL && free_->memory == NULL && request->gpus_a_node == 0) ||
		collect_offers(nodes, free_, request, used);
}

/* What the job still needs, and may still get. */
struct need {
	int64_t cpus, most_cpus, nodes, most_nodes;
	int64_t cpus_a_node; /* at least */
	bool by_cpu;         /* single CPUs, not all of a node, and not those of cores */
	bool linear;         /* select/linear: weights do not count here */
	const struct swf_slurm_nodes *threads; /* for those of cores, else NULL */
};

/* The nodes of a word from the first to the last. */
static uint64_t word_bits(size_t first, size_t last)
{
	return UINT64_MAX >> (63 - (last - first)) << first % 64;
}

/* The CPUs that some nodes of a word of the map offer. */
static int64_t offered_by(const struct swf_slurm_nodes *nodes, size_t word, uint64_t bits)
{
	const struct swf_slurm_choice *choice = &nodes->choice;
	int64_t cpus = 0;
	if (choice->free == NULL) {
		for (; bits != 0; bits &= bits - 1)
			cpus += choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)];
		return cpus;
	}
	if (nodes->equal_cpus > 0 && (bits & ~choice->free->idle[word]) == 0)
		return swf_slurm_node_sets_bits(bits) * nodes->equal_cpus;
	return swf_slurm_nodes_word_sum(nodes, choice->free, word, bits);
}

static size_t make_runs(struct swf_slurm_nodes *nodes, bool linear)
{
	struct swf_slurm_run *const runs = nodes->choice.runs;
	const uint64_t *const map = nodes->choice.map;
	const size_t words = nodes->conf->words;
	size_t count = 0, behind = SIZE_MAX;
	for (size_t word = 0; word < words; word++) {
		for (uint64_t bits = map[word], some; bits != 0; bits &= ~some) {
			const uint64_t heavier = linear ? 0 : nodes->heavier[word];
			const unsigned from = (unsigned)__builtin_ctzll(bits);
			/* neighbours, up to a gap or to where another weight begins */
			const uint64_t ends = ~(bits >> from) | (heavier >> from & ~UINT64_C(1));
			const unsigned length = ends == 0 ? 64 : (unsigned)__builtin_ctzll(ends);
			const size_t first = word * 64 + from;
			if (first != behind || (heavier >> from & 1) != 0)
				runs[count++] = (struct swf_slurm_run){.first = first,
					.weight = linear ? 0 : nodes->conf->nodes[first].weight};
			struct swf_slurm_run *run = &runs[count - 1];
			some = UINT64_MAX >> (64 - length) << from;
			behind = first + length;
			run->last = behind - 1;
			run->nodes += length;
			run->cpus += offered_by(nodes, word, some);
		}
	}
	return count;
}

/* Of the runs of the least weight: the smallest that suffices, else the largest. */
static struct swf_slurm_run *best_run(
	struct swf_slurm_run *runs, size_t count, const struct need *need)
{
	struct swf_slurm_run *best = NULL;
	bool best_suffices = false;
	for (struct swf_slurm_run *run = runs; run < runs + count; run++) {
		if (run->nodes == 0)
			continue;
		const bool suffices = run->cpus >= need->cpus && run->nodes >= need->nodes;
		const bool better = best == NULL || run->weight < best->weight ||
			(run->weight == best->weight &&
				(suffices ? !best_suffices || run->cpus < best->cpus
					  : run->cpus > best->cpus));
		if (better) {
			best = run;
			best_suffices = suffices;
		}
	}
	return best;
}

static bool rank_before(const struct swf_slurm_rank *a, const struct swf_slurm_rank *b)
{
	if (a->weight != b->weight)
		return a->weight < b->weight;
	return a->cpus != b->cpus ? a->cpus > b->cpus : a->run < b->run;
}

HEAP(rank, struct swf_slurm_rank, rank_before)

static bool is_met(const struct need *need)
{
	return need->cpus <= 0 && need->nodes <= 0;
}

/* What of its CPUs a node gives at most: a core is left for each node still to come, but as many as
 * its GPUs need are given in any case. */
static int64_t capped(const struct need *need, int64_t cpus, int64_t core)
{
	const int64_t most = need->most_cpus - (need->nodes > 1 ? need->nodes - 1 : 0) * core;
	const int64_t least = need->cpus_a_node > 1 ? need->cpus_a_node : 1;
	if (cpus <= most)
		return cpus;
	return most > least ? most : least;
}

/* The same where cores have several CPUs. */
static int64_t given_cores(const struct need *need, int64_t cpus, size_t n)
{
	const struct swf_slurm_conf *conf = need->threads->conf;
	cpus = capped(need, cpus, conf->nodes[n].cpus_a_core);
	return conf->whole_cores ? swf_slurm_whole_cores(conf, n, (int32_t)cpus) : cpus;
}

/* Picks a node with all CPUs that it offers, but leaves some for the nodes still to come. */
static void pick_node(struct swf_slurm_choice *choice, struct need *need, size_t n)
{
	int64_t cpus = choice->offers[n];
	if (need->by_cpu)
		cpus = capped(need, cpus, 1);
	else if (need->threads != NULL)
		cpus = given_cores(need, cpus, n);
	choice->picks[choice->picked++] =
		(struct swf_slurm_share){.node = (uint32_t)n, .cpus = (int32_t)cpus};
	need->cpus -= cpus;
	need->most_cpus -= cpus;
	need->nodes--;
	need->most_nodes--;
}

/* Where a single node will do: the smallest that does, or the count of nodes. */
static size_t best_single(const struct swf_slurm_nodes *nodes, const struct swf_slurm_run *run,
	const struct need *need)
{
	const struct swf_slurm_choice *choice = &nodes->choice;
	const int32_t *offers = choice->offers;
	/* idle nodes that are all equal are the largest: the first of them counts */
	const uint64_t *idle =
		nodes->equal_cpus > 0 && nodes->equal_cpus >= need->cpus && choice->free != NULL
		? choice->free->idle
		: NULL;
	size_t best = nodes->conf->node_count, behind = best;
	for (size_t first = run->first; first <= run->last; first = behind) {
		behind = (first / 64 + 1) * 64;
		uint64_t bits = word_bits(first, behind <= run->last ? behind - 1 : run->last);
		const uint64_t whole = idle != NULL ? bits & idle[first / 64] : 0;
		if (whole != 0 && best == nodes->conf->node_count)
			best = first / 64 * 64 + (size_t)__builtin_ctzll(whole);
		for (bits &= ~whole; bits != 0; bits &= bits - 1) {
			const size_t n = first / 64 * 64 + (size_t)__builtin_ctzll(bits);
			if (offers[n] < need->cpus)
				continue;
			if (best == nodes->conf->node_count || offers[n] < offers[best])
				best = n;
			if (offers[n] == need->cpus)
				return n;
		}
		if (best < nodes->conf->node_count && offers[best] == need->cpus)
			return best;
	}
	return best;
}

/* Picks these nodes of a word with all that they offer, if the job needs as much: whether it does.
 */
static bool pick_word(struct swf_slurm_nodes *nodes, struct need *need, size_t word, uint64_t bits)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	const int64_t count = swf_slurm_node_sets_bits(bits);
	if (choice->free == NULL || need->threads != NULL || need->most_nodes <= count)
		return false;
	const int64_t cpus = swf_slurm_nodes_word_sum(nodes, choice->free, word, bits);
	const int64_t later = need->by_cpu && need->nodes > 1 ? need->nodes - 1 : 0;
	if (need->cpus < cpus || (need->by_cpu && need->most_cpus < cpus + later))
		return false;
	choice->whole[word] |= bits;
	need->cpus -= cpus;
	need->most_cpus -= cpus;
	need->nodes -= count;
	need->most_nodes -= count;
	return true;
}

/* Where all nodes are equal: picks the first of these neighbours of a word, as many as are idle and
 * needed as a whole. Returns how many. */
static size_t pick_idle(
	struct swf_slurm_nodes *nodes, struct need *need, size_t word, uint64_t bits)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	if (choice->free == NULL || nodes->equal_cpus == 0 || !need->by_cpu || need->nodes > 1)
		return 0;
	const uint64_t busy = bits & ~choice->free->idle[word];
	const int64_t idle =
		swf_slurm_node_sets_bits(busy == 0 ? bits : bits & ((busy & -busy) - 1));
	int64_t count = need->most_cpus / nodes->equal_cpus;
	count = count < need->most_nodes - 1 ? count : need->most_nodes - 1;
	count = count < idle ? count : idle;
	if (count <= 0)
		return 0;
	choice->whole[word] |= UINT64_MAX >> (64 - count) << __builtin_ctzll(bits);
	need->cpus -= count * nodes->equal_cpus;
	need->most_cpus -= count * nodes->equal_cpus;
	need->nodes -= count;
	need->most_nodes -= count;
	return (size_t)count;
}

static void pick_from_run(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_run *run, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	if (need->nodes <= 1 && !need->linear && need->cpus <= nodes->most_cpus) {
		const size_t single = best_single(nodes, run, need);
		if (single < nodes->conf->node_count) {
			pick_node(choice, need, single);
			return;
		}
	}
	for (size_t n = run->first; n <= run->last && need->most_nodes > 0 && !is_met(need); n++) {
		if (n == run->first || n % 64 == 0) {
			const size_t last = n / 64 == run->last / 64 ? run->last : n | 63;
			const uint64_t bits = word_bits(n, last);
			if (pick_word(nodes, need, n / 64, bits)) {
				n = last;
				continue;
			}
			const size_t picked = pick_idle(nodes, need, n / 64, bits);
			if (picked > 0) {
				n += picked - 1;
				continue;
			}
		}
		if (need->most_nodes > 1 || need->linear || choice->offers[n] >= need->cpus)
			pick_node(choice, need, n);
	}
}

/* What the nodes of the map offer. */
struct offers {
	int32_t least, most;
	int64_t nodes;
};

static struct offers sum_offers(const struct swf_slurm_choice *choice, size_t words)
{
	struct offers offers = {.least = INT32_MAX};
	for (size_t word = 0; word < words; word++)
		for (uint64_t bits = choice->map[word]; bits != 0; bits &= bits - 1) {
			const int32_t cpus =
				choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)];
			offers.least = cpus < offers.least ? cpus : offers.least;
			offers.most = cpus > offers.most ? cpus : offers.most;
			offers.nodes++;
		}
	return offers;
}

/* For select/linear, where not any nodes will do: those that offer most, from the last on. */
static void pick_largest(struct swf_slurm_nodes *nodes, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	while (need->most_nodes > 0 && !is_met(need)) {
		const int32_t most = sum_offers(choice, nodes->conf->words).most;
		for (size_t n = nodes->conf->node_count; n-- > 0;) {
			if (!swf_slurm_node_sets_has(choice->map, n) || choice->offers[n] < most)
				continue;
			choice->map[n / 64] &= ~(UINT64_C(1) << n % 64);
			pick_node(choice, need, n);
			if (need->most_nodes == 0 || is_met(need))
				break;
		}
	}
}

/* Run after run. Mostly one is enough, so they are ranked only behind the first. While even the
 * largest run has too few CPUs, Slurm takes that one, which is the first rank. Once one may
 * suffice, all are looked at for the smallest that does. */
static bool pick_from_runs(struct swf_slurm_nodes *nodes, size_t count, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	struct swf_slurm_run *const runs = choice->runs, *run = best_run(runs, count, need);
	struct swf_slurm_rank *const ranks = choice->ranks;
	size_t ranked = 0;
	for (bool first = true; run != NULL; first = false) {
		pick_from_run(nodes, run, need);
		if (is_met(need))
			return true;
		if (need->most_nodes == 0)
			return false;
		run->nodes = 0;
		for (size_t i = 0; first && i < count; i++)
			if (runs[i].nodes > 0)
				rank_push(ranks, ranked++,
					(struct swf_slurm_rank){
						runs[i].weight, runs[i].cpus, &runs[i]});
		while (ranked > 0 && ranks[0].run->nodes == 0)
			rank_pop(ranks, ranked--);
		run = ranked > 0 && ranks[0].cpus < need->cpus ? ranks[0].run
							       : best_run(runs, count, need);
	}
	return false;
}

/* Picks nodes that are left and that a switch reaches, in their order. */
static void pick_below(struct swf_slurm_nodes *nodes, const uint64_t *below, struct need *need)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	for (size_t word = 0; word < nodes->conf->words; word++)
		for (uint64_t bits = choice->left[word] & below[word];
			bits != 0 && need->most_nodes > 0 && !is_met(need); bits &= bits - 1) {
			choice->left[word] &= ~(bits & -bits);
			pick_node(choice, need, word * 64 + (size_t)__builtin_ctzll(bits));
		}
}

/* The weight up to which the nodes that are left have what is needed. */
static int64_t weight_for(const struct swf_slurm_nodes *nodes, const struct need *need)
{
	int64_t weight = -1, cpus = 0, count = 0;
	while (cpus < need->cpus || count < need->nodes) {
		int64_t next = INT64_MAX;
		for (size_t n = 0; n < nodes->conf->node_count; n++)
			if (swf_slurm_node_sets_has(nodes->choice.left, n) &&
				nodes->conf->nodes[n].weight > weight &&
				nodes->conf->nodes[n].weight < next)
				next = nodes->conf->nodes[n].weight;
		if (next == INT64_MAX)
			break;
		weight = next;
		for (size_t n = 0; n < nodes->conf->node_count; n++)
			if (swf_slurm_node_sets_has(nodes->choice.left, n) &&
				nodes->conf->nodes[n].weight == weight) {
				cpus += nodes->choice.offers[n];
				count++;
			}
	}
	return weight;
}

/* Takes all nodes that are lighter than those of the greatest weight that is needed, and leaves no
 * heavier ones. The leaves that have them come first then. */
static void pick_lighter(struct swf_slurm_nodes *nodes, struct need *need)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	struct swf_slurm_choice *choice = &nodes->choice;
	const int64_t weight = weight_for(nodes, need);
	uint64_t *lighter = choice->of_kind;
	memset(lighter, 0, conf->words * sizeof *lighter);
	for (size_t n = 0; n < conf->node_count; n++)
		if (conf->nodes[n].weight > weight)
			choice->left[n / 64] &= ~(UINT64_C(1) << n % 64);
		else if (conf->nodes[n].weight < weight && swf_slurm_node_sets_has(choice->left, n))
			swf_slurm_node_sets_put(lighter, n);
	pick_below(nodes, lighter, need);
	for (size_t i = 0; i < conf->switch_count; i++) {
		if (conf->switches[i].level > 0 ||
			swf_slurm_node_sets_common(lighter, conf->switches[i].nodes, conf->words) ==
				0)
			continue;
		pick_below(nodes, conf->switches[i].nodes, need);
		swf_slurm_leaves_take(nodes, i);
	}
	swf_slurm_leaves_count(nodes);
}

/* With topology/tree: leaf by leaf. */
static bool pick_from_leaves(struct swf_slurm_nodes *nodes, struct need *need)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	if (!swf_slurm_leaves_begin(nodes, need->cpus, need->nodes))
		return false;
	if (nodes->weights_differ)
		pick_lighter(nodes, need);
	while (need->most_nodes > 0 && !is_met(need)) {
		const size_t leaf = swf_slurm_leaves_next(nodes, need->cpus, need->nodes);
		if (leaf == conf->switch_count)
			return false;
		pick_below(nodes, conf->switches[leaf].nodes, need);
		swf_slurm_leaves_take(nodes, leaf);
	}
	return is_met(need);
}

/* Tries the nodes of the map. */
static bool try_map(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	struct need need = {.cpus = request->cpus,
		.most_cpus = request->cpus,
		.nodes = request->min_nodes,
		.most_nodes = request->max_nodes,
		.cpus_a_node = request->cpus_a_node,
		.by_cpu = !request->whole_nodes && !nodes->threads,
		.linear = nodes->conf->whole_nodes,
		.threads = nodes->threads && !request->whole_nodes ? nodes : NULL};
	const int64_t useful =
		request->cpus > request->min_nodes ? request->cpus : request->min_nodes;
	if (need.most_nodes > useful)
		need.most_nodes = useful;
	choice->picked = 0;
	memset(choice->whole, 0, nodes->conf->words * sizeof *choice->whole);
	if (need.most_nodes < need.nodes)
		return false;
	if (need.linear) {
		const struct offers offers = sum_offers(choice, nodes->conf->words);
		if (offers.least < offers.most && need.cpus > offers.least * need.nodes) {
			pick_largest(nodes, &need);
			return is_met(&need);
		}
	}
	return nodes->conf->switch_count > 0
		? pick_from_leaves(nodes, &need)
		: pick_from_runs(nodes, make_runs(nodes, need.linear), &need);
}

/* Leaves out nodes that offer no more than that, while more than the least number remain: how many
 * remain. */
static int64_t leave_out(struct swf_slurm_nodes *nodes, int32_t cpus, int64_t count, int64_t least)
{
	struct swf_slurm_choice *choice = &nodes->choice;
	for (size_t word = 0; word < nodes->conf->words; word++)
		for (uint64_t bits = choice->map[word]; bits != 0; bits &= bits - 1) {
			if (choice->offers[word * 64 + (size_t)__builtin_ctzll(bits)] > cpus)
				continue;
			choice->map[word] &= ~(bits & -bits);
			if (--count <= least)
				return count;
		}
	return count;
}

/* Chooses of the nodes of the map, into the picks: false if the request does not fit. */
static bool pick_nodes(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	if (try_map(nodes, request))
		return true;
	if (nodes->conf->whole_nodes)
		return false;
	/* Where few nodes are allowed, small ones may be in the way. */
	const struct offers offers = sum_offers(&nodes->choice, nodes->conf->words);
	if (request->max_nodes < request->cpus && offers.most * request->max_nodes < request->cpus)
		return false;
	int64_t count = offers.nodes;
	for (int32_t cpus = 1; cpus < offers.most && count > request->min_nodes; cpus++) {
		const int64_t before = count;
		count = leave_out(nodes, cpus, count, request->min_nodes);
		if (count < before && try_map(nodes, request))
			return true;
	}
	return false;
}

bool swf_slurm_nodes_fit_view(struct swf_slurm_nodes *nodes, const struct swf_slurm_free *free_,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	return swf_slurm_nodes_collect(nodes, free_, request, allowed) &&
		pick_nodes(nodes, request);
}

void swf_slurm_nodes_put_picks(const struct swf_slurm_nodes *nodes, uint64_t *found)
{
	const struct swf_slurm_choice *choice = &nodes->choice;
	swf_slurm_node_sets_copy(found, choice->whole, nodes->conf->words);
	for (size_t i = 0; i < choice->picked; i++)
		swf_slurm_node_sets_put(found, choice->picks[i].node);
}
