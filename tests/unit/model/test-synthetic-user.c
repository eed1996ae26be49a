/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "model/synthetic-user.h"
#include "swfcore/quantity.h"
#include "unit/suites.h"

static const double CELL = 900; /* s */

static void set(struct swf_working_time *clock, const double cells[SWF_WORKING_TIME_CELLS])
{
	swf_working_time_set(clock, cells);
}

START_TEST(cells_are_quarters_of_an_hour_of_the_week)
{
	ck_assert_uint_eq(swf_working_time_cell(0), 0);
	ck_assert_uint_eq(swf_working_time_cell(899.5), 0);
	ck_assert_uint_eq(swf_working_time_cell(900), 1);
	ck_assert_uint_eq(swf_working_time_cell(SWF_WEEK - 1), 671);
	ck_assert_uint_eq(swf_working_time_cell(SWF_WEEK), 0);
	ck_assert_uint_eq(swf_working_time_cell(-1), 671);
	ck_assert_uint_eq(swf_working_time_cell(-SWF_WEEK), 0);
	ck_assert_uint_eq(swf_working_time_cell(3 * SWF_WEEK + 9 * SWF_HOUR), 36);
	ck_assert_uint_eq(swf_working_time_cell(-1e-13), 671);
}
END_TEST

/* 9:06 to 9:18 lies for 9 of 12 minutes in the first quarter; 0 to 168 in all alike; a single time
 * in one, the end of the week in the last. */
START_TEST(hours_become_weights_of_cells)
{
	static const struct {
		double from, to;
		size_t cell, next;
		double weight, of_next;
	} cases[] = {{9.1, 9.3, 36, 37, 0.75, 0.25}, {9, 9.25, 36, 37, 1, 0}, {9, 9, 36, 37, 1, 0},
		{9.25, 9.75, 37, 38, 0.5, 0.5}, {168, 168, 671, 670, 1, 0},
		{0, 168, 0, 671, 1 / 672.0, 1 / 672.0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_histogram h = {0};
		double cells[SWF_WORKING_TIME_CELLS] = {0}, sum = 0;
		ck_assert_int_eq(swf_histogram_add(&h, cases[i].from, cases[i].to, 7), 0);
		swf_working_time_add(cells, &h, 2);
		for (size_t c = 0; c < SWF_WORKING_TIME_CELLS; c++)
			sum += cells[c];
		ck_assert_double_eq_tol(sum, 2, 1e-9);
		ck_assert_double_eq_tol(cells[cases[i].cell], 2 * cases[i].weight, 1e-9);
		ck_assert_double_eq_tol(cells[cases[i].next], 2 * cases[i].of_next, 1e-9);
		swf_histogram_clear(&h);
	}
}
END_TEST

/* Weights of several ranges are shares, and what is there stays. */
START_TEST(weights_add_up)
{
	struct swf_histogram h = {0};
	double cells[SWF_WORKING_TIME_CELLS] = {[36] = 1};
	ck_assert_int_eq(swf_histogram_add(&h, 9, 9.25, 30), 0);
	ck_assert_int_eq(swf_histogram_add(&h, 9, 9.5, 10), 0);
	swf_working_time_add(cells, &h, 1);
	ck_assert_double_eq_tol(cells[36], 1 + 0.75 + 0.125, 1e-12);
	ck_assert_double_eq_tol(cells[37], 0.125, 1e-12);
	swf_histogram_clear(&h);
}
END_TEST

/* Where all cells are alike it is time. */
START_TEST(a_flat_week_is_time)
{
	double cells[SWF_WORKING_TIME_CELLS];
	struct swf_working_time clock;
	uint64_t state = 1;
	for (size_t c = 0; c < SWF_WORKING_TIME_CELLS; c++)
		cells[c] = 3;
	set(&clock, cells);
	for (int i = 0; i < 5000; i++) {
		const double time = random_below(&state, 100000000) / 10.0 - 2e6;
		ck_assert_double_eq_tol(swf_working_time_at(&clock, time), time / SWF_WEEK, 1e-12);
		ck_assert_double_eq_tol(
			swf_working_time_reached(&clock, time / SWF_WEEK), time, 1e-6);
	}
}
END_TEST

/* Two cells of weights 1 and 3, of two weeks: a quarter passes in the first. */
START_TEST(it_stands_still_when_nobody_works)
{
	const double cells[SWF_WORKING_TIME_CELLS] = {[36] = 1, [100] = 3};
	struct swf_working_time clock;
	set(&clock, cells);
	static const double at[][2] = {{0, 0}, {36 * 900, 0}, {36.5 * 900, 0.125}, {37 * 900, 0.25},
		{80 * 900, 0.25}, {100 * 900, 0.25}, {100.5 * 900, 0.625}, {101 * 900, 1},
		{671.9 * 900, 1}, {SWF_WEEK, 1}, {SWF_WEEK + 36.5 * 900, 1.125},
		{100.5 * 900 - SWF_WEEK, -0.375}};
	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		ck_assert(swf_working_time_at(&clock, at[i][0]) == at[i][1]);
	/* and goes on when they work again */
	static const double reached[][2] = {{0, 36 * 900}, {0.125, 36.5 * 900}, {0.25, 100 * 900},
		{0.625, 100.5 * 900}, {1, SWF_WEEK + 36 * 900}, {-0.375, 100.5 * 900 - SWF_WEEK}};
	for (size_t i = 0; i < sizeof reached / sizeof *reached; i++)
		ck_assert(swf_working_time_reached(&clock, reached[i][0]) == reached[i][1]);
}
END_TEST

/* Any weights, half of them 0: in cells with weight both ways are inverse; a week is one; it never
 * goes back. */
START_TEST(both_ways_are_inverse)
{
	uint64_t state = 9;
	for (int round = 0; round < 50; round++) {
		double cells[SWF_WORKING_TIME_CELLS];
		struct swf_working_time clock;
		for (size_t c = 0; c < SWF_WORKING_TIME_CELLS; c++)
			cells[c] = c == 17 || random_below(&state, 2)
				? 1 + random_below(&state, 500)
				: 0;
		set(&clock, cells);
		for (int i = 0; i < 500; i++) {
			const double week = (double)random_below(&state, 100) - 20,
				     time = week * SWF_WEEK + random_below(&state, 6048000) / 10.0 +
				0.05;
			const double weeks = swf_working_time_at(&clock, time);
			ck_assert_double_eq_tol(
				swf_working_time_at(&clock, time + SWF_WEEK), weeks + 1, 1e-9);
			ck_assert_double_ge(swf_working_time_at(&clock, time + CELL / 7), weeks);
			ck_assert(weeks >= week && weeks <= week + 1);
			const double back = swf_working_time_reached(&clock, weeks);
			if (cells[swf_working_time_cell(time)] > 0)
				ck_assert_double_eq_tol(back, time, 1e-3);
			ck_assert_double_eq_tol(swf_working_time_at(&clock, back), weeks, 1e-9);
		}
	}
}
END_TEST

/* A time stays where something begins in its cell; else it moves to the next cell in which
 * something does, which may be in the next week. */
START_TEST(a_start_moves_to_working_hours)
{
	const double cells[SWF_WORKING_TIME_CELLS] = {[36] = 1, [37] = 1e-12, [100] = 3};
	struct swf_working_time clock;
	set(&clock, cells);
	static const double next[][2] = {{0, 36}, {35.999, 36}, {36, 36}, {36.5, 36.5}, {37, 37},
		{37.999, 37.999}, {38, 100}, {99.999, 100}, {100, 100}, {100.999, 100.999},
		{101, 672 + 36}, {671.999, 672 + 36}, {672, 672 + 36}, {672 + 36.25, 672 + 36.25},
		{5 * 672 + 50, 5 * 672 + 100}, {-1, 36}, {-672 + 36.5, -672 + 36.5},
		{-672 + 102, 36}};
	for (size_t i = 0; i < sizeof next / sizeof *next; i++)
		ck_assert(swf_working_time_next(&clock, next[i][0] * CELL) == next[i][1] * CELL);
}
END_TEST

/* Any weights, most of them 0: the time found is not before the time, something begins in its cell,
 * and nothing in those between the two; no working time passes until then. */
START_TEST(nothing_begins_before_the_next_start)
{
	uint64_t state = 4;
	for (int round = 0; round < 50; round++) {
		double cells[SWF_WORKING_TIME_CELLS];
		struct swf_working_time clock;
		for (size_t c = 0; c < SWF_WORKING_TIME_CELLS; c++)
			cells[c] = c == (size_t)round * 13 || !random_below(&state, 40)
				? 1 + random_below(&state, 500)
				: 0;
		set(&clock, cells);
		for (int i = 0; i < 200; i++) {
			const double time = random_below(&state, 100000000) / 10.0 - 2e6;
			const double next = swf_working_time_next(&clock, time);
			ck_assert_double_ge(next, time);
			ck_assert(cells[swf_working_time_cell(next)] > 0);
			ck_assert(next == time || fmod(next, CELL) == 0);
			if (next > time)
				ck_assert(cells[swf_working_time_cell(time)] == 0);
			for (double at = time + CELL; at < next; at += CELL)
				ck_assert(cells[swf_working_time_cell(at)] == 0);
			ck_assert_double_eq_tol(swf_working_time_at(&clock, next),
				swf_working_time_at(&clock, time), 1e-12);
		}
	}
}
END_TEST

Suite *working_time_suite(void)
{
	return suite_of("working_time",
		(const TTest *const[]){cells_are_quarters_of_an_hour_of_the_week,
			hours_become_weights_of_cells, weights_add_up, a_flat_week_is_time,
			it_stands_still_when_nobody_works, both_ways_are_inverse,
			a_start_moves_to_working_hours, nothing_begins_before_the_next_start,
			NULL});
}
