#include "slurm/job-factors.h"

#include <math.h>
#include <stdlib.h>

#include "slurm/node-sets.h"

enum { KB_OF_MB = 1024 };

static double normalized(int64_t priority, int64_t highest, bool as_it_is)
{
	if (as_it_is)
		return (double)priority;
	return highest > 0 ? (double)priority / (double)highest : 0;
}

static void sum_nodes(const struct swf_slurm_conf *conf, size_t partition,
	struct swf_slurm_partition_factors *factors)
{
	const uint64_t *nodes = conf->partitions[partition].nodes;
	int64_t cpus = 0, memory = 0;
	for (size_t i = 0; i < conf->node_count; i++)
		if (swf_slurm_node_sets_has(nodes, i)) {
			if (cpus == 0) {
				factors->first_cpus = conf->nodes[i].cpus;
				factors->first_memory = (double)(conf->nodes[i].memory / KB_OF_MB);
			}
			cpus += conf->nodes[i].cpus;
			memory += conf->nodes[i].memory / KB_OF_MB;
		}
	factors->cpus = (double)cpus;
	factors->memory = (double)memory;
}

int swf_slurm_job_factors_init(struct swf_slurm_job_factors *f, const struct swf_slurm_site *site)
{
	const struct swf_slurm_conf *conf = site->conf;
	const struct swf_slurm_associations *associations = site->associations;
	*f = (struct swf_slurm_job_factors){.conf = conf, .associations = associations};
	f->partitions = calloc(conf->partition_count + 1, sizeof *f->partitions);
	f->qos = calloc(associations->qos_count + 1, sizeof *f->qos);
	if (f->partitions == NULL || f->qos == NULL)
		return -1;
	int64_t highest = 1;
	for (size_t i = 0; i < conf->partition_count; i++)
		if (conf->partitions[i].priority_job_factor > highest)
			highest = conf->partitions[i].priority_job_factor;
	for (size_t i = 0; i < conf->partition_count; i++) {
		f->partitions[i].factor = normalized(conf->partitions[i].priority_job_factor,
			highest, conf->priority.no_normal_part);
		sum_nodes(conf, i, &f->partitions[i]);
	}
	highest = 0;
	for (size_t i = 0; i < associations->qos_count; i++)
		if (associations->qos[i].priority > highest)
			highest = associations->qos[i].priority;
	for (size_t i = 0; i < associations->qos_count; i++)
		f->qos[i] = normalized(
			associations->qos[i].priority, highest, conf->priority.no_normal_qos);
	for (size_t i = 0; i < associations->count; i++)
		f->max_association =
			fmax(f->max_association, (double)associations->list[i].priority);
	return 0;
}

void swf_slurm_job_factors_clear(struct swf_slurm_job_factors *f)
{
	free(f->partitions);
	free(f->qos);
	*f = (struct swf_slurm_job_factors){0};
}

double swf_slurm_association_factor(const struct swf_slurm_job_factors *f, size_t association)
{
	const struct swf_slurm_association *list = f->associations->list;
	while (association > 0 && list[association].priority < 0)
		association = list[association].parent;
	const double priority = fmax((double)list[association].priority, 0);
	if (f->conf->priority.no_normal_assoc)
		return priority;
	return f->max_association > 0 ? priority / f->max_association : 0;
}

/* The time limit in minutes; Slurm's number for "unlimited" where there is none. */
static double minutes(double limit)
{
	return isinf(limit) ? UINT32_MAX : limit / 60;
}

/* Whole nodes count with all their processors, as soon as Slurm has looked for some, which it does
 * at submission. */
static double cpus_of(const struct swf_slurm_job_factors *f, const struct swf_slurm_job *job)
{
	const double each = f->partitions[job->who.partition].first_cpus;
	if (!job->request.whole_nodes || each == 0)
		return job->request.cpus;
	const double nodes = ceil(job->request.cpus / each);
	return fmax(nodes, (double)job->request.min_nodes) * each;
}

double swf_slurm_job_size_factor(
	const struct swf_slurm_job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_priority_conf *c = &f->conf->priority;
	const double all_nodes = (double)f->conf->node_count, all_cpus = (double)f->conf->cpus;
	const double cpus = cpus_of(f, job);
	const double nodes = job->request.min_nodes > 1 ? (double)job->request.min_nodes : 1;
	double size;
	if (c->small_relative_to_time) {
		size = fmax(nodes * all_cpus / all_nodes, cpus);
		size /= minutes(job->limit);
		size /= all_cpus;
		if (c->favor_small)
			size = 1 - size;
	} else if (c->favor_small) {
		size = ((all_nodes - nodes) / all_nodes + (all_cpus - cpus) / all_cpus) / 2;
	} else {
		size = (nodes / all_nodes + cpus / all_cpus) / 2;
	}
	return fmin(fmax(size, 0), 1);
}

double swf_slurm_tres_priority(
	const struct swf_slurm_job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_priority_conf *c = &f->conf->priority;
	const struct swf_slurm_partition_factors *partition = &f->partitions[job->who.partition];
	const struct swf_slurm_request *request = &job->request;
	double cpus = request->cpus;
	double memory = (double)(request->memory_a_cpu / KB_OF_MB * request->cpus);
	/* a job that asks for none gets all of its nodes */
	if (request->memory_a_cpu == 0)
		memory = partition->first_memory * (double)request->min_nodes;
	if (!c->no_normal_tres) {
		cpus = partition->cpus > 0 ? cpus / partition->cpus : 0;
		memory = partition->memory > 0 ? memory / partition->memory : 0;
	}
	return cpus * c->weight_cpu + memory * c->weight_memory;
}

double swf_slurm_billed(const struct swf_slurm_job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_partition *partition = &f->conf->partitions[job->who.partition];
	int64_t cpus = 0, memory = 0;
	for (size_t i = 0; i < job->allocation.count; i++) {
		cpus += job->allocation.shares[i].cpus;
		memory += job->allocation.shares[i].memory / KB_OF_MB;
	}
	if (!partition->billing)
		return (double)cpus;
	const double of_cpus = (double)cpus * partition->billing_cpu,
		     of_memory = (double)memory * partition->billing_memory,
		     of_nodes = (double)job->allocation.count * partition->billing_node;
	if (f->conf->priority.max_tres)
		return fmax(fmax(of_cpus, of_memory), of_nodes);
	return of_cpus + of_memory + of_nodes;
}
