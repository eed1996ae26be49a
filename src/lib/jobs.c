#include "swfcore/jobs.h"

#include <stdbool.h>
#include <string.h>

#include "array.h"

int swf_jobs_add(struct swf_jobs *jobs, const struct swf_job *job)
{
	struct swf_job *larger =
		swf_reserve(jobs->jobs, jobs->count, &jobs->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	jobs->jobs = larger;
	jobs->jobs[jobs->count++] = *job;
	return 0;
}

/* Merges the sorted halves that end at `middle` and `end`. */
static void merge(
	const struct swf_job *from, size_t begin, size_t middle, size_t end, struct swf_job *to)
{
	size_t left = begin, right = middle;
	for (size_t i = begin; i < end; i++) {
		bool take_left =
			right == end || (left < middle && from[left].submit <= from[right].submit);
		to[i] = from[take_left ? left++ : right++];
	}
}

static size_t at_most(size_t value, size_t limit)
{
	return value < limit ? value : limit;
}

int swf_jobs_sort(struct swf_jobs *jobs)
{
	size_t n = jobs->count, sorted = 1;
	while (sorted < n && jobs->jobs[sorted - 1].submit <= jobs->jobs[sorted].submit)
		sorted++;
	if (sorted >= n)
		return 0;
	struct swf_job *other = malloc(jobs->capacity * sizeof *other);
	if (other == NULL)
		return -1;
	for (size_t width = 1; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width)
			merge(jobs->jobs, i, at_most(i + width, n), at_most(i + 2 * width, n),
				other);
		struct swf_job *swap = jobs->jobs;
		jobs->jobs = other;
		other = swap;
	}
	free(other);
	return 0;
}

void swf_jobs_free(struct swf_jobs *jobs)
{
	free(jobs->jobs);
	*jobs = (struct swf_jobs){0};
}
