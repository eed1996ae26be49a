/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/usage-limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/suites.h"

#define UNLIMITED SWF_SLURM_UNLIMITED
#define WHOLE(a)  (sizeof(a) / sizeof *(a))

enum { NODES = 6, PARTITIONS = 2, QOS = 3, MEMBERS = 8, JOBS = 40, NODE_CPUS = 8 };

/* Of GPUs: two types, and GPUs without one. */
enum { A100, V100, UNTYPED, TYPES };
static const char *gpu_types[TYPES] = {"a100", "v100", ""};

/* Limits of a type of GPUs: of a group, user, account and job, and the least of a job. */
enum { TYPED_KINDS = 5 };

static const struct swf_slurm_limits no_limits = {UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED,
	UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED,
	UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED,
	INFINITY, NULL, NULL, NULL, NULL, NULL};

/* A site in memory: the root, the accounts a and b below it, a1 and a2 below a, and users u (below
 * a1), v (a1), u (a2) and w (b). */
struct world {
	struct swf_slurm_site site;
	struct swf_slurm_conf conf;
	struct swf_slurm_partition partitions[PARTITIONS];
	struct swf_slurm_associations associations;
	struct swf_slurm_association members[MEMBERS + 1];
	struct swf_slurm_qos qos[QOS];
	int64_t typed[MEMBERS + 1 + QOS][TYPED_KINDS][TYPES];
	struct swf_slurm_usage_limits *limits;
};

enum { ROOT, A, B, A1, A2, U_OF_A1, V_OF_A1, U_OF_A2, W_OF_B };
static const size_t parents[] = {ROOT, ROOT, ROOT, A, A, A1, A1, A2, B};
static const uint32_t users[] = {[U_OF_A1] = 0, [V_OF_A1] = 1, [U_OF_A2] = 0, [W_OF_B] = 2};

static void make_world(struct world *world)
{
	static const char *const names[] = {"root", "a", "b", "a1", "a2", "u", "v", "u", "w"};
	static const char *const qos_names[QOS] = {"normal", "high", "part"};
	*world = (struct world){.conf = {.node_count = NODES,
					.partitions = world->partitions,
					.partition_count = PARTITIONS,
					.memory = true,
					.enforce.limits = true},
		.associations = {.list = world->members,
			.count = MEMBERS + 1,
			.qos = world->qos,
			.qos_count = QOS}};
	for (size_t i = 0; i <= MEMBERS; i++)
		world->members[i] = (struct swf_slurm_association){.name = names[i],
			.is_user = i >= U_OF_A1,
			.parent = parents[i],
			.shares = 1,
			.limits = no_limits};
	for (size_t i = 0; i < QOS; i++)
		world->qos[i] = (struct swf_slurm_qos){
			.name = qos_names[i], .usage_factor = 1, .limits = no_limits};
	world->partitions[1].qos = "part";
	world->site.conf = &world->conf;
	world->site.associations = &world->associations;
}

static void begin(struct world *world)
{
	world->limits = swf_slurm_usage_limits_new(&world->site);
	ck_assert_ptr_nonnull(world->limits);
}

static void end(struct world *world)
{
	swf_slurm_usage_limits_free(world->limits);
}

/* A job with what it may have chosen: `cpus` on each of the nodes from one on. */
struct made {
	struct swf_slurm_job job;
	struct swf_task task;
	struct swf_job log;
	struct swf_slurm_share shares[NODES];
	struct swf_slurm_gpu_share gpus[NODES];
	bool submitted, running;
};

static void make_job(struct made *made, uint32_t member, uint32_t partition, uint32_t qos,
	uint32_t first, uint32_t nodes, int32_t cpus)
{
	*made = (struct made){.log.memory_request = -1};
	made->task.job = &made->log;
	made->job = (struct swf_slurm_job){.task = &made->task,
		.who = {.partition = partition,
			.qos = qos,
			.association = member,
			.user = users[member]},
		.request = {.cpus = cpus * (int32_t)nodes,
			.memory_a_cpu = 10,
			.min_nodes = 1,
			.max_nodes = UNLIMITED},
		.limit = 600};
	for (uint32_t i = 0; i < nodes; i++)
		made->shares[i] = (struct swf_slurm_share){first + i, cpus, 10 * cpus};
	made->job.allocation = (struct swf_slurm_allocation){
		.shares = made->shares, .count = nodes, .capacity = NODES};
}

static bool starts(struct world *world, struct made *made)
{
	if (!swf_slurm_usage_limits_allow(world->limits, &made->job) ||
		!swf_slurm_usage_limits_allow_chosen(
			world->limits, &made->job, &made->job.allocation))
		return false;
	swf_slurm_usage_limits_started(world->limits, &made->job);
	return true;
}

/* A job that gets what it asks for. */
static int submit(struct world *world, const struct made *made)
{
	const struct swf_slurm_request *request = &made->job.request;
	return swf_slurm_usage_limits_submit(world->limits, &made->job,
		(struct swf_slurm_least){request->cpus, request->memory_a_cpu * request->cpus});
}

/* Submits jobs of one CPU on the first node, which the member has in a partition and a QOS. */
static int64_t accepted(
	struct world *world, struct made *jobs, uint32_t member, uint32_t partition, uint32_t qos)
{
	int64_t count = 0;
	for (int i = 0; i < 5; i++) {
		make_job(&jobs[i], member, partition, qos, 0, 1, 1);
		count += submit(world, &jobs[i]) == 1;
	}
	return count;
}

static int64_t started(struct world *world, struct made *jobs)
{
	int64_t count = 0;
	for (int i = 0; i < 5; i++)
		count += starts(world, &jobs[i]);
	return count;
}

#define LIMIT(member) offsetof(struct swf_slurm_limits, member)
#define MEMBER        false
#define OF_A_QOS      true

/* The one limit, of a member or a QOS, and how many of five jobs are accepted and start. */
struct one_limit {
	bool of_qos;
	int whose;
	size_t offset;
	int64_t limit;
	uint32_t member, partition, qos;
	int64_t accepted, started;
};

static const struct one_limit one_limits[] = {
	/* of an account: all jobs below it count, and no others */
	{MEMBER, A, LIMIT(group_jobs), 2, U_OF_A1, 0, 0, 5, 2},
	{MEMBER, A, LIMIT(group_jobs), 2, W_OF_B, 0, 0, 5, 5},
	{MEMBER, ROOT, LIMIT(group_jobs), 3, W_OF_B, 1, 0, 5, 3},
	{MEMBER, ROOT, LIMIT(group_submit), 4, V_OF_A1, 0, 0, 4, 4},
	{MEMBER, A2, LIMIT(group_cpus), 3, U_OF_A2, 0, 0, 5, 3},
	{MEMBER, A2, LIMIT(group_cpus), 3, U_OF_A1, 0, 0, 5, 5},
	{MEMBER, A, LIMIT(group_memory), 25, U_OF_A1, 0, 0, 5, 2},
	/* a node counts once for all its jobs */
	{MEMBER, A, LIMIT(group_nodes), 1, U_OF_A1, 0, 0, 5, 5},
	/* none could ever start */
	{MEMBER, A, LIMIT(group_nodes), 0, U_OF_A1, 0, 0, 0, 0},
	{MEMBER, A, LIMIT(group_jobs), 0, U_OF_A1, 0, 0, 0, 0},
	{MEMBER, U_OF_A1, LIMIT(max_cpus), 0, U_OF_A1, 0, 0, 0, 0},
	/* those of an association itself pass on */
	{MEMBER, A, LIMIT(max_jobs), 2, U_OF_A1, 0, 0, 5, 2},
	{MEMBER, A1, LIMIT(max_submit), 3, U_OF_A1, 0, 0, 3, 3},
	{MEMBER, A2, LIMIT(max_submit), 3, U_OF_A1, 0, 0, 5, 5},
	{MEMBER, ROOT, LIMIT(max_cpus), 0, U_OF_A1, 0, 0, 0, 0},
	{MEMBER, ROOT, LIMIT(max_nodes), 1, U_OF_A1, 0, 0, 5, 5},
	/* of the job's QOS, and of that of its partition */
	{OF_A_QOS, 1, LIMIT(group_jobs), 1, U_OF_A1, 0, 1, 5, 1},
	{OF_A_QOS, 1, LIMIT(group_jobs), 1, U_OF_A1, 0, 0, 5, 5},
	{OF_A_QOS, 1, LIMIT(group_submit), 1, U_OF_A1, 0, 1, 1, 1},
	{OF_A_QOS, 2, LIMIT(max_jobs), 2, U_OF_A1, 1, 0, 5, 2},
	{OF_A_QOS, 2, LIMIT(max_jobs), 2, U_OF_A1, 0, 0, 5, 5},
	{OF_A_QOS, 2, LIMIT(max_submit), 2, U_OF_A1, 1, 0, 2, 2},
	{OF_A_QOS, 0, LIMIT(max_cpus_user), 4, V_OF_A1, 0, 0, 5, 4},
	{OF_A_QOS, 0, LIMIT(max_nodes_user), 1, V_OF_A1, 0, 0, 5, 5},
	{OF_A_QOS, 0, LIMIT(max_nodes_user), 0, V_OF_A1, 0, 0, 0, 0},
	{OF_A_QOS, 0, LIMIT(max_jobs_account), 3, V_OF_A1, 0, 0, 5, 3},
	{OF_A_QOS, 0, LIMIT(max_cpus_account), 2, V_OF_A1, 0, 0, 5, 2},
	{OF_A_QOS, 0, LIMIT(group_cpus), 1, V_OF_A1, 0, 0, 5, 1},
	{OF_A_QOS, 0, LIMIT(max_cpus), 0, V_OF_A1, 0, 0, 0, 0},
};

static void set_limit(struct world *world, const struct one_limit *one)
{
	struct swf_slurm_limits *limits =
		one->of_qos ? &world->qos[one->whose].limits : &world->members[one->whose].limits;
	memcpy((char *)limits + one->offset, &one->limit, sizeof one->limit);
}

START_TEST(each_limit_holds)
{
	const struct one_limit *one = &one_limits[_i];
	struct world world;
	struct made jobs[5];
	make_world(&world);
	set_limit(&world, one);
	begin(&world);
	ck_assert_int_eq(
		accepted(&world, jobs, one->member, one->partition, one->qos), one->accepted);
	if (one->accepted == 5)
		ck_assert_int_eq(started(&world, jobs), one->started);
	end(&world);
}
END_TEST

START_TEST(limits_hold_only_where_they_are_enforced)
{
	const struct one_limit *one = &one_limits[_i];
	struct world world;
	struct made jobs[5];
	make_world(&world);
	set_limit(&world, one);
	world.conf.enforce = (struct swf_slurm_enforce){0};
	begin(&world);
	ck_assert_int_eq(accepted(&world, jobs, one->member, one->partition, one->qos), 5);
	ck_assert_int_eq(started(&world, jobs), 5);
	end(&world);
}
END_TEST

/* How many of five jobs start in the QOS high of a partition, of which the QOS is part. */
static int64_t started_of(struct world *world)
{
	struct made jobs[5];
	begin(world);
	ck_assert_int_eq(accepted(world, jobs, U_OF_A1, 1, 1), 5);
	const int64_t count = started(world, jobs);
	end(world);
	return count;
}

START_TEST(the_partition_comes_before_the_qos_and_both_before_associations)
{
	struct world world;
	make_world(&world);
	world.members[A].limits.group_jobs = 1;
	ck_assert_int_eq(started_of(&world), 1);
	world.qos[1].limits.group_jobs = 4;
	ck_assert_int_eq(started_of(&world), 4);
	world.qos[2].limits.group_jobs = 2;
	ck_assert_int_eq(started_of(&world), 2);
	world.qos[1].flags = SWF_SLURM_QOS_OVER_PART_QOS;
	ck_assert_int_eq(started_of(&world), 4);
	/* another kind of limit is as it was */
	world.members[A].limits.group_cpus = 3;
	ck_assert_int_eq(started_of(&world), 3);
	/* jobs of an account stand for those of a user, and of the association */
	world.members[A].limits.group_cpus = UNLIMITED;
	world.members[U_OF_A1].limits.max_jobs = 1;
	ck_assert_int_eq(started_of(&world), 1);
	world.qos[1].limits.max_jobs_account = 3;
	ck_assert_int_eq(started_of(&world), 3);
}
END_TEST

START_TEST(users_and_accounts_of_a_qos_count_apart)
{
	struct world world;
	struct made u1, u2, v, w;
	make_world(&world);
	world.qos[0].limits.max_jobs = 1;
	world.qos[0].limits.max_jobs_account = 1;
	begin(&world);
	make_job(&u1, U_OF_A1, 0, 0, 0, 1, 1);
	make_job(&u2, U_OF_A2, 0, 0, 0, 1, 1);
	make_job(&v, V_OF_A1, 0, 0, 0, 1, 1);
	make_job(&w, W_OF_B, 0, 0, 0, 1, 1);
	ck_assert_int_eq(submit(&world, &u1), 1);
	ck_assert_int_eq(submit(&world, &u2), 1);
	ck_assert_int_eq(submit(&world, &v), 1);
	ck_assert_int_eq(submit(&world, &w), 1);
	ck_assert(starts(&world, &u1));
	ck_assert(!starts(&world, &u2)); /* the same user */
	ck_assert(!starts(&world, &v));  /* the same account */
	ck_assert(starts(&world, &w));
	swf_slurm_usage_limits_ended(world.limits, &u1.job);
	ck_assert(starts(&world, &v));
	ck_assert(starts(&world, &u2));
	end(&world);
}
END_TEST

START_TEST(the_least_that_a_job_gets_counts)
{
	struct world world;
	struct made jobs[3];
	make_world(&world);
	world.qos[0].limits.max_cpus_user = 4;
	world.members[A].limits.group_memory = 100;
	world.members[U_OF_A1].limits.max_submit = 1;
	begin(&world);
	for (int i = 0; i < 3; i++)
		make_job(&jobs[i], U_OF_A1, 0, 0, 0, 1, 1);
	struct swf_slurm_usage_limits *limits = world.limits;
	const struct swf_slurm_least many = {5, 100}, much = {4, 101}, enough = {4, 100};
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[0].job, many), 0);
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[0].job, much), 0);
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[0].job, enough), 1);
	/* a job that is withdrawn makes room for another */
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[1].job, enough), 0);
	swf_slurm_usage_limits_withdrawn(limits, &jobs[0].job);
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[1].job, enough), 1);
	ck_assert_int_eq(swf_slurm_usage_limits_submit(limits, &jobs[2].job, enough), 0);
	end(&world);
}
END_TEST

START_TEST(nodes_count_once)
{
	struct world world;
	struct made jobs[4];
	make_world(&world);
	world.members[A].limits.group_nodes = 3;
	begin(&world);
	make_job(&jobs[0], U_OF_A1, 0, 0, 0, 2, 1); /* on nodes 0 and 1 */
	make_job(&jobs[1], U_OF_A2, 0, 0, 1, 2, 1); /* 1 and 2 */
	make_job(&jobs[2], V_OF_A1, 0, 0, 2, 2, 1); /* 2 and 3, the fourth */
	make_job(&jobs[3], V_OF_A1, 0, 0, 0, 3, 1);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(submit(&world, &jobs[i]), 1);
	ck_assert(starts(&world, &jobs[0]));
	ck_assert(starts(&world, &jobs[1]));
	ck_assert(!starts(&world, &jobs[2]));
	ck_assert(starts(&world, &jobs[3]));
	/* a reservation may be on any nodes, so that all of them count */
	ck_assert(!swf_slurm_usage_limits_allow_reservation(world.limits, &jobs[2].job, 1));
	swf_slurm_usage_limits_ended(world.limits, &jobs[3].job);
	swf_slurm_usage_limits_ended(world.limits, &jobs[0].job);
	ck_assert(swf_slurm_usage_limits_allow_reservation(world.limits, &jobs[2].job, 1));
	ck_assert(!swf_slurm_usage_limits_allow_reservation(world.limits, &jobs[2].job, 2));
	ck_assert(starts(&world, &jobs[2]));
	end(&world);
}
END_TEST

START_TEST(the_most_nodes_are_the_least_limit)
{
	struct world world;
	make_world(&world);
	const struct swf_slurm_who who = {1, 1, U_OF_A1, 0};
	begin(&world);
	ck_assert_int_eq(swf_slurm_usage_limits_nodes(world.limits, &who), UNLIMITED);
	end(&world);
	world.members[A].limits.group_nodes = 7;
	world.members[ROOT].limits.max_nodes = 9;
	begin(&world);
	ck_assert_int_eq(swf_slurm_usage_limits_nodes(world.limits, &who), 7);
	world.members[A1].limits.max_nodes = 5;
	ck_assert_int_eq(swf_slurm_usage_limits_nodes(world.limits, &who), 5);
	world.qos[1].limits.max_nodes_user = 8; /* in place of that of the association */
	ck_assert_int_eq(swf_slurm_usage_limits_nodes(world.limits, &who), 7);
	world.qos[2].limits.group_nodes = 10; /* and of the group */
	ck_assert_int_eq(swf_slurm_usage_limits_nodes(world.limits, &who), 8);
	end(&world);
}
END_TEST

/* Whether a job of 600 s is accepted. */
static bool is_short_enough(struct world *world)
{
	struct made made;
	begin(world);
	make_job(&made, U_OF_A1, 1, 1, 0, 1, 1);
	const bool submitted = submit(world, &made) == 1;
	end(world);
	return submitted;
}

START_TEST(the_time_limit_is_limited)
{
	struct world world;
	make_world(&world);
	ck_assert(is_short_enough(&world));
	world.members[A].limits.max_wall = 540;
	ck_assert(!is_short_enough(&world));
	world.members[A1].limits.max_wall = 600;
	ck_assert(is_short_enough(&world));
	world.qos[1].limits.max_wall = 540; /* the association's does not count then */
	ck_assert(!is_short_enough(&world));
	/* 10 minutes count as 9 */
	world.qos[1].flags = SWF_SLURM_QOS_USAGE_FACTOR_SAFE;
	world.qos[1].usage_factor = 0.9;
	ck_assert(is_short_enough(&world));
	/* but are 10 where longer jobs are refused */
	world.qos[1].flags |= SWF_SLURM_QOS_DENY_LIMIT;
	ck_assert(!is_short_enough(&world));
	/* jobs that ask for no time get that */
	const struct swf_slurm_who who = {1, 1, U_OF_A1, 0};
	begin(&world);
	ck_assert_double_eq(swf_slurm_usage_limits_wall(world.limits, &who), 540);
	end(&world);
}
END_TEST

/*
 * The same by another way: whatever is asked is counted anew over all jobs, limit by limit.
 */

struct jobs {
	struct world *world;
	struct made list[JOBS];
};

/* The QOS that a job is under, in their order, NULL for none. */
static const struct swf_slurm_qos *first_qos(const struct world *world, const struct made *made)
{
	const struct swf_slurm_qos *own = &world->qos[made->job.who.qos];
	const bool over = (own->flags & SWF_SLURM_QOS_OVER_PART_QOS) != 0;
	return made->job.who.partition == 1 && !over ? &world->qos[2] : own;
}

static const struct swf_slurm_qos *second_qos(const struct world *world, const struct made *made)
{
	const struct swf_slurm_qos *own = &world->qos[made->job.who.qos];
	const struct swf_slurm_qos *other = first_qos(world, made) == own ? &world->qos[2] : own;
	return made->job.who.partition == 1 && other != first_qos(world, made) ? other : NULL;
}

static bool is_below(const struct world *world, size_t member, size_t above)
{
	while (member != above && member != ROOT)
		member = world->members[member].parent;
	return member == above;
}

/* Which jobs count together. */
struct group {
	const struct swf_slurm_qos *qos; /* NULL for an association */
	size_t member;                   /* below which; ROOT for all */
	int64_t user, account;           /* -1 for all */
};

static bool counts(const struct world *world, const struct made *made, const struct group *group)
{
	const struct swf_slurm_who *who = &made->job.who;
	if (group->qos != NULL && group->qos != first_qos(world, made) &&
		group->qos != second_qos(world, made))
		return false;
	return is_below(world, who->association, group->member) &&
		(group->user < 0 || group->user == who->user) &&
		(group->account < 0 ||
			world->members[who->association].parent == (size_t)group->account);
}

static int64_t cpus_of(const struct made *made)
{
	return made->job.request.cpus;
}

static int64_t memory_of(const struct made *made)
{
	return 10 * cpus_of(made);
}

static int64_t one_of(const struct made *made)
{
	return made != NULL;
}

/* GPUs that a job has; and those that count for a type, as it has them or asks for them. */
static int64_t gpus_of(const struct made *made)
{
	int64_t sum = 0;
	for (size_t i = 0; i < made->job.allocation.gpu_count; i++)
		sum += made->gpus[i].count;
	return sum;
}

static size_t type_of(const struct world *world, size_t type)
{
	return type == UNTYPED || type == SWF_SLURM_ANY_GPU ? world->conf.type_of_untyped : type;
}

static int64_t gpus_had(const struct world *world, const struct made *made, size_t type)
{
	int64_t sum = 0;
	for (size_t i = 0; i < made->job.allocation.gpu_count; i++)
		if (type_of(world, made->gpus[i].type) == type)
			sum += made->gpus[i].count;
	return sum;
}

static int64_t gpus_asked(const struct world *world, const struct made *made, size_t type)
{
	if (made->job.request.whole_nodes)
		return gpus_had(world, made, type);
	return type_of(world, made->job.request.gpu_type) == type ? gpus_of(made) : 0;
}

typedef int64_t amount_of(const struct made *made);

/* The sum over the jobs of a group that run, or that were submitted. */
static int64_t sum(
	const struct jobs *jobs, const struct group *group, amount_of *amount, bool submitted)
{
	int64_t total = 0;
	for (int i = 0; i < JOBS; i++) {
		const struct made *made = &jobs->list[i];
		if ((submitted ? made->submitted : made->running) &&
			counts(jobs->world, made, group))
			total += amount(made);
	}
	return total;
}

/* How many nodes the group has, with another job. */
static int64_t nodes_with(
	const struct jobs *jobs, const struct group *group, const struct made *another)
{
	bool used[NODES] = {false};
	int64_t total = 0;
	for (int i = 0; i < JOBS; i++) {
		const struct made *made = &jobs->list[i];
		const bool in = made->running && counts(jobs->world, made, group);
		for (size_t k = 0; (in || made == another) && k < made->job.allocation.count; k++)
			used[made->shares[k].node] = true;
	}
	for (int i = 0; i < NODES; i++)
		total += used[i];
	return total;
}

/* Whether it is one of the nodes that the group has already. */
static bool adds_no_node(
	const struct jobs *jobs, const struct group *group, const struct made *another)
{
	const struct made none = {.running = false};
	return nodes_with(jobs, group, &none) == nodes_with(jobs, group, another);
}

/* What the limit asks, of a group with a job. */
enum what { JOBS_RUNNING, JOBS_SUBMITTED, CPUS, MEMORY, ON_NODES, GPUS, OF_TYPE };

static bool holds(const struct jobs *jobs, const struct made *made, const struct group *group,
	enum what what, int64_t limit)
{
	if (limit == UNLIMITED)
		return true;
	if (what == ON_NODES)
		return nodes_with(jobs, group, made) <= limit || adds_no_node(jobs, group, made);
	if (what >= OF_TYPE) {
		const size_t type = (size_t)what - OF_TYPE;
		const int64_t asked = gpus_asked(jobs->world, made, type);
		int64_t had = 0;
		for (int i = 0; i < JOBS; i++)
			if (jobs->list[i].running && counts(jobs->world, &jobs->list[i], group))
				had += gpus_had(jobs->world, &jobs->list[i], type);
		return asked == 0 || had + asked <= limit;
	}
	if (what == GPUS && gpus_of(made) == 0)
		return true;
	amount_of *const amount = what == CPUS ? cpus_of
		: what == MEMORY               ? memory_of
		: what == GPUS                 ? gpus_of
					       : one_of;
	return sum(jobs, group, amount, what == JOBS_SUBMITTED) + amount(made) <= limit;
}

/* The first of the QOS that has the limit. */
#define WITH(member)                                                                               \
	(first->limits.member != UNLIMITED                                     ? first             \
			: second != NULL && second->limits.member != UNLIMITED ? second            \
									       : NULL)
/* The limit of the member, or of the next account above that has one. */
#define INHERITED(member)                                                                          \
	for (at = own; at != ROOT && world->members[at].limits.member == UNLIMITED;)               \
		at = world->members[at].parent;                                                    \
	limit = world->members[at].limits.member

#define ASK_GROUP(member, what)                                                                    \
	do {                                                                                       \
		if ((qos = WITH(member)) != NULL) {                                                \
			const struct group all = {qos, ROOT, -1, -1};                              \
			if (!holds(jobs, made, &all, what, qos->limits.member))                    \
				return false;                                                      \
			break;                                                                     \
		}                                                                                  \
		for (at = own;; at = world->members[at].parent) {                                  \
			const struct group below = {NULL, at, -1, -1};                             \
			if (!holds(jobs, made, &below, what, world->members[at].limits.member))    \
				return false;                                                      \
			if (at == ROOT)                                                            \
				break;                                                             \
		}                                                                                  \
	} while (false)

#define ASK_QOS(member, what, of_user, of_account)                                                 \
	do {                                                                                       \
		if ((qos = WITH(member)) != NULL) {                                                \
			const struct group some = {qos, ROOT, of_user, of_account};                \
			if (!holds(jobs, made, &some, what, qos->limits.member))                   \
				return false;                                                      \
		}                                                                                  \
	} while (false)

#define BEGIN                                                                                      \
	const struct world *world = jobs->world;                                                   \
	const struct swf_slurm_qos *first = first_qos(world, made),                                \
				   *second = second_qos(world, made), *qos;                        \
	const size_t own = made->job.who.association;                                              \
	const int64_t user = made->job.who.user, account = (int64_t)world->members[own].parent;    \
	const struct group self = {NULL, own, -1, -1};                                             \
	size_t at;                                                                                 \
	int64_t limit

static bool may_submit(const struct jobs *jobs, const struct made *made)
{
	BEGIN;
	(void)account;
	ASK_GROUP(group_submit, JOBS_SUBMITTED);
	ASK_QOS(max_submit, JOBS_SUBMITTED, user, -1);
	if (WITH(max_submit) != NULL)
		return true;
	INHERITED(max_submit);
	return holds(jobs, made, &self, JOBS_SUBMITTED, limit);
}

static bool may_start(const struct jobs *jobs, const struct made *made)
{
	BEGIN;
	ASK_GROUP(group_jobs, JOBS_RUNNING);
	ASK_QOS(max_jobs, JOBS_RUNNING, user, -1);
	ASK_QOS(max_jobs_account, JOBS_RUNNING, -1, account);
	if (WITH(max_jobs) != NULL || WITH(max_jobs_account) != NULL)
		return true;
	INHERITED(max_jobs);
	return holds(jobs, made, &self, JOBS_RUNNING, limit);
}

static bool may_have(const struct jobs *jobs, const struct made *made)
{
	BEGIN;
	(void)self;
	ASK_GROUP(group_cpus, CPUS);
	ASK_GROUP(group_memory, MEMORY);
	ASK_GROUP(group_nodes, ON_NODES);
	ASK_QOS(max_cpus_user, CPUS, user, -1);
	ASK_QOS(max_nodes_user, ON_NODES, user, -1);
	ASK_QOS(max_cpus_account, CPUS, -1, account);
	INHERITED(max_cpus);
	limit = (qos = WITH(max_cpus)) != NULL ? qos->limits.max_cpus : limit;
	if (cpus_of(made) > limit)
		return false;
	INHERITED(max_nodes);
	limit = (qos = WITH(max_nodes)) != NULL ? qos->limits.max_nodes : limit;
	return (int64_t)made->job.allocation.count <= limit;
}

static bool may_have_gpus(const struct jobs *jobs, const struct made *made)
{
	BEGIN;
	(void)self;
	ASK_GROUP(group_gpus, GPUS);
	ASK_QOS(max_gpus_user, GPUS, user, -1);
	ASK_QOS(max_gpus_account, GPUS, -1, account);
	INHERITED(max_gpus);
	limit = (qos = WITH(max_gpus)) != NULL ? qos->limits.max_gpus : limit;
	if (gpus_of(made) > limit)
		return false;
	for (size_t type = 0; type < TYPES; type++) {
		const enum what of_type = (enum what)(OF_TYPE + type);
		ASK_GROUP(group_gpu_types[type], of_type);
		ASK_QOS(max_gpu_types_user[type], of_type, user, -1);
		ASK_QOS(max_gpu_types_account[type], of_type, -1, account);
		INHERITED(max_gpu_types[type]);
		limit = (qos = WITH(max_gpu_types[type])) != NULL ? qos->limits.max_gpu_types[type]
								  : limit;
		if (gpus_asked(world, made, type) > limit)
			return false;
	}
	return true;
}

/* Whether it is as large as its QOS wants it to be. */
static bool is_enough(const struct jobs *jobs, const struct made *made)
{
	const struct world *world = jobs->world;
	const struct swf_slurm_qos *first = first_qos(world, made),
				   *second = second_qos(world, made), *qos;
	bool enough = true;
	if ((qos = WITH(min_cpus)) != NULL)
		enough &= cpus_of(made) >= qos->limits.min_cpus;
	if ((qos = WITH(min_nodes)) != NULL)
		enough &= (int64_t)made->job.allocation.count >= qos->limits.min_nodes;
	if ((qos = WITH(min_gpus)) != NULL)
		enough &= gpus_of(made) >= qos->limits.min_gpus;
	for (size_t type = 0; type < TYPES; type++)
		if ((qos = WITH(min_gpu_types[type])) != NULL)
			enough &= gpus_asked(world, made, type) >= qos->limits.min_gpu_types[type];
	return enough;
}

/* Any of the limits, or none. */
static void draw_limits(uint64_t *random, struct swf_slurm_limits *limits)
{
	int64_t *const all[] = {&limits->group_jobs, &limits->group_submit, &limits->group_cpus,
		&limits->group_nodes, &limits->group_memory, &limits->max_jobs, &limits->max_submit,
		&limits->max_cpus_user, &limits->max_nodes_user, &limits->max_jobs_account,
		&limits->max_cpus_account, &limits->max_cpus, &limits->max_nodes,
		&limits->group_gpus, &limits->max_gpus_user, &limits->max_gpus_account,
		&limits->max_gpus};
	for (size_t i = 0; i < WHOLE(all); i++)
		if (random_below(random, 5) == 0)
			*all[i] = (int64_t)random_below(random, 12) *
				(all[i] == &limits->group_memory ? 10 : 1);
}

static void draw_typed(
	uint64_t *random, int64_t typed[TYPED_KINDS][TYPES], struct swf_slurm_limits *limits)
{
	limits->group_gpu_types = typed[0];
	limits->max_gpu_types_user = typed[1];
	limits->max_gpu_types_account = typed[2];
	limits->max_gpu_types = typed[3];
	limits->min_gpu_types = typed[4];
	for (int kind = 0; kind < TYPED_KINDS; kind++)
		for (int type = 0; type < TYPES; type++)
			typed[kind][type] = random_below(random, 10) != 0 ? UNLIMITED
				: kind == 4 ? (int64_t)random_below(random, 3)
					    : (int64_t)random_below(random, 8);
}

static void draw_least(uint64_t *random, struct swf_slurm_limits *limits)
{
	int64_t *const all[] = {&limits->min_cpus, &limits->min_nodes, &limits->min_gpus};
	for (size_t i = 0; i < WHOLE(all); i++)
		if (random_below(random, 10) == 0)
			*all[i] = (int64_t)random_below(random, 3);
}

static void draw_world(uint64_t *random, struct world *world)
{
	make_world(world);
	world->conf.gpu_types = gpu_types;
	world->conf.gpu_type_count = TYPES;
	world->conf.type_of_untyped = random_below(random, 2) == 0 ? (size_t)V100 : (size_t)TYPES;
	for (size_t i = 0; i <= MEMBERS; i++) {
		draw_limits(random, &world->members[i].limits);
		draw_typed(random, world->typed[i], &world->members[i].limits);
		world->members[i].limits.min_gpu_types = NULL;
	}
	for (size_t i = 0; i < QOS; i++) {
		draw_limits(random, &world->qos[i].limits);
		draw_least(random, &world->qos[i].limits);
		draw_typed(random, world->typed[MEMBERS + 1 + i], &world->qos[i].limits);
		world->qos[i].flags =
			random_below(random, 3) == 0 ? SWF_SLURM_QOS_OVER_PART_QOS : 0;
	}
	begin(world);
}

/* GPUs of each node, of the type that is asked for or of any, or of more in whole nodes. */
static void draw_gpus(uint64_t *random, struct made *made)
{
	static const uint32_t asked[] = {A100, V100, SWF_SLURM_ANY_GPU};
	struct swf_slurm_request *const request = &made->job.request;
	struct swf_slurm_allocation *const has = &made->job.allocation;
	request->gpu_type = asked[random_below(random, WHOLE(asked))];
	request->gpus_a_node = (int32_t)random_below(random, 3);
	request->whole_nodes = random_below(random, 4) == 0;
	const int32_t more = request->whole_nodes ? (int32_t)random_below(random, 2) : 0;
	has->gpus = made->gpus;
	for (size_t i = 0; i < has->count; i++)
		if (request->gpus_a_node + more > 0)
			made->gpus[has->gpu_count++] =
				(struct swf_slurm_gpu_share){made->shares[i].node,
					request->gpu_type != SWF_SLURM_ANY_GPU
						? request->gpu_type
						: (uint32_t)random_below(random, TYPES),
					request->gpus_a_node + more};
}

/* What is known of it before its nodes are chosen: its least number of nodes, and what it asks for
 * of each. */
static void make_least(struct made *made)
{
	made->job.allocation.count = 1;
	made->job.allocation.gpu_count = made->job.request.gpus_a_node > 0;
	made->gpus[0].count = made->job.request.gpus_a_node;
	made->job.allocation.gpus = made->gpus;
	made->job.request.whole_nodes = false;
}

/* A job comes, starts or ends, as far as both agree that it may. Returns whether anything held it
 * back. */
static bool step(uint64_t *random, struct jobs *jobs, struct made *made)
{
	struct world *world = jobs->world;
	if (!made->submitted) {
		const uint32_t nodes = 1 + random_below(random, 3);
		make_job(made, U_OF_A1 + random_below(random, 4), random_below(random, PARTITIONS),
			random_below(random, QOS), random_below(random, NODES - nodes + 1), nodes,
			1 + (int32_t)random_below(random, 2));
		draw_gpus(random, made);
		const struct jobs alone = {.world = world};
		struct jobs one = alone;
		one.list[0] = *made;
		make_least(&one.list[0]);
		const bool expected = may_submit(jobs, made) && may_start(&one, &one.list[0]) &&
			may_have(&one, &one.list[0]) && may_have_gpus(&one, &one.list[0]) &&
			(made->job.request.whole_nodes || is_enough(&one, &one.list[0]));
		const int got = submit(world, made);
		ck_assert_int_eq(got, expected);
		made->submitted = got == 1;
		return !made->submitted;
	}
	if (made->running) {
		swf_slurm_usage_limits_ended(world->limits, &made->job);
		made->running = made->submitted = false;
		return false;
	}
	const bool may = may_start(jobs, made);
	const bool fits =
		may_have(jobs, made) && may_have_gpus(jobs, made) && is_enough(jobs, made);
	ck_assert_int_eq(swf_slurm_usage_limits_allow(world->limits, &made->job), may);
	ck_assert_int_eq(swf_slurm_usage_limits_allow_chosen(
				 world->limits, &made->job, &made->job.allocation),
		fits);
	if (may && fits)
		swf_slurm_usage_limits_started(world->limits, &made->job);
	made->running = may && fits;
	return !made->running;
}

START_TEST(agrees_with_counting_anew)
{
	uint64_t random = 100 + (uint64_t)_i;
	struct world world;
	struct jobs jobs = {.world = &world};
	int held = 0, went = 0;
	for (int round = 0; round < 20; round++) {
		draw_world(&random, &world);
		for (int i = 0; i < 1000; i++)
			*(step(&random, &jobs, &jobs.list[random_below(&random, JOBS)]) ? &held
											: &went) +=
				1;
		end(&world);
		for (int i = 0; i < JOBS; i++)
			jobs.list[i].submitted = jobs.list[i].running = false;
	}
	/* both happen often */
	ck_assert_int_gt(held, 1000);
	ck_assert_int_gt(went, 1000);
}
END_TEST

Suite *usage_limits_suite(void)
{
	Suite *suite = suite_create("usage_limits");
	TCase *tcase = tcase_create("usage_limits");
	tcase_add_loop_test(tcase, each_limit_holds, 0, WHOLE(one_limits));
	tcase_add_loop_test(tcase, limits_hold_only_where_they_are_enforced, 0, WHOLE(one_limits));
	tcase_add_test(tcase, the_partition_comes_before_the_qos_and_both_before_associations);
	tcase_add_test(tcase, users_and_accounts_of_a_qos_count_apart);
	tcase_add_test(tcase, the_least_that_a_job_gets_counts);
	tcase_add_test(tcase, nodes_count_once);
	tcase_add_test(tcase, the_most_nodes_are_the_least_limit);
	tcase_add_test(tcase, the_time_limit_is_limited);
	tcase_add_loop_test(tcase, agrees_with_counting_anew, 0, 6);
	suite_add_tcase(suite, tcase);
	return suite;
}
