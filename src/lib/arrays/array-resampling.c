/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling of an array of jobs: the pools are made once, and each workload has a generator of its
 * own. */
#include <stdlib.h>

#include "base/random.h"
#include "resample/resample.h"
#include "swfcore/arrays.h"

struct swf_resampling {
	struct swf_pools pools;
	struct swf_resample_plan plan;
};

/* Reads the jobs into a log of the pools, which take it over. */
static int fill_pools(struct swf_pools *pools, const struct swf_resampling_options *options,
	const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	const struct swf_rare_list none = {0};
	struct swf_pool_log log = {0};
	struct swf_users *users = &log.jobs.users;
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		swf_users_span(users, &jobs[i]);
		result = swf_workload_add(&log.jobs, &jobs[i], SWF_SIZE_REQUESTED);
	}
	log.origin = users->first;
	if (result == 0)
		return swf_pools_add(pools, &log, &options->rule, &none) == 0
			? 0
			: swf_fail_memory(error);
	swf_workload_clear(&log.jobs);
	return swf_fail_memory(error);
}

/* What swf-resample refuses, too. */
static int check_log(const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	if (count == 0)
		return swf_fail(error, "no jobs");
	const double weeks = (jobs[count - 1].submit - jobs[0].submit) / SWF_WEEK;
	if (weeks < 1)
		return swf_fail(
			error, "%.3g weeks long: less than a week cannot be resampled", weeks);
	if (weeks > SWF_RESAMPLE_MOST)
		return swf_fail(
			error, "%.3g weeks long: submit times are wrong or not in seconds", weeks);
	return 0;
}

/* Fills the pools and makes the plan. */
static int begin(struct swf_resampling *resampling, const struct swf_resampling_options *options,
	const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	if (swf_jobs_check(jobs, count, error) != 0 || check_log(jobs, count, error) != 0 ||
		fill_pools(&resampling->pools, options, jobs, count, error) != 0)
		return -1;
	if (resampling->pools.owners == 0)
		return swf_fail(error,
			"no user is left to be resampled: all are active only within %g weeks of "
			"an end of a log that is %.3g weeks long, or no job has a user",
			options->rule.edge / SWF_WEEK,
			(jobs[count - 1].submit - jobs[0].submit) / SWF_WEEK);
	resampling->plan =
		swf_resample_plan_for(&resampling->pools, options->load, SWF_START_STATIONARY);
	if (options->length > 0)
		resampling->plan.length = options->length;
	return swf_resample_check(&resampling->pools, &resampling->plan, error);
}

struct swf_resampling *swf_resampling_new(const struct swf_resampling_options *options,
	const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	struct swf_resampling *resampling = calloc(1, sizeof *resampling);
	if (resampling == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	resampling->pools.element = SWF_ELEMENT_USER;
	if (begin(resampling, options, jobs, count, error) != 0) {
		swf_resampling_free(resampling);
		return NULL;
	}
	return resampling;
}

void swf_resampling_free(struct swf_resampling *resampling)
{
	if (resampling == NULL)
		return;
	swf_pools_clear(&resampling->pools);
	free(resampling);
}

int swf_resampling_draw(const struct swf_resampling *resampling, uint64_t seed,
	uint64_t replication, struct swf_jobs *jobs, struct swf_error *error)
{
	gsl_rng *rng = swf_random_new(seed, replication);
	if (rng == NULL)
		return swf_fail_memory(error);
	struct swf_resample *resample =
		swf_resample_new(&resampling->pools, &resampling->plan, rng, NULL, NULL, error);
	struct swf_job job;
	int got = resample != NULL ? 1 : -1;
	while (got == 1 && (got = swf_resample_next(resample, &job, error)) == 1)
		if (swf_jobs_add(jobs, &job) != 0)
			got = swf_fail_memory(error);
	swf_resample_free(resample);
	gsl_rng_free(rng);
	return got;
}
