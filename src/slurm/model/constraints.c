/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A constraint is read once for each partition whose jobs have it: for each node of the partition
 * it is worked out whether the features meet it. `sets` has the nodes that do, by the place of the
 * pair of both; NULL where there are none.
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
	uint64_t **sets;
	size_t capacity;
};

struct swf_slurm_constraints *swf_slurm_constraints_new(struct swf_slurm_site *site)
{
	struct swf_slurm_constraints *all = calloc(1, sizeof *all);
	if (all != NULL)
		all->site = site;
	return all;
}

void swf_slurm_constraints_free(struct swf_slurm_constraints *all)
{
	if (all == NULL)
		return;
	for (size_t i = 0; i < all->pairs.count; i++)
		free(all->sets[i]);
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
};

enum { DEPTH_MOST = 100 };

static bool read_expression(struct reading *r, char end);

static bool read_term(struct reading *r)
{
	if (*r->at == '(' || *r->at == '[') {
		const char end = *r->at++ == '(' ? ')' : ']';
		r->broken |= ++r->depth > DEPTH_MOST;
		const bool met = !r->broken && read_expression(r, end);
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

/* Reads up to `end`: whether the node meets it. */
static bool read_expression(struct reading *r, char end)
{
	bool met = read_term(r);
	while (!r->broken && *r->at != end) {
		const char sign = *r->at++;
		if (sign == '*') {
			const size_t digits = strspn(r->at, "0123456789");
			r->broken = digits == 0;
			r->at += digits;
		} else if (sign == '|') {
			const bool other = read_term(r);
			met = met || other;
		} else if (sign == '&' || sign == ',') {
			const bool other = read_term(r);
			met = met && other;
		} else {
			r->broken = true;
		}
	}
	return met;
}

/* Makes the set of those nodes that meet the constraint, or NULL for none. 0, or -1 when there is
 * no memory. */
static int make_set(const struct swf_slurm_conf *conf, const char *text, const uint64_t *allowed,
	uint64_t **set)
{
	bool some = false, broken = false;
	*set = calloc(conf->words, sizeof **set);
	if (*set == NULL)
		return -1;
	for (size_t n = 0; n < conf->node_count && !broken; n++) {
		struct reading r = {.at = text, .features = conf->nodes[n].features};
		if (!swf_slurm_node_sets_has(allowed, n))
			continue;
		const bool met = read_expression(&r, '\0');
		broken = r.broken;
		if (!met || broken)
			continue;
		swf_slurm_node_sets_put(*set, n);
		some = true;
	}
	if (broken || !some) {
		free(*set);
		*set = NULL;
	}
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
		uint64_t **sets = swf_array_reserve(
			all->sets, all->pairs.count, &all->capacity, sizeof *sets);
		if (sets == NULL)
			return -1;
		all->sets = sets;
		uint64_t *set;
		if (make_set(conf, swf_slurm_site_constraint(all->site, number, room), of_partition,
			    &set) != 0)
			return -1;
		if ((place = swf_index_add(&all->pairs, pair)) == SIZE_MAX) {
			free(set);
			return -1;
		}
		sets[place] = set;
	}
	if (all->sets[place] == NULL) {
		swf_slurm_site_refuse_constraint(all->site, number);
		return 0;
	}
	job->nodes = all->sets[place];
	return 1;
}
