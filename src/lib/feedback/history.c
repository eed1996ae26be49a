/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A history does not change once it is made. The batches of user u are work[u]. The batches of all
 * users in a row have the numbers from first_batch[u] to first_batch[u + 1], so depends_on, and
 * whatever else is kept for each batch, needs one array. A batch depends only on earlier jobs of
 * its user. So users are independent of each other, and the jobs of each are passed once, in submit
 * order.
 *
 * Recorded waits say who depended on whom. The end of a job that does not run in the simulation, or
 * whose wait is not known, is taken to be as early as it can be: this makes no other batch
 * dependent on it.
 */
#include "swfcore/history.h"

#include <math.h>
#include <stdlib.h>

#include "users/session-lists.h"

/* The job with the times that its end is taken from. */
static struct swf_job recorded(const struct swf_simulation *simulation, struct swf_job job)
{
	if (!swf_simulation_schedules(simulation, &job))
		job.wait = job.run_time = 0;
	return job;
}

/* Adds the jobs of a user, dependent on what the recorded times tell. */
static int add_recorded(struct swf_history *h, const struct swf_simulation *simulation,
	const struct swf_session_rule *rule, size_t u)
{
	const struct swf_packed_jobs *jobs = &h->workload->jobs;
	size_t count;
	const size_t *places = swf_workload_places(h->workload, u, &count);
	for (size_t i = 0; i < count; i++) {
		const struct swf_job job =
			recorded(simulation, swf_packed_jobs_get(jobs, places[i]));
		h->unknown_wait += job.wait < 0;
		if (swf_batches_add(&h->work[u], rule, &job) != 0)
			return -1;
	}
	return 0;
}

/* The same, dependent on what fields 17 and 18 name; `preceding` has room for the user's jobs. */
static int add_named(struct swf_history *h, const struct swf_simulation *simulation,
	const struct swf_session_rule *rule, size_t u, size_t *preceding)
{
	const struct swf_packed_jobs *jobs = &h->workload->jobs;
	struct swf_batches *batches = &h->work[u];
	size_t count;
	const size_t *places = swf_workload_places(h->workload, u, &count);
	if (swf_preceding_find(jobs, places, count, preceding) != 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		struct swf_job job = recorded(simulation, swf_packed_jobs_get(jobs, places[i]));
		const size_t on = preceding[i] != SIZE_MAX ? places[preceding[i]] : SIZE_MAX;
		h->unknown_wait += job.wait < 0;
		h->not_found += job.preceding >= 0 && on == SIZE_MAX;
		if (on == SIZE_MAX) {
			job.preceding = SWF_UNKNOWN;
		} else if (job.think_time < 0) {
			const struct swf_job before =
				recorded(simulation, swf_packed_jobs_get(jobs, on));
			job.think_time = fmax(0, job.submit - swf_job_end(&before));
		}
		if (swf_batches_add_named(
			    batches, rule, &job, i > 0 && preceding[i] == preceding[i - 1]) != 0)
			return -1;
		if (batches->batches[batches->count - 1].jobs == 1)
			h->depends_on[h->first_batch[u] + batches->count - 1] = on;
	}
	return 0;
}

static int add_users(struct swf_history *h, const struct swf_simulation *simulation)
{
	const struct swf_session_rule rule = {
		.by = SWF_BY_ARRIVAL, .gap = h->constants->session_gap};
	size_t *preceding = NULL;
	if (h->depends_on != NULL &&
		(preceding = malloc((h->workload->jobs.count + 1) * sizeof *preceding)) == NULL)
		return -1;
	int result = 0;
	for (size_t u = 0; u < h->workload->users.count && result == 0; u++) {
		result = preceding == NULL ? add_recorded(h, simulation, &rule, u)
					   : add_named(h, simulation, &rule, u, preceding);
		h->first_batch[u + 1] = h->first_batch[u] + h->work[u].count;
	}
	free(preceding);
	return result;
}

struct swf_history *swf_history_new(const struct swf_workload *workload,
	const struct swf_simulation *simulation, enum swf_dependencies dependencies,
	const struct swf_user_constants *constants)
{
	const size_t user_count = workload->users.count;
	struct swf_history *h = calloc(1, sizeof *h);
	if (h == NULL)
		return NULL;
	h->workload = workload;
	h->constants = constants;
	h->work = calloc(user_count + 1, sizeof *h->work);
	h->first_batch = calloc(user_count + 1, sizeof *h->first_batch);
	if (dependencies == SWF_DEPENDENCIES_LOG)
		h->depends_on = malloc((workload->jobs.count + 1) * sizeof *h->depends_on);
	if (h->work == NULL || h->first_batch == NULL ||
		(dependencies == SWF_DEPENDENCIES_LOG && h->depends_on == NULL) ||
		add_users(h, simulation) != 0) {
		swf_history_free(h);
		return NULL;
	}
	return h;
}

void swf_history_free(struct swf_history *history)
{
	if (history == NULL)
		return;
	for (size_t u = 0; history->work != NULL && u < history->workload->users.count; u++)
		swf_batches_clear(&history->work[u]);
	free(history->work);
	free(history->first_batch);
	free(history->depends_on);
	free(history);
}
