/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "simulate/profile.h"
#include "unit/suites.h"

enum { N = 6000 };
static struct swf_task tasks[N];
static bool in[N];

/* The earliest time by which `need` processors have come free, from all tasks that are in. */
static double naive_reach(size_t count, int64_t need, int64_t *procs)
{
	double best = INFINITY;
	for (size_t i = 0; i < count; i++) {
		double time = tasks[i].expected_end;
		if (!in[i] || time >= best)
			continue;
		int64_t sum = 0;
		for (size_t k = 0; k < count; k++)
			if (in[k] && tasks[k].expected_end <= time)
				sum += tasks[k].size;
		if (sum >= need) {
			best = time;
			*procs = sum;
		}
	}
	return best;
}

/* Random additions, subtractions and questions; the seed decides how many tasks are in at a time
 * and how many have the same time. */
static void try_profile(uint64_t seed, uint32_t span, uint32_t most)
{
	struct swf_profile *profile = swf_profile_new();
	uint64_t state = seed;
	int64_t total = 0;
	size_t count = 0, inside = 0;
	while (count < N / 4) {
		uint32_t choice = random_below(&state, 100);
		if (choice < 45 || inside == 0) {
			tasks[count] = (struct swf_task){
				.expected_end = (double)(count / 8 + random_below(&state, span)),
				.size = 1 + (int32_t)random_below(&state, 20)};
			in[count] = true;
			ck_assert_int_eq(swf_profile_add(profile, &tasks[count]), 0);
			total += tasks[count++].size;
			inside++;
		} else if (choice < 75 || inside > most) {
			size_t i = random_below(&state, (uint32_t)count);
			while (!in[i])
				i = (i + 1) % count;
			swf_profile_subtract(profile, &tasks[i]);
			in[i] = false;
			total -= tasks[i].size;
			inside--;
		} else {
			int64_t need = 1 + random_below(&state, (uint32_t)total);
			int64_t procs, expected_procs;
			double time, expected = naive_reach(count, need, &expected_procs);
			ck_assert_int_eq(swf_profile_reach(profile, need, &time, &procs), 0);
			ck_assert(time == expected);
			ck_assert_int_eq(procs, expected_procs);
		}
	}
	/* empty it from the front */
	while (inside > 0) {
		int64_t procs, expected_procs;
		double time = naive_reach(count, 1, &expected_procs);
		ck_assert_int_eq(swf_profile_pop(profile, nextafter(time, -1), &procs), 0);
		ck_assert_int_eq(procs, 0);
		ck_assert_int_eq(swf_profile_pop(profile, time, &procs), 0);
		ck_assert_int_eq(procs, expected_procs);
		for (size_t i = 0; i < count; i++) {
			if (in[i] && tasks[i].expected_end == time) {
				in[i] = false;
				inside--;
			}
		}
	}
	swf_profile_free(profile);
}

START_TEST(the_profile_equals_a_walk_over_all_tasks)
{
	for (uint64_t seed = 1; seed <= 12; seed++) {
		try_profile(seed, 10, 30);
		try_profile(seed, 100000, 400);
	}
}
END_TEST

/* Deep enough for three levels, and down again. */
START_TEST(a_large_profile_keeps_its_sums)
{
	struct swf_profile *profile = swf_profile_new();
	int64_t procs;
	double time;
	for (size_t i = 0; i < N; i++) {
		tasks[i] = (struct swf_task){.expected_end = (double)((i * 7919) % N), .size = 1};
		ck_assert_int_eq(swf_profile_add(profile, &tasks[i]), 0);
	}
	for (int64_t need = 1; need <= N; need += 97) {
		ck_assert_int_eq(swf_profile_reach(profile, need, &time, &procs), 0);
		ck_assert(time == (double)(need - 1));
		ck_assert_int_eq(procs, need);
	}
	for (size_t i = 0; i < N; i++) {
		swf_profile_subtract(profile, &tasks[i]);
		if (i % 501 != 0 || i + 1 == N)
			continue;
		double last = 0;
		for (size_t k = i + 1; k < N; k++)
			last = fmax(last, tasks[k].expected_end);
		ck_assert_int_eq(
			swf_profile_reach(profile, (int64_t)(N - i - 1), &time, &procs), 0);
		ck_assert(time == last);
		ck_assert_int_eq(procs, (int64_t)(N - i - 1));
	}
	swf_profile_free(profile);
}
END_TEST

Suite *profile_suite(void)
{
	return suite_of("profile",
		(const TTest *const[]){the_profile_equals_a_walk_over_all_tasks,
			a_large_profile_keeps_its_sums, NULL});
}
