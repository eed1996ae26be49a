/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job as Slurm sees it, while it waits or runs: whose it is, what it asks for, what it has. */
#ifndef SWF_SLURM_SLURM_JOB_H
#define SWF_SLURM_SLURM_JOB_H

#include "slurm/model/nodes.h"
#include "slurm/model/trials.h"
#include "slurm/slurm.h"
#include "swfcore/machine.h"

/* What a job's numbers stand for. */
struct swf_slurm_who {
	uint32_t partition, qos;
	uint32_t association; /* of the user in the account */
	uint32_t user;        /* the same in all accounts: 0, 1, 2, ... */
};

/* Looks it up, once a job. Users and accounts that are new join the tree, with a share each. A job
 * without an account is of the user's first one, or of none below the root. A job without a
 * partition, or of one that the configuration does not have, is of the default one; of a list such
 * as "test,batch" it is the first that there is. A job without a QOS, or of an unknown one, has the
 * default QOS of its association, of the root, or "normal". 1; 0 when it has no partition; -1 when
 * there is no memory. */
int swf_slurm_who(
	struct swf_slurm_site *site, const struct swf_job *job, struct swf_slurm_who *who);

/* Room for a name from a header, or a number as a name; longer ones are cut. */
enum { SWF_SLURM_NAME_ROOM = 256 };

/* The licences that a number of the log stands for, a list as Slurm writes it; perhaps in `room`.
 */
const char *swf_slurm_site_licenses(
	const struct swf_slurm_site *site, int64_t number, char room[SWF_SLURM_NAME_ROOM]);
/* The constraint that a number of the log stands for, as Slurm writes it; perhaps in `room`. */
const char *swf_slurm_site_constraint(
	const struct swf_slurm_site *site, int64_t number, char room[SWF_SLURM_NAME_ROOM]);
/* Counts a job whose constraint no node of its partition meets. */
void swf_slurm_site_refuse_constraint(struct swf_slurm_site *site, int64_t number);

/* The reservation that a job names, or NULL for none; one that the site lacks counts. */
const struct swf_slurm_reserved *swf_slurm_site_reserved(
	struct swf_slurm_site *site, const struct swf_job *job);

/* The place of a job's type of GPUs in the configuration. SWF_SLURM_ANY_GPU for a job without one;
 * and for one of a type that the nodes do not name, which counts where they name any. */
uint32_t swf_slurm_site_gpu_type(struct swf_slurm_site *site, const struct swf_job *job);

/* Counts a job whose licences the site does not have. */
void swf_slurm_site_refuse_licenses(struct swf_slurm_site *site, int64_t number);

struct swf_slurm_job {
	struct swf_task *task;
	struct swf_slurm_who who;
	struct swf_slurm_request request;
	const uint64_t *nodes; /* of its partition, those that its constraint allows */
	int64_t least_nodes;   /* that its CPUs need, if these were the largest of the partition */
	const struct swf_slurm_reserved *reserved; /* that it runs in, or NULL */
	double queued;                             /* s, its submit time, or when it was requeued */
	bool stopping;   /* it is preempted, and runs on for its grace time */
	double eligible; /* s, since when it waits: its submit time, or when it returned */
	double limit;    /* s, its time limit: whole minutes, of the partition if it has none */
	int64_t behind; /* how many QOS preempt its own, one the next: it comes behind their jobs */
	int64_t tier, priority;
	uint32_t licenses;       /* the place of their list, from 1; 0 for none */
	double of_size, of_tres; /* of its priority, what stays: weighted; priority.h sets them */
	struct swf_slurm_allocation allocation; /* while it runs */
	struct swf_slurm_trial trial;
	bool held; /* when it was tried last, a limit of an association or QOS was in the way */
};

#endif
