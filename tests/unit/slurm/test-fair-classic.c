#include <math.h>

#include "unit/slurm/site-of.h"
#include "unit/suites.h"

static struct made_site made;

static void begin(void)
{
	made_site_init(&made);
	made.conf.priority.weight_fair_share = 1000;
	made.conf.priority.fair_tree = false;
}

/* The tree of the example of Slurm's documentation of classic fair-share, and one more user of no
 * share who used what the others did not. */
static void classic_example(size_t users[6])
{
	begin();
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
	begin();
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
	begin();
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
	begin();
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

Suite *fair_classic_suite(void)
{
	return suite_of("fair_classic",
		(const TTest *const[]){classic_fair_share_of_the_documentation,
			accounts_are_an_update_behind, classic_updates_go_through_the_jobs,
			users_may_count_as_their_account, depth_may_be_no_matter, NULL});
}
