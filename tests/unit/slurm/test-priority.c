/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "slurm/model/priority.h"
#include "swfcore/quantity.h"
#include "unit/slurm/site-of.h"
#include "unit/suites.h"

static struct made_site made;
static struct made_job job;

/* The priority of a job of 25 processors at its submission, with the settings made so far. */
static int64_t first_priority(void)
{
	made_site_begin(&made);
	submit_job(&made, &job, 0);
	made_site_end(&made);
	return job.job.priority;
}

static void begin(void)
{
	made_site_init(&made);
	made_job_init(&job, add_user(&made, 0, 1), 25);
}

START_TEST(basic_priority_is_by_arrival)
{
	begin();
	made.conf.priority.multifactor = false;
	made_site_begin(&made);
	/* release 22.05 counts down from 0xffff0000 */
	submit_job(&made, &job, 0);
	ck_assert_int_eq(job.job.priority, 4294901759);
	submit_job(&made, &job, 0);
	ck_assert_int_eq(job.job.priority, 4294901758);
	ck_assert(swf_slurm_priority_due(made.priority) == INFINITY);
	swf_slurm_priority_update(made.priority, 1000);
	swf_slurm_priority_of(made.priority, &job.job, 1000);
	ck_assert_int_eq(job.job.priority, 4294901758);
	made_site_end(&made);
}
END_TEST

START_TEST(the_size_of_a_job)
{
	begin();
	made.conf.priority.weight_job_size = 1000;
	/* 1 node of 10 and 25 processors of 100: (0.1 + 0.25) / 2 = 0.175 */
	ck_assert_int_eq(first_priority(), 175);
	/* with whole nodes, 30 processors: (0.1 + 0.3) / 2 */
	job.job.request.whole_nodes = true;
	ck_assert_int_eq(first_priority(), 200);
	job.job.request.whole_nodes = false;
	/* what is behind the point is cut off: 999 * 0.175 = 174.825 */
	made.conf.priority.weight_job_size = 999;
	ck_assert_int_eq(first_priority(), 174);
	/* (0.3 + 0.25) / 2 = 0.275 */
	job.job.request.min_nodes = 3;
	made.conf.priority.weight_job_size = 1000;
	ck_assert_int_eq(first_priority(), 275);
	/* (0.7 + 0.75) / 2 = 0.725 */
	made.conf.priority.favor_small = true;
	ck_assert_int_eq(first_priority(), 725);
	/* 3 nodes have 30 processors, which are more than 25: 30 / 60 min / 100 = 0.005 */
	made.conf.priority.small_relative_to_time = true;
	ck_assert_int_eq(first_priority(), 995);
	made.conf.priority.favor_small = false;
	ck_assert_int_eq(first_priority(), 5);
	/* 25 / 60 / 100 = 0.0041666 */
	job.job.request.min_nodes = 1;
	made.conf.priority.weight_job_size = 100000;
	ck_assert_int_eq(first_priority(), 416);
	/* 0xffffffff min stand for no limit; the lowest priority is 1 */
	job.job.limit = INFINITY;
	ck_assert_int_eq(first_priority(), 1);
}
END_TEST

START_TEST(partitions_and_qos)
{
	begin();
	made.conf.priority.weight_partition = 1000;
	/* of the highest of all partitions, 50 */
	made.partitions[0].priority_job_factor = 20;
	made.partitions[1].priority_job_factor = 50;
	made.partitions[2].priority_job_factor = 0;
	ck_assert_int_eq(first_priority(), 400);
	job.job.who.partition = 1;
	ck_assert_int_eq(first_priority(), 1000);
	job.job.who.partition = 2;
	ck_assert_int_eq(first_priority(), 1);
	/* 1, the least that there is, may be the highest */
	made.partitions[0].priority_job_factor = made.partitions[1].priority_job_factor = 1;
	job.job.who.partition = 1;
	ck_assert_int_eq(first_priority(), 1000);
	made.partitions[0].priority_job_factor = 20;
	made.partitions[1].priority_job_factor = 50;
	job.job.who.partition = 2;
	/* where no QOS has a priority, none is above another */
	made.conf.priority.weight_qos = 10000;
	ck_assert_int_eq(first_priority(), 1);
	/* with 10000 * 3 / 8 of the QOS */
	made.qos[1].priority = 3;
	made.qos[2].priority = 8;
	job.job.who.qos = 1;
	ck_assert_int_eq(first_priority(), 3750);
	job.job.who.partition = 0;
	ck_assert_int_eq(first_priority(), 4150);
	made.conf.priority.no_normal_part = made.conf.priority.no_normal_qos = true;
	ck_assert_int_eq(first_priority(), 20 * 1000 + 3 * 10000);
}
END_TEST

START_TEST(associations_have_priorities)
{
	begin();
	const size_t account = add_account(&made, 0, 1), user = add_user(&made, account, 1);
	made.conf.priority.weight_assoc = 1000;
	ck_assert_int_eq(first_priority(), 1);
	made.members[1].priority = 80;
	made.members[account].priority = 20;
	ck_assert_int_eq(first_priority(), 1000);
	/* its account's: 20 / 80 */
	job.job.who.association = (uint32_t)user;
	ck_assert_int_eq(first_priority(), 250);
	made.members[user].priority = 0;
	ck_assert_int_eq(first_priority(), 1);
	made.members[user].priority = 40;
	ck_assert_int_eq(first_priority(), 500);
	made.conf.priority.no_normal_assoc = true;
	ck_assert_int_eq(first_priority(), 40000);
}
END_TEST

START_TEST(processors_and_memory_have_weights)
{
	begin();
	job.job.request.cpus = 8;
	job.job.request.memory_a_cpu = 2048;
	job.job.who.partition = 1;
	made.conf.priority.weight_cpu = 1000;
	made.conf.priority.weight_memory = 400;
	/* partition 1 has 40 processors and 256 MB: 1000 * 8 / 40 + 400 * 16 / 256 */
	ck_assert_int_eq(first_priority(), 200 + 25);
	/* all memory of a node: 400 * 64 / 256 */
	job.job.request.memory_a_cpu = 0;
	ck_assert_int_eq(first_priority(), 200 + 100);
	job.job.request.memory_a_cpu = 2048;
	made.conf.priority.no_normal_tres = true;
	ck_assert_int_eq(first_priority(), 1000 * 8 + 400 * 16);
}
END_TEST

/* 64 nodes fill their word of a set. What stands behind it is of the next partition. */
START_TEST(partitions_have_the_nodes_of_their_words)
{
	static struct swf_slurm_node nodes[65];
	begin();
	for (int i = 0; i < 65; i++)
		nodes[i] = made.nodes[0];
	made.conf.nodes = nodes;
	made.conf.node_count = 64;
	made.sets[0] = UINT64_MAX;
	made.sets[1] = 1;
	made.conf.priority.weight_cpu = 6400;
	/* 6400 * 25 of 640 processors */
	ck_assert_int_eq(first_priority(), 250);
}
END_TEST

START_TEST(priorities_have_32_bits)
{
	begin();
	made.conf.priority.no_normal_part = true;
	made.conf.priority.weight_partition = 4294967295;
	ck_assert_int_eq(first_priority(), 4294967295);
	made.partitions[0].priority_job_factor = 2;
	ck_assert_int_eq(first_priority(), 4294967295);
}
END_TEST

START_TEST(age_grows_at_updates)
{
	begin();
	made.conf.priority.weight_age = 1000;
	made.conf.priority.max_age = 1000;
	made_site_begin(&made);
	ck_assert(swf_slurm_priority_due(made.priority) == 300);
	submit_job(&made, &job, 50);
	ck_assert_int_eq(job.job.priority, 1);
	/* an update that nobody asks for is made nevertheless */
	struct made_job other;
	made_job_init(&other, 1, 1);
	submit_job(&made, &other, 700);
	ck_assert(swf_slurm_priority_due(made.priority) == 900);
	swf_slurm_priority_update(made.priority, 900);
	ck_assert(swf_slurm_priority_due(made.priority) == 1200);
	swf_slurm_priority_of(made.priority, &job.job, 900);
	ck_assert_int_eq(job.job.priority, 850);
	swf_slurm_priority_of(made.priority, &other.job, 900);
	ck_assert_int_eq(other.job.priority, 200);
	swf_slurm_priority_update(made.priority, 1200);
	swf_slurm_priority_of(made.priority, &job.job, 1200);
	ck_assert_int_eq(job.job.priority, 1000);
	made_site_end(&made);
	/* nothing that changes */
	made.conf.priority.weight_age = 0;
	made_site_begin(&made);
	ck_assert(swf_slurm_priority_due(made.priority) == INFINITY);
	made_site_end(&made);
}
END_TEST

/* The priority after a third of the usage fell to another user. */
static int64_t later_priority(bool incr_only)
{
	begin();
	const size_t other = add_user(&made, 0, 1);
	made.conf.priority.fair_tree = false;
	made.conf.priority.weight_fair_share = 1000;
	made.conf.priority.incr_only = incr_only;
	made_site_begin(&made);
	struct made_job waiting;
	made_job_init(&waiting, 1, 1);
	submit_job(&made, &waiting, 0);
	ck_assert_int_eq(waiting.job.priority, 1000);
	run_job(&made, 1, 20, 0, 100);
	run_job(&made, other, 10, 100, 200);
	swf_slurm_priority_update(made.priority, 300);
	swf_slurm_priority_of(made.priority, &waiting.job, 300);
	made_site_end(&made);
	return waiting.job.priority;
}

START_TEST(priorities_may_only_grow)
{
	/* 2 ** -((2/3) / (1/2)) = 0.39685 */
	ck_assert_int_eq(later_priority(false), 396);
	ck_assert_int_eq(later_priority(true), 1000);
}
END_TEST

START_TEST(factors_add_up)
{
	begin();
	struct swf_slurm_factors factors;
	made.conf.priority.weight_age = 1000;
	made.conf.priority.weight_fair_share = 2000;
	made.conf.priority.weight_job_size = 1000;
	made.conf.priority.weight_cpu = 100;
	made.conf.priority.max_age = 600;
	made_site_begin(&made);
	submit_job(&made, &job, 0);
	swf_slurm_priority_update(made.priority, 300);
	swf_slurm_priority_of(made.priority, &job.job, 300);
	swf_slurm_priority_factors(made.priority, &job.job, 300, &factors);
	ck_assert(factors.age == 0.5 && factors.fair_share == 1 && factors.tres == 25);
	ck_assert_double_eq_tol(factors.job_size, 0.175, 1e-12);
	ck_assert(factors.partition == 0 && factors.qos == 0 && factors.association == 0);
	ck_assert_int_eq(job.job.priority, 500 + 2000 + 175 + 25);
	made_site_end(&made);
}
END_TEST

/* Stockholm in 1996: the clock is put forward on 31 March and back on 27 October, both at 1:00 UTC.
 * Second 0 of the log is 1996-01-01 0:00 there. */
static const struct swf_offset stockholm[] = {{0, 3600}, {828234000, 7200}, {846378000, 3600}};
static struct swf_calendar *calendar;

static double time_at(const char *date)
{
	double seconds;
	struct swf_error error;
	ck_assert_int_eq(swf_calendar_read(calendar, date, false, &seconds, &error), 0);
	return seconds;
}

static void check_next(
	enum swf_slurm_reset period, const char *last, const char *now, const char *expected)
{
	const double next =
		swf_slurm_usage_reset_next(period, calendar, time_at(last), time_at(now));
	if (next != time_at(expected))
		ck_abort_msg("after %s: %f, not %s", last, next, expected);
}

START_TEST(resets_follow_the_calendar)
{
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	ck_assert(time_at("1996-01-01") == 0);
	check_next(SWF_SLURM_RESET_DAILY, "1996-02-10T13:00", "1996-02-10T13:00", "1996-02-11");
	/* a week begins on Sunday; 10 February 1996 was a Saturday */
	check_next(SWF_SLURM_RESET_WEEKLY, "1996-02-10T13:00", "1996-02-10T13:00", "1996-02-11");
	check_next(SWF_SLURM_RESET_WEEKLY, "1996-02-11", "1996-02-11", "1996-02-18");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-02-29T23:59", "1996-03-01", "1996-03-01");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-12-01", "1996-12-01", "1997-01-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-01-01", "1996-01-01", "1996-04-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-03-31", "1996-03-31", "1996-04-01");
	check_next(SWF_SLURM_RESET_QUARTERLY, "1996-11-05", "1996-11-05", "1997-01-01");
	check_next(SWF_SLURM_RESET_YEARLY, "1996-01-01", "1996-01-01", "1997-01-01");
	/* days that are over are not made up for, but for the last one */
	check_next(SWF_SLURM_RESET_DAILY, "1996-02-10T13:00", "1996-02-20T01:00", "1996-02-20");
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(days_have_86400_s_where_the_clock_is_changed)
{
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	/* 31 March has 23 hours: its 86,400 s end at 1:00 of the next day */
	check_next(SWF_SLURM_RESET_DAILY, "1996-03-30T12:00", "1996-03-30T12:00", "1996-03-31");
	check_next(SWF_SLURM_RESET_DAILY, "1996-03-31", "1996-03-31", "1996-04-01T01:00");
	check_next(SWF_SLURM_RESET_DAILY, "1996-04-01T01:00", "1996-04-01T01:00", "1996-04-02");
	/* 27 October has 25: they end an hour before it does, and from then on usage is reset at
	 * each update until another 86,400 s are over */
	check_next(SWF_SLURM_RESET_DAILY, "1996-10-27", "1996-10-27", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-27T23:00", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-28T23:00", "1996-10-27T23:00");
	check_next(
		SWF_SLURM_RESET_DAILY, "1996-10-27T23:00", "1996-10-28T23:01", "1996-10-28T23:00");
	check_next(SWF_SLURM_RESET_DAILY, "1996-10-28T23:00", "1996-10-28T23:01", "1996-10-29");
	/* months follow the clock */
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-03-02", "1996-03-02", "1996-04-01");
	check_next(SWF_SLURM_RESET_MONTHLY, "1996-10-02", "1996-10-02", "1996-11-01");
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_NONE, calendar, 0, 0) == INFINITY);
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_NOW, calendar, 0, 0) == INFINITY);
	ck_assert(swf_slurm_usage_reset_next(SWF_SLURM_RESET_DAILY, NULL, 0, 0) == INFINITY);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(usage_is_forgotten_at_the_first_update_after)
{
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	made_site_init(&made);
	made.conf.priority.reset = SWF_SLURM_RESET_DAILY;
	made.conf.priority.calc_period = 1000;
	made.site.calendar = calendar;
	const size_t user = add_user(&made, 0, 1);
	made_site_begin(&made);
	made_job_init(&job, user, 1);
	submit_job(&made, &job, 0);
	start_job(&made, &job, 0);
	swf_slurm_priority_update(made.priority, 86000);
	ck_assert(usage_of(&made, user) == 86000);
	/* at 86,400 the day is over; what ran since the update before counts for the new one */
	swf_slurm_priority_update(made.priority, 87000);
	ck_assert(usage_of(&made, user) == 1000);
	swf_slurm_priority_update(made.priority, 172000);
	ck_assert(usage_of(&made, user) == 86000);
	swf_slurm_priority_update(made.priority, 173000);
	ck_assert(usage_of(&made, user) == 1000);
	made_site_end(&made);
	swf_calendar_free(calendar);
}
END_TEST

/* As it is empty then, no update is made one by one, and no month is left to be made up for. */
START_TEST(usage_stays_after_a_long_time_without_any)
{
	const double late = 3e11, day = 86400;
	calendar = swf_calendar_new(820450800, stockholm, 3);
	ck_assert_ptr_nonnull(calendar);
	made_site_init(&made);
	made.conf.priority.reset = SWF_SLURM_RESET_MONTHLY;
	made.site.calendar = calendar;
	const size_t user = add_user(&made, 0, 1);
	made_site_begin(&made);
	run_job(&made, user, 1, 0, 100);
	ck_assert(usage_of(&made, user) == 100);
	run_job(&made, user, 1, late, late + 200);
	ck_assert(usage_of(&made, user) == 200);
	swf_slurm_priority_update(made.priority, late + 600);
	ck_assert(usage_of(&made, user) == 200);
	swf_slurm_priority_update(made.priority, late + 31 * day);
	ck_assert(usage_of(&made, user) == 0);
	made_site_end(&made);
	swf_calendar_free(calendar);
}
END_TEST

Suite *priority_suite(void)
{
	return suite_of("priority",
		(const TTest *const[]){basic_priority_is_by_arrival, the_size_of_a_job,
			partitions_and_qos, associations_have_priorities,
			processors_and_memory_have_weights,
			partitions_have_the_nodes_of_their_words, priorities_have_32_bits,
			age_grows_at_updates, priorities_may_only_grow, factors_add_up,
			resets_follow_the_calendar, days_have_86400_s_where_the_clock_is_changed,
			usage_is_forgotten_at_the_first_update_after,
			usage_stays_after_a_long_time_without_any, NULL});
}
