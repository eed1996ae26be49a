/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A constraint is read once for each partition whose jobs have it: for each node of the partition
 * it is worked out whether the features meet it. `sets` has the nodes that do, by the place of the
 * pair of both; NULL where there are none. Where the constraint has a list in brackets, it is read
 * once more for each entry of the first one, as if that were the only one.
 */
#include "slurm/model/constraints.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "slurm/conf/settings.h"
#include "slurm/model/node-sets.h"

struct swf_slurm_constraints {
	struct swf_slurm_site *site;
	struct swf_index pairs; /* number * partitions + partition */
	struct of_pair {
		uint64_t *nodes;
		struct swf_slurm_alternatives *alternatives; /* or NULL */
	} * sets;
	size_t capacity;
};

struct swf_slurm_constraints *swf_slurm_constraints_new(struct swf_slurm_site *site)
{
	struct swf_slurm_constraints *all = calloc(1, sizeof *all);
	if (all != NULL)
		all->site = site;
	return all;
}

static void clear_pair(struct of_pair *pair)
{
	free(pair->nodes);
	if (pair->alternatives != NULL)
		free(pair->alternatives->sets);
	free(pair->alternatives);
}

void swf_slurm_constraints_free(struct swf_slurm_constraints *all)
{
	if (all == NULL)
		return;
	for (size_t i = 0; i < all->pairs.count; i++)
		clear_pair(&all->sets[i]);
	free(all->sets);
	swf_index_clear(&all->pairs);
	free(all);
}

/* A constraint at the place that is read, and the features of the node that it is worked out for.
 */
struct reading {
	const char *at, *features;
	int depth;
	bool broken;
	size_t entry;   /* of the first list that alone counts, or ANY */
	size_t entries; /* of the first list that was read, or 0 */
};

#define ANY SIZE_MAX

enum { DEPTH_MOST = 100 };

static bool read_group(struct reading *r);

static bool read_term(struct reading *r)
{
	if (*r->at == '(' || *r->at == '[') {
		r->broken |= ++r->depth > DEPTH_MOST;
		const bool met = !r->broken && read_group(r);
		r->depth--;
		r->at += !r->broken;
		return met;
	}
	const size_t length = strcspn(r->at, "&|,*()[]");
	const bool met = swf_slurm_has_word(r->features, r->at, length);
	r->broken |= length == 0;
	r->at += length;
	return met;
}

/* Passes over a number of nodes, as in a*2: whether there is one. */
static bool skip_count(struct reading *r)
{
	const size_t digits = *r->at == '*' ? strspn(r->at + 1, "0123456789") : 0;
	if (*r->at != '*')
		return false;
	r->broken |= digits == 0;
	r->at += 1 + digits;
	return true;
}

static bool is_and(char sign)
{
	return sign == '&' || sign == ',';
}

/* Reads up to `end`: whether the node meets it. */
static bool read_expression(struct reading *r, char end)
{
	bool met = read_term(r);
	while (!r->broken && *r->at != end) {
		if (skip_count(r))
			continue;
		const char sign = *r->at;
		if (sign != '|' && !is_and(sign)) {
			r->broken = true;
			break;
		}
		r->at++;
		const bool other = read_term(r);
		met = sign == '|' ? met || other : met && other;
	}
	return met;
}

/* Reads a list up to its bracket: whether the node meets one of the entries. With numbers of nodes,
 * [a*2&b*4], each node is of one of them, and the job has some of each. */
static bool read_list(struct reading *r)
{
	const bool counts = memchr(r->at, '*', strcspn(r->at, "]")) != NULL;
	const bool first = r->entries == 0 && r->depth == 1 && !counts;
	const size_t entry = first ? r->entry : ANY;
	size_t entries = 0;
	bool met = false, one = read_term(r);
	while (!r->broken) {
		if (skip_count(r))
			continue;
		const char sign = *r->at;
		const bool next = sign == ']' || sign == '|' || (counts && is_and(sign));
		if (!next && !is_and(sign)) {
			r->broken = true;
			break;
		}
		met |= next && one && (entry == ANY || entry == entries);
		entries += next;
		if (sign == ']')
			break;
		r->at++;
		const bool other = read_term(r);
		one = next ? other : one && other;
	}
	if (first)
		r->entries = entries;
	return met;
}

static bool read_group(struct reading *r)
{
	return *r->at++ == '(' ? read_expression(r, ')') : read_list(r);
}

/* Fills the set with those nodes that meet the constraint by that entry of its list. Returns how
 * many entries that has; 1 if it has no list, or a single one; 0 if the constraint cannot be read.
 */
static size_t fill_set(const struct swf_slurm_conf *conf, const char *text, const uint64_t *allowed,
	size_t entry, uint64_t *set)
{
	size_t entries = 1;
	for (size_t n = 0; n < conf->node_count; n++) {
		struct reading r = {
			.at = text, .features = conf->nodes[n].features, .entry = entry};
		if (!swf_slurm_node_sets_has(allowed, n))
			continue;
		const bool met = read_expression(&r, '\0');
		if (r.broken)
			return 0;
		entries = r.entries > 1 ? r.entries : 1;
		if (met)
			swf_slurm_node_sets_put(set, n);
	}
	return entries;
}

/* Works out what jobs with a constraint may have of these nodes. 0, or -1 when there is no memory;
 * clear it in both cases. */
static int read_pair(const struct swf_slurm_conf *conf, const char *text, const uint64_t *allowed,
	struct of_pair *pair)
{
	const size_t words = conf->words;
	*pair = (struct of_pair){.nodes = calloc(words, sizeof *pair->nodes)};
	if (pair->nodes == NULL)
		return -1;
	const size_t entries = fill_set(conf, text, allowed, ANY, pair->nodes);
	if (entries == 0 || !swf_slurm_node_sets_reach(pair->nodes, words, 1)) {
		free(pair->nodes);
		pair->nodes = NULL;
		return 0;
	}
	if (entries == 1)
		return 0;
	pair->alternatives = calloc(1, sizeof *pair->alternatives);
	if (pair->alternatives == NULL)
		return -1;
	pair->alternatives->count = entries;
	pair->alternatives->sets = calloc(entries * words, sizeof *pair->alternatives->sets);
	if (pair->alternatives->sets == NULL)
		return -1;
	for (size_t i = 0; i < entries; i++)
		(void)fill_set(conf, text, allowed, i, pair->alternatives->sets + i * words);
	return 0;
}

int swf_slurm_constraints_of(struct swf_slurm_constraints *all, struct swf_slurm_job *job)
{
	const struct swf_slurm_conf *conf = all->site->conf;
	const int32_t number = job->task->job->constraint;
	const uint64_t *of_partition = conf->partitions[job->who.partition].nodes;
	job->nodes = of_partition;
	if (number <= 0)
		return 1;
	const int64_t pair = (int64_t)number * (int64_t)conf->partition_count + job->who.partition;
	size_t place = swf_index_find(&all->pairs, pair);
	if (place == SIZE_MAX) {
		char room[SWF_SLURM_NAME_ROOM];
		struct of_pair *sets = swf_array_reserve(
			all->sets, all->pairs.count, &all->capacity, sizeof *sets);
		if (sets == NULL)
			return -1;
		all->sets = sets;
		struct of_pair one;
		if (read_pair(conf, swf_slurm_site_constraint(all->site, number, room),
			    of_partition, &one) != 0 ||
			(place = swf_index_add(&all->pairs, pair)) == SIZE_MAX) {
			clear_pair(&one);
			return -1;
		}
		sets[place] = one;
	}
	if (all->sets[place].nodes == NULL) {
		swf_slurm_site_refuse_constraint(all->site, number);
		return 0;
	}
	job->nodes = all->sets[place].nodes;
	job->request.alternatives = all->sets[place].alternatives;
	return 1;
}
