#include <stdlib.h>

#include "unit/suites.h"
#include "users/rare.h"

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

Suite *flurries_suite(void)
{
	return suite_of("flurries",
		(const TTest *const[]){flurries_equal_the_naive_ones, default_threshold, NULL});
}
