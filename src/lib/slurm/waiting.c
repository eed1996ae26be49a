#include "slurm/waiting.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

size_t swf_slurm_waiting_add(struct swf_slurm_waiting *waiting, struct swf_slurm_job *job)
{
	struct swf_slurm_job **jobs =
		swf_array_reserve(waiting->jobs, waiting->count, &waiting->capacity, sizeof *jobs);
	if (jobs == NULL)
		return SIZE_MAX;
	waiting->jobs = jobs;
	size_t place = waiting->count++;
	for (; place > 0 && swf_slurm_waiting_before(job, jobs[place - 1]); place--)
		jobs[place] = jobs[place - 1];
	jobs[place] = job;
	return place;
}

void swf_slurm_waiting_remove_started(struct swf_slurm_waiting *waiting)
{
	size_t kept = 0;
	for (size_t i = 0; i < waiting->count; i++)
		if (!waiting->jobs[i]->task->started)
			waiting->jobs[kept++] = waiting->jobs[i];
	waiting->count = kept;
}

void swf_slurm_waiting_remove(struct swf_slurm_waiting *waiting, const struct swf_slurm_job *job)
{
	size_t place = 0;
	while (waiting->jobs[place] != job)
		place++;
	waiting->count--;
	memmove(waiting->jobs + place, waiting->jobs + place + 1,
		(waiting->count - place) * sizeof(struct swf_slurm_job *));
}

static int compare(const void *a, const void *b)
{
	const struct swf_slurm_job *first = *(struct swf_slurm_job *const *)a;
	const struct swf_slurm_job *second = *(struct swf_slurm_job *const *)b;
	return swf_slurm_waiting_before(first, second) ? -1 : 1;
}

void swf_slurm_waiting_sort(struct swf_slurm_waiting *waiting)
{
	size_t i = 1;
	while (i < waiting->count &&
		swf_slurm_waiting_before(waiting->jobs[i - 1], waiting->jobs[i]))
		i++;
	if (i < waiting->count)
		qsort(waiting->jobs, waiting->count, sizeof *waiting->jobs, compare);
}

void swf_slurm_waiting_clear(struct swf_slurm_waiting *waiting)
{
	free(waiting->jobs);
	*waiting = (struct swf_slurm_waiting){0};
}
