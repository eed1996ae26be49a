#include "slurm/rules.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* Where each limit stands in its struct, counted from 1; 0 for those that there are not. */
#define AT(member) (offsetof(struct swf_slurm_limits, member) + 1)
static const size_t places[SWF_SLURM_WHOSE][SWF_SLURM_RESOURCES] = {
	[SWF_SLURM_OF_GROUP] = {AT(group_jobs), AT(group_submit), AT(group_cpus), AT(group_nodes),
		AT(group_memory)},
	[SWF_SLURM_OF_USER] = {AT(max_jobs), AT(max_submit), AT(max_cpus_user), AT(max_nodes_user)},
	[SWF_SLURM_OF_ACCOUNT] =
		{[SWF_SLURM_JOBS] = AT(max_jobs_account), [SWF_SLURM_CPUS] = AT(max_cpus_account)},
	[SWF_SLURM_OF_JOB] = {[SWF_SLURM_CPUS] = AT(max_cpus), [SWF_SLURM_NODES] = AT(max_nodes)},
};

int64_t swf_slurm_rules_limit(const struct swf_slurm_limits *limits, enum swf_slurm_whose whose,
	enum swf_slurm_resource resource)
{
	const size_t place = places[whose][resource];
	return place == 0 ? SWF_SLURM_UNLIMITED
			  : *(const int64_t *)((const char *)limits + (place - 1));
}

bool swf_slurm_rules_any_of(const struct swf_slurm_limits *limits, enum swf_slurm_whose whose)
{
	for (int i = 0; i < SWF_SLURM_RESOURCES; i++)
		if (swf_slurm_rules_limit(limits, whose, (enum swf_slurm_resource)i) !=
			SWF_SLURM_UNLIMITED)
			return true;
	return false;
}

bool swf_slurm_rules_any(const struct swf_slurm_limits *limits)
{
	for (int whose = 0; whose < SWF_SLURM_WHOSE; whose++)
		if (swf_slurm_rules_any_of(limits, (enum swf_slurm_whose)whose))
			return true;
	return limits->max_wall < INFINITY;
}

int swf_slurm_rules_init(struct swf_slurm_rules *rules, const struct swf_slurm_site *site)
{
	const struct swf_slurm_conf *conf = site->conf;
	rules->site = site;
	rules->partition_qos = malloc((conf->partition_count + 1) * sizeof *rules->partition_qos);
	for (size_t i = 0; rules->partition_qos != NULL && i < conf->partition_count; i++) {
		const char *name = conf->partitions[i].qos;
		const size_t qos = name == NULL ? site->associations->qos_count
						: swf_slurm_qos_named(site->associations, name);
		rules->partition_qos[i] =
			qos < site->associations->qos_count ? (uint32_t)qos : NONE;
	}
	return rules->partition_qos == NULL ? -1 : 0;
}

void swf_slurm_rules_clear(struct swf_slurm_rules *rules)
{
	free(rules->partition_qos);
}

struct swf_slurm_qos_order swf_slurm_rules_order(
	const struct swf_slurm_rules *rules, const struct swf_slurm_who *who)
{
	const uint32_t own = who->qos, other = rules->partition_qos[who->partition];
	const unsigned flags = rules->site->associations->qos[own].flags;
	if (other == NONE || other == own)
		return (struct swf_slurm_qos_order){{own}, 1};
	if ((flags & SWF_SLURM_QOS_OVER_PART_QOS) != 0)
		return (struct swf_slurm_qos_order){{own, other}, 2};
	return (struct swf_slurm_qos_order){{other, own}, 2};
}

struct swf_slurm_rule swf_slurm_rules_of_qos(const struct swf_slurm_rules *rules,
	struct swf_slurm_qos_order order, enum swf_slurm_whose whose,
	enum swf_slurm_resource resource)
{
	const struct swf_slurm_qos *qos = rules->site->associations->qos;
	for (int i = 0; i < order.count; i++) {
		const int64_t limit =
			swf_slurm_rules_limit(&qos[order.qos[i]].limits, whose, resource);
		if (limit != SWF_SLURM_UNLIMITED)
			return (struct swf_slurm_rule){limit, order.qos[i]};
	}
	return (struct swf_slurm_rule){SWF_SLURM_UNLIMITED, NONE};
}

int64_t swf_slurm_rules_inherited(const struct swf_slurm_rules *rules, uint32_t association,
	enum swf_slurm_whose whose, enum swf_slurm_resource resource)
{
	const struct swf_slurm_association *list = rules->site->associations->list;
	size_t i = association;
	int64_t limit;
	while ((limit = swf_slurm_rules_limit(&list[i].limits, whose, resource)) ==
			SWF_SLURM_UNLIMITED &&
		i != 0)
		i = list[i].parent;
	return limit;
}

double swf_slurm_rules_wall(const struct swf_slurm_rules *rules, const struct swf_slurm_who *who)
{
	const struct swf_slurm_associations *associations = rules->site->associations;
	const struct swf_slurm_qos_order order = swf_slurm_rules_order(rules, who);
	for (int i = 0; i < order.count; i++)
		if (associations->qos[order.qos[i]].limits.max_wall < INFINITY)
			return associations->qos[order.qos[i]].limits.max_wall;
	size_t i = who->association;
	while (associations->list[i].limits.max_wall == INFINITY && i != 0)
		i = associations->list[i].parent;
	return associations->list[i].limits.max_wall;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t swf_slurm_rules_nodes(const struct swf_slurm_rules *rules, const struct swf_slurm_who *who)
{
	const struct swf_slurm_association *list = rules->site->associations->list;
	const struct swf_slurm_qos_order order = swf_slurm_rules_order(rules, who);
	int64_t of_qos[SWF_SLURM_WHOSE];
	for (int whose = 0; whose < SWF_SLURM_WHOSE; whose++)
		of_qos[whose] = swf_slurm_rules_of_qos(
			rules, order, (enum swf_slurm_whose)whose, SWF_SLURM_NODES)
					.limit;
	int64_t most = least(of_qos[SWF_SLURM_OF_USER],
		least(of_qos[SWF_SLURM_OF_ACCOUNT], of_qos[SWF_SLURM_OF_JOB]));
	if (most == SWF_SLURM_UNLIMITED)
		most = swf_slurm_rules_inherited(
			rules, who->association, SWF_SLURM_OF_JOB, SWF_SLURM_NODES);
	if (of_qos[SWF_SLURM_OF_GROUP] != SWF_SLURM_UNLIMITED)
		return least(most, of_qos[SWF_SLURM_OF_GROUP]);
	/* the first account above that allows less is the last that counts */
	size_t i = who->association;
	while (list[i].limits.group_nodes >= most && i != 0)
		i = list[i].parent;
	return least(most, list[i].limits.group_nodes);
}
