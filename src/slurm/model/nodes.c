/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is free on each node: now, and once running jobs have ended.
 *
 * Between calls:
 * - `running` is in the order of expected ends, and of the same end in the order of starts.
 * - `now` is what the running jobs leave free, and `rooms` has its sums over each partition.
 * - A snapshot is what is free once the first `gone` of `running` have ended. While it is current,
 *   each start and end changes it too: a job that ends before its moment changes `gone` alone, any
 *   other what is free. After MANY_CHANGES of these without a question it is left to be rebuilt.
 *
 * A start or an end costs the nodes of the job, once for `now`, for each partition that has them
 * and for each current snapshot. The moments of questions lie close to those of earlier questions,
 * so that a snapshot is mostly a few jobs away.
 */
#include "slurm/model/nodes-state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static void clear_free(struct swf_slurm_free *free_)
{
	free(free_->cpus);
	free(free_->memory);
	free(free_->gpus);
	free(free_->used);
	free(free_->sharers);
	free(free_->open);
	free(free_->idle);
	free(free_->word_cpus);
	*free_ = (struct swf_slurm_free){0};
}

static size_t gpus_size(const struct swf_slurm_conf *conf)
{
	return conf->node_count * conf->gpu_type_count * sizeof *conf->gpus;
}

static int init_free(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_)
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
	if (nodes->sharing.now != NULL &&
		(free_->sharers = calloc(conf->node_count, sizeof *free_->sharers)) == NULL)
		return -1;
	if (conf->memory &&
		(free_->memory = calloc(conf->node_count, sizeof *free_->memory)) == NULL)
		return -1;
	if (conf->gpu_type_count > 0) {
		const size_t size = gpus_size(conf);
		if ((free_->gpus = malloc(size)) == NULL)
			return -1;
		memcpy(free_->gpus, conf->gpus, size);
	}
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

static void copy_free(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *to,
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
	if (to->gpus != NULL)
		memcpy(to->gpus, from->gpus, gpus_size(conf));
	if (to->used != NULL)
		memcpy(to->used, from->used, limited * sizeof *to->used);
	if (to->sharers != NULL)
		memcpy(to->sharers, from->sharers, conf->node_count * sizeof *to->sharers);
}

/* Takes or gives back the shares from the i-th on that lie in one word. Returns their number. Where
 * it is known that no core has several CPUs, a pass over many shares costs less. */
static inline size_t change_word(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_allocation *allocation, size_t i, int32_t sign, bool threads)
{
	const struct swf_slurm_share *share = &allocation->shares[i];
	const struct swf_slurm_share *const end = allocation->shares + allocation->count;
	const size_t word = share->node / 64;
	uint64_t changed = 0, open = 0, idle = 0;
	int64_t sum = 0;
	for (; share < end && share->node / 64 == word; share++) {
		const uint32_t n = share->node, bit = n % 64;
		/* what is left of a core is of no use to others */
		const int32_t taken =
			threads ? swf_slurm_whole_cores(nodes->conf, n, share->cpus) : share->cpus;
		const int32_t cpus = free_->cpus[n] + sign * taken;
		free_->cpus[n] = cpus;
		sum += taken;
		changed |= UINT64_C(1) << bit;
		open |= (uint64_t)(cpus > 0) << bit;
		idle |= (uint64_t)(cpus == nodes->none.cpus[n]) << bit;
	}
	free_->word_cpus[word] += sign * sum;
	free_->open[word] = (free_->open[word] & ~changed) | open;
	free_->idle[word] = (free_->idle[word] & ~changed) | idle;
	return (size_t)(share - &allocation->shares[i]);
}

/* The same for whole nodes of a word, which are all equal. */
static void change_whole(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_part *part, int32_t sign)
{
	const int32_t cpus = sign > 0 ? nodes->equal_cpus : 0;
	int32_t *of_word = free_->cpus + part->word * 64;
	for (uint64_t bits = part->bits; bits != 0;) {
		const size_t first = (size_t)__builtin_ctzll(bits);
		const uint64_t behind = ~(bits >> first);
		const size_t count = behind == 0 ? 64 : (size_t)__builtin_ctzll(behind);
		for (size_t n = first; n < first + count; n++)
			of_word[n] = cpus;
		bits = first + count < 64 ? bits & UINT64_MAX << (first + count) : 0;
	}
	free_->word_cpus[part->word] += sign * part->cpus;
	if (sign > 0) {
		free_->open[part->word] |= part->bits;
		free_->idle[part->word] |= part->bits;
	} else {
		free_->open[part->word] &= ~part->bits;
		free_->idle[part->word] &= ~part->bits;
	}
}

/* The first job that shares cores of a node takes the node from all others, and the last gives it
 * back. */
static void change_shared(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_allocation *allocation, int32_t sign)
{
	for (size_t i = 0; i < allocation->count; i++) {
		const size_t n = allocation->shares[i].node, word = n / 64;
		const uint64_t bit = UINT64_C(1) << n % 64;
		const bool was_free = free_->sharers[n] == 0;
		free_->sharers[n] -= sign;
		if (was_free == (free_->sharers[n] == 0))
			continue;
		free_->cpus[n] = was_free ? 0 : nodes->none.cpus[n];
		free_->word_cpus[word] += sign * nodes->none.cpus[n];
		free_->open[word] ^= bit;
		free_->idle[word] ^= bit;
	}
}

static void change_free(const struct swf_slurm_nodes *nodes, struct swf_slurm_free *free_,
	const struct swf_slurm_allocation *allocation, int32_t sign)
{
	if (allocation->shares_cores)
		change_shared(nodes, free_, allocation, sign);
	for (size_t i = 0; i < allocation->whole_parts; i++)
		change_whole(nodes, free_, &allocation->parts[i], sign);
	for (size_t i = allocation->whole_shares;
		!allocation->shares_cores && i < allocation->count;)
		i += nodes->threads ? change_word(nodes, free_, allocation, i, sign, true)
				    : change_word(nodes, free_, allocation, i, sign, false);
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
	for (size_t i = 0; i < allocation->gpu_count; i++) {
		const struct swf_slurm_gpu_share *share = &allocation->gpus[i];
		free_->gpus[share->node * nodes->conf->gpu_type_count + share->type] +=
			sign * share->count;
	}
}

/* Rebuilding a snapshot costs about MANY_CHANGES updates. Moving one by FEW_JOBS jobs costs less.
 */
enum { MANY_CHANGES = 64, FEW_JOBS = 4 };

/* Whether it is kept up to date: not if nothing has asked for it for long. */
static bool is_current(const struct swf_slurm_snapshot *snapshot)
{
	return snapshot->free.cpus != NULL && snapshot->unused < MANY_CHANGES;
}

/* Counts some nodes of a word in the rooms, or no longer. */
static void count_room(struct swf_slurm_nodes *nodes, size_t word, uint64_t bits, int sign)
{
	const struct swf_slurm_conf *conf = nodes->conf;
	const struct swf_slurm_free *now = &nodes->now;
	for (size_t p = 0; p < conf->partition_count; p++) {
		struct swf_slurm_room *room = &nodes->rooms[p];
		const uint64_t common = bits & conf->partitions[p].nodes[word];
		const uint64_t open = common & now->open[word], idle = common & now->idle[word];
		if (open != 0)
			room->cpus += sign * swf_slurm_nodes_word_sum(nodes, now, word, open);
		if (idle != 0)
			room->idle_cpus += sign * swf_slurm_nodes_word_sum(nodes, now, word, idle);
		room->nodes += sign * swf_slurm_node_sets_bits(open);
		room->idle_nodes += sign * swf_slurm_node_sets_bits(idle);
		for (uint64_t left = conf->gpu_type_count > 0 ? common : 0; left != 0;
			left &= left - 1) {
			const size_t n = word * 64 + (size_t)__builtin_ctzll(left);
			for (size_t type = 0; type < conf->gpu_type_count; type++)
				room->gpus += sign * now->gpus[n * conf->gpu_type_count + type];
		}
	}
}

/* The same of the nodes of a job. */
static void count_rooms(
	struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation, int sign)
{
	const struct swf_slurm_part *part = allocation->parts;
	for (size_t i = 0; i < allocation->part_count; i++)
		count_room(nodes, part[i].word, part[i].bits, sign);
}

struct swf_slurm_nodes *swf_slurm_nodes_new(const struct swf_slurm_conf *conf, double start)
{
	struct swf_slurm_nodes *nodes = calloc(1, sizeof *nodes);
	if (nodes == NULL)
		return NULL;
	nodes->conf = conf;
	nodes->start = start;
	nodes->heavier = calloc(conf->words, sizeof *nodes->heavier);
	nodes->rooms = calloc(conf->partition_count + 1, sizeof *nodes->rooms);
	nodes->reach = calloc(conf->switch_count + 1, sizeof *nodes->reach);
	for (size_t p = 0; nodes->rooms != NULL && p < conf->partition_count; p++) {
		nodes->rooms[p].limited = SIZE_MAX;
		/* select/linear ignores MaxCPUsPerNode */
		if (!conf->whole_nodes &&
			conf->partitions[p].max_cpus_a_node != SWF_SLURM_UNLIMITED)
			nodes->rooms[p].limited = nodes->limited_count++;
	}
	if (nodes->heavier == NULL || nodes->rooms == NULL || nodes->reach == NULL ||
		swf_slurm_choice_init(nodes) != 0 || swf_slurm_least_init(nodes) != 0 ||
		swf_slurm_answers_init(nodes) != 0 || swf_slurm_sharing_init(nodes) != 0 ||
		init_free(nodes, &nodes->none) != 0 || init_free(nodes, &nodes->now) != 0) {
		swf_slurm_nodes_free(nodes);
		return NULL;
	}
	for (size_t n = 0; n < conf->node_count; n++) {
		if (conf->nodes[n].cpus > nodes->most_cpus)
			nodes->most_cpus = conf->nodes[n].cpus;
		if (n == 0 || conf->nodes[n].cpus != nodes->equal_cpus)
			nodes->equal_cpus = n == 0 ? conf->nodes[n].cpus : 0;
		if (n == 0 || conf->nodes[n].cpus_a_core < nodes->least_core)
			nodes->least_core = conf->nodes[n].cpus_a_core;
		nodes->threads |= conf->nodes[n].cpus_a_core > 1;
		if (n > 0 && conf->nodes[n].weight != conf->nodes[n - 1].weight) {
			swf_slurm_node_sets_put(nodes->heavier, n);
			nodes->weights_differ = true;
		}
	}
	for (size_t word = 0; word < conf->words; word++)
		count_room(nodes, word, nodes->now.open[word], 1);
	return nodes;
}

void swf_slurm_nodes_free(struct swf_slurm_nodes *nodes)
{
	if (nodes == NULL)
		return;
	clear_free(&nodes->none);
	clear_free(&nodes->now);
	clear_free(&nodes->without);
	for (size_t i = 0; i < SWF_SLURM_SNAPSHOTS; i++)
		clear_free(&nodes->snapshots[i].free);
	free(nodes->rooms);
	free(nodes->reach);
	free(nodes->heavier);
	swf_slurm_choice_clear(nodes);
	swf_slurm_least_clear(nodes);
	swf_slurm_answers_clear(nodes);
	swf_slurm_sharing_clear(nodes);
	free(nodes->running);
	free(nodes->parts.begin);
	free(nodes->parts.list);
	free(nodes);
}

bool swf_slurm_nodes_idle(const struct swf_slurm_nodes *nodes, const uint64_t *allowed)
{
	for (size_t word = 0; word < nodes->conf->words; word++)
		if ((allowed[word] & ~nodes->now.idle[word]) != 0)
			return false;
	return true;
}

bool swf_slurm_nodes_may_fit(struct swf_slurm_nodes *nodes, const struct swf_slurm_request *request)
{
	const struct swf_slurm_room *room = &nodes->rooms[request->partition];
	if (request->gpus_a_node * request->min_nodes > room->gpus)
		return false;
	if (swf_slurm_shares_cores(nodes->conf, request))
		return swf_slurm_sharing_may_fit(nodes, request);
	if (request->whole_nodes)
		return request->cpus <= room->idle_cpus && request->min_nodes <= room->idle_nodes;
	return request->cpus <= room->cpus && request->min_nodes <= room->nodes;
}

/* What Slurm takes for the time limit of a job without one. */
static const double a_year = 365 * 86400.0;

/* A job starts (sign: -1) or ends, and its place among the running jobs is that one. */
static void change_all(struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation,
	size_t place, int32_t sign)
{
	nodes->parts.current = false;
	swf_slurm_answers_change(nodes, allocation);
	count_rooms(nodes, allocation, -1);
	change_free(nodes, &nodes->now, allocation, sign);
	for (size_t i = 0; i < SWF_SLURM_SNAPSHOTS; i++) {
		struct swf_slurm_snapshot *snapshot = &nodes->snapshots[i];
		if (!is_current(snapshot))
			continue;
		snapshot->unused++;
		/* before its moment the job is gone by then, whether it is there now or not */
		if (place >= snapshot->gone)
			change_free(nodes, &snapshot->free, allocation, sign);
		else if (sign < 0)
			snapshot->gone++;
		else
			snapshot->gone--;
	}
	count_rooms(nodes, allocation, 1);
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

/* Puts the shares of whole nodes before the others, if all nodes are equal. */
static void sort_shares(
	const struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	allocation->whole_shares = 0;
	if (nodes->equal_cpus == 0 || allocation->shares_cores)
		return;
	for (size_t i = 0; i < allocation->count; i++) {
		struct swf_slurm_share *first = &allocation->shares[allocation->whole_shares],
				       share = allocation->shares[i];
		if (swf_slurm_whole_cores(nodes->conf, share.node, share.cpus) != nodes->equal_cpus)
			continue;
		allocation->shares[i] = *first;
		*first = share;
		allocation->whole_shares++;
	}
}

/* Adds the parts of some shares. 0, or -1 when there is no memory. */
static int add_parts(const struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation,
	size_t first, size_t behind)
{
	struct swf_slurm_part *part = NULL;
	for (size_t i = first; i < behind; i++) {
		const struct swf_slurm_share *share = &allocation->shares[i];
		if (part == NULL || part->word != share->node / 64) {
			const size_t count = allocation->part_count++;
			struct swf_slurm_part *parts = swf_array_reserve_from(4, allocation->parts,
				count, &allocation->part_capacity, sizeof *parts);
			if (parts == NULL)
				return -1;
			allocation->parts = parts;
			part = &parts[count];
			*part = (struct swf_slurm_part){.word = share->node / 64, .first = i};
		}
		part->bits |= UINT64_C(1) << share->node % 64;
		part->cpus += swf_slurm_held_cpus(nodes, allocation, share);
	}
	return 0;
}

static int make_parts(const struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	sort_shares(nodes, allocation);
	allocation->part_count = 0;
	if (add_parts(nodes, allocation, 0, allocation->whole_shares) != 0)
		return -1;
	allocation->whole_parts = allocation->part_count;
	return add_parts(nodes, allocation, allocation->whole_shares, allocation->count);
}

int swf_slurm_nodes_take(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation,
	double now, double limit)
{
	allocation->limit = limit < INFINITY ? limit : a_year;
	allocation->end = now + allocation->limit;
	struct swf_slurm_running *running = swf_array_reserve(
		nodes->running, nodes->running_count, &nodes->running_capacity, sizeof *running);
	if (running == NULL)
		return -1;
	nodes->running = running;
	if (make_parts(nodes, allocation) != 0 ||
		(allocation->shares_cores && swf_slurm_sharing_start(nodes, allocation) != 0))
		return -1;
	const size_t place = swf_slurm_nodes_ended_by(nodes, allocation->end);
	struct swf_slurm_running *at = running + place;
	memmove(at + 1, at, (nodes->running_count++ - place) * sizeof *at);
	*at = (struct swf_slurm_running){
		allocation->end, allocation, allocation->parts, allocation->part_count};
	change_all(nodes, allocation, place, -1);
	return 0;
}

static size_t place_of(
	const struct swf_slurm_nodes *nodes, const struct swf_slurm_allocation *allocation)
{
	size_t place = swf_slurm_nodes_ended_by(nodes, allocation->end);
	do
		place--;
	while (nodes->running[place].job != allocation);
	return place;
}

void swf_slurm_nodes_put_off(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation, double by)
{
	const size_t before = place_of(nodes, allocation);
	struct swf_slurm_running moved = nodes->running[before];
	allocation->end = moved.end = allocation->end + by;
	/* those that end up to then, without the job itself, which was the earlier one */
	const size_t after = swf_slurm_nodes_ended_by(nodes, moved.end) - 1;
	memmove(nodes->running + before, nodes->running + before + 1,
		(after - before) * sizeof moved);
	nodes->running[after] = moved;
	nodes->parts.current = false;
	swf_slurm_answers_change(nodes, allocation);
	for (size_t i = 0; i < SWF_SLURM_SNAPSHOTS; i++) {
		struct swf_slurm_snapshot *snapshot = &nodes->snapshots[i];
		if (!is_current(snapshot) || before >= snapshot->gone || after < snapshot->gone)
			continue;
		/* at its moment the job was gone, and is not any more */
		change_free(nodes, &snapshot->free, allocation, -1);
		snapshot->gone--;
	}
}

void swf_slurm_nodes_give_back(
	struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *allocation)
{
	const size_t place = place_of(nodes, allocation);
	struct swf_slurm_running *at = nodes->running + place;
	memmove(at, at + 1, (--nodes->running_count - place) * sizeof *at);
	if (allocation->shares_cores)
		swf_slurm_sharing_end(nodes, allocation);
	change_all(nodes, allocation, place, 1);
}

static size_t distance(const struct swf_slurm_snapshot *snapshot, size_t gone)
{
	return snapshot->gone > gone ? snapshot->gone - gone : gone - snapshot->gone;
}

/* Copies what is free at another moment into a snapshot. -1 when there is no memory. */
static int make_snapshot(const struct swf_slurm_nodes *nodes, struct swf_slurm_snapshot *snapshot,
	const struct swf_slurm_free *free_, size_t gone)
{
	if (snapshot->free.cpus == NULL && init_free(nodes, &snapshot->free) != 0) {
		clear_free(&snapshot->free);
		return -1;
	}
	copy_free(nodes, &snapshot->free, free_);
	snapshot->gone = gone;
	return 0;
}

/* The snapshot whose count of jobs gone is nearest, or a copy of it in a spare one if it is far.
 * NULL when there is no memory. */
static struct swf_slurm_snapshot *snapshot_near(struct swf_slurm_nodes *nodes, size_t gone)
{
	struct swf_slurm_snapshot *nearest = NULL, *spare = NULL;
	for (size_t i = 0; i < SWF_SLURM_SNAPSHOTS; i++) {
		struct swf_slurm_snapshot *snapshot = &nodes->snapshots[i];
		if (!is_current(snapshot))
			spare = snapshot;
		else if (nearest == NULL || distance(snapshot, gone) < distance(nearest, gone))
			nearest = snapshot;
	}
	if (spare == NULL || (nearest != NULL && distance(nearest, gone) <= FEW_JOBS))
		return nearest;
	const int rc = nearest == NULL ? make_snapshot(nodes, spare, &nodes->now, 0)
				       : make_snapshot(nodes, spare, &nearest->free, nearest->gone);
	return rc == 0 ? spare : NULL;
}

const struct swf_slurm_free *swf_slurm_nodes_after(struct swf_slurm_nodes *nodes, size_t gone)
{
	struct swf_slurm_snapshot *snapshot = snapshot_near(nodes, gone);
	if (snapshot == NULL)
		return NULL;
	snapshot->unused = 0;
	for (; snapshot->gone < gone; snapshot->gone++)
		change_free(nodes, &snapshot->free, nodes->running[snapshot->gone].job, 1);
	for (; snapshot->gone > gone; snapshot->gone--)
		change_free(nodes, &snapshot->free, nodes->running[snapshot->gone - 1].job, -1);
	return &snapshot->free;
}

int swf_slurm_nodes_begin_without(struct swf_slurm_nodes *nodes)
{
	if (nodes->without.cpus == NULL && init_free(nodes, &nodes->without) != 0) {
		clear_free(&nodes->without);
		return -1;
	}
	copy_free(nodes, &nodes->without, &nodes->now);
	nodes->away++;
	swf_slurm_sharing_begin(nodes);
	return 0;
}

void swf_slurm_nodes_without(struct swf_slurm_nodes *nodes, struct swf_slurm_allocation *gone)
{
	gone->away = nodes->away;
	swf_slurm_sharing_without(nodes, gone);
	change_free(nodes, &nodes->without, gone, 1);
}

const struct swf_slurm_free *swf_slurm_nodes_after_without(
	struct swf_slurm_nodes *nodes, size_t gone)
{
	const struct swf_slurm_free *after = swf_slurm_nodes_after(nodes, gone);
	if (after == NULL)
		return NULL;
	copy_free(nodes, &nodes->without, after);
	for (size_t i = gone; i < nodes->running_count; i++)
		if (swf_slurm_nodes_is_away(nodes, i))
			change_free(nodes, &nodes->without, nodes->running[i].job, 1);
	return &nodes->without;
}

bool swf_slurm_nodes_fit_without(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed, uint64_t *found)
{
	if (!swf_slurm_nodes_fit(nodes, &nodes->without, request, allowed))
		return false;
	swf_slurm_nodes_put_picks(nodes, found);
	return true;
}

bool swf_slurm_nodes_lack_now(struct swf_slurm_nodes *nodes,
	const struct swf_slurm_request *request, const uint64_t *allowed)
{
	return !swf_slurm_shares_cores(nodes->conf, request) &&
		!swf_slurm_nodes_collect(nodes, &nodes->now, request, allowed);
}
