#include <stdlib.h>

#include "swfcore/jobs.h"
#include "unit/suites.h"

/* Random times with many ties: ascending afterwards, and within a time in the order of adding. */
START_TEST(sorting_is_stable)
{
	for (uint32_t n = 0; n < 300; n += 1 + n / 10) {
		struct swf_jobs jobs = {0};
		uint64_t state = n + 1;
		for (uint32_t i = 0; i < n; i++) {
			struct swf_job job = {
				.number = i, .submit = random_below(&state, 1 + n / 3)};
			ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
		}
		ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, NULL), 0);
		ck_assert_uint_eq(jobs.count, n);
		uint64_t numbers = 0;
		for (uint32_t i = 0; i < n; i++) {
			numbers += (uint64_t)jobs.jobs[i].number;
			if (i == 0)
				continue;
			const struct swf_job *a = &jobs.jobs[i - 1], *b = &jobs.jobs[i];
			ck_assert(a->submit < b->submit ||
				(a->submit == b->submit && a->number < b->number));
		}
		ck_assert_uint_eq(numbers, n == 0 ? 0 : (uint64_t)n * (n - 1) / 2);
		swf_jobs_clear(&jobs);
	}
}
END_TEST

/* Partial executions have no submit time of their own but the first. */
START_TEST(partial_executions_stay_behind_their_job)
{
	const struct swf_job given[] = {{.number = 1, .submit = 100, .status = 1},
		{.number = 1, .submit = 100, .status = 2}, {.number = 1, .submit = -1, .status = 3},
		{.number = 2, .submit = 50, .status = 1}, {.number = 2, .submit = -1, .status = 4}};
	const int order[] = {3, 4, 0, 1, 2};
	struct swf_jobs jobs = {0};
	size_t *were;
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(swf_jobs_add(&jobs, &given[i]), 0);
	ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, &were), 0);
	for (int i = 0; i < 5; i++) {
		ck_assert_uint_eq(were[i], (size_t)order[i]);
		ck_assert_int_eq(jobs.jobs[i].number, given[order[i]].number);
		ck_assert_int_eq(jobs.jobs[i].status, given[order[i]].status);
	}
	free(were);
	swf_jobs_clear(&jobs);
}
END_TEST

START_TEST(partial_executions_of_no_job_have_their_own_place)
{
	const struct swf_job given[] = {{.number = 1, .submit = 100, .status = 1},
		{.number = 2, .submit = 50, .status = 2}, {.number = 1, .submit = -1, .status = 3},
		{.number = 2, .submit = 70, .status = 4}};
	const double submits[] = {50, 70, 100, -1};
	struct swf_jobs jobs = {0};
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(swf_jobs_add(&jobs, &given[i]), 0);
	ck_assert_int_eq(swf_jobs_sort(&jobs, SWF_TIES_AS_THEY_ARE, NULL), 0);
	for (int i = 0; i < 4; i++)
		ck_assert(jobs.jobs[i].submit == submits[i]);
	swf_jobs_clear(&jobs);
}
END_TEST

/* What a program holds can be cleared as it begins, and again once it has been. */
START_TEST(clearing_twice_is_safe)
{
	struct swf_jobs jobs = {0};
	struct swf_job job = {.number = 1};
	swf_jobs_clear(&jobs);
	ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
	swf_jobs_clear(&jobs);
	swf_jobs_clear(&jobs);
	ck_assert_uint_eq(jobs.count, 0);
	ck_assert_int_eq(swf_jobs_add(&jobs, &job), 0);
	swf_jobs_clear(&jobs);
}
END_TEST

Suite *jobs_suite(void)
{
	return suite_of("jobs",
		(const TTest *const[]){sorting_is_stable, partial_executions_stay_behind_their_job,
			partial_executions_of_no_job_have_their_own_place, clearing_twice_is_safe,
			NULL});
}
