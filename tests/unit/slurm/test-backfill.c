/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/daemon.h"

#include "unit/suites.h"

static struct swf_slurm_backfill_counts counts;
static struct swf_slurm_conf conf;

static int tested(uint32_t user, uint32_t association, uint32_t partition)
{
	const struct swf_slurm_job job = {
		.who = {.user = user, .association = association, .partition = partition}};
	return swf_slurm_backfill_counts_test(&counts, &conf, &job);
}

static void begin(struct swf_slurm_loops loops)
{
	conf = (struct swf_slurm_conf){.partition_count = 2, .loops = loops};
	swf_slurm_backfill_counts_begin(&counts);
}

START_TEST(no_more_are_tested_than_the_limits_say)
{
	begin((struct swf_slurm_loops){0});
	for (uint32_t i = 0; i < 100; i++)
		ck_assert_int_eq(tested(0, 0, 0), 1);
	begin((struct swf_slurm_loops){.bf_max_job_user = 2});
	ck_assert(tested(7, 0, 0) == 1 && tested(7, 1, 1) == 1 && tested(7, 0, 0) == 0);
	ck_assert(tested(900, 0, 0) == 1);
	begin((struct swf_slurm_loops){.bf_max_job_user = 2});
	ck_assert(tested(7, 0, 0) == 1);
	begin((struct swf_slurm_loops){.bf_max_job_part = 1});
	ck_assert(tested(0, 0, 1) == 1 && tested(1, 0, 1) == 0 && tested(1, 0, 0) == 1);
	begin((struct swf_slurm_loops){.bf_max_job_user_part = 1});
	ck_assert(tested(0, 0, 1) == 1 && tested(0, 0, 1) == 0 && tested(0, 0, 0) == 1 &&
		tested(1, 0, 1) == 1);
	/* a limit of associations takes the place of one of users */
	begin((struct swf_slurm_loops){.bf_max_job_assoc = 2, .bf_max_job_user = 1});
	ck_assert(tested(0, 4, 0) == 1 && tested(0, 4, 0) == 1 && tested(0, 4, 0) == 0);
	ck_assert(tested(0, 5, 0) == 1);
	/* one that is refused by one limit counts for none */
	begin((struct swf_slurm_loops){.bf_max_job_part = 1, .bf_max_job_user = 1});
	ck_assert(tested(0, 0, 0) == 1 && tested(1, 0, 0) == 0 && tested(1, 0, 1) == 1);
	swf_slurm_backfill_counts_clear(&counts);
}
END_TEST

START_TEST(reservations_of_a_partition_are_counted)
{
	const struct swf_slurm_job job = {.who.partition = 1}, other = {.who.partition = 0};
	begin((struct swf_slurm_loops){.bf_job_part_count_reserve = 1});
	ck_assert_int_eq(swf_slurm_backfill_counts_full(&counts, &conf, &job), 0);
	swf_slurm_backfill_counts_reserve(&counts, &job);
	ck_assert_int_eq(swf_slurm_backfill_counts_full(&counts, &conf, &job), 1);
	ck_assert_int_eq(swf_slurm_backfill_counts_full(&counts, &conf, &other), 0);
	swf_slurm_backfill_counts_begin(&counts);
	ck_assert_int_eq(swf_slurm_backfill_counts_full(&counts, &conf, &job), 0);
	swf_slurm_backfill_counts_clear(&counts);
}
END_TEST

Suite *backfill_suite(void)
{
	return suite_of("backfill",
		(const TTest *const[]){no_more_are_tested_than_the_limits_say,
			reservations_of_a_partition_are_counted, NULL});
}
