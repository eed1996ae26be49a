/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/users.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "swfcore/quantity.h"

/*
 * Until they are sorted, users are in the order of their first jobs, and the index has the place of
 * each number. It never has more numbers than there are users, even when memory runs out. Jobs come
 * in submit order, so the weeks in which a user was active are counted by remembering the last one:
 * a user costs the same memory, whatever they submit.
 */

const char *const swf_user_class_names[] = {"long-term", "temporary", "discarded", NULL};
const char *const swf_span_names[] = {"submits", "jobs", NULL};

void swf_users_span(struct swf_users *users, const struct swf_job *job)
{
	const double end = swf_job_end(job);
	if (!users->any)
		users->first = job->submit;
	if (!users->any || end > users->end)
		users->end = end;
	users->last = job->submit;
	users->any = true;
}

int swf_users_add(struct swf_users *users, const struct swf_job *job, enum swf_size size)
{
	if (swf_job_is_anonymous(job)) {
		users->anonymous++;
		users->anonymous_work += swf_job_work(job, size);
		return 0;
	}
	const size_t count = users->count;
	/* room comes first, so that there are never more in the index than here */
	struct swf_user *larger =
		swf_array_reserve(users->users, count, &users->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	users->users = larger;
	if (users->index == NULL)
		users->index = calloc(1, sizeof *users->index);
	if (users->index == NULL)
		return -1;
	const size_t place = swf_index_add(users->index, job->user);
	if (place == SIZE_MAX)
		return -1;
	users->count = users->index->count;
	if (place == count)
		larger[place] = (struct swf_user){.number = job->user,
			.first = job->submit,
			.end = job->submit,
			.last_week = -1};
	struct swf_user *user = &users->users[place];
	const int64_t week = (int64_t)floor((job->submit - users->first) / SWF_WEEK);
	const bool new_week = week != user->last_week;
	const double work = swf_job_work(job, size);
	user->jobs++;
	user->last = job->submit;
	user->end = fmax(user->end, swf_job_end(job));
	user->weeks_active += new_week;
	user->last_week = week;
	user->work += work;
	users->total.jobs++;
	users->total.weeks_active += new_week;
	users->total.work += work;
	return 0;
}

double swf_users_effective(const struct swf_users *users)
{
	double squares = 0;
	for (size_t u = 0; u < users->count; u++)
		squares += users->users[u].work * users->users[u].work;
	return squares > 0 ? users->total.work * users->total.work / squares : 0;
}

size_t swf_users_find(const struct swf_users *users, int64_t number)
{
	return users->index == NULL ? SIZE_MAX : swf_index_find(users->index, number);
}

int swf_users_sort(struct swf_users *users)
{
	const size_t n = users->count;
	if (n == 0)
		return 0;
	/* the number, which no two share, comes first in a user */
	qsort(users->users, n, sizeof *users->users, swf_array_ascending);
	swf_index_clear(users->index);
	for (size_t i = 0; i < n; i++)
		if (swf_index_add(users->index, users->users[i].number) == SIZE_MAX)
			return -1;
	return 0;
}

enum swf_user_class swf_user_class(const struct swf_users *users, const struct swf_user *user,
	const struct swf_user_class_rule *rule)
{
	const bool jobs = rule->span == SWF_SPAN_JOBS;
	if ((jobs ? user->end : user->last) - user->first > rule->long_term)
		return SWF_USER_LONG_TERM;
	if (user->last <= (jobs ? 0 : users->first) + rule->edge ||
		user->first >= (jobs ? users->end : users->last) - rule->edge)
		return SWF_USER_DISCARDED;
	return SWF_USER_TEMPORARY;
}

void swf_users_clear(struct swf_users *users)
{
	free(users->users);
	if (users->index != NULL)
		swf_index_clear(users->index);
	free(users->index);
	*users = (struct swf_users){0};
}

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
