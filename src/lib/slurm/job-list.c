#include "slurm/job-list.h"

#include <stdlib.h>

#include "base/array.h"

void swf_slurm_job_list_init(struct swf_slurm_job_list *jobs)
{
	*jobs = (struct swf_slurm_job_list){.slab.element_size = sizeof(struct swf_slurm_job)};
}

void swf_slurm_job_list_clear(struct swf_slurm_job_list *jobs)
{
	for (size_t i = 0; i < jobs->count; i++)
		free(jobs->list[i]->allocation.shares);
	swf_slab_clear(&jobs->slab);
	free(jobs->list);
	free(jobs->unused);
	free(jobs->submitted);
	swf_slurm_job_list_init(jobs);
}

/* One more, unused. */
static int add(struct swf_slurm_job_list *jobs)
{
	struct swf_slurm_job **list =
		swf_array_reserve(jobs->list, jobs->count, &jobs->capacity, sizeof *list);
	if (list == NULL)
		return -1;
	jobs->list = list;
	/* room for all of them, so that giving one back cannot fail */
	size_t *unused = swf_array_reserve(
		jobs->unused, jobs->count, &jobs->unused_capacity, sizeof *unused);
	if (unused == NULL)
		return -1;
	jobs->unused = unused;
	struct swf_slurm_job *job = swf_slab_take(&jobs->slab);
	if (job == NULL)
		return -1;
	*job = (struct swf_slurm_job){0};
	unused[jobs->unused_count++] = jobs->count;
	list[jobs->count++] = job;
	return 0;
}

struct swf_slurm_job *swf_slurm_job_list_new(struct swf_slurm_job_list *jobs, struct swf_task *task)
{
	if (jobs->unused_count == 0 && add(jobs) != 0)
		return NULL;
	task->queue_place = jobs->unused[--jobs->unused_count];
	struct swf_slurm_job *job = jobs->list[task->queue_place];
	*job = (struct swf_slurm_job){.task = task, .allocation = job->allocation};
	return job;
}

int swf_slurm_job_list_submit(struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	struct swf_slurm_job **submitted = swf_array_reserve(jobs->submitted, jobs->submitted_count,
		&jobs->submitted_capacity, sizeof *submitted);
	if (submitted == NULL)
		return -1;
	jobs->submitted = submitted;
	submitted[jobs->submitted_count++] = swf_slurm_job_list_of(jobs, task);
	return 0;
}

void swf_slurm_job_list_end(struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	swf_slurm_job_list_of(jobs, task)->task = NULL;
	jobs->unused[jobs->unused_count++] = task->queue_place;
}
