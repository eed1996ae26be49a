/* A job as Slurm sees it, while it waits or runs. */
#ifndef SWF_SLURM_SLURM_JOB_H
#define SWF_SLURM_SLURM_JOB_H

#include "slurm/nodes.h"
#include "slurm/site.h"
#include "swfcore/machine.h"

struct swf_slurm_job {
	struct swf_task *task;
	struct swf_slurm_who who;
	struct swf_slurm_request request;
	int64_t least_nodes; /* that its CPUs need, if these were the largest of the partition */
	double limit;        /* s, its time limit: whole minutes, of the partition if it has none */
	int64_t tier, priority;
	double of_size, of_tres; /* of its priority, what stays: weighted; priority.h sets them */
	struct swf_slurm_allocation allocation; /* while it runs */
	bool held; /* when it was tried last, a limit of an association or QOS was in the way */
};

#endif
