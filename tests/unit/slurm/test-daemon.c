/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm/model/daemon.h"

#include "unit/suites.h"

enum { JOBS = 500 };

START_TEST(jobs_wait_in_order)
{
	static struct swf_task tasks[JOBS];
	static struct swf_slurm_job jobs[JOBS];
	struct swf_slurm_waiting waiting = {0};
	uint64_t state = 9;
	for (size_t i = 0; i < JOBS; i++) {
		tasks[i] = (struct swf_task){.id = i + 1};
		jobs[i] = (struct swf_slurm_job){.task = &tasks[i],
			.tier = random_below(&state, 3),
			.priority = random_below(&state, 20)};
		const size_t place = swf_slurm_waiting_add(&waiting, &jobs[i]);
		ck_assert_uint_lt(place, waiting.count);
		ck_assert_ptr_eq(waiting.jobs[place], &jobs[i]);
	}
	for (int round = 0; round < 3; round++) {
		for (size_t i = 1; i < waiting.count; i++) {
			const struct swf_slurm_job *a = waiting.jobs[i - 1], *b = waiting.jobs[i];
			ck_assert(a->tier > b->tier ||
				(a->tier == b->tier &&
					(a->priority > b->priority ||
						(a->priority == b->priority &&
							a->task->id < b->task->id))));
		}
		for (size_t i = 0; i < JOBS; i++)
			jobs[i].priority = random_below(&state, 20);
		swf_slurm_waiting_sort(&waiting);
	}
	for (size_t i = 0; i < JOBS; i += 3)
		tasks[i].started = true;
	swf_slurm_waiting_remove_started(&waiting);
	ck_assert_uint_eq(waiting.count, JOBS - (JOBS + 2) / 3);
	for (size_t i = 0; i < waiting.count; i++)
		ck_assert(!waiting.jobs[i]->task->started);
	swf_slurm_waiting_clear(&waiting);
}
END_TEST

Suite *daemon_suite(void)
{
	return suite_of("daemon", (const TTest *const[]){jobs_wait_in_order, NULL});
}
