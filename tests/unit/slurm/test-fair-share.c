/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "unit/slurm/site-of.h"
#include "unit/suites.h"

static struct made_site made;

static void begin(void)
{
	made_site_init(&made);
	made.conf.priority.weight_fair_share = 1000;
}

START_TEST(usage_is_counted_at_updates)
{
	begin();
	const size_t account = add_account(&made, 0, 1), user = add_user(&made, account, 1),
		     other = add_user(&made, account, 1);
	struct made_job job, short_one;
	made_job_init(&job, user, 10);
	made_job_init(&short_one, other, 4);
	made_site_begin(&made);
	submit_job(&made, &job, 20);
	start_job(&made, &job, 100);
	submit_job(&made, &short_one, 250);
	start_job(&made, &short_one, 250);
	ck_assert(usage_of(&made, user) == 0);
	swf_slurm_priority_update(made.priority, 300);
	ck_assert(usage_of(&made, user) == 2000 && usage_of(&made, other) == 200);
	ck_assert(usage_of(&made, account) == 2200 && usage_of(&made, 0) == 2200);
	end_job(&made, &short_one, 310);
	ck_assert(usage_of(&made, user) == 2000 && usage_of(&made, other) == 240);
	swf_slurm_priority_update(made.priority, 600);
	ck_assert(usage_of(&made, user) == 5000 && usage_of(&made, other) == 240);
	end_job(&made, &job, 1000);
	/* the update at 900 was made before */
	ck_assert(usage_of(&made, user) == 9000 && usage_of(&made, 0) == 9240);
	/* within a period */
	run_job(&made, other, 1, 1010, 1050);
	ck_assert(usage_of(&made, other) == 280);
	swf_slurm_priority_update(made.priority, 1200);
	ck_assert(usage_of(&made, other) == 280 && usage_of(&made, 0) == 9280);
	made_site_end(&made);
}
END_TEST

START_TEST(ends_count_only_where_limits_are_enforced)
{
	begin();
	const size_t user = add_user(&made, 0, 1);
	made.conf.enforce.limits = false;
	made_site_begin(&made);
	run_job(&made, user, 1, 10, 290);
	ck_assert(usage_of(&made, user) == 0);
	run_job(&made, user, 1, 295, 650);
	/* the updates at 300 and 600 have counted it */
	ck_assert(usage_of(&made, user) == 305);
	made_site_end(&made);
}
END_TEST

START_TEST(usage_decays)
{
	begin();
	const size_t user = add_user(&made, 0, 1);
	made.conf.priority.half_life = 604800;
	made_site_begin(&made);
	/* of a second Slurm takes 1 - 0.693 / half-life, and the whole stretch decays by that */
	const double decay = 1 - 0.693 / 604800;
	run_job(&made, user, 7, 0, 100);
	ck_assert_double_eq_tol(usage_of(&made, user), 700 * pow(decay, 100), 1e-9);
	swf_slurm_priority_update(made.priority, 604800);
	/* (1 - 0.693 / n) ** n is e ** -0.693, which is 0.500074 */
	ck_assert_double_eq_tol(usage_of(&made, user), 700 * 0.500074 * pow(decay, 100), 1e-3);
	/* a job over an update: 50 s of 3 processors before, and 20 s after it */
	const double before = usage_of(&made, user);
	run_job(&made, user, 3, 604800 + 250, 604800 + 320);
	ck_assert_double_eq_tol(usage_of(&made, user),
		before * pow(decay, 300) + 150 * pow(decay, 50) + 60 * pow(decay, 20), 1e-9);
	made_site_end(&made);
}
END_TEST

/* A thousand million updates, which are not made one by one. */
static void check_long_time(bool fair_tree)
{
	const double time = 3e11;
	begin();
	made.conf.priority.fair_tree = fair_tree;
	made.conf.priority.half_life = 1e11;
	const size_t user = add_user(&made, 0, 1), other = add_user(&made, 0, 1);
	struct made_job job;
	made_job_init(&job, other, 3);
	made_site_begin(&made);
	run_job(&made, user, 7, 0, 100);
	submit_job(&made, &job, 150);
	start_job(&made, &job, 150);
	/* the first update counts 150 s */
	const double decay = 1 - 0.693 / 1e11, of_period = pow(decay, 300);
	const double series = 300 * of_period * (1 - pow(decay, time - 300)) / (1 - of_period);
	const double used = 150 * pow(decay, time - 150) + series;
	swf_slurm_priority_update(made.priority, time);
	ck_assert(swf_slurm_priority_updated(made.priority) == time);
	ck_assert_double_eq_tol(usage_of(&made, user) / (700 * pow(decay, time)), 1, 1e-6);
	ck_assert_double_eq_tol(usage_of(&made, other) / (3 * used), 1, 1e-6);
	ck_assert(usage_of(&made, 0) > usage_of(&made, other));
	/* 1 of 2 users has used nearly nothing, the other all of it */
	ck_assert(factor_of(&made, user) > factor_of(&made, other));
	made_site_end(&made);
}

START_TEST(updates_of_a_long_time_are_counted_at_once)
{
	check_long_time(true);
	check_long_time(false);
	/* where nothing decays, 3 processors use as much in each period */
	begin();
	const size_t user = add_user(&made, 0, 1);
	struct made_job job;
	made_job_init(&job, user, 3);
	made_site_begin(&made);
	submit_job(&made, &job, 0);
	start_job(&made, &job, 0);
	end_job(&made, &job, 3e11);
	ck_assert(usage_of(&made, user) == 9e11);
	made_site_end(&made);
}
END_TEST

START_TEST(a_qos_has_a_usage_factor)
{
	begin();
	const size_t user = add_user(&made, 0, 1);
	made.qos[1].usage_factor = 0.25;
	made.qos[2].usage_factor = 0;
	made_site_begin(&made);
	struct made_job job;
	for (uint32_t qos = 0; qos < 3; qos++) {
		made_job_init(&job, user, 8);
		job.job.who.qos = qos;
		submit_job(&made, &job, qos * 300);
		start_job(&made, &job, qos * 300);
		end_job(&made, &job, qos * 300 + 100);
	}
	ck_assert(usage_of(&made, user) == 800 + 200);
	made_site_end(&made);
}
END_TEST

/* What is billed a second for a job of these processors and memory (GB), as the examples of Slurm's
 * documentation of the multifactor priority have it: TRESBillingWeights=CPU=1.0,Mem=0.25G. */
static double billed(int32_t cpus, int32_t gigabytes, bool max_tres)
{
	begin();
	const size_t user = add_user(&made, 0, 1);
	made.conf.priority.max_tres = max_tres;
	made.partitions[0].billing = true;
	made.partitions[0].billing_cpu = 1;
	made.partitions[0].billing_memory = 0.25 / 1024;
	made_site_begin(&made);
	struct made_job job;
	made_job_init(&job, user, cpus);
	job.job.request.memory_a_cpu = INT64_C(1048576) * gigabytes / cpus;
	submit_job(&made, &job, 0);
	start_job(&made, &job, 0);
	end_job(&made, &job, 1);
	const double usage = usage_of(&made, user);
	made_site_end(&made);
	return usage;
}

START_TEST(partitions_weigh_what_is_used)
{
	ck_assert(billed(1, 60, false) == 16);
	ck_assert(billed(16, 1, false) == 16.25);
	ck_assert(billed(16, 60, false) == 31);
	ck_assert(billed(1, 60, true) == 15);
	ck_assert(billed(16, 64, true) == 16);
}
END_TEST

/* Random jobs of a random tree; usage as Slurm counts it, by loops over all jobs. */
enum { MEMBERS = 40, JOBS = 400, PERIODS = 60 };

static void compare_usage_with_loops(bool fair_tree)
{
	static struct made_job jobs[JOBS];
	uint64_t state = 7;
	begin();
	made.conf.priority.fair_tree = fair_tree;
	made.conf.priority.half_life = 3600;
	for (int i = 1; i < MEMBERS; i++) {
		size_t parent = random_below(&state, (uint32_t)made.associations.count);
		while (made.members[parent].is_user)
			parent = made.members[parent].parent;
		if (random_below(&state, 2) != 0)
			add_user(&made, parent, 1);
		else
			add_account(&made, parent, 1);
	}
	made_site_begin(&made);
	const double decay = 1 - 0.693 / 3600;
	double naive[MEMBERS] = {0}, ends[JOBS];
	for (int j = 0; j < JOBS; j++) {
		made_job_init(&jobs[j], random_below(&state, MEMBERS),
			1 + (int32_t)random_below(&state, 50));
		jobs[j].task.submit = 1 + random_below(&state, PERIODS * 300 - 1000);
		ends[j] = jobs[j].task.submit + random_below(&state, 900);
	}
	for (int now = 1; now <= PERIODS * 300; now++) {
		const int last = (now - 1) / 300 * 300;
		const bool update = now % 300 == 0;
		if (update)
			for (int i = 0; i < MEMBERS; i++)
				naive[i] *= pow(decay, 300);
		for (int j = 0; j < JOBS; j++) {
			const double start = jobs[j].task.submit;
			if (start == now) {
				submit_job(&made, &jobs[j], now);
				start_job(&made, &jobs[j], now);
			}
			const bool ends_now = ends[j] == now;
			if (ends_now)
				end_job(&made, &jobs[j], now);
			const double ran = now - fmax(last, start);
			if (!(update && ends[j] > now && start < now) && !ends_now)
				continue;
			const double usage = jobs[j].job.request.cpus * ran * pow(decay, ran) *
				/* what ends with an update is counted first, and decays */
				(update && ends_now ? pow(decay, 300) : 1);
			for (size_t i = jobs[j].job.who.association;; i = made.members[i].parent) {
				naive[i] += usage;
				if (i == 0)
					break;
			}
		}
		swf_slurm_priority_update(made.priority, now);
		if (update)
			for (size_t i = 0; i < MEMBERS; i++)
				ck_assert(fabs(usage_of(&made, i) - naive[i]) <= 1e-11 * naive[i]);
	}
	ck_assert(naive[0] > 0);
	made_site_end(&made);
}

START_TEST(usage_equals_that_of_loops_over_all_jobs)
{
	compare_usage_with_loops(true);
	compare_usage_with_loops(false);
}
END_TEST

static void begin_classic(void)
{
	begin();
	made.conf.priority.fair_tree = false;
}

/* The tree of the example of Slurm's documentation of classic fair-share, and one more user of no
 * share who used what the others did not. */
static void classic_example(size_t users[6])
{
	begin_classic();
	const size_t a = add_account(&made, 0, 40), d = add_account(&made, 0, 60),
		     b = add_account(&made, a, 30), c = add_account(&made, a, 10),
		     e = add_account(&made, d, 25), f = add_account(&made, d, 35);
	users[0] = add_user(&made, 0, 0);
	users[1] = add_user(&made, b, 1);
	users[2] = add_user(&made, c, 1);
	users[3] = add_user(&made, c, 1);
	users[4] = add_user(&made, e, 1);
	users[5] = add_user(&made, f, 1);
	made_site_begin(&made);
}

START_TEST(classic_fair_share_of_the_documentation)
{
	static const int32_t used[6] = {30, 20, 25, 0, 25, 0};
	static const double shares[6] = {0, 0.3, 0.05, 0.05, 0.25, 0.35};
	static const double effective[6] = {0.3, 0.3875, 0.275, 0.15, 0.25, 0.1458};
	static const double factors[6] = {0, 0.408479, 0.022097, 0.125, 0.5, 0.749154};
	size_t users[6];
	classic_example(users);
	for (int i = 0; i < 6; i++)
		if (used[i] > 0)
			run_job(&made, users[i], used[i], 0, 100);
	swf_slurm_priority_update(made.priority, 300);
	/* the root has all shares and all usage */
	ck_assert(factor_of(&made, 0) == 0.5);
	for (int i = 0; i < 6; i++) {
		struct swf_slurm_usage usage;
		swf_slurm_priority_usage(made.priority, users[i], &usage);
		ck_assert_double_eq_tol(usage.shares_norm, shares[i], 1e-12);
		ck_assert_double_eq_tol(usage.usage_norm, used[i] / 100.0, 1e-12);
		ck_assert_double_eq_tol(usage.usage_effective, effective[i], 1e-4);
		ck_assert_double_eq_tol(usage.factor, factors[i], 1e-6);
	}
	made_site_end(&made);
	/* with a dampening factor of 3 */
	classic_example(users);
	made.conf.priority.damp = 3;
	run_job(&made, users[4], 25, 0, 100);
	run_job(&made, users[0], 75, 100, 200);
	swf_slurm_priority_update(made.priority, 300);
	ck_assert_double_eq_tol(factor_of(&made, users[4]), pow(2, -1 / 3.0), 1e-12);
	made_site_end(&made);
}
END_TEST

START_TEST(accounts_are_an_update_behind)
{
	size_t users[6];
	classic_example(users);
	struct made_job job;
	made_job_init(&job, users[1], 20);
	submit_job(&made, &job, 0);
	start_job(&made, &job, 0);
	swf_slurm_priority_update(made.priority, 300);
	/* Their own usage is all there is, that of A and B was 0 before the update:
	 * 1 + (0 - 1) * 1 / 1 = 0 */
	ck_assert(factor_of(&made, users[1]) == 1);
	/* now that of B is 1, and that of F 0 */
	swf_slurm_priority_update(made.priority, 600);
	ck_assert_double_eq_tol(factor_of(&made, users[1]), pow(2, -1 / 0.3), 1e-12);
	ck_assert(factor_of(&made, users[5]) == 1);
	made_site_end(&made);
}
END_TEST

START_TEST(classic_updates_go_through_the_jobs)
{
	begin_classic();
	const size_t first = add_user(&made, 0, 1), second = add_user(&made, 0, 1);
	struct made_job jobs[4];
	made_site_begin(&made);
	for (int j = 0; j < 4; j++) {
		made_job_init(&jobs[j], j < 2 ? first : second, j < 2 ? 10 : 30);
		submit_job(&made, &jobs[j], 0);
		if (j % 2 == 0)
			start_job(&made, &jobs[j], 0);
	}
	swf_slurm_priority_update(made.priority, 300);
	/* When it is the turn of the first user's second job, only the first job has been counted:
	 * all of the usage is theirs, 2 ** -(1 / 0.5). At the second user's it is 3/4. */
	ck_assert_double_eq_tol(factor_of(&made, first), 0.25, 1e-12);
	ck_assert_double_eq_tol(factor_of(&made, second), pow(2, -1.5), 1e-12);
	/* one that waits no more is left out */
	start_job(&made, &jobs[1], 300);
	end_job(&made, &jobs[0], 300);
	end_job(&made, &jobs[2], 300);
	swf_slurm_priority_update(made.priority, 600);
	/* 3000 + 300 s * 10 of 12000 + 3000 */
	ck_assert_double_eq_tol(factor_of(&made, first), pow(2, -0.8), 1e-12);
	made_site_end(&made);
}
END_TEST

START_TEST(users_may_count_as_their_account)
{
	begin_classic();
	const size_t a = add_account(&made, 0, 1), b = add_account(&made, 0, 3),
		     inner = add_account(&made, a, -1), first = add_user(&made, a, -1),
		     second = add_user(&made, a, -1), third = add_user(&made, inner, 1),
		     fourth = add_user(&made, a, 2), other = add_user(&made, b, 1);
	made_site_begin(&made);
	run_job(&made, first, 10, 0, 100);
	run_job(&made, third, 10, 100, 200);
	run_job(&made, other, 20, 200, 300);
	swf_slurm_priority_update(made.priority, 600);
	/* A has a share of 1/4 and half of the usage */
	ck_assert_double_eq_tol(factor_of(&made, first), 0.25, 1e-12);
	ck_assert_double_eq_tol(factor_of(&made, second), 0.25, 1e-12);
	/* the inner account is as if it were not there: 1/3 of A's share for the third user;
	 * effective 1/4 + (1/2 - 1/4) / 3 = 1/3, over 1/12 */
	ck_assert_double_eq_tol(factor_of(&made, third), pow(2, -4), 1e-12);
	/* 2/3: 0 + (1/2 - 0) * 2/3 = 1/3, over 2/12 */
	ck_assert_double_eq_tol(factor_of(&made, fourth), pow(2, -2), 1e-12);
	made_site_end(&made);
}
END_TEST

/* Two accounts of equal shares, the first with two users. What they use makes 100. */
static void depth_oblivious(int32_t first, int32_t second, double factors[2])
{
	begin_classic();
	made.conf.priority.depth_oblivious = true;
	const size_t a = add_account(&made, 0, 1), b = add_account(&made, 0, 1);
	const size_t users[] = {add_user(&made, a, 1), add_user(&made, a, 1)};
	add_user(&made, b, 1);
	made_site_begin(&made);
	run_job(&made, users[0], first, 0, 10);
	run_job(&made, users[1], second, 10, 20);
	run_job(&made, users[1] + 1, 100 - first - second, 20, 30);
	swf_slurm_priority_update(made.priority, 300);
	factors[0] = factor_of(&made, users[0]);
	factors[1] = factor_of(&made, users[1]);
	made_site_end(&made);
}

START_TEST(depth_may_be_no_matter)
{
	double factors[2];
	/* A is in balance, Rp = 1. Per share the first user has 0.4 / 0.25 = 1.6 of what the level
	 * has (0.5 / 0.5), the second one 0.4 */
	depth_oblivious(40, 10, factors);
	ck_assert_double_eq_tol(factors[0], pow(2, -1.6), 1e-12);
	ck_assert_double_eq_tol(factors[1], pow(2, -0.4), 1e-12);
	/* Rp = 0.8 / 0.5 = 1.6. The first one's Rl = 0.7 / 0.25 / 1.6 = 1.75, R = 2.8. The second
	 * one's 0.1 / 0.25 / 1.6 = 0.25 would bring it back:
	 * k = 1 / (1 + (5 ln 1.6) ** 2) = 0.153313, R = 1.6 * 0.25 ** k = 1.293648 */
	depth_oblivious(70, 10, factors);
	ck_assert_double_eq_tol(factors[0], pow(2, -2.8), 1e-12);
	ck_assert_double_eq_tol(factors[1], pow(2, -1.293648), 1e-5);
}
END_TEST

START_TEST(users_are_ranked_by_their_accounts_first)
{
	begin();
	const size_t a = add_account(&made, 0, 3), b = add_account(&made, 0, 1),
		     a1 = add_user(&made, a, 1), a2 = add_user(&made, a, 1),
		     b1 = add_user(&made, b, 1), b2 = add_user(&made, b, 2);
	made_site_begin(&made);
	/* nobody has used anything: all are the best */
	ck_assert(factor_of(&made, a1) == 1 && factor_of(&made, b2) == 1);
	run_job(&made, a1, 10, 0, 10);
	run_job(&made, a2, 30, 10, 20);
	run_job(&made, b1, 20, 20, 30);
	run_job(&made, b2, 40, 30, 40);
	ck_assert(factor_of(&made, a2) == 1);
	swf_slurm_priority_update(made.priority, 300);
	/* A: 0.75 / 0.4, B: 0.25 / 0.6. In A 0.5 / 0.25 and 0.5 / 0.75; in B both have 1. */
	struct swf_slurm_usage usage;
	swf_slurm_priority_usage(made.priority, a, &usage);
	ck_assert_double_eq_tol(usage.level_fs, 1.875, 1e-12);
	ck_assert_double_eq_tol(usage.usage_norm, 0.4, 1e-12);
	swf_slurm_priority_usage(made.priority, a2, &usage);
	ck_assert_double_eq_tol(usage.usage_effective, 0.75, 1e-12);
	ck_assert_double_eq_tol(usage.usage_norm, 0.3, 1e-12);
	ck_assert_double_eq_tol(usage.shares_norm, 0.5, 1e-12);
	ck_assert(factor_of(&made, a1) == 1 && factor_of(&made, a2) == 0.75);
	ck_assert(factor_of(&made, b1) == 0.5 && factor_of(&made, b2) == 0.5);
	made_site_end(&made);
}
END_TEST

START_TEST(users_without_shares_come_last)
{
	begin();
	const size_t a = add_account(&made, 0, 1), none = add_user(&made, a, 0),
		     idle = add_user(&made, a, 1), of_parent = add_user(&made, a, -1),
		     busy = add_user(&made, a, 100);
	made_site_begin(&made);
	run_job(&made, busy, 1, 0, 10);
	run_job(&made, of_parent, 1, 10, 20);
	swf_slurm_priority_update(made.priority, 300);
	ck_assert(factor_of(&made, none) == 0.25);
	ck_assert(factor_of(&made, busy) == 0.5);
	/* as the account, and without usage: both are the best */
	ck_assert(factor_of(&made, idle) == 1 && factor_of(&made, of_parent) == 1);
	made_site_end(&made);
}
END_TEST

/* The factors are those that a Slurm 22.05.8 showed of such users, whose jobs ran as long. */
START_TEST(accounts_may_be_as_good_as_users)
{
	begin();
	const size_t none = add_user(&made, 0, 0), beside = add_user(&made, 0, 1),
		     a = add_account(&made, 0, 1), b = add_account(&made, 0, 1),
		     a1 = add_user(&made, a, 1), a2 = add_user(&made, a, 1),
		     b1 = add_user(&made, b, 1), b2 = add_user(&made, b, 1);
	made_site_begin(&made);
	run_job(&made, none, 100, 0, 11);
	run_job(&made, beside, 20, 11, 20);
	run_job(&made, a1, 5, 20, 29);
	run_job(&made, a2, 15, 29, 38);
	run_job(&made, b1, 17, 38, 47);
	run_job(&made, b2, 3, 47, 56);
	swf_slurm_priority_update(made.priority, 300);
	/* A, B and the user beside them have used as much, and that user has the rank of the best
	 * one of A */
	ck_assert(factor_of(&made, beside) == 1 && factor_of(&made, a1) == 1);
	ck_assert(factor_of(&made, a2) == 4 / 6.0);
	/* B follows A, where the documentation merges them: its best one has the rank of the last
	 * one before */
	ck_assert(factor_of(&made, b2) == 4 / 6.0 && factor_of(&made, b1) == 2 / 6.0);
	ck_assert(factor_of(&made, none) == 1 / 6.0);
	made_site_end(&made);
}
END_TEST

START_TEST(who_joins_is_as_good_as_the_best_of_the_level)
{
	begin();
	const size_t a = add_account(&made, 0, 1), b = add_account(&made, 0, 1),
		     a1 = add_user(&made, a, 1), b1 = add_user(&made, b, 1);
	made_site_begin(&made);
	run_job(&made, a1, 10, 0, 10);
	run_job(&made, b1, 30, 10, 20);
	swf_slurm_priority_update(made.priority, 300);
	ck_assert(factor_of(&made, a1) == 1 && factor_of(&made, b1) == 0.5);
	const size_t b2 = add_user(&made, b, 1), c = add_account(&made, 0, 1),
		     c1 = add_user(&made, c, 1);
	struct made_job job;
	made_job_init(&job, b2, 1);
	submit_job(&made, &job, 310);
	ck_assert_int_eq(job.job.priority, 500);
	made_job_init(&job, c1, 1);
	submit_job(&made, &job, 310);
	ck_assert_int_eq(job.job.priority, 1000);
	swf_slurm_priority_update(made.priority, 600);
	ck_assert(factor_of(&made, c1) == 1 && factor_of(&made, a1) == 0.75);
	ck_assert(factor_of(&made, b2) == 0.5 && factor_of(&made, b1) == 0.25);
	made_site_end(&made);
}
END_TEST

START_TEST(accounts_may_be_empty)
{
	begin();
	const size_t a = add_account(&made, 0, 1);
	struct made_job job;
	/* nobody is there yet */
	made_site_begin(&made);
	const size_t first = add_user(&made, a, 1);
	made_job_init(&job, first, 1);
	submit_job(&made, &job, 0);
	ck_assert_int_eq(job.job.priority, 1000);
	/* behind the only user, as it has no share */
	const size_t b = add_account(&made, 0, 0);
	made_site_end(&made);
	made_site_begin(&made);
	made_job_init(&job, add_user(&made, b, 1), 1);
	submit_job(&made, &job, 0);
	ck_assert_int_eq(job.job.priority, 1000);
	swf_slurm_priority_update(made.priority, 300);
	ck_assert(factor_of(&made, first) == 1 && factor_of(&made, b + 1) == 0.5);
	made_site_end(&made);
}
END_TEST

START_TEST(trees_may_be_deep)
{
	begin();
	size_t account = 0;
	for (int i = 0; i < MADE_MEMBERS - 2; i++)
		account = add_account(&made, account, 1);
	add_user(&made, account, 1);
	made_site_begin(&made);
	ck_assert(factor_of(&made, account + 1) == 1);
	made_site_end(&made);
}
END_TEST

/* A second implementation, by recursion as in Slurm's documentation. */
struct naive {
	size_t count, users;
	double raw[MADE_MEMBERS], level_fs[MADE_MEMBERS], factor[MADE_MEMBERS];
	double next, rank, last; /* the level_fs of the one before in its level */
};
static struct naive naive;

/* Where its shares count: Fairshare=parent is as if the account were not there. */
static size_t level_of(size_t i)
{
	size_t above = made.members[i].parent;
	while (above > 0 && made.members[above].of_parent)
		above = made.members[above].parent;
	return above;
}

static bool in_level(size_t i, size_t above)
{
	const struct swf_slurm_association *a = &made.members[i];
	return i > 0 && level_of(i) == above && (a->is_user || !a->of_parent);
}

static void naive_level_fs(size_t i)
{
	const struct swf_slurm_association *a = &made.members[i];
	double sum = 0;
	for (size_t j = 0; j < naive.count; j++)
		if (in_level(j, level_of(i)) && !made.members[j].of_parent)
			sum += (double)made.members[j].shares;
	const double share = (double)a->shares / sum;
	const double usage = naive.raw[i] / naive.raw[level_of(i)];
	naive.level_fs[i] = a->of_parent ? INFINITY
		: a->shares == 0         ? 0
		: naive.raw[i] == 0      ? INFINITY
					 : share / usage;
}

static int better(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;
	const double fx = naive.level_fs[x], fy = naive.level_fs[y];
	if (fx != fy)
		return fx > fy ? -1 : 1;
	if (made.members[x].is_user != made.members[y].is_user)
		return made.members[x].is_user ? -1 : 1;
	return (x > y) - (x < y);
}

static void naive_visit(size_t account, bool tied)
{
	size_t level[MADE_MEMBERS], count = 0;
	for (size_t i = 0; i < naive.count; i++)
		if (in_level(i, account)) {
			naive_level_fs(i);
			level[count++] = i;
		}
	qsort(level, count, sizeof *level, better);
	for (size_t k = 0; k < count; k++) {
		const size_t i = level[k];
		if (k > 0)
			tied = naive.level_fs[i] == naive.level_fs[level[k - 1]];
		if (!made.members[i].is_user) {
			naive_visit(i, tied);
			continue;
		}
		if (!tied)
			naive.rank = naive.next;
		naive.factor[i] = naive.rank / (double)naive.users;
		naive.next--;
	}
}

static void check_against_naive(void)
{
	naive.count = made.associations.count;
	naive.users = 0;
	for (size_t i = 0; i < naive.count; i++) {
		naive.users += made.members[i].is_user;
		naive.raw[i] = usage_of(&made, i);
	}
	naive.next = naive.rank = (double)naive.users;
	naive_visit(0, false);
	for (size_t i = 0; i < naive.count; i++)
		if (made.members[i].is_user)
			ck_assert(factor_of(&made, i) == naive.factor[i]);
}

static void join_someone(uint64_t *state, bool may_nest)
{
	size_t parent = random_below(state, (uint32_t)made.associations.count);
	while (made.members[parent].is_user || (parent > 0 && random_below(state, 3) == 0))
		parent = made.members[parent].parent;
	/* mostly positive; 0 and Fairshare=parent too */
	const int64_t shares = (int64_t)random_below(state, 6) - 1;
	if (may_nest && random_below(state, 3) == 0)
		add_account(&made, parent, shares);
	else
		add_user(&made, parent, shares < 0 && !may_nest ? 1 : shares);
}

START_TEST(ranks_equal_those_of_recursion)
{
	uint64_t state = 11;
	for (int round = 0; round < 150; round++) {
		begin();
		made.conf.priority.half_life = round % 3 * 3600;
		const uint32_t usages = round % 3 == 0 ? 3 : 1000000;
		const uint32_t members = 2 + random_below(&state, round % 10 == 0 ? 150 : 25);
		while (made.associations.count < members)
			join_someone(&state, true);
		made_site_begin(&made);
		for (int update = 1; update <= 30; update++) {
			const double now = update * 300;
			for (uint32_t jobs = random_below(&state, 4); jobs > 0; jobs--) {
				const size_t who =
					random_below(&state, (uint32_t)made.associations.count);
				/* Without decay few different usages, so that some are equal.
				 * With it, rounding decides there. */
				run_job(&made, who, 1 + (int32_t)random_below(&state, usages),
					now - 300, now - 200);
			}
			if (random_below(&state, 10) == 0) {
				join_someone(&state, false);
				struct made_job job;
				made_job_init(&job, made.associations.count - 1, 1);
				submit_job(&made, &job, now - 100);
			}
			swf_slurm_priority_update(made.priority, now);
			check_against_naive();
		}
		made_site_end(&made);
	}
}
END_TEST

Suite *fair_share_suite(void)
{
	return suite_of("fair_share",
		(const TTest *const[]){usage_is_counted_at_updates,
			ends_count_only_where_limits_are_enforced, usage_decays,
			updates_of_a_long_time_are_counted_at_once, a_qos_has_a_usage_factor,
			partitions_weigh_what_is_used, usage_equals_that_of_loops_over_all_jobs,
			classic_fair_share_of_the_documentation, accounts_are_an_update_behind,
			classic_updates_go_through_the_jobs, users_may_count_as_their_account,
			depth_may_be_no_matter, users_are_ranked_by_their_accounts_first,
			users_without_shares_come_last, accounts_may_be_as_good_as_users,
			who_joins_is_as_good_as_the_best_of_the_level, accounts_may_be_empty,
			trees_may_be_deep, ranks_equal_those_of_recursion, NULL});
}
