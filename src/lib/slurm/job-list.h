/* The jobs in the system: by their tasks, and those that have come, or were submitted, in that
 * order until the scheduler turns to them. */
#ifndef SWF_SLURM_JOB_LIST_H
#define SWF_SLURM_JOB_LIST_H

#include "base/array.h"
#include "slurm/slurm-job.h"

/* Begins with swf_slurm_job_list_init. Jobs stay where they are, and are used again with the list
 * of their allocation. */
struct swf_slurm_job_list {
	struct swf_slab slab;
	struct swf_slurm_job **list; /* all that there ever were at a time */
	size_t *unused;              /* places in the list */
	struct swf_slurm_job **submitted;
	size_t count, capacity, unused_count, unused_capacity, submitted_count, submitted_capacity;
};

void swf_slurm_job_list_init(struct swf_slurm_job_list *jobs);
void swf_slurm_job_list_clear(struct swf_slurm_job_list *jobs);

/* A job for a task, with nothing but that filled in. NULL when there is no memory. */
struct swf_slurm_job *swf_slurm_job_list_new(
	struct swf_slurm_job_list *jobs, struct swf_task *task);

/* The job of a task. */
static inline struct swf_slurm_job *swf_slurm_job_list_of(
	const struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	return jobs->list[task->queue_place];
}

static inline bool swf_slurm_job_list_runs(const struct swf_slurm_job *job)
{
	return job->task != NULL && job->task->started;
}

/* Notes that it was submitted. 0, or -1 when there is no memory. */
int swf_slurm_job_list_submit(
	struct swf_slurm_job_list *jobs, const struct swf_task *task) SWF_MUST_CHECK;

/* It has ended, or was refused. */
void swf_slurm_job_list_end(struct swf_slurm_job_list *jobs, const struct swf_task *task);

#endif
