/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "swfcore/history.h"
#include "unit/suites.h"

static const struct swf_simulation simulation = {.procs = 4, .oversize = SWF_OVERSIZE_SKIP};

static struct swf_job job(int64_t number, double submit, double wait, double run_time, int64_t user)
{
	return (struct swf_job){.number = number,
		.submit = submit,
		.wait = wait,
		.run_time = run_time,
		.allocated = -1,
		.requested = 1,
		.user = user,
		.preceding = -1,
		.think_time = -1};
}

static struct swf_history *history_of(const struct swf_job *jobs, size_t count,
	enum swf_dependencies dependencies, struct swf_workload *workload)
{
	*workload = (struct swf_workload){0};
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(swf_workload_add(workload, &jobs[i], SWF_SIZE_REQUESTED), 0);
	ck_assert_int_eq(swf_workload_finish(workload), 0);
	struct swf_history *history =
		swf_history_new(workload, &simulation, dependencies, &swf_user_constants_default);
	ck_assert_ptr_nonnull(history);
	return history;
}

/* Users 3 and 5. The second job of 3 arrives when the first has ended, at 30, so that it begins a
 * batch with a think time of 10; the third, whose wait is not known, too; the fourth is larger than
 * the machine, ends when it arrives, and so does not overlap the fifth. */
START_TEST(recorded_times_tell_the_batches)
{
	struct swf_job jobs[] = {job(1, 0, 10, 20, 5), job(2, 0, 10, 20, 3), job(3, 40, 0, 10, 3),
		job(4, 50, -1, 10, 3), job(5, 60, 0, 1000, 3), job(6, 70, 0, 5, 3)};
	jobs[4].requested = 5;
	struct swf_workload workload;
	struct swf_history *h = history_of(jobs, 6, SWF_DEPENDENCIES_RECORDED, &workload);
	ck_assert_int_eq(h->unknown_wait, 1);
	ck_assert_ptr_null(h->depends_on);
	ck_assert_uint_eq(h->first_batch[1], 5);
	ck_assert_uint_eq(h->first_batch[2], 6);
	const struct swf_batch *batches = h->work[0].batches;
	const double think[] = {10, 0, 0, 10};
	ck_assert_uint_eq(h->work[0].count, 5);
	for (int i = 0; i < 4; i++)
		ck_assert(batches[i + 1].think_time == think[i]);
	swf_history_free(h);
	swf_workload_clear(&workload);
}
END_TEST

/* User 3: jobs 2 and 3 name job 1, so that they are a batch with the think time of job 2; job 4
 * names job 2, without a think time: 500 s after the end of that at 600; job 5 is the first of a
 * session, so that it begins a batch although it names the same; job 6 names a later job, 7 another
 * user's, 8 one that is not there: a batch that names nothing. Of two jobs of number 9 the last one
 * before it is meant. */
START_TEST(fields_17_and_18_name_what_batches_depend_on)
{
	struct swf_job jobs[] = {job(1, 0, 0, 50, 3), job(2, 100, 0, 500, 3), job(3, 110, 0, 10, 3),
		job(4, 1100, 0, 10, 3), job(5, 9000, 0, 10, 3), job(6, 9001, 0, 10, 3),
		job(7, 9002, 0, 10, 3), job(8, 9003, 0, 10, 3), job(9, 9004, 0, 10, 3),
		job(9, 9005, 0, 10, 3), job(10, 9006, 0, 10, 3), job(11, 9007, 0, 10, 4)};
	const int64_t preceding[] = {-1, 1, 1, 2, 2, 7, 11, 99, -1, -1, 9, -1};
	for (int i = 0; i < 12; i++)
		jobs[i].preceding = preceding[i];
	jobs[1].think_time = 45;
	jobs[2].think_time = 70;
	struct swf_workload workload;
	struct swf_history *h = history_of(jobs, 12, SWF_DEPENDENCIES_LOG, &workload);
	ck_assert_int_eq(h->not_found, 3);
	const size_t on[] = {SIZE_MAX, 0, 1, 1, SIZE_MAX, 9};
	const size_t size[] = {1, 2, 1, 1, 5, 1};
	const double think[] = {NAN, 45, 500, 8400, NAN, 0};
	ck_assert_uint_eq(h->work[0].count, 6);
	for (int i = 0; i < 6; i++) {
		const struct swf_batch *batch = &h->work[0].batches[i];
		ck_assert_uint_eq(h->depends_on[i], on[i]);
		ck_assert_uint_eq(batch->jobs, size[i]);
		ck_assert_uint_eq(batch->depends, on[i] != SIZE_MAX);
		ck_assert(
			isnan(think[i]) ? isnan(batch->think_time) : batch->think_time == think[i]);
	}
	swf_history_free(h);
	swf_workload_clear(&workload);
}
END_TEST

Suite *history_suite(void)
{
	return suite_of("history",
		(const TTest *const[]){recorded_times_tell_the_batches,
			fields_17_and_18_name_what_batches_depend_on, NULL});
}
