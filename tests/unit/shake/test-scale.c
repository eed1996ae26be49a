/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shake/shake.h"
#include "unit/suites.h"

static const struct swf_job original = {.submit = 107,
	.wait = 3,
	.run_time = 9,
	.cpu_time = 5.5,
	.estimate = 60,
	.allocated = 3,
	.requested = 50};

static struct swf_job scaled(enum swf_scaled what, double factor)
{
	const struct swf_scale scale = {.what = what, .factor = factor, .first = 100, .procs = 100};
	struct swf_job job = original;
	swf_scale_job(&scale, &job);
	return job;
}

START_TEST(one_attribute_is_multiplied)
{
	struct swf_job job = scaled(SWF_SCALE_INTERARRIVAL, 1.5); /* 7 s become 10.5 */
	ck_assert(job.submit == 111 && job.run_time == 9 && job.wait == 3);
	job = scaled(SWF_SCALE_RUN_TIME, 0.5);
	ck_assert(job.run_time == 5 && job.cpu_time == 3 && job.estimate == 30);
	ck_assert(job.submit == 107 && job.requested == 50);
	ck_assert(scaled(SWF_SCALE_RUN_TIME, 0.01).run_time == 1);
	job = scaled(SWF_SCALE_SIZE, 2.5);
	ck_assert_int_eq(job.allocated, 8);
	ck_assert_int_eq(job.requested, 100);
	ck_assert_int_eq(scaled(SWF_SCALE_SIZE, 0.1).allocated, 1);
	job = scaled(SWF_SCALE_MACHINE, 2);
	ck_assert(job.requested == 50 && job.submit == 107 && job.run_time == 9);
	ck_assert(scaled(SWF_SCALE_RUN_TIME, 1).cpu_time == 5.5);
}
END_TEST

START_TEST(what_is_unknown_stays_so)
{
	const struct swf_scale times = {.what = SWF_SCALE_RUN_TIME, .factor = 3};
	const struct swf_scale sizes = {.what = SWF_SCALE_SIZE, .factor = 3, .procs = 9};
	struct swf_job job = {.run_time = 0, .cpu_time = -1, .estimate = -1, .allocated = -1};
	swf_scale_job(&times, &job);
	swf_scale_job(&sizes, &job);
	ck_assert(job.run_time == 0 && job.cpu_time == -1 && job.estimate == -1);
	ck_assert(job.allocated == -1 && job.requested == 0);
}
END_TEST

START_TEST(a_factor_leads_from_one_load_to_another)
{
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_INTERARRIVAL, 0.4, 0.8), 0.5);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_MACHINE, 0.4, 0.8), 0.5);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_RUN_TIME, 0.4, 0.8), 2);
	ck_assert_double_eq(swf_scale_factor(SWF_SCALE_SIZE, 0.4, 0.8), 2);
}
END_TEST

Suite *scale_suite(void)
{
	return suite_of("scale",
		(const TTest *const[]){one_attribute_is_multiplied, what_is_unknown_stays_so,
			a_factor_leads_from_one_load_to_another, NULL});
}
