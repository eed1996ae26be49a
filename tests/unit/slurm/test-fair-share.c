#include <math.h>

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

Suite *fair_share_suite(void)
{
	return suite_of("fair_share",
		(const TTest *const[]){usage_is_counted_at_updates,
			ends_count_only_where_limits_are_enforced, usage_decays,
			updates_of_a_long_time_are_counted_at_once, a_qos_has_a_usage_factor,
			partitions_weigh_what_is_used, usage_equals_that_of_loops_over_all_jobs,
			NULL});
}
