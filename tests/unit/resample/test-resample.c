/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statistical tests: each at a significance of 0.001, with fixed seeds. What is checked of every
 * job is counted, since an assertion of Check costs a write.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "base/random.h"
#include "resample/resample.h"
#include "swfcore/quantity.h"
#include "unit/pools-of.h"
#include "unit/suites.h"

static const double SIGNIFICANCE = 0.001;

/* What a run has told of its uses. */
struct uses {
	struct swf_resample_use use[20000];
	size_t count;
};
static struct uses uses;

static void keep_use(void *self, const struct swf_resample_use *use)
{
	struct uses *all = self;
	if (all->count == sizeof all->use / sizeof *all->use)
		ck_abort_msg("too many uses");
	all->use[all->count++] = *use;
}

/* A run to its end: fills uses and returns the number of jobs. */
static size_t run(
	const struct swf_pools *pools, const struct swf_resample_plan *plan, uint64_t replication)
{
	gsl_rng *rng = swf_random_new(1, replication);
	struct swf_error error;
	struct swf_job job;
	size_t jobs = 0, wrong = 0;
	double last = -INFINITY;
	int got;
	uses.count = 0;
	struct swf_resample *r = swf_resample_new(pools, plan, rng, keep_use, &uses, &error);
	while ((got = swf_resample_next(r, &job, &error)) == 1) {
		wrong += job.number != (int64_t)++jobs || job.submit < last;
		last = job.submit;
	}
	if (r == NULL || got != 0 || wrong != 0)
		ck_abort_msg("a run that fails, or is out of order");
	swf_resample_free(r);
	gsl_rng_free(rng);
	return jobs;
}

/* 40 temporary users in 30 weeks; user u is active in 1 + u % 7 weeks, every other one. */
enum { TEMPORARY = 40, WEEKS = 30 };
static int active_weeks(int u)
{
	return 1 + u % 7;
}

static void temporary_users(struct swf_pools *pools)
{
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, -1);
	for (int u = 0; u < TEMPORARY; u++)
		for (int k = 0; k < active_weeks(u); k++)
			add_job(&log, 5 + u % 8 + 2 * k, u, u);
	add_job(&log, WEEKS, 0, -1);
	add_log(pools, &log, NULL);
	ck_assert_uint_eq(pools->pools[SWF_POOL_TEMPORARY].count, TEMPORARY);
}

/* Whether a use is of a user who comes in a week after the first. */
static bool comes(const struct swf_resample_use *use)
{
	return use->first_week > 0;
}

/* 1,000 replications of 20 weeks: the counts of a week against the binomial distribution, by their
 * mean, their variance and a chi-squared test. */
static void check_arrivals(double rate, unsigned trials)
{
	enum { REPLICATIONS = 1000, LENGTH = 21, MOST = 200 };
	struct swf_pools pools = {0};
	temporary_users(&pools);
	const struct swf_resample_plan plan = {.temporary_rate = rate, .length = LENGTH * SWF_WEEK};
	double counts[MOST] = {0}, sum = 0, squares = 0, fourth = 0;
	for (uint64_t k = 0; k < REPLICATIONS; k++) {
		double weeks[LENGTH] = {0};
		run(&pools, &plan, k);
		for (size_t i = 0; i < uses.count; i++)
			weeks[uses.use[i].first_week]++;
		for (int w = 1; w < LENGTH; w++) {
			if (weeks[w] >= MOST)
				ck_abort_msg("too many arrivals");
			counts[(int)weeks[w]]++;
			sum += weeks[w];
		}
	}
	const double n = REPLICATIONS * (LENGTH - 1), p = rate / trials;
	const double variance = trials * p * (1 - p);
	for (int c = 0; c < MOST; c++) {
		squares += counts[c] * pow(c - rate, 2) / n;
		fourth += gsl_ran_binomial_pdf((unsigned)c, p, trials) * pow(c - rate, 4);
	}
	/* the mean and the mean square deviation are nearly normal over so many weeks */
	ck_assert(
		gsl_cdf_ugaussian_Q(fabs(sum / n - rate) / sqrt(variance / n)) > SIGNIFICANCE / 2);
	ck_assert(gsl_cdf_ugaussian_Q(fabs(squares - variance) /
			  sqrt((fourth - variance * variance) / n)) > SIGNIFICANCE / 2);
	/* rare counts are put together with their neighbours */
	double got[MOST] = {0}, expected[MOST] = {0};
	size_t classes = 0;
	for (int c = 0; c < MOST; c++) {
		got[classes] += counts[c];
		expected[classes] += n * gsl_ran_binomial_pdf((unsigned)c, p, trials);
		if (expected[classes] >= 10)
			classes++;
	}
	got[classes - 1] += got[classes];
	expected[classes - 1] += expected[classes];
	ck_assert_uint_gt(classes, 4);
	ck_assert(chi_squared_p(got, expected, classes) > SIGNIFICANCE);
	swf_pools_clear(&pools);
}

START_TEST(arrivals_are_binomial)
{
	check_arrivals(40.0 / 30, TEMPORARY);
}
END_TEST

START_TEST(more_arrivals_than_users_are_several_binomials)
{
	check_arrivals(100, 3 * TEMPORARY);
}
END_TEST

/* The defaults: 40 users in 30 weeks, of whom 159/30 are active in a week. */
START_TEST(plan_follows_the_log)
{
	struct swf_pools pools = {0};
	temporary_users(&pools);
	double weeks = 0;
	for (int u = 0; u < TEMPORARY; u++)
		weeks += active_weeks(u);
	for (double load = 0.5; load < 3; load += 0.25) {
		const struct swf_resample_plan plan =
			swf_resample_plan_for(&pools, load, SWF_START_LITERAL);
		ck_assert_int_eq(plan.long_term, 0);
		ck_assert_int_eq(plan.temporary, llround(load * weeks / WEEKS));
		ck_assert_double_eq_tol(plan.temporary_rate, load * TEMPORARY / WEEKS, 1e-12);
		ck_assert_double_eq(plan.length, WEEKS * SWF_WEEK);
	}
	/* user 0 with weight 79 has half of the uses: 20, the others 20/39 each */
	pools.pools[SWF_POOL_TEMPORARY].subtraces[0].weight = 39;
	const struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	ck_assert_double_eq_tol(plan.temporary_rate, (double)TEMPORARY / WEEKS, 1e-12);
	ck_assert_int_eq(plan.temporary, llround((20.0 + 20.0 / 39 * (weeks - 1)) / WEEKS));
	swf_pools_clear(&pools);
}
END_TEST

static void rare_users(struct swf_pools *pools, int users, int weeks)
{
	struct swf_rare rows[3];
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, -1);
	for (int u = 0; u < users; u++) {
		rows[u] = (struct swf_rare){
			.user = u, .begin = (9 + u) * SWF_WEEK, .end = (10 + u) * SWF_WEEK};
		add_job(&log, 9 + u, 5, u);
	}
	add_job(&log, weeks, 0, -1);
	const struct swf_rare_list list = {.rows = rows, .count = (size_t)users};
	add_log(pools, &log, &list);
}

/* Each comes once in the time of its log: 3 in 30 weeks and 2 in 20 are 0.2 a week. */
START_TEST(plan_follows_what_is_rare)
{
	struct swf_pools pools = {0};
	rare_users(&pools, 3, 30);
	rare_users(&pools, 2, 20);
	for (double load = 0.5; load < 3; load += 0.5)
		ck_assert_double_eq_tol(
			swf_resample_plan_for(&pools, load, SWF_START_LITERAL).rare_rate,
			0.2 * load, 1e-12);
	swf_pools_clear(&pools);
}
END_TEST

/* One temporary user at the start: drawn in proportion to the active weeks, and each of these
 * is equally probable. */
START_TEST(initial_users_by_active_weeks)
{
	enum { REPLICATIONS = 20000 };
	struct swf_pools pools = {0};
	double counts[TEMPORARY * 7] = {0}, expected[TEMPORARY * 7], total = 0;
	size_t pairs = 0, wrong = 0, place[TEMPORARY];
	temporary_users(&pools);
	const struct swf_resample_plan plan = {
		.temporary = 1, .length = 1 * SWF_WEEK, .start = SWF_START_LITERAL};
	for (int u = 0; u < TEMPORARY; u++) {
		place[u] = pairs;
		pairs += (size_t)active_weeks(u);
		total += active_weeks(u);
	}
	for (uint64_t k = 0; k < REPLICATIONS; k++) {
		run(&pools, &plan, k);
		const struct swf_resample_use *use = &uses.use[0];
		wrong += uses.count != 1 || use->first_week != 0 ||
			swf_pool_subtrace_week(use->subtrace, use->first_job) != -use->shift;
		counts[place[use->subtrace->user] + use->first_job]++;
	}
	ck_assert_uint_eq(wrong, 0);
	for (size_t i = 0; i < pairs; i++)
		expected[i] = REPLICATIONS / total;
	ck_assert(chi_squared_p(counts, expected, pairs) > SIGNIFICANCE);
	double by_user[TEMPORARY] = {0}, expected_by_user[TEMPORARY];
	for (int u = 0; u < TEMPORARY; u++) {
		expected_by_user[u] = REPLICATIONS * active_weeks(u) / total;
		for (int k = 0; k < active_weeks(u); k++)
			by_user[u] += counts[place[u] + (size_t)k];
	}
	ck_assert(chi_squared_p(by_user, expected_by_user, TEMPORARY) > SIGNIFICANCE);
	swf_pools_clear(&pools);
}
END_TEST

/* Also of those who are there from the start none comes in the first week. */
START_TEST(nobody_comes_twice_in_a_week)
{
	struct swf_pools pools = {0};
	temporary_users(&pools);
	const struct swf_resample_plan plan = {
		.temporary = 10, .temporary_rate = 12, .length = 15 * SWF_WEEK};
	size_t twice = 0;
	for (uint64_t k = 0; k < 300; k++) {
		run(&pools, &plan, k);
		for (size_t i = 0; i < uses.count; i++)
			for (size_t j = i + 1; j < uses.count; j++)
				twice += uses.use[i].first_week == uses.use[j].first_week &&
					uses.use[i].subtrace == uses.use[j].subtrace;
	}
	ck_assert_uint_eq(twice, 0);
	swf_pools_clear(&pools);
}
END_TEST

/* Two flurries among the temporary users: they come at their rate, and the total is the same. */
START_TEST(rare_behaviours_come_at_their_rate)
{
	enum { REPLICATIONS = 1000, LENGTH = 21 };
	static const double rates[] = {1.0 / 8, 1.0 / 6, 1.0 / 4};
	struct swf_rare rows[] = {{.user = 50, .begin = 0, .end = WEEKS * SWF_WEEK},
		{.user = 51, .begin = 0, .end = WEEKS * SWF_WEEK}};
	const struct swf_rare_list list = {.rows = rows, .count = 2};
	struct swf_pools pools = {0};
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, -1);
	for (int u = 0; u < TEMPORARY; u++)
		add_job(&log, 10, u, u);
	add_job(&log, 12, 0, 50);
	add_job(&log, 13, 0, 51);
	add_job(&log, WEEKS, 0, -1);
	add_log(&pools, &log, &list);
	for (int r = 0; r < 3; r++) {
		const struct swf_resample_plan plan = {
			.temporary_rate = 1.3, .rare_rate = rates[r], .length = LENGTH * SWF_WEEK};
		double rare[2] = {0}, all = 0;
		for (uint64_t k = 0; k < REPLICATIONS; k++) {
			run(&pools, &plan, k);
			for (size_t i = 0; i < uses.count; i++) {
				const struct swf_subtrace *s = uses.use[i].subtrace;
				all += comes(&uses.use[i]);
				if (comes(&uses.use[i]) && s->class_ == SWF_POOL_RARE)
					rare[s->user - 50]++;
			}
		}
		/* binomial numbers, of trials whose probabilities are rate / 40 */
		const double n = REPLICATIONS * (LENGTH - 1);
		const double p = rates[r] / TEMPORARY, q = 1.3 / TEMPORARY;
		ck_assert(gsl_cdf_ugaussian_Q(fabs(rare[0] + rare[1] - n * rates[r]) /
				  sqrt(n * TEMPORARY * p * (1 - p))) > SIGNIFICANCE / 2);
		ck_assert(gsl_cdf_ugaussian_Q(fabs(all - n * 1.3) /
				  sqrt(n * TEMPORARY * q * (1 - q))) > SIGNIFICANCE / 2);
		const double halves[2] = {(rare[0] + rare[1]) / 2, (rare[0] + rare[1]) / 2};
		ck_assert(chi_squared_p(rare, halves, 2) > SIGNIFICANCE);
	}
	swf_pools_clear(&pools);
}
END_TEST

/* Users 0 to 5, the u-th from week u to week 14 + 2 u of 40. */
enum { LONG_TERM = 6, LOG = 40 };
static void long_term_users(struct swf_pools *pools)
{
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, -1);
	for (int u = 0; u < LONG_TERM; u++)
		for (int week = u; week <= 14 + 2 * u; week++)
			add_job(&log, week, u, u);
	add_job(&log, LOG - 1, 5, -1);
	add_log(pools, &log, NULL);
}

/* In each of the periods of 40 weeks a user submits all jobs once. */
START_TEST(long_term_users_begin_again_after_a_period)
{
	struct swf_pools pools = {0};
	long_term_users(&pools);
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	ck_assert_int_eq(plan.long_term, LONG_TERM);
	plan.length = 3 * LOG * SWF_WEEK;
	for (uint64_t k = 0; k < 50; k++) {
		plan.start = k % 2 == 1 ? SWF_START_STATIONARY : SWF_START_LITERAL;
		const size_t jobs = run(&pools, &plan, k);
		ck_assert_uint_eq(jobs, 3 * (15 + 16 + 17 + 18 + 19 + 20));
		for (size_t i = 0; i < uses.count; i++)
			for (size_t j = i + 1; j < uses.count; j++) {
				const struct swf_resample_use *a = &uses.use[i], *b = &uses.use[j];
				if (a->user != b->user)
					continue;
				ck_assert_ptr_eq(a->subtrace, b->subtrace);
				ck_assert_int_eq(a->copy, b->copy);
				ck_assert_int_eq((b->shift - a->shift) % LOG, 0);
				ck_assert_int_gt(b->shift, a->shift);
				ck_assert_uint_eq(b->first_job, 0);
			}
	}
	swf_pools_clear(&pools);
}
END_TEST

/* Where in the activity, or in the period, a user starts. */
static void check_starts(enum swf_start start)
{
	enum { REPLICATIONS = 20000 };
	struct swf_pools pools = {0};
	double counts[LONG_TERM][LOG] = {{0}}, expected[LOG];
	long_term_users(&pools);
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	plan.length = LOG * SWF_WEEK;
	plan.start = start;
	for (uint64_t k = 0; k < REPLICATIONS; k++) {
		run(&pools, &plan, k);
		/* weeks since the first job of the period that is on at the start */
		for (size_t i = 0; i < LONG_TERM; i++) {
			const struct swf_subtrace *s = uses.use[i].subtrace;
			counts[s->user][(LOG - s->first_week - uses.use[i].shift) % LOG]++;
		}
	}
	for (int u = 0; u < LONG_TERM; u++) {
		const int weeks = start == SWF_START_STATIONARY ? LOG : 15 + u;
		for (int w = 0; w < weeks; w++)
			expected[w] = (double)REPLICATIONS / weeks;
		ck_assert(chi_squared_p(counts[u], expected, (size_t)weeks) > SIGNIFICANCE);
	}
	swf_pools_clear(&pools);
}

START_TEST(long_term_users_start_in_any_week_of_their_activity)
{
	check_starts(SWF_START_LITERAL);
}
END_TEST

START_TEST(stationary_ones_in_any_week_of_their_period)
{
	check_starts(SWF_START_STATIONARY);
}
END_TEST

/* With twice the load everybody is there twice, half the activity apart; with any load nobody more
 * than once more often than another. */
START_TEST(copies_are_even_and_far_apart)
{
	struct swf_pools pools = {0};
	long_term_users(&pools);
	for (double load = 0.25; load < 4; load += 0.25)
		for (uint64_t k = 0; k < 20; k++) {
			struct swf_resample_plan plan =
				swf_resample_plan_for(&pools, load, SWF_START_LITERAL);
			int times[LONG_TERM] = {0}, least = 100, most = 0;
			int64_t shift[LONG_TERM] = {0};
			plan.length = 1000 * SWF_WEEK; /* so that everyone is told of */
			ck_assert_int_eq(plan.long_term, llround(load * LONG_TERM));
			run(&pools, &plan, k);
			ck_assert_uint_ge(uses.count, (size_t)plan.long_term);
			for (size_t i = 0; i < (size_t)plan.long_term; i++) {
				const struct swf_resample_use *use = &uses.use[i];
				const int64_t u = use->subtrace->user, weeks = 15 + u;
				ck_assert_int_eq(use->user, (int64_t)i + 1);
				ck_assert_int_eq(use->copy, ++times[u]);
				const int64_t apart = llabs(use->shift - shift[u]);
				if (load == 2 && times[u] == 2)
					ck_assert(apart == weeks / 2 || apart == weeks - weeks / 2);
				shift[u] = use->shift;
			}
			for (int u = 0; u < LONG_TERM; u++) {
				least = times[u] < least ? times[u] : least;
				most = times[u] > most ? times[u] : most;
			}
			ck_assert_int_le(most - least, 1);
		}
	swf_pools_clear(&pools);
}
END_TEST

/* One temporary user at the start of a stationary workload: any week after that of the first
 * submit, up to that of the last, of any user is equally probable. */
START_TEST(stationary_initial_users_by_weeks_after_their_first)
{
	enum { REPLICATIONS = 20000 };
	struct swf_pools pools = {0};
	double counts[TEMPORARY * 12] = {0}, expected[TEMPORARY * 12];
	size_t pairs = 0, place[TEMPORARY];
	temporary_users(&pools);
	const struct swf_resample_plan plan = {.temporary = 1, .length = 3 * SWF_WEEK};
	/* of k active weeks the last is 2 (k - 1) weeks after the first */
	for (int u = 0; u < TEMPORARY; u++) {
		place[u] = pairs;
		pairs += 2 * (size_t)(active_weeks(u) - 1);
	}
	const struct swf_resample_plan usual =
		swf_resample_plan_for(&pools, 1, SWF_START_STATIONARY);
	ck_assert_int_eq(usual.temporary, llround((double)pairs / WEEKS));
	for (uint64_t k = 0; k < REPLICATIONS; k++) {
		run(&pools, &plan, k);
		const struct swf_subtrace *s = uses.use[0].subtrace;
		counts[place[s->user] + (size_t)(-uses.use[0].shift - s->first_week - 1)]++;
	}
	for (size_t i = 0; i < pairs; i++)
		expected[i] = (double)REPLICATIONS / (double)pairs;
	ck_assert(chi_squared_p(counts, expected, pairs) > SIGNIFICANCE);
	swf_pools_clear(&pools);
}
END_TEST

/* Two logs, of 40 and 80 weeks: every long-term user is there once, and begins again after the
 * length of their own log; temporary users come as often as in their logs. */
START_TEST(logs_are_mixed_at_their_own_rates)
{
	enum { REPLICATIONS = 500, LENGTH = 101 };
	struct swf_pools pools = {0};
	double came[2] = {0};
	for (int l = 0; l < 2; l++) {
		struct swf_jobs log = {0};
		add_job(&log, 0, 0, -1);
		for (int week = 5; week <= 25; week++)
			for (int u = 0; u < 3; u++)
				add_job(&log, week, u, u);
		for (int u = 10; u < 30; u++)
			add_job(&log, 20, u, u);
		add_job(&log, 40 * (l + 1), 0, -1);
		add_log(&pools, &log, NULL);
	}
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	ck_assert_int_eq(plan.long_term, 6);
	ck_assert_double_eq_tol(plan.temporary_rate, 20 / 40.0 + 20 / 80.0, 1e-12);
	ck_assert_double_eq(plan.length, 40 * SWF_WEEK);
	plan.length = LENGTH * SWF_WEEK;
	size_t wrong = 0;
	for (uint64_t k = 0; k < REPLICATIONS; k++) {
		int copies[2][3] = {{0}};
		int64_t shift[2][3];
		run(&pools, &plan, k);
		for (size_t i = 0; i < uses.count; i++) {
			const struct swf_resample_use *use = &uses.use[i];
			const struct swf_subtrace *s = use->subtrace;
			if (s->class_ == SWF_POOL_TEMPORARY) {
				came[s->log] += comes(use);
				continue;
			}
			int *n = &copies[s->log][s->user];
			wrong += use->copy != 1 ||
				(*n > 0 &&
					use->shift - shift[s->log][s->user] !=
						40 * ((int64_t)s->log + 1));
			shift[s->log][s->user] = use->shift;
			++*n;
		}
		for (int l = 0; l < 2; l++)
			for (int u = 0; u < 3; u++)
				wrong += copies[l][u] == 0;
	}
	ck_assert_uint_eq(wrong, 0);
	const double weeks = REPLICATIONS * (LENGTH - 1);
	const double expected[2] = {weeks * 20 / 40, weeks * 20 / 80};
	for (int l = 0; l < 2; l++)
		/* nearly binomial: at most as variable as that */
		ck_assert(gsl_cdf_ugaussian_Q(fabs(came[l] - expected[l]) / sqrt(expected[l])) >
			SIGNIFICANCE / 2);
	swf_pools_clear(&pools);
}
END_TEST

/* Users of weight 0 are never used, one of weight 3 three times as often as one of 1. */
START_TEST(weights_favour_users)
{
	struct swf_pools pools = {0};
	double times[LONG_TERM] = {0};
	long_term_users(&pools);
	struct swf_subtrace *users = pools.pools[SWF_POOL_LONG_TERM].subtraces;
	users[0].weight = 0;
	users[1].weight = 3;
	for (uint64_t k = 0; k < 4000; k++) {
		const struct swf_resample_plan plan =
			swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
		ck_assert_int_eq(plan.long_term, LONG_TERM);
		run(&pools, &plan, k);
		for (size_t i = 0; i < LONG_TERM; i++)
			times[uses.use[i].subtrace->user]++;
	}
	/* 6 users are drawn by weights of 7 in all; 6/7 has a standard deviation of 0.35 */
	ck_assert_double_eq(times[0], 0);
	ck_assert_double_eq_tol(times[1] / 4000, 18.0 / 7, 0.03);
	for (int u = 2; u < LONG_TERM; u++)
		ck_assert_double_eq_tol(times[u] / 4000, 6.0 / 7, 0.02);
	swf_pools_clear(&pools);
}
END_TEST

/* The jobs of a run, up to `most`. */
static size_t jobs_of_run(const struct swf_pools *pools, const struct swf_resample_plan *plan,
	struct swf_job *jobs, size_t most)
{
	gsl_rng *rng = swf_random_new(1, 1);
	struct swf_error error;
	size_t n = 0;
	struct swf_resample *r = swf_resample_new(pools, plan, rng, NULL, NULL, &error);
	while (n < most && swf_resample_next(r, &jobs[n], &error) == 1)
		n++;
	swf_resample_free(r);
	gsl_rng_free(rng);
	return n;
}

/* Repeating changes what jobs are, not when they come and whose they are. */
START_TEST(jobs_are_repeated)
{
	enum { MOST = 20000 };
	static struct swf_job plain[MOST], repeated[MOST];
	struct swf_pools pools = {0};
	long_term_users(&pools);
	struct swf_packed_jobs *jobs = &pools.logs[0]->jobs.jobs;
	for (size_t i = 0; i < jobs->count; i++) {
		struct swf_job job = swf_packed_jobs_get(jobs, i);
		job.run_time = (double)i;
		ck_assert_int_eq(swf_packed_jobs_set(jobs, i, &job), 0);
	}
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	plan.length = 3000 * SWF_WEEK;
	const size_t n = jobs_of_run(&pools, &plan, plain, MOST);
	ck_assert_uint_gt(n, 7000);
	for (int tenths = 0; tenths <= 10; tenths += 5) {
		const struct swf_job *before[LONG_TERM + 1] = {NULL};
		size_t same = 0, wrong = 0;
		plan.repeat = tenths / 10.0;
		ck_assert_uint_eq(jobs_of_run(&pools, &plan, repeated, MOST), n);
		for (size_t i = 0; i < n; i++) {
			const struct swf_job *job = &repeated[i], *last = before[job->user];
			const bool again = last != NULL && job->run_time == last->run_time;
			wrong += job->submit != plain[i].submit || job->user != plain[i].user ||
				job->number != plain[i].number ||
				(!again && job->run_time != plain[i].run_time);
			same += again;
			before[job->user] = job;
		}
		ck_assert_uint_eq(wrong, 0);
		/* four standard deviations */
		ck_assert_double_eq_tol((double)same / (double)(n - LONG_TERM), plan.repeat,
			4 * sqrt(plan.repeat * (1 - plan.repeat) / (double)n) + 1e-12);
	}
	swf_pools_clear(&pools);
}
END_TEST

/* Sessions drawn one by one stay with their users and keep their time in the week. */
START_TEST(parts_of_users_stay_theirs)
{
	enum { MOST = 20000 };
	static struct swf_job jobs[MOST];
	struct swf_pools pools = {.element = SWF_ELEMENT_SESSION};
	long_term_users(&pools);
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 1, SWF_START_LITERAL);
	ck_assert_int_eq(plan.long_term, 0);
	ck_assert_int_eq(plan.temporary, 0);
	/* 105 sessions in 39 weeks and 5 s */
	ck_assert_double_eq_tol(plan.temporary_rate, 105 / (39 + 5 / SWF_WEEK), 1e-12);
	plan.length = 2000 * SWF_WEEK;
	const size_t n = jobs_of_run(&pools, &plan, jobs, MOST);
	ck_assert_double_eq_tol((double)n, 2000 * plan.temporary_rate, 4 * sqrt(6000));
	int64_t user_of[LONG_TERM] = {0};
	size_t wrong = 0;
	for (size_t i = 0; i < n; i++) {
		/* user u submits in second u of the week */
		const int u = (int)fmod(jobs[i].submit, SWF_WEEK);
		if (user_of[u] == 0)
			user_of[u] = jobs[i].user;
		wrong += user_of[u] != jobs[i].user || jobs[i].user > LONG_TERM;
	}
	ck_assert_uint_eq(wrong, 0);
	swf_pools_clear(&pools);
}
END_TEST

/* The jobs of the run that a use gave must be found by number in field 17. */
START_TEST(preceding_jobs_are_those_of_the_copy)
{
	struct swf_pools pools = {0};
	struct swf_jobs log = {0};
	add_job(&log, 0, 0, -1);
	for (int i = 0; i < 20; i++) {
		add_job(&log, i, 100, 1);
		log.jobs[log.count - 1].preceding = i > 2 ? (int64_t)log.count - 3 : -1;
		log.jobs[log.count - 1].think_time = i;
	}
	add_job(&log, LOG, 0, -1);
	add_log(&pools, &log, NULL);
	struct swf_resample_plan plan = swf_resample_plan_for(&pools, 3, SWF_START_LITERAL);
	plan.length = 100 * SWF_WEEK;
	gsl_rng *rng = swf_random_new(1, 1);
	struct swf_error error;
	struct swf_job jobs[1000];
	size_t n = 0, named = 0, begins = 0;
	struct swf_resample *r = swf_resample_new(&pools, &plan, rng, NULL, NULL, &error);
	while (swf_resample_next(r, &jobs[n], &error) == 1) {
		const struct swf_job *job = &jobs[n++];
		if (job->preceding < 0) {
			/* the first three of the log have a think time without a job */
			ck_assert(job->think_time == -1 || job->think_time <= 2);
			begins++;
			continue;
		}
		named++;
		ck_assert_int_lt(job->preceding, job->number);
		const struct swf_job *preceding = &jobs[job->preceding - 1];
		ck_assert_int_eq(preceding->user, job->user);
		ck_assert_double_eq(job->submit - preceding->submit, 3 * SWF_WEEK);
		ck_assert(preceding->think_time == job->think_time - 3 ||
			(preceding->think_time == -1 && preceding->preceding == -1));
	}
	ck_assert_uint_gt(named, 50);
	ck_assert_uint_ge(begins, 9);
	swf_resample_free(r);
	gsl_rng_free(rng);
	swf_pools_clear(&pools);
}
END_TEST

START_TEST(plans_for_nobody_are_refused)
{
	struct swf_pools pools = {0};
	struct swf_error error;
	gsl_rng *rng = swf_random_new(1, 1);
	temporary_users(&pools);
	static const struct {
		struct swf_resample_plan plan;
		const char *text;
	} wrong[] = {{{.long_term = 1, .length = 1 * SWF_WEEK},
			     "there is no long-term user to be drawn"},
		{{.temporary_rate = 1, .rare_rate = 1, .length = 1 * SWF_WEEK},
			"there is no rare behaviour to be drawn"},
		{{.temporary_rate = 1, .rare_rate = 1.5, .length = 1 * SWF_WEEK},
			"rare behaviours cannot come 1.5 times a week where 1 temporary users "
			"come"},
		{{.temporary_rate = 1e-7, .length = 1 * SWF_WEEK},
			"a user in a million weeks does not come"},
		{{.temporary = -1, .length = 1 * SWF_WEEK},
			"more than 1000000 users, or less than none"},
		{{.temporary_rate = NAN, .length = 1 * SWF_WEEK},
			"more than 1000000 users, or less than none"},
		{{.temporary_rate = 1, .length = 0 * SWF_WEEK},
			"no length, or a wrong rate or probability"},
		{{.temporary_rate = 1, .length = 1 * SWF_WEEK, .repeat = 2},
			"no length, or a wrong rate or probability"}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ck_assert_ptr_null(
			swf_resample_new(&pools, &wrong[i].plan, rng, NULL, NULL, &error));
		ck_assert_str_eq(error.text, wrong[i].text);
	}
	const struct swf_resample_plan nobody = {.length = INFINITY};
	struct swf_resample *r = swf_resample_new(&pools, &nobody, rng, NULL, NULL, &error);
	struct swf_job job;
	ck_assert_int_eq(swf_resample_next(r, &job, &error), 0);
	swf_resample_free(r);
	gsl_rng_free(rng);
	swf_pools_clear(&pools);
}
END_TEST

Suite *resample_suite(void)
{
	return suite_of("resample",
		(const TTest *const[]){arrivals_are_binomial,
			more_arrivals_than_users_are_several_binomials, plan_follows_the_log,
			plan_follows_what_is_rare, initial_users_by_active_weeks,
			nobody_comes_twice_in_a_week, rare_behaviours_come_at_their_rate,
			long_term_users_begin_again_after_a_period,
			long_term_users_start_in_any_week_of_their_activity,
			stationary_ones_in_any_week_of_their_period, copies_are_even_and_far_apart,
			stationary_initial_users_by_weeks_after_their_first,
			logs_are_mixed_at_their_own_rates, weights_favour_users, jobs_are_repeated,
			parts_of_users_stay_theirs, preceding_jobs_are_those_of_the_copy,
			plans_for_nobody_are_refused, NULL});
}
