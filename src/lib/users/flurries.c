#include "users/flurries.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool swf_flurry_next(const double *submits, size_t count, size_t from, double window,
	double threshold, struct swf_flurry *flurry)
{
	size_t end = from; /* of the window that begins with job i */
	double covered = 0;
	bool found = false;
	for (size_t i = from; i < count && !(found && submits[i] > covered); i++) {
		/* its own job is in it, even if it is too short to be seen in the sum */
		while (end < count && (end <= i || submits[end] < submits[i] + window))
			end++;
		if ((double)(end - i) <= threshold)
			continue;
		if (!found)
			flurry->first = i;
		found = true;
		covered = submits[i] + window;
		flurry->jobs = end - flurry->first;
	}
	return found;
}

double swf_flurry_threshold(const struct swf_users *users)
{
	const struct swf_user_total *total = &users->total;
	return fmax(10 * (double)total->jobs / (double)total->weeks_active, 500);
}

struct swf_table *swf_flurries_table(
	const struct swf_workload *workload, double window, double threshold)
{
	static const char *const names[] = {"user", "begin", "end", "name", "jobs"};
	struct swf_table *table = swf_table_new(names, sizeof names / sizeof *names);
	const struct swf_users *users = &workload->users;
	double *submits = malloc((workload->jobs.count + 1) * sizeof *submits);
	int number = 0;
	if (table == NULL || submits == NULL) {
		swf_table_free(table);
		free(submits);
		return NULL;
	}
	for (size_t u = 0; u < users->count; u++) {
		size_t count;
		const size_t *places = swf_workload_places(workload, u, &count);
		struct swf_flurry flurry = {0};
		for (size_t i = 0; i < count; i++)
			submits[i] = swf_packed_jobs_time(
				&workload->jobs, &workload->jobs.submit, places[i]);
		while (swf_flurry_next(
			submits, count, flurry.first + flurry.jobs, window, threshold, &flurry)) {
			char name[32];
			snprintf(name, sizeof name, "flurry-%d", ++number);
			swf_table_whole(table, users->users[u].number);
			swf_table_time(table, submits[flurry.first]);
			swf_table_time(table, submits[flurry.first + flurry.jobs - 1]);
			swf_table_text(table, name);
			swf_table_number(table, (double)flurry.jobs);
		}
	}
	free(submits);
	return table;
}
