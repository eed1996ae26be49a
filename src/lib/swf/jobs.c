#include "swfcore/jobs.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"

int swf_jobs_add(struct swf_jobs *jobs, const struct swf_job *job)
{
	struct swf_job *larger =
		swf_array_reserve(jobs->jobs, jobs->count, &jobs->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	jobs->jobs = larger;
	jobs->jobs[jobs->count++] = *job;
	return 0;
}

struct place {
	double submit;
	int64_t tie;
	size_t i;
};

static int by_submit(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	if (x->tie != y->tie)
		return x->tie < y->tie ? -1 : 1;
	return (x->i > y->i) - (x->i < y->i);
}

int swf_jobs_sort(struct swf_jobs *jobs, enum swf_ties ties, size_t **were)
{
	size_t n = jobs->count, whole = n; /* the place of the whole job before, n for none */
	struct place *places = malloc((n + 1) * sizeof *places);
	struct swf_job *sorted = malloc((n + 1) * sizeof *sorted);
	if (were != NULL)
		*were = malloc((n + 1) * sizeof **were);
	if (places == NULL || sorted == NULL || (were != NULL && *were == NULL)) {
		free(places);
		free(sorted);
		if (were != NULL)
			free(*were);
		return -1;
	}
	for (size_t i = 0; i < n; i++) {
		const struct swf_job *job = &jobs->jobs[i];
		if (swf_job_is_partial(job) && whole < n && jobs->jobs[whole].number == job->number)
			places[i] = places[whole];
		else
			places[i] = (struct place){.submit = job->submit,
				.tie = ties == SWF_TIES_BY_NUMBER ? job->number : 0};
		places[i].i = i;
		if (!swf_job_is_partial(job))
			whole = i;
	}
	qsort(places, n, sizeof *places, by_submit);
	for (size_t i = 0; i < n; i++)
		sorted[i] = jobs->jobs[places[i].i];
	for (size_t i = 0; were != NULL && i < n; i++)
		(*were)[i] = places[i].i;
	free(places);
	free(jobs->jobs);
	jobs->jobs = sorted;
	jobs->capacity = n + 1;
	return 0;
}

void swf_jobs_clear(struct swf_jobs *jobs)
{
	free(jobs->jobs);
	*jobs = (struct swf_jobs){0};
}
