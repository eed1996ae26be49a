/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "metrics/placement.h"
#include "unit/allocations.h"
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

static void give(struct swf_free_blocks *free_blocks, int64_t low, int64_t high)
{
	ck_assert_int_eq(swf_free_blocks_give(free_blocks, (struct swf_block){low, high}), 0);
}

static void check_block(struct swf_block block, int64_t low, int64_t high)
{
	ck_assert_int_eq(block.low, low);
	ck_assert_int_eq(block.high, high);
}

START_TEST(the_smallest_block_that_has_enough_is_taken)
{
	struct swf_free_blocks f = {0};
	give(&f, 20, 23);
	give(&f, 0, 4);
	give(&f, 10, 12);
	give(&f, 30, 32);
	check_block(swf_free_blocks_take(&f, 3), 10, 12);
	check_block(swf_free_blocks_take(&f, 2), 30, 31);
	check_block(swf_free_blocks_take(&f, 1), 32, 32);
	/* nothing has 9: the largest */
	check_block(swf_free_blocks_take(&f, 9), 0, 4);
	check_block(swf_free_blocks_take(&f, 9), 20, 23);
	ck_assert_uint_eq(f.count, 0);
	swf_free_blocks_clear(&f);
}
END_TEST

START_TEST(blocks_that_touch_become_one)
{
	struct swf_free_blocks f = {0};
	give(&f, 4, 5);
	give(&f, 0, 1);
	ck_assert_uint_eq(f.count, 2);
	give(&f, 6, 6); /* behind one */
	give(&f, 3, 3); /* before one */
	ck_assert_uint_eq(f.count, 2);
	give(&f, 2, 2); /* between two */
	ck_assert_uint_eq(f.count, 1);
	check_block(swf_free_blocks_take(&f, 7), 0, 6);
	swf_free_blocks_clear(&f);
}
END_TEST

enum { PROCS = 60, JOBS = 40 };

/* What is to be taken of a list of all processors. */
static struct swf_block expected_block(const bool is_free[PROCS], int64_t size)
{
	struct swf_block best = {0, -1};
	for (int64_t low = 0; low < PROCS; low++) {
		struct swf_block b = {low, low - 1};
		while (b.high + 1 < PROCS && is_free[b.high + 1])
			b.high++;
		const int64_t this_size = swf_block_size(&b), best_size = swf_block_size(&best);
		if (best_size < size ? this_size > best_size
				     : this_size >= size && this_size < best_size)
			best = b;
		low = b.high > low ? b.high : low;
	}
	if (swf_block_size(&best) > size)
		best.high = best.low + size - 1;
	return best;
}

START_TEST(at_random_as_a_list_of_processors_gives_them)
{
	bool is_free[PROCS];
	struct swf_block held[JOBS];
	struct swf_free_blocks f = {0};
	give(&f, 0, PROCS - 1);
	memset(is_free, true, sizeof is_free);
	for (int j = 0; j < JOBS; j++)
		held[j] = (struct swf_block){0, -1};
	uint32_t random = 7;
	for (int step = 0; step < 20000; step++) {
		random = random * 1664525 + 1013904223;
		struct swf_block *h = &held[(random >> 16) % JOBS];
		const bool gives = swf_block_size(h) > 0;
		const struct swf_block wanted = expected_block(is_free, 1 + (random >> 24) % 7);
		if (gives)
			give(&f, h->low, h->high);
		else if (f.count > 0)
			*h = swf_free_blocks_take(&f, 1 + (random >> 24) % 7);
		if (!gives)
			check_block(*h, wanted.low, wanted.high);
		for (int64_t p = h->low; p <= h->high; p++)
			is_free[p] = gives;
		if (gives)
			*h = (struct swf_block){0, -1};
		size_t blocks = 0;
		for (int p = 0; p < PROCS; p++)
			blocks += is_free[p] && (p == 0 || !is_free[p - 1]);
		ck_assert_uint_eq(f.count, blocks);
	}
	swf_free_blocks_clear(&f);
}
END_TEST

START_TEST(without_memory_nothing_is_given_back)
{
	struct swf_free_blocks f = {0};
	fail_realloc(1);
	ck_assert_int_eq(swf_free_blocks_give(&f, (struct swf_block){0, 1}), -1);
	ck_assert_uint_eq(f.count, 0);
	swf_free_blocks_clear(&f);
}
END_TEST

Suite *free_blocks_suite(void)
{
	return suite_of("free_blocks",
		(const TTest *const[]){the_smallest_block_that_has_enough_is_taken,
			blocks_that_touch_become_one, at_random_as_a_list_of_processors_gives_them,
			without_memory_nothing_is_given_back, NULL});
}
