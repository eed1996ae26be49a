#include <stdlib.h>

#include "metrics/placement.h"
#include "unit/failing-realloc.h"
#include "unit/suites.h"

/* The rectangles of whole logs are checked in tests/cli. */

enum { ROOM = 20 };

struct rows {
	struct swf_placed row[ROOM];
	int count;
};

static void put(void *context, const struct swf_placed *placed)
{
	struct rows *rows = context;
	ck_assert_int_lt(rows->count, ROOM);
	rows->row[rows->count++] = *placed;
}

static struct swf_job job(int64_t number, double submit, double wait, double run_time, int32_t size)
{
	return (struct swf_job){.number = number,
		.submit = submit,
		.wait = wait,
		.run_time = run_time,
		.requested = size,
		.allocated = -1,
		.user = 4,
		.group = 5,
		.queue = 6};
}

START_TEST(jobs_are_placed_once_no_other_can_start_before)
{
	struct rows rows = {.count = 0};
	struct swf_placement *p = swf_placement_new(4, SWF_SIZE_REQUESTED, put, &rows);
	struct swf_error error;
	const struct swf_job jobs[] = {
		job(1, 0, 5, 9, 3), job(2, 5, 0, 2, 2), job(3, 6, 1, 3, 4), job(4, 9, 0, 1, 1)};
	const int counts[] = {0, 1, 3, 5};
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(swf_placement_add(p, &jobs[i], &error), 0);
		ck_assert_int_eq(rows.count, counts[i]);
	}
	ck_assert_int_eq(swf_placement_end(p, &error), 0);
	/* job 2 has one processor of the machine; job 3 gets it back, and 3 behind the machine */
	static const struct {
		int64_t job, low, high;
		double start, end;
	} expected[] = {{1, 0, 2, 5, 14}, {2, 3, 3, 5, 7}, {2, 4, 4, 5, 7}, {3, 3, 3, 7, 10},
		{3, 4, 6, 7, 10}, {4, 7, 7, 9, 10}};
	ck_assert_int_eq(rows.count, 6);
	for (int i = 0; i < 6; i++) {
		const struct swf_placed *r = &rows.row[i];
		ck_assert_int_eq(r->job, expected[i].job);
		ck_assert_int_eq(r->low, expected[i].low);
		ck_assert_int_eq(r->high, expected[i].high);
		ck_assert_double_eq(r->start, expected[i].start);
		ck_assert_double_eq(r->end, expected[i].end);
		ck_assert(r->user == 4 && r->group == 5 && r->queue == 6);
	}
	ck_assert_int_eq(swf_placement_beyond(p), 3);
	swf_placement_free(p);
}
END_TEST

START_TEST(without_jobs_or_memory_it_is_an_error)
{
	struct rows rows = {.count = 0};
	struct swf_error error;
	fail_realloc(1);
	ck_assert_ptr_null(swf_placement_new(4, SWF_SIZE_REQUESTED, put, &rows));
	struct swf_placement *p = swf_placement_new(4, SWF_SIZE_REQUESTED, put, &rows);
	ck_assert_int_eq(swf_placement_end(p, &error), -1);
	ck_assert_str_eq(error.text, "no job has a wait time, a run time and a size");
	const struct swf_job one = job(1, 0, 5, 9, 3);
	fail_realloc(1);
	ck_assert_int_eq(swf_placement_add(p, &one, &error), -1);
	ck_assert_str_eq(error.text, "out of memory");
	swf_placement_free(p);
}
END_TEST

Suite *placement_suite(void)
{
	return suite_of("placement",
		(const TTest *const[]){jobs_are_placed_once_no_other_can_start_before,
			without_jobs_or_memory_it_is_an_error, NULL});
}
