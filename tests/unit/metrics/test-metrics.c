/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "swfcore/metrics.h"
#include "unit/suites.h"

/* The whole command is compared with a second implementation in tests/cli; here is what it takes to
 * use the library. */

static const struct swf_metrics_options options = {.procs = 4, .tau = 10, .brief = true};

static struct swf_job job(double submit, double wait, double run_time, int32_t size, int64_t user)
{
	return (struct swf_job){.submit = submit,
		.wait = wait,
		.run_time = run_time,
		.requested = size,
		.allocated = -1,
		.user = user,
		.status = 1};
}

START_TEST(metrics_of_two_jobs)
{
	struct swf_metrics *m = swf_metrics_new(&options);
	const struct swf_job jobs[] = {
		job(0, 0, 10, 4, 1), job(5, 5, 5, 2, 2), job(6, -1, 5, 2, 2)};
	struct swf_error error;
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(swf_metrics_add(m, &jobs[i]), 0);
	ck_assert_int_eq(swf_metrics_counts(m).jobs, 2);
	ck_assert_int_eq(swf_metrics_counts(m).not_run, 1);
	ck_assert_int_eq(swf_metrics_counts(m).abandoned, 0);
	struct swf_table *table = swf_metrics_new_table(&options, false);
	ck_assert_int_eq(swf_metrics_fill(m, table, &error), 0);
	FILE *file = tmpfile();
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_CSV, &error), 0);
	char *text = content(file);
	/* 2 jobs in 15 s; the window [0, 5) has no queue and a full machine; one week is too few
	 * for the saturation test */
	ck_assert_str_eq(
		strchr(text, '\n') + 1, "2,2.5,2.5,4.75,4.95,5,10,1.5,1,1,11520,0,0,0,15,,\n");
	free(text);
	swf_table_free(table);
	swf_metrics_free(m);
}
END_TEST

/* By user: 1 is in the first log alone, 2 in both. The wait is 3 s, and 5 and 4. */
START_TEST(two_logs_are_compared_group_by_group)
{
	static const struct swf_metrics_options by_user = {

		.tau = 10, .by = {[SWF_BY_USER] = true}, .brief = true};
	struct swf_metrics *m = swf_metrics_new(&by_user), *other = swf_metrics_new(&by_user);
	struct swf_table *table = swf_metrics_new_table(&by_user, true);
	struct swf_error error;
	ck_assert_int_eq(swf_metrics_compare(m, other, table, &error), -1);
	ck_assert_str_eq(error.text, "no job has a wait time, a run time and a size");
	const struct swf_job jobs[] = {
		job(0, 3, 10, 1, 1), job(0, 5, 10, 1, 2), job(0, 4, 10, 1, 2)};
	ck_assert_int_eq(swf_metrics_add(m, &jobs[0]), 0);
	ck_assert_int_eq(swf_metrics_add(m, &jobs[1]), 0);
	ck_assert_int_eq(swf_metrics_compare(m, other, table, &error), -1);
	ck_assert_str_eq(
		error.text, "the other log: no job has a wait time, a run time and a size");
	ck_assert_int_eq(swf_metrics_add(other, &jobs[2]), 0);
	ck_assert_int_eq(swf_metrics_compare(m, other, table, &error), 0);
	FILE *file = tmpfile();
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_CSV, &error), 0);
	char *text = content(file);
	ck_assert_ptr_eq(strstr(text,
				 "user,figure,value,other,difference,ratio\n1,jobs,1,,,\n1,wait_"
				 "mean,3,,,\n"),
		text);
	ck_assert_ptr_nonnull(strstr(text, "\n2,wait_mean,5,4,1,1.25\n"));
	free(text);
	swf_table_free(table);
	swf_metrics_free(m);
	swf_metrics_free(other);
}
END_TEST

START_TEST(without_jobs_there_are_no_metrics)
{
	struct swf_metrics *m = swf_metrics_new(&options);
	struct swf_error error;
	struct swf_table *table = swf_metrics_new_table(&options, false);
	ck_assert_int_eq(swf_metrics_fill(m, table, &error), -1);
	swf_table_free(table);
	ck_assert_str_eq(error.text, "no job has a wait time, a run time and a size");
	ck_assert_ptr_null(swf_metrics_distribution(m, SWF_LEVEL_QUEUE, &error));
	swf_metrics_free(m);
}
END_TEST

Suite *metrics_suite(void)
{
	return suite_of("metrics",
		(const TTest *const[]){metrics_of_two_jobs, two_logs_are_compared_group_by_group,
			without_jobs_there_are_no_metrics, NULL});
}
