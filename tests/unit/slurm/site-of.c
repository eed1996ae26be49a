/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/slurm/site-of.h"

#include <math.h>

#include "unit/suites.h"

void made_site_init(struct made_site *made)
{
	made->conf = (struct swf_slurm_conf){.nodes = made->nodes,
		.node_count = MADE_NODES,
		.words = 1,
		.cpus = MADE_NODES * MADE_CPUS,
		.partitions = made->partitions,
		.partition_count = MADE_PARTITIONS,
		.enforce = {.limits = true},
		.priority = {.multifactor = true,
			.max_age = 604800,
			.calc_period = 300,
			.fair_tree = true,
			.damp = 1}};
	for (int i = 0; i < MADE_NODES; i++)
		made->nodes[i] = (struct swf_slurm_node){.name = "n",
			.cpus = MADE_CPUS,
			.memory = 64 * 1024,
			.weight = 1,
			.cpus_a_core = 1};
	static const uint64_t sets[MADE_PARTITIONS] = {0x3ff, 0xf, 0x3f0};
	for (int i = 0; i < MADE_PARTITIONS; i++) {
		made->sets[i] = sets[i];
		made->partitions[i] = (struct swf_slurm_partition){.name = "p",
			.nodes = &made->sets[i],
			.max_time = INFINITY,
			.priority_job_factor = 1};
	}
	made->associations = (struct swf_slurm_associations){
		.list = made->members, .count = 1, .qos = made->qos, .qos_count = MADE_QOS};
	made->members[0] =
		(struct swf_slurm_association){.name = "root", .shares = 1, .priority = -1};
	for (int i = 0; i < MADE_QOS; i++)
		made->qos[i] = (struct swf_slurm_qos){.name = "q", .usage_factor = 1};
	made->site =
		(struct swf_slurm_site){.conf = &made->conf, .associations = &made->associations};
	made->submitted = 0;
	made->priority = NULL;
}

void made_site_begin(struct made_site *made)
{
	made->priority = swf_slurm_priority_new(&made->site, 0);
	ck_assert_ptr_nonnull(made->priority);
}

void made_site_end(struct made_site *made)
{
	swf_slurm_priority_free(made->priority);
}

static size_t add(struct made_site *made, bool is_user, size_t parent, int64_t shares)
{
	ck_assert_uint_lt(made->associations.count, MADE_MEMBERS);
	made->members[made->associations.count] = (struct swf_slurm_association){.name = "m",
		.is_user = is_user,
		.parent = parent,
		.shares = shares < 0 ? 1 : shares,
		.of_parent = shares < 0,
		.priority = -1};
	return made->associations.count++;
}

size_t add_account(struct made_site *made, size_t parent, int64_t shares)
{
	return add(made, false, parent, shares);
}

size_t add_user(struct made_site *made, size_t account, int64_t shares)
{
	return add(made, true, account, shares);
}

void made_job_init(struct made_job *job, size_t association, int32_t cpus)
{
	*job = (struct made_job){.job = {.who = {.association = (uint32_t)association},
					 .request = {.cpus = cpus, .min_nodes = 1},
					 .limit = 3600},
		.task = {.size = cpus}};
	job->job.task = &job->task;
}

void submit_job(struct made_site *made, struct made_job *job, double now)
{
	job->task.submit = job->job.eligible = now;
	job->task.id = ++made->submitted;
	ck_assert_int_eq(swf_slurm_priority_submitted(made->priority, &job->job, now), 0);
}

void start_job(struct made_site *made, struct made_job *job, double now)
{
	job->task.start = now;
	job->share = (struct swf_slurm_share){.cpus = job->job.request.cpus,
		.memory = job->job.request.memory_a_cpu * job->job.request.cpus};
	job->job.allocation =
		(struct swf_slurm_allocation){.shares = &job->share, .count = 1, .capacity = 1};
	swf_slurm_priority_started(made->priority, &job->job, now);
}

void end_job(struct made_site *made, struct made_job *job, double now)
{
	swf_slurm_priority_ended(made->priority, &job->job, now);
}

void run_job(struct made_site *made, size_t association, int32_t cpus, double start, double end)
{
	struct made_job job;
	made_job_init(&job, association, cpus);
	submit_job(made, &job, start);
	start_job(made, &job, start);
	end_job(made, &job, end);
}

double usage_of(struct made_site *made, size_t association)
{
	struct swf_slurm_usage usage;
	swf_slurm_priority_usage(made->priority, association, &usage);
	return usage.usage_raw;
}

double factor_of(struct made_site *made, size_t association)
{
	struct swf_slurm_usage usage;
	swf_slurm_priority_usage(made->priority, association, &usage);
	return usage.factor;
}
