/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/pools-of.h"

#include <gsl/gsl_cdf.h>

#include "swfcore/quantity.h"
#include "unit/suites.h"

void add_job(struct swf_jobs *log, int week, double second, int64_t user)
{
	const struct swf_job job = {.number = (int64_t)log->count + 1,
		.submit = week * SWF_WEEK + second,
		.run_time = 10,
		.requested = 2,
		.user = user,
		.preceding = -1,
		.think_time = -1};
	ck_assert_int_eq(swf_jobs_add(log, &job), 0);
}

void add_log(struct swf_pools *pools, struct swf_jobs *log, const struct swf_rare_list *rare)
{
	static const struct swf_user_class_rule rule = {
		.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK};
	static const struct swf_rare_list none = {0};
	struct swf_pool_log pool_log = {0};
	const struct swf_rare_list *list = rare != NULL ? rare : &none;
	ck_assert_int_eq(swf_jobs_sort(log, SWF_TIES_AS_THEY_ARE, NULL), 0);
	for (size_t i = 0; i < log->count; i++) {
		struct swf_job job = log->jobs[i];
		const size_t row = swf_rare_find(list, &job);
		swf_users_span(&pool_log.jobs.users, &job);
		if (row < list->count)
			job.user = (int64_t)row;
		ck_assert_int_eq(
			swf_workload_add(row < list->count ? &pool_log.rare : &pool_log.jobs, &job,
				SWF_SIZE_REQUESTED),
			0);
	}
	pool_log.origin = pool_log.jobs.users.first;
	ck_assert_int_eq(swf_pools_add(pools, &pool_log, &rule, list), 0);
	swf_jobs_clear(log);
}

double chi_squared_p(const double *counts, const double *expected, size_t n)
{
	double statistic = 0;
	for (size_t i = 0; i < n; i++)
		statistic += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
	return gsl_cdf_chisq_Q(statistic, (double)n - 1);
}
