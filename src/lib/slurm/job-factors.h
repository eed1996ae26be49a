/* The parts of a job's priority that stay from its submission on, and what its usage is. */
#ifndef SWF_SLURM_JOB_FACTORS_H
#define SWF_SLURM_JOB_FACTORS_H

#include "slurm/slurm-job.h"

struct swf_slurm_job_factors {
	const struct swf_slurm_conf *conf;
	const struct swf_slurm_associations *associations;
	double max_association; /* the highest priority of one */
	double *qos;            /* the factor of each */
	struct swf_slurm_partition_factors {
		double factor;
		double cpus, memory;             /* of its nodes; MB */
		double first_cpus, first_memory; /* of the first of them */
	} * partitions;
};

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_job_factors_init(
	struct swf_slurm_job_factors *factors, const struct swf_slurm_site *site) SWF_MUST_CHECK;
void swf_slurm_job_factors_clear(struct swf_slurm_job_factors *factors);

double swf_slurm_association_factor(
	const struct swf_slurm_job_factors *factors, size_t association);
double swf_slurm_job_size_factor(
	const struct swf_slurm_job_factors *factors, const struct swf_slurm_job *job);

/* Of PriorityWeightTRES, weighted. */
double swf_slurm_tres_priority(
	const struct swf_slurm_job_factors *factors, const struct swf_slurm_job *job);

/* What a running job uses a second: its processors, or by TRESBillingWeights. */
double swf_slurm_billed(
	const struct swf_slurm_job_factors *factors, const struct swf_slurm_job *job);

#endif
