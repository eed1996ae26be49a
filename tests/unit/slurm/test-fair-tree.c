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

Suite *fair_tree_suite(void)
{
	return suite_of("fair_tree",
		(const TTest *const[]){users_are_ranked_by_their_accounts_first,
			users_without_shares_come_last, accounts_may_be_as_good_as_users,
			who_joins_is_as_good_as_the_best_of_the_level, accounts_may_be_empty,
			trees_may_be_deep, ranks_equal_those_of_recursion, NULL});
}
