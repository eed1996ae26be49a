#include "swfcore/job.h"
#include "unit/suites.h"

START_TEST(fields_have_names)
{
	ck_assert_str_eq(swf_job_field_name(1), "job number");
	ck_assert_str_eq(swf_job_field_name(9), "requested time");
	ck_assert_str_eq(swf_job_field_name(18), "think time");
	ck_assert_str_eq(swf_job_field_name(0), "extra");
	ck_assert_str_eq(swf_job_field_name(19), "extra");
}
END_TEST

START_TEST(the_other_processor_field_serves_where_one_is_unknown)
{
	struct swf_job job = {.requested = 8, .allocated = 4};
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_REQUESTED), 8);
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_ALLOCATED), 4);
	job.requested = -1;
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_REQUESTED), 4);
	job.allocated = 0;
	job.requested = 8;
	ck_assert_int_eq(swf_job_size(&job, SWF_SIZE_ALLOCATED), 8);
	job.requested = 0;
	ck_assert_int_le(swf_job_size(&job, SWF_SIZE_REQUESTED), 0);
}
END_TEST

START_TEST(the_run_time_serves_as_estimate_where_there_is_none)
{
	struct swf_job job = {.run_time = 30, .estimate = 60};
	ck_assert(swf_job_estimate(&job) == 60);
	job.estimate = -1;
	ck_assert(swf_job_estimate(&job) == 30);
	job.estimate = 0;
	ck_assert(swf_job_estimate(&job) == 30);
}
END_TEST

START_TEST(only_status_2_to_4_are_partial)
{
	for (int64_t status = -1; status <= 6; status++) {
		struct swf_job job = {.status = status};
		ck_assert(swf_job_is_partial(&job) == (status >= 2 && status <= 4));
	}
}
END_TEST

Suite *job_suite(void)
{
	return suite_of("job",
		(const TTest *const[]){fields_have_names,
			the_other_processor_field_serves_where_one_is_unknown,
			the_run_time_serves_as_estimate_where_there_is_none,
			only_status_2_to_4_are_partial, NULL});
}
