#include "simulate/schedulers/job-classes.h"
#include "unit/failing-realloc.h"
#include "unit/suites.h"

/* As many as there is room for at first. */
enum { FIRST = 256 };

/* Of the two arrays that are to grow, the second finds no memory, when the first has moved. */
START_TEST(classes_survive_that_there_is_no_memory)
{
	struct swf_job_classes all = {.unused = SIZE_MAX};
	size_t class[FIRST + 1];
	for (int i = 0; i < FIRST; i++)
		class[i] = swf_job_classes_join(&all, i + 1, 10);
	fail_realloc(2);
	ck_assert_uint_eq(swf_job_classes_join(&all, FIRST + 1, 10), SIZE_MAX);
	for (int i = 0; i < FIRST; i++)
		ck_assert_uint_eq(swf_job_classes_join(&all, i + 1, 10), class[i]);
	class[FIRST] = swf_job_classes_join(&all, FIRST + 1, 10);
	ck_assert_uint_ne(class[FIRST], SIZE_MAX);
	for (int i = 0; i <= FIRST; i++)
		for (int jobs = i < FIRST ? 2 : 1; jobs > 0; jobs--)
			swf_job_classes_leave(&all, class[i]);
	ck_assert_uint_eq(all.ranked_count, 0);
	swf_job_classes_clear(&all);
}
END_TEST

Suite *job_classes_suite(void)
{
	return suite_of("job_classes",
		(const TTest *const[]){classes_survive_that_there_is_no_memory, NULL});
}
