/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sites that are made in memory, for tests of what stands on them. */
#ifndef SWF_TESTS_UNIT_SITE_OF_H
#define SWF_TESTS_UNIT_SITE_OF_H

#include "slurm/model/priority.h"

enum { MADE_NODES = 10, MADE_CPUS = 10, MADE_PARTITIONS = 3, MADE_QOS = 3, MADE_MEMBERS = 3000 };

/* Ten nodes of 10 processors and 64 MB. Partition 0 has all of them, 1 the first four. Priorities
 * are multifactor with all weights 0, usage never decays and is counted every 300 s, also at the
 * end of jobs. QOS 0 is like any other. */
struct made_site {
	struct swf_slurm_site site;
	struct swf_slurm_conf conf;
	struct swf_slurm_node nodes[MADE_NODES];
	uint64_t sets[MADE_PARTITIONS];
	struct swf_slurm_partition partitions[MADE_PARTITIONS];
	struct swf_slurm_associations associations;
	struct swf_slurm_association members[MADE_MEMBERS];
	struct swf_slurm_qos qos[MADE_QOS];
	uint64_t submitted;                  /* jobs */
	struct swf_slurm_priority *priority; /* once begun */
};

/* With the root account alone. */
void made_site_init(struct made_site *made);
/* slurmctld starts at second 0. */
void made_site_begin(struct made_site *made);
void made_site_end(struct made_site *made);

/* They join with as many shares; negative: Fairshare=parent. Return their places. */
size_t add_account(struct made_site *made, size_t parent, int64_t shares);
size_t add_user(struct made_site *made, size_t account, int64_t shares);

/* A job of that association, and its task. It is on one node when it runs. */
struct made_job {
	struct swf_slurm_job job;
	struct swf_task task;
	struct swf_slurm_share share;
};

void made_job_init(struct made_job *job, size_t association, int32_t cpus);
void submit_job(struct made_site *made, struct made_job *job, double now);
void start_job(struct made_site *made, struct made_job *job, double now);
void end_job(struct made_site *made, struct made_job *job, double now);

/* One that is submitted at once, runs and ends. */
void run_job(struct made_site *made, size_t association, int32_t cpus, double start, double end);

double usage_of(struct made_site *made, size_t association);
double factor_of(struct made_site *made, size_t association);

#endif
