/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/random.h"
#include "swfcore/quantity.h"
#include "unit/pools-of.h"
#include "unit/suites.h"

/* In 30 weeks: user 1 is long-term (13 weeks and more), 2 temporary with submits in weeks 10, 11
 * and 14, 3 gone by the end of week 4, 4 there only from week 26 on; one job has no user. */
static struct swf_jobs small_log(void)
{
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, 3);
	add_job(&log, 4, 0, 3);
	add_job(&log, 2, 50, 1);
	add_job(&log, 14, 51, 1);
	add_job(&log, 10, 7, 2);
	add_job(&log, 11, 6, 2);
	add_job(&log, 11, 6, 2);
	add_job(&log, 14, 9, 2);
	add_job(&log, 20, 0, -1);
	add_job(&log, 27, 0, 4);
	add_job(&log, 30, 0, 4);
	return log;
}

START_TEST(users_are_put_into_pools)
{
	struct swf_pools pools = {0};
	struct swf_jobs log = small_log();
	add_log(&pools, &log, NULL);
	ck_assert_double_eq(pools.logs[0]->length, 30 * SWF_WEEK);
	ck_assert_uint_eq(pools.pools[SWF_POOL_LONG_TERM].count, 1);
	ck_assert_uint_eq(pools.pools[SWF_POOL_TEMPORARY].count, 1);
	ck_assert_uint_eq(pools.pools[SWF_POOL_RARE].count, 0);
	ck_assert_uint_eq(pools.owners, 2);
	ck_assert_uint_eq(pools.discarded, 2);
	ck_assert_int_eq(pools.discarded_jobs, 4);
	ck_assert_int_eq(pools.anonymous, 1);
	const struct swf_subtrace *s = &pools.pools[SWF_POOL_TEMPORARY].subtraces[0];
	ck_assert_int_eq(s->user, 2);
	ck_assert_uint_eq(s->count, 4);
	ck_assert_int_eq(s->first_week, 10);
	ck_assert_int_eq(s->last_week, 14);
	ck_assert_int_eq(s->weeks_active, 3);
	ck_assert_double_eq(s->weight, 1);
	static const int64_t active[] = {10, 11, 14};
	for (int k = 0; k < 3; k++)
		ck_assert_int_eq(swf_pool_subtrace_active_week(s, k), active[k]);
	static const size_t from[] = {0, 1, 3, 3, 3, 4}; /* weeks 10 to 15 */
	for (int64_t week = 10; week <= 15; week++)
		ck_assert_uint_eq(swf_pool_subtrace_from_week(s, week), from[week - 10]);
	s = &pools.pools[SWF_POOL_LONG_TERM].subtraces[0];
	ck_assert_int_eq(s->user, 1);
	ck_assert_int_eq(s->last_week - s->first_week, 12);
	swf_pools_clear(&pools);
}
END_TEST

/* The weeks begin with the first submit, or where they are said to. */
START_TEST(weeks_begin_at_the_origin)
{
	struct swf_pool_log log = {.origin = -100};
	struct swf_pools pools = {0};
	static const struct swf_user_class_rule rule = {0};
	static const struct swf_rare_list none = {0};
	static const double submits[] = {0, SWF_WEEK - 101, SWF_WEEK - 100, 3 * SWF_WEEK};
	for (int i = 0; i < 4; i++) {
		const struct swf_job job = {.submit = submits[i], .user = 5, .preceding = -1};
		ck_assert_int_eq(swf_workload_add(&log.jobs, &job, SWF_SIZE_REQUESTED), 0);
	}
	ck_assert_int_eq(swf_pools_add(&pools, &log, &rule, &none), 0);
	const struct swf_subtrace *s = &pools.pools[SWF_POOL_LONG_TERM].subtraces[0];
	static const int64_t weeks[] = {0, 0, 1, 3};
	for (size_t i = 0; i < 4; i++)
		ck_assert_int_eq(swf_pool_subtrace_week(s, i), weeks[i]);
	swf_pools_clear(&pools);
}
END_TEST

/* Rows of a list are users of their own, and their jobs are nobody else's. */
START_TEST(rare_behaviours_have_a_pool)
{
	struct swf_rare rows[] = {{.user = 1, .begin = 14 * SWF_WEEK, .end = 15 * SWF_WEEK},
		{.user = 2, .begin = 0, .end = 11 * SWF_WEEK},
		{.user = 2, .begin = 14 * SWF_WEEK, .end = 15 * SWF_WEEK}};
	const struct swf_rare_list list = {.rows = rows, .count = 3};
	struct swf_pools pools = {0};
	struct swf_jobs log = small_log();
	add_log(&pools, &log, &list);
	/* user 1 has only the job of week 2, within the edge */
	ck_assert_uint_eq(pools.pools[SWF_POOL_LONG_TERM].count, 0);
	ck_assert_uint_eq(pools.discarded, 3);
	ck_assert_uint_eq(pools.pools[SWF_POOL_TEMPORARY].count, 1);
	ck_assert_uint_eq(pools.pools[SWF_POOL_TEMPORARY].subtraces[0].count, 2);
	ck_assert_uint_eq(pools.pools[SWF_POOL_RARE].count, 3);
	static const int64_t users[] = {1, 2, 2};
	for (size_t i = 0; i < 3; i++) {
		const struct swf_subtrace *s = &pools.pools[SWF_POOL_RARE].subtraces[i];
		ck_assert_int_eq(s->user, users[i]);
		ck_assert_uint_eq(s->count, 1);
		ck_assert_int_eq(s->first_week, i == 1 ? 10 : 14);
	}
	swf_pools_clear(&pools);
}
END_TEST

/* Field 17 becomes how far to go back among the jobs of the user. */
START_TEST(preceding_jobs_become_distances)
{
	struct swf_pools pools = {0};
	struct swf_jobs log = {0};
	static const struct {
		int64_t user, number, preceding, distance;
	} jobs[] = {{1, 1, -1, -1}, {2, 2, 1, 0} /* another user's */, {1, 3, 1, 1}, {1, 4, 1, 2},
		{1, 5, 6, 0} /* a later one */, {1, 6, 6, 0} /* itself */, {1, 1, 1, 5},
		{1, 8, 1, 1} /* the latest of this number */, {1, 9, 99, 0}, {2, 10, 2, 1},
		{1, 11, 3, 7}};
	enum { N = sizeof jobs / sizeof *jobs };
	for (size_t i = 0; i < N; i++) {
		add_job(&log, (int)i + 5, 0, jobs[i].user);
		log.jobs[i].number = jobs[i].number;
		log.jobs[i].preceding = jobs[i].preceding;
	}
	add_job(&log, 0, 0, -1);
	add_job(&log, 40, 0, -1);
	add_log(&pools, &log, NULL);
	const struct swf_packed_jobs *in_log = &pools.logs[0]->jobs.jobs;
	for (size_t i = 0; i < N; i++)
		ck_assert_int_eq(swf_packed_jobs_get(in_log, i + 1).preceding, jobs[i].distance);
	const struct swf_subtrace_pool *pool = &pools.pools[SWF_POOL_TEMPORARY];
	ck_assert_uint_eq(pool->count, 2);
	ck_assert_uint_eq(pool->subtraces[0].reach, 7);
	ck_assert_uint_eq(pool->subtraces[1].reach, 1);
	swf_pools_clear(&pools);
}
END_TEST

/* Jobs of user 1 at 0 s and 5 s (which overlap), 100 s, and after more than an hour; of user 2
 * once.
 */
START_TEST(users_are_taken_apart)
{
	static const enum swf_element elements[] = {
		SWF_ELEMENT_SESSION, SWF_ELEMENT_BATCH, SWF_ELEMENT_JOB};
	static const size_t counts[3][5] = {{3, 1, 1}, {2, 1, 1, 1}, {1, 1, 1, 1, 1}};
	for (int e = 0; e < 3; e++) {
		struct swf_pools pools = {.element = elements[e]};
		struct swf_jobs log = {0};
		add_job(&log, 0, 0, -1);
		add_job(&log, 10, 0, 1);
		add_job(&log, 10, 5, 1);
		add_job(&log, 10, 100, 1);
		add_job(&log, 10, 3701, 1);
		add_job(&log, 12, 0, 2);
		add_job(&log, 30, 0, -1);
		log.jobs[4].preceding = 4; /* the job before, which is in another part */
		log.jobs[2].preceding = 2;
		add_log(&pools, &log, NULL);
		const struct swf_subtrace_pool *pool = &pools.pools[SWF_POOL_TEMPORARY];
		size_t n = 0;
		for (; n < 5 && counts[e][n] > 0; n++) {
			const struct swf_subtrace *s = &pool->subtraces[n];
			ck_assert_uint_eq(s->count, counts[e][n]);
			ck_assert_int_eq(s->class_, SWF_POOL_TEMPORARY);
			/* only the second job has one before it in its own part */
			ck_assert_uint_eq(s->reach, s->count > 1);
		}
		ck_assert_uint_eq(pool->count, n);
		ck_assert_uint_eq(pool->subtraces[0].owner, 0);
		ck_assert_uint_eq(pool->subtraces[n - 1].owner, 1);
		ck_assert_int_eq(pool->subtraces[n - 1].user, 2);
		ck_assert_uint_eq(pools.owners, 2);
		ck_assert_uint_eq(pools.pools[SWF_POOL_LONG_TERM].count, 0);
		swf_pools_clear(&pools);
	}
}
END_TEST

/* Two logs with users of their own. In each the weights add up to the number of its users; over
 * many draws a user is drawn a binomial number of times, with as many trials, each of probability 1
 * over them: of 4 users 0, 1 or more times with 81/256, 108/256 and 67/256. */
START_TEST(users_are_drawn_with_replacement)
{
	enum { DRAWS = 4000, USERS = 4 };
	struct swf_pools pools = {0};
	double counts[3] = {0}, together = 0;
	const double expected[3] = {81.0 / 256 * DRAWS, 108.0 / 256 * DRAWS, 67.0 / 256 * DRAWS};
	for (int l = 0; l < 2; l++) {
		struct swf_jobs log = {0};
		for (int user = 1; user <= USERS - l; user++)
			for (int week = 0; week <= 30; week += user % 2 == 0 ? 30 : 15)
				add_job(&log, week, user, user);
		add_log(&pools, &log, NULL);
	}
	struct swf_subtrace_pool *pool = &pools.pools[SWF_POOL_LONG_TERM];
	ck_assert_uint_eq(pool->count, USERS + USERS - 1);
	gsl_rng *rng = swf_random_new(1, 1);
	for (int draw = 0; draw < DRAWS; draw++) {
		double sums[2] = {0};
		for (size_t i = 0; i < pool->count; i++)
			pool->subtraces[i].weight = 1;
		ck_assert_int_eq(swf_pools_draw_with_replacement(&pools, rng), 0);
		for (size_t i = 0; i < pool->count; i++)
			sums[pool->subtraces[i].log] += pool->subtraces[i].weight;
		ck_assert_double_eq(sums[0], USERS);
		ck_assert_double_eq(sums[1], USERS - 1);
		const double drawn = pool->subtraces[2].weight;
		counts[drawn < 2 ? (int)drawn : 2]++;
		together += drawn * pool->subtraces[3].weight;
	}
	/* where the truth is this, one in 1000 seeds has less */
	ck_assert_double_gt(chi_squared_p(counts, expected, 3), 0.001);
	/* the mean product of two users' counts is 1 - 1 / USERS, and its variance below 1 */
	ck_assert_double_eq_tol(together / DRAWS, 1 - 1.0 / USERS, 4 / sqrt(DRAWS));
	/* a weight is multiplied */
	pool->subtraces[0].weight = pool->subtraces[1].weight = 0.5;
	pool->subtraces[2].weight = pool->subtraces[3].weight = 0.5;
	ck_assert_int_eq(swf_pools_draw_with_replacement(&pools, rng), 0);
	double sum = 0;
	for (size_t i = 0; i < USERS; i++)
		sum += pool->subtraces[i].weight;
	ck_assert_double_eq(sum, USERS / 2.0);
	gsl_rng_free(rng);
	swf_pools_clear(&pools);
}
END_TEST

Suite *pools_suite(void)
{
	return suite_of("pools",
		(const TTest *const[]){users_are_put_into_pools, weeks_begin_at_the_origin,
			rare_behaviours_have_a_pool, preceding_jobs_become_distances,
			users_are_taken_apart, users_are_drawn_with_replacement, NULL});
}
