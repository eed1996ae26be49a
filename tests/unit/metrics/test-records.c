/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "metrics/records.h"
#include "unit/suites.h"

static struct swf_record record(double submit, double wait, double run_time, int64_t user)
{
	return (struct swf_record){
		.submit = submit, .wait = wait, .run_time = run_time, .user = user, .size = 3};
}

static bool same(const struct swf_record *a, const struct swf_record *b)
{
	return a->submit == b->submit && a->wait == b->wait && a->run_time == b->run_time &&
		a->user == b->user && a->size == b->size;
}

static void add_all(struct swf_records *records, const struct swf_record *of, size_t count)
{
	size_t capacity = 0;
	*records = (struct swf_records){0};
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(swf_records_add(records, &capacity, &of[i]), 0);
}

/* Each number that is narrow, and the next one that is not, in each field. */
START_TEST(records_hold_every_number)
{
	const struct swf_record narrow[] = {record(0, 1, 2, 3), record(-2147483648.0, 0, 0, -1),
		record(2147483647, 2147483647, 2147483647, INT32_MAX), record(0, 0, 0, INT32_MIN)};
	const struct swf_record wide[] = {record(-2147483649.0, 0, 0, 0),
		record(2147483648.0, 0, 0, 0), record(0.5, 0, 0, 0), record(0, 2147483648.0, 0, 0),
		record(0, 0x1p-40, 0, 0), record(0, 0, 2147483648.0, 0), record(0, 0, 1.25, 0),
		record(0, 0, 0, INT64_C(2147483648)), record(0, 0, 0, INT64_C(-2147483649)),
		record(1e300, 0, 0, 0)};
	enum { NARROW = sizeof narrow / sizeof *narrow, WIDE = sizeof wide / sizeof *wide };
	struct swf_records records;
	add_all(&records, narrow, NARROW);
	ck_assert(records.wide == NULL && records.count == NARROW);
	swf_records_clear(&records);
	for (size_t w = 0; w < WIDE; w++) {
		struct swf_record all[NARROW + 2];
		uint32_t places[] = {5, 0, 1, 2, 4, 3};
		for (size_t i = 0; i < NARROW; i++)
			all[i] = narrow[i];
		all[NARROW] = wide[w];
		all[NARROW + 1] = narrow[0];
		add_all(&records, all, NARROW + 2);
		ck_assert(records.narrow == NULL && records.count == NARROW + 2);
		for (size_t i = 0; i < records.count; i++) {
			const struct swf_record r = swf_record_at(&records, i);
			ck_assert(same(&r, &all[i]));
			ck_assert(swf_record_submit(&records, i) == all[i].submit);
		}
		swf_records_arrange(&records, places);
		static const size_t from[] = {5, 0, 1, 2, 4, 3};
		for (size_t i = 0; i < records.count; i++) {
			const struct swf_record r = swf_record_at(&records, i);
			ck_assert(same(&r, &all[from[i]]));
		}
		swf_records_clear(&records);
	}
}
END_TEST

START_TEST(records_are_arranged_where_they_are)
{
	enum { N = 1000 };
	struct swf_record all[N];
	uint32_t places[N], from[N];
	uint64_t state = 5;
	struct swf_records records;
	for (size_t i = 0; i < N; i++) {
		all[i] = record((double)i, 0, 0, 1);
		from[i] = (uint32_t)i;
	}
	for (size_t i = N; i > 1; i--) {
		const uint32_t other = random_below(&state, (uint32_t)i), moved = from[i - 1];
		from[i - 1] = from[other];
		from[other] = moved;
	}
	for (size_t i = 0; i < N; i++)
		places[i] = from[i];
	add_all(&records, all, N);
	swf_records_arrange(&records, places);
	for (size_t i = 0; i < N; i++)
		ck_assert(swf_record_submit(&records, i) == (double)from[i]);
	swf_records_clear(&records);
}
END_TEST

/* The second implementation: looks at every second, and at every job for it. */
static void check_levels(const struct swf_record *all, size_t count, int seconds)
{
	struct swf_records records;
	struct swf_levels levels[2];
	double *times[2] = {
		calloc(count + 1, sizeof(double)), calloc(3 * count + 1, sizeof(double))};
	for (int t = 0; t < seconds; t++) {
		size_t waiting = 0, busy = 0;
		for (size_t i = 0; i < count; i++) {
			const double start = all[i].submit + all[i].wait;
			waiting += all[i].submit <= t && t < start;
			busy += start <= t && t < start + all[i].run_time ? (size_t)all[i].size : 0;
		}
		times[SWF_LEVEL_QUEUE][waiting]++;
		times[SWF_LEVEL_BUSY][busy]++;
	}
	add_all(&records, all, count);
	const struct swf_window window = {.begin = 0, .end = seconds};
	ck_assert_int_eq(swf_record_levels(&records, window, levels), 0);
	for (int level = 0; level < 2; level++) {
		size_t n;
		double time = 0;
		struct swf_level_share *shares = swf_levels_shares(&levels[level], &n);
		for (size_t i = 0; i < n; i++) {
			ck_assert(times[level][(size_t)shares[i].level] == shares[i].time);
			time += shares[i].time;
		}
		ck_assert(time == seconds);
		free(shares);
		free(times[level]);
		swf_levels_clear(&levels[level]);
	}
	swf_records_clear(&records);
}

/* More jobs than are sorted at a time, of which few wait, many, or all at once. */
START_TEST(levels_agree_with_each_second)
{
	enum { N = 9000, SECONDS = 300 };
	static const uint32_t most_wait[] = {1, 20, 1000, 1000};
	struct swf_record *all = malloc(N * sizeof *all);
	uint64_t state = 6;
	for (int kind = 0; kind < 4; kind++) {
		for (size_t i = 0; i < N; i++) {
			const double submit = kind == 3 ? 0 : (double)(i * SECONDS / N);
			all[i] = record(submit, random_below(&state, most_wait[kind]),
				random_below(&state, 50), 1);
		}
		check_levels(all, N, SECONDS);
	}
	check_levels(all, 1, SECONDS);
	free(all);
}
END_TEST

Suite *records_suite(void)
{
	return suite_of("records",
		(const TTest *const[]){records_hold_every_number,
			records_are_arranged_where_they_are, levels_agree_with_each_second, NULL});
}
