/* The jobs that wait, in the order in which they are tried: the partition with the highest
 * PriorityTier first, in it the job with the highest priority, of these the first to arrive. */
#ifndef SWF_SLURM_WAITING_H
#define SWF_SLURM_WAITING_H

#include "slurm/slurm-job.h"

/* Begins with {0}. */
struct swf_slurm_waiting {
	struct swf_slurm_job **jobs;
	size_t count, capacity;
};

/* Whether a job is tried before another. */
static inline bool swf_slurm_waiting_before(
	const struct swf_slurm_job *a, const struct swf_slurm_job *b)
{
	if (a->tier != b->tier)
		return a->tier > b->tier;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->task->id < b->task->id;
}

/* Its place among them, or SIZE_MAX when there is no memory. */
size_t swf_slurm_waiting_add(struct swf_slurm_waiting *waiting, struct swf_slurm_job *job);

/* Takes out the jobs that have started. */
void swf_slurm_waiting_remove_started(struct swf_slurm_waiting *waiting);

/* Takes out a job. */
void swf_slurm_waiting_remove(struct swf_slurm_waiting *waiting, const struct swf_slurm_job *job);

/* Brings them into order when their priorities have changed. */
void swf_slurm_waiting_sort(struct swf_slurm_waiting *waiting);

void swf_slurm_waiting_clear(struct swf_slurm_waiting *waiting);

#endif
