/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/suites.h"
#include "users/rare.h"

static int read_list(const char *text, struct swf_rare_list *list, struct swf_error *error)
{
	char path[] = "/tmp/swfkit-rare-XXXXXX";
	write_file(path, text, strlen(text));
	int result = swf_rare_read(path, list, error);
	unlink(path);
	return result;
}

START_TEST(jobs_belong_from_begin_to_end)
{
	struct swf_rare_list list;
	struct swf_error error;
	ck_assert_int_eq(read_list("name,end,begin,user\n"
				   "x,200,100,7\ny,50,50,7\n,300.5,201,7\nz,1e9,0,3\n",
				 &list, &error),
		0);
	ck_assert(!list.has_dates);
	ck_assert_int_eq(swf_rare_place(&list, NULL, &error), 0);
	/* by user and time: 3, then 7 from 50, 100 and 201 */
	ck_assert_uint_eq(list.count, 4);
	for (int64_t user = 2; user < 9; user++)
		for (double t = 0; t < 400; t += 0.5) {
			const struct swf_job job = {.user = user, .submit = t};
			size_t place = 4;
			if (user == 3)
				place = 0;
			else if (user == 7 && t == 50)
				place = 1;
			else if (user == 7 && t >= 100 && t <= 200)
				place = 2;
			else if (user == 7 && t >= 201 && t <= 300.5)
				place = 3;
			ck_assert_uint_eq(swf_rare_find(&list, &job), place);
		}
	swf_rare_clear(&list);
}
END_TEST

START_TEST(dates_need_a_calendar)
{
	const struct swf_offset utc = {0, 0};
	struct swf_calendar *calendar = swf_calendar_new(86400 * 365, &utc, 1);
	struct swf_rare_list list;
	struct swf_error error;
	ck_assert_int_eq(read_list("user,begin,end\n1,0,1971-01-02\n", &list, &error), 0);
	ck_assert(list.has_dates);
	ck_assert_int_eq(swf_rare_place(&list, calendar, &error), 0);
	ck_assert(list.rows[0].begin == 0 && list.rows[0].end < 2 * 86400 &&
		list.rows[0].end > 2 * 86400 - 1e-6);
	swf_rare_clear(&list);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(wrong_rows_are_refused_with_their_line)
{
	static const struct {
		const char *text, *error;
	} cases[] = {{"user,begin,end\n1,2,3\n1,5,4\n", ":3: ends before it begins"},
		{"user,begin,end\n1,0,9\n2,0,9\n1,9,12\n", ":4: shares a moment with line 2"},
		{"user,begin,end\n1,0,9\n2,0,9\n2,9,12\n", ":4: shares a moment with line 3"},
		{"user,begin,end\n1,9,12\n1,0,9\n", ":3: shares a moment with line 2"},
		{"user,begin,end\nbob,0,9\n", ":2: user: not a user number: 'bob'"},
		{"user,begin,end\n-1,0,9\n", ":2: user: not a user number: '-1'"},
		{"user,begin,end\n1.5,0,9\n", ":2: user: not a user number: '1.5'"},
		{"user,begin,end\n1,soon,9\n", ":2: begin: neither seconds nor a date: 'soon'"},
		{"user,begin,end\n1,2,\n", ":2: end: neither seconds nor a date: ''"},
		{"user,begin\n1,2\n", ":1: no column 'end'"},
		{"user,begin,end\n1,2\n", ":2: 2 cells where there are 3 columns"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_rare_list list;
		struct swf_error error;
		int result = read_list(cases[i].text, &list, &error);
		if (result == 0)
			result = swf_rare_place(&list, NULL, &error);
		ck_assert_int_eq(result, -1);
		if (strstr(error.text, cases[i].error) == NULL)
			ck_abort_msg("'%s', not '%s'", error.text, cases[i].error);
		swf_rare_clear(&list);
	}
}
END_TEST

/* Which jobs are in windows with more than `threshold`, and whether a job's window touches that of
 * the job before it: all by looking at every pair. */
static void naive(const double *t, size_t n, double window, double threshold, int *flurry_of)
{
	int number = 0;
	double covered = -1;
	for (size_t i = 0; i < n; i++)
		flurry_of[i] = 0;
	for (size_t i = 0; i < n; i++) {
		size_t in_window = 0;
		for (size_t j = i; j < n; j++)
			in_window += t[j] < t[i] + window;
		if ((double)in_window <= threshold)
			continue;
		number += number == 0 || t[i] > covered;
		covered = t[i] + window;
		for (size_t j = i; j < n; j++)
			if (t[j] < covered)
				flurry_of[j] = number;
	}
}

START_TEST(flurries_equal_the_naive_ones)
{
	enum { MOST = 60 };
	double t[MOST];
	int expected[MOST];
	uint64_t state = 5;
	size_t found = 0;
	for (int round = 0; round < 3000; round++) {
		const size_t n = random_below(&state, MOST + 1);
		const double window = 1 + random_below(&state, 12),
			     threshold = random_below(&state, 6);
		double now = 0;
		for (size_t i = 0; i < n; i++)
			t[i] = now += random_below(&state, random_below(&state, 4) == 0 ? 30 : 4);
		naive(t, n, window, threshold, expected);
		struct swf_flurry flurry = {0};
		size_t end = 0;
		int number = 0;
		while (swf_flurry_next(t, n, end, window, threshold, &flurry)) {
			number++;
			for (; end < flurry.first; end++)
				ck_assert_int_eq(expected[end], 0);
			for (; end < flurry.first + flurry.jobs; end++)
				ck_assert_int_eq(expected[end], number);
			ck_assert_uint_gt(flurry.jobs, 0);
			found++;
		}
		for (; end < n; end++)
			ck_assert_int_eq(expected[end], 0);
	}
	ck_assert_uint_gt(found, 1000);
}
END_TEST

START_TEST(default_threshold)
{
	struct swf_users users = {.total = {.jobs = 3000, .weeks_active = 40}};
	ck_assert(swf_flurry_threshold(&users) == 750);
	users.total.weeks_active = 400;
	ck_assert(swf_flurry_threshold(&users) == 500);
	users.total.jobs = users.total.weeks_active = 0;
	ck_assert(swf_flurry_threshold(&users) == 500);
}
END_TEST

Suite *rare_suite(void)
{
	return suite_of("rare",
		(const TTest *const[]){jobs_belong_from_begin_to_end, dates_need_a_calendar,
			wrong_rows_are_refused_with_their_line, flurries_equal_the_naive_ones,
			default_threshold, NULL});
}
