#include <math.h>

#include "swf/offered-load.h"
#include "unit/suites.h"

/* 10 processors from second 100 to 200, 400 processor-seconds of work in it. */
START_TEST(it_is_work_over_capacity)
{
	struct swf_offered offered = {0};
	static const struct swf_job jobs[] = {{.submit = 100, .run_time = 50, .requested = 4},
		{.submit = 150, .run_time = -1, .requested = 9},
		{.submit = 160, .run_time = 100, .requested = -1, .allocated = 2},
		{.submit = 200, .run_time = 7, .requested = -1, .allocated = -1}};
	swf_offered_add(&offered, &jobs[0], SWF_SIZE_REQUESTED);
	ck_assert(isnan(swf_offered_load(&offered, 10)));
	for (int i = 1; i < 4; i++)
		swf_offered_add(&offered, &jobs[i], SWF_SIZE_REQUESTED);
	ck_assert_double_eq(swf_offered_load(&offered, 10), 0.4);
	ck_assert_int_eq(offered.jobs, 4);
}
END_TEST

Suite *offered_load_suite(void)
{
	return suite_of("offered_load", (const TTest *const[]){it_is_work_over_capacity, NULL});
}
