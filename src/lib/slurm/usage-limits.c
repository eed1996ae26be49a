#include "slurm/usage-limits.h"

#include <math.h>
#include <stdlib.h>

#include "slurm/holders.h"

struct swf_slurm_usage_limits {
	struct swf_slurm_rules rules;
	bool active; /* there are limits, and they hold */
	struct swf_slurm_holders holders;
};

static bool is_active(const struct swf_slurm_site *site)
{
	const struct swf_slurm_associations *associations = site->associations;
	bool any = false;
	for (size_t i = 0; i < associations->count; i++)
		any |= swf_slurm_rules_any(&associations->list[i].limits);
	for (size_t i = 0; i < associations->qos_count; i++)
		any |= swf_slurm_rules_any(&associations->qos[i].limits);
	return any && (site->conf->enforce.limits || site->conf->enforce.safe);
}

struct swf_slurm_usage_limits *swf_slurm_usage_limits_new(struct swf_slurm_site *site)
{
	struct swf_slurm_usage_limits *limits = calloc(1, sizeof *limits);
	if (limits == NULL)
		return NULL;
	if (swf_slurm_rules_init(&limits->rules, site) != 0) {
		free(limits);
		return NULL;
	}
	limits->active = is_active(site);
	return limits;
}

void swf_slurm_usage_limits_free(struct swf_slurm_usage_limits *limits)
{
	if (limits == NULL)
		return;
	swf_slurm_holders_clear(&limits->holders);
	swf_slurm_rules_clear(&limits->rules);
	free(limits);
}

double swf_slurm_usage_limits_wall(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	return limits->active ? swf_slurm_rules_wall(&limits->rules, who) : (double)INFINITY;
}

int64_t swf_slurm_usage_limits_nodes(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	return limits->active ? swf_slurm_rules_nodes(&limits->rules, who) : SWF_SLURM_UNLIMITED;
}

/* What a job would add to what is used. */
struct want {
	int64_t amounts[SWF_SLURM_RESOURCES];
	const struct swf_slurm_allocation *chosen; /* its nodes, or NULL if they are not known */
	bool alone;                                /* as if nothing were used */
};

/* How many of the nodes the holder does not have yet. */
static int64_t new_nodes(
	const struct swf_slurm_used *used, const struct swf_slurm_allocation *chosen)
{
	int64_t count = 0;
	for (size_t i = 0; i < chosen->count; i++)
		count += used->jobs_on[chosen->shares[i].node] == 0;
	return count;
}

static bool fits(const struct swf_slurm_usage_limits *limits, int64_t key,
	enum swf_slurm_resource resource, const struct want *want, int64_t limit)
{
	int64_t amount = want->amounts[resource];
	if (limit == SWF_SLURM_UNLIMITED || amount == 0)
		return true;
	const struct swf_slurm_used *used =
		want->alone ? NULL : swf_slurm_holders_used(&limits->holders, key);
	if (used == NULL)
		return amount <= limit;
	if (resource == SWF_SLURM_NODES && want->chosen != NULL)
		amount = new_nodes(used, want->chosen);
	/* it asks for none where all its nodes are in use by the holder already */
	return amount == 0 || amount <= limit - used->amounts[resource];
}

/* Whether the limits of the job's associations hold, where its QOS leave that open. */
static bool within_associations(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_who *who, enum swf_slurm_resource resource, const struct want *want,
	const bool by_qos[SWF_SLURM_WHOSE])
{
	const struct swf_slurm_rules *rules = &limits->rules;
	const struct swf_slurm_association *list = rules->site->associations->list;
	const uint32_t own = who->association;
	const bool counts_jobs = resource == SWF_SLURM_JOBS || resource == SWF_SLURM_SUBMITTED;
	if (counts_jobs && !by_qos[SWF_SLURM_OF_USER] && !by_qos[SWF_SLURM_OF_ACCOUNT] &&
		!fits(limits, swf_slurm_holders_association(own), resource, want,
			swf_slurm_rules_inherited(rules, own, SWF_SLURM_OF_USER, resource)))
		return false;
	if (!by_qos[SWF_SLURM_OF_JOB] &&
		want->amounts[resource] >
			swf_slurm_rules_inherited(rules, own, SWF_SLURM_OF_JOB, resource))
		return false;
	if (by_qos[SWF_SLURM_OF_GROUP])
		return true;
	for (size_t i = own;; i = list[i].parent) {
		if (!fits(limits, swf_slurm_holders_association(i), resource, want,
			    swf_slurm_rules_limit(&list[i].limits, SWF_SLURM_OF_GROUP, resource)))
			return false;
		if (i == 0)
			return true;
	}
}

/* Whether a job is within all limits of a resource. */
static bool within(const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who,
	enum swf_slurm_resource resource, const struct want *want)
{
	const struct swf_slurm_qos_order order = swf_slurm_rules_order(&limits->rules, who);
	bool by_qos[SWF_SLURM_WHOSE];
	for (int i = 0; i < SWF_SLURM_WHOSE; i++) {
		const enum swf_slurm_whose whose = (enum swf_slurm_whose)i;
		const struct swf_slurm_rule rule =
			swf_slurm_rules_of_qos(&limits->rules, order, whose, resource);
		by_qos[i] = rule.limit != SWF_SLURM_UNLIMITED;
		if (!by_qos[i])
			continue;
		if (whose == SWF_SLURM_OF_JOB ? want->amounts[resource] > rule.limit
					      : !fits(limits,
							swf_slurm_holders_in_qos(&limits->rules,
								whose, rule.qos, who),
							resource, want, rule.limit))
			return false;
	}
	return within_associations(limits, who, resource, want, by_qos);
}

static bool within_resources(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_who *who, const struct want *want)
{
	return within(limits, who, SWF_SLURM_CPUS, want) &&
		within(limits, who, SWF_SLURM_NODES, want) &&
		within(limits, who, SWF_SLURM_MEMORY, want);
}

/* What a job asks for at least. */
static struct want least_want(const struct swf_slurm_job *job, int64_t nodes)
{
	const struct swf_slurm_request *request = &job->request;
	return (struct want){.amounts = {[SWF_SLURM_JOBS] = 1,
				     [SWF_SLURM_SUBMITTED] = 1,
				     [SWF_SLURM_CPUS] = request->cpus,
				     [SWF_SLURM_NODES] = nodes,
				     [SWF_SLURM_MEMORY] = request->memory_a_cpu * request->cpus}};
}

/* What it gets by what was chosen for it. Memory counts where it is no resource as well. */
static struct want chosen_want(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, const struct swf_slurm_allocation *chosen)
{
	int64_t cpus = 0, memory = 0;
	for (size_t i = 0; i < chosen->count; i++) {
		cpus += chosen->shares[i].cpus;
		memory += chosen->shares[i].memory;
	}
	if (!limits->rules.site->conf->memory)
		memory = job->request.memory_a_cpu * cpus;
	return (struct want){.amounts = {[SWF_SLURM_CPUS] = cpus,
				     [SWF_SLURM_NODES] = (int64_t)chosen->count,
				     [SWF_SLURM_MEMORY] = memory},
		.chosen = chosen};
}

/* Whether a job is longer than its limit of time: one that is refused for that is, or one of which
 * the QOS counts time by its factor. */
static bool is_too_long(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	const struct swf_slurm_qos *all = limits->rules.site->associations->qos;
	const struct swf_slurm_qos_order order = swf_slurm_rules_order(&limits->rules, &job->who);
	const struct swf_slurm_qos *own = &all[job->who.qos];
	const double wall = swf_slurm_rules_wall(&limits->rules, &job->who);
	double counted = job->limit;
	unsigned flags = 0;
	for (int i = 0; i < order.count; i++)
		flags |= all[order.qos[i]].flags;
	if ((flags & SWF_SLURM_QOS_DENY_LIMIT) != 0 && job->limit > wall)
		return true;
	/* whole minutes, as Slurm counts */
	if ((own->flags & SWF_SLURM_QOS_USAGE_FACTOR_SAFE) != 0)
		counted = floor(counted / 60 * own->usage_factor) * 60;
	return counted > wall;
}

/* Counts a job as submitted, or no longer (sign: -1). */
static void count_submitted(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job, int sign)
{
	struct swf_slurm_walk walk = swf_slurm_holders_walk(&limits->rules, &job->who);
	while (swf_slurm_holders_next(&walk))
		swf_slurm_holders_used(&limits->holders, walk.key)->amounts[SWF_SLURM_SUBMITTED] +=
			sign;
}

int swf_slurm_usage_limits_submit(struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, struct swf_slurm_least least)
{
	if (!limits->active)
		return 1;
	if (swf_slurm_holders_add(&limits->holders, &limits->rules, &job->who) != 0)
		return -1;
	struct want want = least_want(job, job->request.min_nodes);
	want.amounts[SWF_SLURM_CPUS] = least.cpus;
	want.amounts[SWF_SLURM_MEMORY] = least.memory;
	if (!within(limits, &job->who, SWF_SLURM_SUBMITTED, &want))
		return 0;
	want.alone = true;
	if (!within(limits, &job->who, SWF_SLURM_JOBS, &want) ||
		!within_resources(limits, &job->who, &want) || is_too_long(limits, job))
		return 0;
	count_submitted(limits, job, 1);
	return 1;
}

bool swf_slurm_usage_limits_allow(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	static const struct want one = {.amounts[SWF_SLURM_JOBS] = 1};
	return !limits->active || within(limits, &job->who, SWF_SLURM_JOBS, &one);
}

bool swf_slurm_usage_limits_allow_chosen(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, const struct swf_slurm_allocation *chosen)
{
	if (!limits->active)
		return true;
	const struct want want = chosen_want(limits, job, chosen);
	return within_resources(limits, &job->who, &want);
}

bool swf_slurm_usage_limits_allow_reservation(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job, int64_t nodes)
{
	if (!limits->active)
		return true;
	const struct want want = least_want(job, nodes);
	return within_resources(limits, &job->who, &want);
}

/* Counts what a job has with the others, or no longer (sign: -1). */
static void count(struct swf_slurm_used *used, const struct want *want, int sign)
{
	const struct swf_slurm_allocation *chosen = want->chosen;
	used->amounts[SWF_SLURM_JOBS] += sign;
	used->amounts[SWF_SLURM_CPUS] += sign * want->amounts[SWF_SLURM_CPUS];
	used->amounts[SWF_SLURM_MEMORY] += sign * want->amounts[SWF_SLURM_MEMORY];
	for (size_t i = 0; used->jobs_on != NULL && i < chosen->count; i++) {
		uint32_t *jobs = &used->jobs_on[chosen->shares[i].node];
		const bool was_free = *jobs == 0;
		*jobs += (uint32_t)sign;
		used->amounts[SWF_SLURM_NODES] += (*jobs > 0) - !was_free;
	}
}

void swf_slurm_usage_limits_started(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	if (!limits->active)
		return;
	const struct want want = chosen_want(limits, job, &job->allocation);
	struct swf_slurm_walk walk = swf_slurm_holders_walk(&limits->rules, &job->who);
	while (swf_slurm_holders_next(&walk))
		count(swf_slurm_holders_used(&limits->holders, walk.key), &want, 1);
}

void swf_slurm_usage_limits_ended(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	if (!limits->active)
		return;
	const struct want want = chosen_want(limits, job, &job->allocation);
	struct swf_slurm_walk walk = swf_slurm_holders_walk(&limits->rules, &job->who);
	while (swf_slurm_holders_next(&walk)) {
		struct swf_slurm_used *used = swf_slurm_holders_used(&limits->holders, walk.key);
		count(used, &want, -1);
		used->amounts[SWF_SLURM_SUBMITTED]--;
	}
}

void swf_slurm_usage_limits_withdrawn(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	if (limits->active)
		count_submitted(limits, job, -1);
}
