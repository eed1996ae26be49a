/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who is limited is called a holder here: an association, a QOS, or a user or an account in a QOS.
 * What a holder uses is kept under a key that is made of its kind and number.
 *
 * Between calls `used` of a holder has the sum over its running jobs, and of SUBMITTED over those
 * that wait as well. `jobs_on` counts its jobs on each node, because nodes that several of them
 * share count once. The holders of a job follow from whose it is and from the configuration, which
 * do not change while it is there. So its end takes from the same holders what its submission and
 * start have added. All of them are made at the submission: later calls need no memory.
 *
 * GPUs of each type are resources of their own, behind the others. As in Slurm, what runs counts by
 * the types that it has. What a job would add counts by the type that it asks for, of whole nodes
 * by what they have: a limit of a type holds back no job that asks for any GPUs.
 *
 * A holder in a QOS without a limit of its kind is left out, as nothing asks for it. A question or
 * a count costs a look-up for each account above the job and for at most six holders in QOS. Where
 * nodes are limited, it also costs a look at each node of the job.
 */
#include "slurm/model/usage-limits.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

#define NONE UINT32_MAX

/* Of whose jobs together, or of a single job. */
enum whose {
	OF_GROUP,
	OF_USER, /* in a QOS; of an association: its own jobs */
	OF_ACCOUNT,
	OF_JOB,
	WHOSE,
	OF_JOB_AT_LEAST = WHOSE, /* the least that it has to ask for, in a QOS */
	KINDS
};

/* GPUs of a type are RESOURCES and its place. */
enum resource { JOBS, SUBMITTED, CPUS, NODES, MEMORY, GPUS, RESOURCES };

/* The QOS of a job, its own and that of its partition, in the order in which they are asked: the
 * first one that has a limit of a kind replaces the other's, and those of associations. */
struct qos_order {
	uint32_t qos[2];
	int count;
};

struct used {
	int64_t amounts[RESOURCES];
	int64_t *of_types; /* of GPUs; NULL where no type is limited */
	uint32_t *jobs_on; /* how many run on each node; NULL where nodes are not limited */
};

struct swf_slurm_usage_limits {
	const struct swf_slurm_site *site;
	bool active;             /* there are limits, and they hold */
	bool limited[RESOURCES]; /* whether anyone has a limit of it, the least of a job or another
				  */
	bool least;              /* whether a QOS has a least of a job */
	size_t types;            /* of GPUs; 0 where none is limited */
	int64_t *of_types;       /* of the question at hand */
	uint32_t *partition_qos; /* of each partition, or NONE */
	struct swf_index holders;
	struct used *used; /* of each holder, by its place */
	size_t capacity;
};

/* A limit, and the QOS that has it. */
struct qos_rule {
	int64_t limit;
	uint32_t qos;
};

/* The offset of each limit in its struct, plus 1; 0 where Slurm has no such limit. */
#define PLACE(member) (offsetof(struct swf_slurm_limits, member) + 1)
static const size_t places[KINDS][RESOURCES] = {
	[OF_GROUP] = {PLACE(group_jobs), PLACE(group_submit), PLACE(group_cpus), PLACE(group_nodes),
		PLACE(group_memory), PLACE(group_gpus)},
	[OF_USER] = {PLACE(max_jobs), PLACE(max_submit), PLACE(max_cpus_user),
		PLACE(max_nodes_user), 0, PLACE(max_gpus_user)},
	[OF_ACCOUNT] = {[JOBS] = PLACE(max_jobs_account),
		[CPUS] = PLACE(max_cpus_account),
		[GPUS] = PLACE(max_gpus_account)},
	[OF_JOB] = {[CPUS] = PLACE(max_cpus), [NODES] = PLACE(max_nodes), [GPUS] = PLACE(max_gpus)},
	[OF_JOB_AT_LEAST] =
		{[CPUS] = PLACE(min_cpus), [NODES] = PLACE(min_nodes), [GPUS] = PLACE(min_gpus)},
};

static const int64_t *limits_of_types(const struct swf_slurm_limits *limits, enum whose whose)
{
	switch (whose) {
	case OF_GROUP:
		return limits->group_gpu_types;
	case OF_USER:
		return limits->max_gpu_types_user;
	case OF_ACCOUNT:
		return limits->max_gpu_types_account;
	case OF_JOB:
		return limits->max_gpu_types;
	case OF_JOB_AT_LEAST:
		return limits->min_gpu_types;
	case KINDS:
		break;
	}
	return NULL;
}

/* A limit by whose it is and what it limits, or SWF_SLURM_UNLIMITED. */
static int64_t limit_of(
	const struct swf_slurm_limits *limits, enum whose whose, enum resource resource)
{
	if (resource >= RESOURCES) {
		const int64_t *const of_types = limits_of_types(limits, whose);
		return of_types != NULL ? of_types[resource - RESOURCES] : SWF_SLURM_UNLIMITED;
	}
	const size_t place = places[whose][resource];
	return place == 0 ? SWF_SLURM_UNLIMITED
			  : *(const int64_t *)((const char *)limits + (place - 1));
}

static bool has_limit_of(const struct swf_slurm_limits *limits, enum whose whose)
{
	for (int i = 0; i < RESOURCES; i++)
		if (limit_of(limits, whose, (enum resource)i) != SWF_SLURM_UNLIMITED)
			return true;
	return limits_of_types(limits, whose) != NULL;
}

/* Sees what limits there are, so that no question goes through those that nobody has. */
static void note_limits(struct swf_slurm_usage_limits *all, const struct swf_slurm_limits *limits)
{
	for (int i = 0; i < KINDS; i++) {
		const enum whose whose = (enum whose)i;
		all->active |= has_limit_of(limits, whose);
		all->least |= whose == OF_JOB_AT_LEAST && has_limit_of(limits, whose);
		if (limits_of_types(limits, whose) != NULL)
			all->types = all->site->conf->gpu_type_count;
		for (int resource = 0; resource < RESOURCES; resource++)
			all->limited[resource] |=
				limit_of(limits, whose, (enum resource)resource) !=
				SWF_SLURM_UNLIMITED;
	}
	all->active |= limits->max_wall < INFINITY;
}

static struct qos_order order_qos(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	const uint32_t own = who->qos, other = limits->partition_qos[who->partition];
	const unsigned flags = limits->site->associations->qos[own].flags;
	if (other == NONE || other == own)
		return (struct qos_order){{own}, 1};
	if ((flags & SWF_SLURM_QOS_OVER_PART_QOS) != 0)
		return (struct qos_order){{own, other}, 2};
	return (struct qos_order){{other, own}, 2};
}

static struct qos_rule rule_of_qos(const struct swf_slurm_usage_limits *limits,
	struct qos_order order, enum whose whose, enum resource resource)
{
	const struct swf_slurm_qos *qos = limits->site->associations->qos;
	for (int i = 0; i < order.count; i++) {
		const int64_t limit = limit_of(&qos[order.qos[i]].limits, whose, resource);
		if (limit != SWF_SLURM_UNLIMITED)
			return (struct qos_rule){limit, order.qos[i]};
	}
	return (struct qos_rule){SWF_SLURM_UNLIMITED, NONE};
}

/* A limit that passes on to the associations below: that of an association, or of the next one
 * above it that has one. */
static int64_t inherited_limit(const struct swf_slurm_usage_limits *limits, uint32_t association,
	enum whose whose, enum resource resource)
{
	const struct swf_slurm_association *list = limits->site->associations->list;
	size_t i = association;
	int64_t limit;
	while ((limit = limit_of(&list[i].limits, whose, resource)) == SWF_SLURM_UNLIMITED &&
		i != 0)
		i = list[i].parent;
	return limit;
}

double swf_slurm_usage_limits_wall(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	const struct swf_slurm_associations *associations = limits->site->associations;
	if (!limits->active)
		return INFINITY;
	const struct qos_order order = order_qos(limits, who);
	for (int i = 0; i < order.count; i++)
		if (associations->qos[order.qos[i]].limits.max_wall < INFINITY)
			return associations->qos[order.qos[i]].limits.max_wall;
	size_t i = who->association;
	while (associations->list[i].limits.max_wall == INFINITY && i != 0)
		i = associations->list[i].parent;
	return associations->list[i].limits.max_wall;
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t swf_slurm_usage_limits_nodes(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	const struct swf_slurm_association *list = limits->site->associations->list;
	if (!limits->active)
		return SWF_SLURM_UNLIMITED;
	const struct qos_order order = order_qos(limits, who);
	int64_t of_qos[WHOSE];
	for (int whose = 0; whose < WHOSE; whose++)
		of_qos[whose] = rule_of_qos(limits, order, (enum whose)whose, NODES).limit;
	int64_t most = smaller(of_qos[OF_USER], smaller(of_qos[OF_ACCOUNT], of_qos[OF_JOB]));
	if (most == SWF_SLURM_UNLIMITED)
		most = inherited_limit(limits, who->association, OF_JOB, NODES);
	if (of_qos[OF_GROUP] != SWF_SLURM_UNLIMITED)
		return smaller(most, of_qos[OF_GROUP]);
	/* Slurm goes up the tree only as far as the first account that allows fewer */
	size_t i = who->association;
	while (list[i].limits.group_nodes >= most && i != 0)
		i = list[i].parent;
	return smaller(most, list[i].limits.group_nodes);
}

/* A walk over the holders of a job. */
struct walk {
	const struct swf_slurm_usage_limits *limits;
	const struct swf_slurm_who *who;
	struct qos_order order;
	int qos, whose;
	size_t association;
	bool past_root;
	int64_t key;   /* of the holder at hand */
	bool of_nodes; /* whether its nodes are limited */
};

/* WHOSE is the kind of associations, which are in no QOS. */
static int64_t key_of(enum whose kind, uint32_t qos, uint32_t id)
{
	return (int64_t)kind << 60 | (int64_t)qos << 32 | (int64_t)id;
}

/* The key of an association; of a QOS, or of the user or account of a job in it. */
static int64_t association_key(size_t association)
{
	return key_of(WHOSE, 0, (uint32_t)association);
}

static int64_t qos_key(const struct swf_slurm_usage_limits *limits, enum whose whose, uint32_t qos,
	const struct swf_slurm_who *who)
{
	const struct swf_slurm_association *list = limits->site->associations->list;
	if (whose == OF_USER)
		return key_of(whose, qos, who->user);
	if (whose == OF_ACCOUNT)
		return key_of(whose, qos, (uint32_t)list[who->association].parent);
	return key_of(whose, qos, 0);
}

/* Valid until another holder is added; NULL for one that was not added. */
static struct used *used_by(const struct swf_slurm_usage_limits *limits, int64_t key)
{
	const size_t place = swf_index_find(&limits->holders, key);
	return place == SIZE_MAX ? NULL : &limits->used[place];
}

static struct walk begin_walk(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	return (struct walk){.limits = limits,
		.who = who,
		.order = order_qos(limits, who),
		.association = who->association};
}

/* Goes on to the next holder: first the associations from that of the job up to the root, then
 * those in its QOS. False behind the last one. */
static bool walk_on(struct walk *walk)
{
	const struct swf_slurm_associations *associations = walk->limits->site->associations;
	if (!walk->past_root) {
		const size_t here = walk->association;
		walk->key = association_key(here);
		walk->of_nodes = associations->list[here].limits.group_nodes != SWF_SLURM_UNLIMITED;
		walk->past_root = here == 0;
		walk->association = associations->list[here].parent;
		return true;
	}
	for (; walk->qos < walk->order.count; walk->qos++, walk->whose = 0)
		while (walk->whose < OF_JOB) {
			const uint32_t qos = walk->order.qos[walk->qos];
			const struct swf_slurm_limits *of_qos = &associations->qos[qos].limits;
			const enum whose whose = (enum whose)walk->whose++;
			if (!has_limit_of(of_qos, whose))
				continue;
			walk->key = qos_key(walk->limits, whose, qos, walk->who);
			walk->of_nodes = limit_of(of_qos, whose, NODES) != SWF_SLURM_UNLIMITED;
			return true;
		}
	return false;
}

static void clear_used(struct used *used)
{
	free(used->of_types);
	free(used->jobs_on);
}

/* Nothing is used yet. 0, or -1 when there is no memory. */
static int make_used(const struct swf_slurm_usage_limits *limits, bool of_nodes, struct used *used)
{
	*used = (struct used){.of_types = NULL};
	if (of_nodes)
		used->jobs_on = calloc(limits->site->conf->node_count, sizeof *used->jobs_on);
	if (limits->types > 0)
		used->of_types = calloc(limits->types, sizeof *used->of_types);
	if ((!of_nodes || used->jobs_on != NULL) && (limits->types == 0 || used->of_types != NULL))
		return 0;
	clear_used(used);
	return -1;
}

/* Adds those holders of a job that are not there yet. 0, or -1 when there is no memory. */
static int add_holders(struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who)
{
	struct walk walk = begin_walk(limits, who);
	while (walk_on(&walk)) {
		if (used_by(limits, walk.key) != NULL)
			continue;
		struct used *larger = swf_array_reserve(
			limits->used, limits->holders.count, &limits->capacity, sizeof *larger);
		if (larger == NULL)
			return -1;
		limits->used = larger;
		struct used used;
		if (make_used(limits, walk.of_nodes, &used) != 0)
			return -1;
		const size_t place = swf_index_add(&limits->holders, walk.key);
		if (place == SIZE_MAX) {
			clear_used(&used);
			return -1;
		}
		larger[place] = used;
	}
	return 0;
}

struct swf_slurm_usage_limits *swf_slurm_usage_limits_new(struct swf_slurm_site *site)
{
	const struct swf_slurm_conf *conf = site->conf;
	const struct swf_slurm_associations *all = site->associations;
	struct swf_slurm_usage_limits *limits = calloc(1, sizeof *limits);
	if (limits == NULL)
		return NULL;
	limits->site = site;
	for (size_t i = 0; i < all->count; i++)
		note_limits(limits, &all->list[i].limits);
	for (size_t i = 0; i < all->qos_count; i++)
		note_limits(limits, &all->qos[i].limits);
	limits->active = limits->active && (conf->enforce.limits || conf->enforce.safe);
	limits->of_types = malloc((limits->types + 1) * sizeof *limits->of_types);
	limits->partition_qos = malloc((conf->partition_count + 1) * sizeof(uint32_t));
	if (limits->of_types == NULL || limits->partition_qos == NULL) {
		swf_slurm_usage_limits_free(limits);
		return NULL;
	}
	for (size_t i = 0; i < conf->partition_count; i++) {
		const char *name = conf->partitions[i].qos;
		const size_t qos = name != NULL ? swf_slurm_qos_named(all, name) : all->qos_count;
		limits->partition_qos[i] = qos < all->qos_count ? (uint32_t)qos : NONE;
	}
	return limits;
}

void swf_slurm_usage_limits_free(struct swf_slurm_usage_limits *limits)
{
	if (limits == NULL)
		return;
	for (size_t i = 0; i < limits->holders.count; i++)
		clear_used(&limits->used[i]);
	free(limits->used);
	free(limits->of_types);
	swf_index_clear(&limits->holders);
	free(limits->partition_qos);
	free(limits);
}

/* What a job would add to what is used. */
struct want {
	int64_t amounts[RESOURCES];
	const int64_t *of_types;                   /* of GPUs */
	const struct swf_slurm_allocation *chosen; /* its nodes, or NULL if they are not known */
	bool alone;                                /* as if nothing were used */
	bool may_grow; /* whole nodes that are not known yet may have more */
};

static int64_t amount_of(const struct want *want, enum resource resource)
{
	return resource < RESOURCES ? want->amounts[resource]
				    : want->of_types[resource - RESOURCES];
}

static bool fits_limit(const struct swf_slurm_usage_limits *limits, int64_t key,
	enum resource resource, const struct want *want, int64_t limit)
{
	int64_t amount = amount_of(want, resource);
	if (limit == SWF_SLURM_UNLIMITED || amount == 0)
		return true;
	const struct used *used = want->alone ? NULL : used_by(limits, key);
	if (used == NULL)
		return amount <= limit;
	/* nodes that a job of the holder runs on already count once, so none may be new */
	const struct swf_slurm_allocation *chosen = resource == NODES ? want->chosen : NULL;
	for (size_t i = 0; chosen != NULL && i < chosen->count; i++)
		amount -= used->jobs_on[chosen->shares[i].node] > 0;
	return amount == 0 ||
		amount <= limit -
			(resource < RESOURCES ? used->amounts[resource]
					      : used->of_types[resource - RESOURCES]);
}

/* Whether a job is within the limits of its associations that no limit of a QOS replaces. */
static bool within_associations(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_who *who, enum resource resource, const struct want *want,
	const bool by_qos[WHOSE])
{
	const struct swf_slurm_association *list = limits->site->associations->list;
	const uint32_t own = who->association;
	const bool counts_jobs = resource == JOBS || resource == SUBMITTED;
	if (counts_jobs && !by_qos[OF_USER] && !by_qos[OF_ACCOUNT] &&
		!fits_limit(limits, association_key(own), resource, want,
			inherited_limit(limits, own, OF_USER, resource)))
		return false;
	if (!by_qos[OF_JOB] &&
		amount_of(want, resource) > inherited_limit(limits, own, OF_JOB, resource))
		return false;
	if (by_qos[OF_GROUP])
		return true;
	for (size_t i = own;; i = list[i].parent) {
		if (!fits_limit(limits, association_key(i), resource, want,
			    limit_of(&list[i].limits, OF_GROUP, resource)))
			return false;
		if (i == 0)
			return true;
	}
}

/* Whether a job is within all limits of a resource. */
static bool within(const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who,
	enum resource resource, const struct want *want)
{
	if (resource < RESOURCES && !limits->limited[resource])
		return true;
	const struct qos_order order = order_qos(limits, who);
	bool by_qos[WHOSE];
	if (limits->least && !want->may_grow) {
		const struct qos_rule least = rule_of_qos(limits, order, OF_JOB_AT_LEAST, resource);
		if (least.limit != SWF_SLURM_UNLIMITED && amount_of(want, resource) < least.limit)
			return false;
	}
	for (int i = 0; i < WHOSE; i++) {
		const enum whose whose = (enum whose)i;
		const struct qos_rule rule = rule_of_qos(limits, order, whose, resource);
		by_qos[i] = rule.limit != SWF_SLURM_UNLIMITED;
		if (!by_qos[i])
			continue;
		if (whose == OF_JOB ? amount_of(want, resource) > rule.limit
				    : !fits_limit(limits, qos_key(limits, whose, rule.qos, who),
					      resource, want, rule.limit))
			return false;
	}
	return within_associations(limits, who, resource, want, by_qos);
}

static bool within_resources(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_who *who, const struct want *want)
{
	for (size_t type = 0; type < limits->types; type++)
		if (!within(limits, who, (enum resource)(RESOURCES + type), want))
			return false;
	return within(limits, who, CPUS, want) && within(limits, who, NODES, want) &&
		within(limits, who, MEMORY, want) && within(limits, who, GPUS, want);
}

/* The type that GPUs of a request count for, or that of an allocation; SIZE_MAX for none. */
static size_t counted_type(const struct swf_slurm_usage_limits *limits, size_t type)
{
	const struct swf_slurm_conf *const conf = limits->site->conf;
	if (type == SWF_SLURM_ANY_GPU || *conf->gpu_types[type] == '\0')
		type = conf->type_of_untyped;
	return type < limits->types ? type : SIZE_MAX;
}

/* Of the GPUs of a job, those of each type as it asks for them. */
static const int64_t *asked_types(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job, int64_t gpus)
{
	for (size_t i = 0; i < limits->types; i++)
		limits->of_types[i] = 0;
	const size_t type =
		limits->types > 0 ? counted_type(limits, job->request.gpu_type) : SIZE_MAX;
	if (type != SIZE_MAX)
		limits->of_types[type] = gpus;
	return limits->of_types;
}

/* And those that it has. */
static const int64_t *chosen_types(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_allocation *chosen)
{
	for (size_t i = 0; i < limits->types; i++)
		limits->of_types[i] = 0;
	for (size_t i = 0; limits->types > 0 && i < chosen->gpu_count; i++) {
		const size_t type = counted_type(limits, chosen->gpus[i].type);
		if (type != SIZE_MAX)
			limits->of_types[type] += chosen->gpus[i].count;
	}
	return limits->of_types;
}

/* What a job asks for at least. */
static struct want least_want(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job, int64_t nodes)
{
	const struct swf_slurm_request *request = &job->request;
	const int64_t gpus = request->gpus_a_node * nodes;
	return (struct want){.amounts = {[JOBS] = 1,
				     [SUBMITTED] = 1,
				     [CPUS] = request->cpus,
				     [NODES] = nodes,
				     [MEMORY] = request->memory_a_node > 0
					     ? request->memory_a_node * nodes
					     : request->memory_a_cpu * request->cpus,
				     [GPUS] = gpus},
		.of_types = asked_types(limits, job, gpus),
		.may_grow = request->whole_nodes};
}

/* What it gets by what was chosen for it. Memory counts even where it is no resource. */
static struct want chosen_want(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, const struct swf_slurm_allocation *chosen)
{
	int64_t cpus = 0, memory = 0, gpus = 0;
	for (size_t i = 0; i < chosen->gpu_count; i++)
		gpus += chosen->gpus[i].count;
	for (size_t i = 0; i < chosen->count; i++) {
		cpus += chosen->shares[i].cpus;
		memory += chosen->shares[i].memory;
	}
	if (!limits->site->conf->memory)
		memory = job->request.memory_a_cpu * cpus +
			job->request.memory_a_node * (int64_t)chosen->count;
	return (struct want){.amounts = {[CPUS] = cpus,
				     [NODES] = (int64_t)chosen->count,
				     [MEMORY] = memory,
				     [GPUS] = gpus},
		.of_types = job->request.whole_nodes ? chosen_types(limits, chosen)
						     : asked_types(limits, job, gpus),
		.chosen = chosen};
}

/* Whether the time limit of a job is beyond MaxWall. With UsageFactorSafe its QOS counts time by
 * the usage factor, but DenyOnLimit refuses by the time limit as it is. */
static bool is_too_long(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	const struct swf_slurm_qos *all = limits->site->associations->qos;
	const struct qos_order order = order_qos(limits, &job->who);
	const struct swf_slurm_qos *own = &all[job->who.qos];
	const double wall = swf_slurm_usage_limits_wall(limits, &job->who);
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

/* Counts a job with all its holders: what it has as running, and the job as submitted. 1 adds it,
 * -1 takes it away, and 0 leaves that count as it is. */
static void count_job(struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job,
	int running, int submitted)
{
	if (!limits->active)
		return;
	/* before a job starts, its allocation is that of an earlier job */
	const struct want has = running != 0 ? chosen_want(limits, job, &job->allocation)
					     : (struct want){.chosen = NULL};
	const int64_t *const of_types =
		running != 0 && limits->types > 0 ? chosen_types(limits, &job->allocation) : NULL;
	struct walk walk = begin_walk(limits, &job->who);
	while (walk_on(&walk)) {
		struct used *used = used_by(limits, walk.key);
		used->amounts[SUBMITTED] += submitted;
		used->amounts[JOBS] += running;
		used->amounts[CPUS] += running * has.amounts[CPUS];
		used->amounts[MEMORY] += running * has.amounts[MEMORY];
		used->amounts[GPUS] += running * has.amounts[GPUS];
		for (size_t i = 0; of_types != NULL && i < limits->types; i++)
			used->of_types[i] += running * of_types[i];
		for (size_t i = 0; used->jobs_on != NULL && running != 0 && i < has.chosen->count;
			i++) {
			uint32_t *jobs = &used->jobs_on[has.chosen->shares[i].node];
			const bool was_free = *jobs == 0;
			*jobs += (uint32_t)running;
			used->amounts[NODES] += (*jobs > 0) - !was_free;
		}
	}
}

int swf_slurm_usage_limits_submit(struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, struct swf_slurm_least least)
{
	if (!limits->active)
		return 1;
	if (add_holders(limits, &job->who) != 0)
		return -1;
	struct want want = least_want(limits, job, job->request.min_nodes);
	want.amounts[CPUS] = least.cpus;
	want.amounts[MEMORY] = least.memory;
	if (!within(limits, &job->who, SUBMITTED, &want))
		return 0;
	want.alone = true;
	if (!within(limits, &job->who, JOBS, &want) ||
		!within_resources(limits, &job->who, &want) || is_too_long(limits, job))
		return 0;
	count_job(limits, job, 0, 1);
	return 1;
}

bool swf_slurm_usage_limits_allow(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	static const struct want one = {.amounts[JOBS] = 1};
	return !limits->active || within(limits, &job->who, JOBS, &one);
}

bool swf_slurm_usage_limits_allow_chosen(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, const struct swf_slurm_allocation *chosen)
{
	if (!limits->active)
		return true;
	const struct want want = chosen_want(limits, job, chosen);
	return within_resources(limits, &job->who, &want);
}

bool swf_slurm_usage_limits_hold(const struct swf_slurm_usage_limits *limits)
{
	return limits->active;
}

bool swf_slurm_usage_limits_allow_reservation(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job, int64_t nodes)
{
	if (!limits->active)
		return true;
	const struct want want = least_want(limits, job, nodes);
	return within_resources(limits, &job->who, &want);
}

void swf_slurm_usage_limits_started(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	count_job(limits, job, 1, 0);
}

void swf_slurm_usage_limits_ended(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	count_job(limits, job, -1, -1);
}

void swf_slurm_usage_limits_requeued(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	count_job(limits, job, -1, 0);
}

void swf_slurm_usage_limits_withdrawn(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job)
{
	count_job(limits, job, 0, -1);
}
