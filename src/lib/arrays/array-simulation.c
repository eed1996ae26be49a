/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations of arrays of jobs: the array as a source, another as a sink. */
#include "swfcore/arrays.h"

/* Hands out the jobs of an array, in its order. */
struct array_source {
	const struct swf_job *jobs;
	size_t count, next;
};

static int peek_array(void *self, struct swf_arrival *arrival, struct swf_error *error)
{
	const struct array_source *source = self;
	(void)error;
	if (source->next == source->count)
		return 0;
	*arrival = (struct swf_arrival){.job = source->jobs[source->next], .tag = source->next};
	return 1;
}

static int take_from_array(void *self, struct swf_error *error)
{
	struct array_source *source = self;
	(void)error;
	source->next++;
	return 0;
}

static int keep_job(void *self, const struct swf_job *job, struct swf_error *error)
{
	return swf_jobs_add(self, job) == 0 ? 0 : swf_fail_memory(error);
}

int swf_jobs_simulate(const struct swf_simulation *simulation, const struct swf_job *jobs,
	size_t count, struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
	struct swf_error *error)
{
	struct array_source array = {.jobs = jobs, .count = count};
	const struct swf_source source = {
		.self = &array, .peek = peek_array, .take = take_from_array};
	const struct swf_sink sink = {.self = scheduled, .job = keep_job};
	if (swf_jobs_check(jobs, count, error) != 0)
		return -1;
	return swf_simulation_run(simulation, &source, &sink, counts, error);
}

/* Refuses what is larger than the machine before anything is simulated, since all jobs are known.
 */
static int check_sizes(const struct swf_simulation *simulation, const struct swf_job *jobs,
	size_t count, struct swf_error *error)
{
	const struct swf_job *first = NULL;
	int64_t oversize = 0;
	if (simulation->oversize != SWF_OVERSIZE_REFUSE)
		return 0;
	for (size_t i = count; i > 0; i--) {
		if (!swf_simulation_is_oversize(simulation, &jobs[i - 1]))
			continue;
		first = &jobs[i - 1];
		oversize++;
	}
	return first != NULL ? swf_simulation_refuse(simulation, first, oversize, error) : 0;
}

/* Runs with the users of a workload that is finished. */
static int run_users(const struct swf_simulation *simulation, const struct swf_jobs_users *users,
	const struct swf_workload *workload, struct swf_jobs *scheduled,
	struct swf_simulation_counts *counts, struct swf_feedback_counts *feedback_counts,
	struct swf_error *error)
{
	const struct swf_sink sink = {.self = scheduled, .job = keep_job};
	struct swf_history *history =
		swf_history_new(workload, simulation, users->dependencies, &users->constants);
	struct swf_feedback *feedback =
		history != NULL ? swf_feedback_new(&users->options, history) : NULL;
	int result = -1;
	if (feedback == NULL) {
		swf_fail_memory(error);
	} else {
		const struct swf_source source = swf_feedback_source(feedback);
		result = swf_simulation_run(simulation, &source, &sink, counts, error);
		*feedback_counts = swf_feedback_counts(feedback);
	}
	swf_feedback_free(feedback);
	swf_history_free(history);
	return result;
}

int swf_jobs_simulate_users(const struct swf_simulation *simulation,
	const struct swf_jobs_users *users, const struct swf_job *jobs, size_t count,
	struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
	struct swf_feedback_counts *feedback, struct swf_error *error)
{
	struct swf_workload workload = {0};
	int result = swf_jobs_check(jobs, count, error);
	if (result == 0)
		result = check_sizes(simulation, jobs, count, error);
	for (size_t i = 0; i < count && result == 0; i++)
		if (swf_workload_add(&workload, &jobs[i], simulation->size) != 0)
			result = swf_fail_memory(error);
	if (result == 0 && swf_workload_finish(&workload) != 0)
		result = swf_fail_memory(error);
	if (result == 0)
		result =
			run_users(simulation, users, &workload, scheduled, counts, feedback, error);
	swf_workload_clear(&workload);
	return result;
}
