/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/misfits.h"

#include <math.h>

#include "unit/suites.h"

static const uint64_t all_nodes = 7, others = 3;

static struct swf_slurm_job job_of(int32_t cpus)
{
	return (struct swf_slurm_job){
		.request = {.cpus = cpus, .min_nodes = 1, .max_nodes = 10}, .nodes = &all_nodes};
}

static const struct swf_slurm_grounds grounds = {.until = 77};

static void add(struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length,
	double until)
{
	swf_slurm_misfits_add(misfits, job, length, until, &grounds);
}

/* s, -INFINITY where nothing is known. */
static double until_of(
	const struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length)
{
	const struct swf_slurm_misfit *misfit = swf_slurm_misfits_find(misfits, job, length);
	if (misfit == NULL)
		return -INFINITY;
	ck_assert_double_eq(misfit->grounds.until, 77);
	return misfit->until;
}

START_TEST(holds_for_those_that_ask_for_no_less)
{
	struct swf_slurm_misfits misfits = {0};
	struct swf_slurm_job job = job_of(4);
	ck_assert(until_of(&misfits, &job, 60) == -INFINITY);
	add(&misfits, &job, 60, 500);
	ck_assert_double_eq(until_of(&misfits, &job, 60), 500);
	ck_assert_double_eq(until_of(&misfits, &job, 61), 500);
	ck_assert(until_of(&misfits, &job, 59) == -INFINITY);
	struct swf_slurm_job larger = job_of(5), smaller = job_of(3), wider = job_of(4);
	ck_assert_double_eq(until_of(&misfits, &larger, 60), 500);
	ck_assert(until_of(&misfits, &smaller, 60) == -INFINITY);
	wider.request.min_nodes = 2;
	ck_assert_double_eq(until_of(&misfits, &wider, 60), 500);
}
END_TEST

START_TEST(says_nothing_of_jobs_of_another_kind)
{
	struct swf_slurm_misfits misfits = {0};
	struct swf_slurm_job job = job_of(4);
	add(&misfits, &job, 60, 500);
	struct swf_slurm_job unlike[6];
	for (size_t i = 0; i < 6; i++)
		unlike[i] = job_of(9);
	unlike[0].nodes = &others;
	unlike[1].request.partition = 1;
	unlike[2].request.whole_nodes = true;
	unlike[3].request.memory_a_cpu = 5;
	unlike[4].request.memory_a_node = 5;
	unlike[5].request.gpu_type = 2;
	for (size_t i = 0; i < 6; i++)
		ck_assert(until_of(&misfits, &unlike[i], 90) == -INFINITY);
}
END_TEST

START_TEST(the_latest_time_counts_and_few_are_kept)
{
	struct swf_slurm_misfits misfits = {0};
	struct swf_slurm_job job = job_of(4), larger = job_of(8);
	add(&misfits, &larger, 60, 300);
	add(&misfits, &job, 60, 200);
	ck_assert_double_eq(until_of(&misfits, &larger, 60), 300);
	ck_assert_double_eq(until_of(&misfits, &job, 60), 200);
	/* holds for both, and longer */
	add(&misfits, &job, 60, 400);
	ck_assert_uint_eq(misfits.count, 1);
	ck_assert_double_eq(until_of(&misfits, &larger, 60), 400);
	for (int32_t i = 0; i < 100; i++) {
		struct swf_slurm_job one = job_of(1000 - i);
		add(&misfits, &one, 1 + i, 1000 - i);
	}
	ck_assert_uint_le(misfits.count, SWF_SLURM_MISFITS);
	/* what is forgotten only says less */
	for (int32_t i = 0; i < 100; i++) {
		struct swf_slurm_job one = job_of(1000 - i);
		const double until = until_of(&misfits, &one, 1 + i);
		ck_assert(until <= 1000 - i || until == 400);
	}
}
END_TEST

Suite *misfits_suite(void)
{
	return suite_of("misfits",
		(const TTest *const[]){holds_for_those_that_ask_for_no_less,
			says_nothing_of_jobs_of_another_kind,
			the_latest_time_counts_and_few_are_kept, NULL});
}
