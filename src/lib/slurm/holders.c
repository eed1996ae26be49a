#include "slurm/holders.h"

#include <stdlib.h>

#include "base/array.h"

void swf_slurm_holders_clear(struct swf_slurm_holders *holders)
{
	for (size_t i = 0; i < holders->keys.count; i++)
		free(holders->used[i].jobs_on);
	free(holders->used);
	swf_index_clear(&holders->keys);
}

/* Associations take the kind behind those of the scopes in a QOS. */
static int64_t key_of(enum swf_slurm_whose kind, uint32_t qos, uint32_t id)
{
	return (int64_t)kind << 60 | (int64_t)qos << 32 | (int64_t)id;
}

int64_t swf_slurm_holders_association(size_t association)
{
	return key_of(SWF_SLURM_WHOSE, 0, (uint32_t)association);
}

int64_t swf_slurm_holders_in_qos(const struct swf_slurm_rules *rules, enum swf_slurm_whose whose,
	uint32_t qos, const struct swf_slurm_who *who)
{
	const struct swf_slurm_association *list = rules->site->associations->list;
	if (whose == SWF_SLURM_OF_USER)
		return key_of(whose, qos, who->user);
	if (whose == SWF_SLURM_OF_ACCOUNT)
		return key_of(whose, qos, (uint32_t)list[who->association].parent);
	return key_of(whose, qos, 0);
}

struct swf_slurm_used *swf_slurm_holders_used(const struct swf_slurm_holders *holders, int64_t key)
{
	const size_t place = swf_index_find(&holders->keys, key);
	return place == SIZE_MAX ? NULL : &holders->used[place];
}

struct swf_slurm_walk swf_slurm_holders_walk(
	const struct swf_slurm_rules *rules, const struct swf_slurm_who *who)
{
	return (struct swf_slurm_walk){.rules = rules,
		.who = who,
		.order = swf_slurm_rules_order(rules, who),
		.association = who->association};
}

bool swf_slurm_holders_next(struct swf_slurm_walk *walk)
{
	const struct swf_slurm_associations *associations = walk->rules->site->associations;
	if (!walk->past_root) {
		const size_t here = walk->association;
		walk->key = swf_slurm_holders_association(here);
		walk->of_nodes = associations->list[here].limits.group_nodes != SWF_SLURM_UNLIMITED;
		walk->past_root = here == 0;
		walk->association = associations->list[here].parent;
		return true;
	}
	for (; walk->qos < walk->order.count; walk->qos++, walk->whose = 0)
		while (walk->whose < SWF_SLURM_OF_JOB) {
			const uint32_t qos = walk->order.qos[walk->qos];
			const struct swf_slurm_limits *limits = &associations->qos[qos].limits;
			const enum swf_slurm_whose whose = (enum swf_slurm_whose)walk->whose++;
			if (!swf_slurm_rules_any_of(limits, whose))
				continue;
			walk->key = swf_slurm_holders_in_qos(walk->rules, whose, qos, walk->who);
			walk->of_nodes = swf_slurm_rules_limit(limits, whose, SWF_SLURM_NODES) !=
				SWF_SLURM_UNLIMITED;
			return true;
		}
	return false;
}

static int add(struct swf_slurm_holders *holders, int64_t key, size_t nodes)
{
	struct swf_slurm_used used = {.jobs_on = NULL};
	struct swf_slurm_used *larger = swf_array_reserve(
		holders->used, holders->keys.count, &holders->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	holders->used = larger;
	if (nodes > 0 && (used.jobs_on = calloc(nodes, sizeof *used.jobs_on)) == NULL)
		return -1;
	const size_t place = swf_index_add(&holders->keys, key);
	if (place == SIZE_MAX) {
		free(used.jobs_on);
		return -1;
	}
	larger[place] = used;
	return 0;
}

int swf_slurm_holders_add(struct swf_slurm_holders *holders, const struct swf_slurm_rules *rules,
	const struct swf_slurm_who *who)
{
	struct swf_slurm_walk walk = swf_slurm_holders_walk(rules, who);
	while (swf_slurm_holders_next(&walk))
		if (swf_slurm_holders_used(holders, walk.key) == NULL &&
			add(holders, walk.key, walk.of_nodes ? rules->site->conf->node_count : 0) !=
				0)
			return -1;
	return 0;
}
