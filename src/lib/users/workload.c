#include "swfcore/workload.h"

#include <stdlib.h>

int swf_workload_add(struct swf_workload *workload, const struct swf_job *job, enum swf_size size)
{
	swf_users_span(&workload->users, job);
	return swf_users_add(&workload->users, job, size) != 0 ||
			swf_packed_jobs_add(&workload->jobs, job) != 0
		? -1
		: 0;
}

int swf_workload_finish(struct swf_workload *workload)
{
	struct swf_workload *w = workload;
	const size_t n = w->users.count;
	size_t *begins = calloc(n + 2, sizeof *begins);
	size_t *places = malloc((w->jobs.count + 1) * sizeof *places);
	w->begins = begins;
	w->places = places;
	if (begins == NULL || places == NULL || swf_users_sort(&w->users) != 0)
		return -1;
	/* begins[u + 1] is where the next job of u goes, and in the end where those of u + 1 begin
	 */
	for (size_t u = 1; u <= n; u++)
		begins[u + 1] = begins[u] + (size_t)w->users.users[u - 1].jobs;
	for (size_t i = 0; i < w->jobs.count; i++) {
		const int64_t user = swf_packed_jobs_whole(&w->jobs, &w->jobs.user, i);
		const size_t u = user < 0 ? n : swf_users_find(&w->users, user);
		places[begins[u + 1]++] = i;
	}
	return 0;
}

void swf_workload_clear(struct swf_workload *workload)
{
	swf_packed_jobs_clear(&workload->jobs);
	swf_users_clear(&workload->users);
	free(workload->places);
	free(workload->begins);
	*workload = (struct swf_workload){0};
}
