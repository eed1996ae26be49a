/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tiers are gone through from the highest to the lowest: a job of a tier is active if none of
 * its cores is one of an active job of a higher tier. Jobs of one tier have no core in common, so
 * that their order does not matter. An update looks at the jobs that run, and is only made after a
 * start or an end.
 */
#include "slurm/model/suspension.h"

#include <stdlib.h>

#include "base/array.h"

static int compare_tiers(const void *a, const void *b)
{
	const struct swf_slurm_job *x = *(struct swf_slurm_job *const *)a;
	const struct swf_slurm_job *y = *(struct swf_slurm_job *const *)b;
	if (x->tier != y->tier)
		return x->tier > y->tier ? -1 : 1;
	return (x->task->id > y->task->id) - (x->task->id < y->task->id);
}

/* The running jobs that share cores, the highest tier first. -1 when there is no memory. */
static int collect(struct swf_slurm_daemon *s)
{
	struct swf_slurm_suspension *suspension = &s->suspension;
	suspension->count = 0;
	for (size_t i = 0; i < s->jobs.count; i++) {
		struct swf_slurm_job *job = s->jobs.list[i];
		if (!swf_slurm_job_list_runs(job) || !job->allocation.shares_cores)
			continue;
		struct swf_slurm_job **larger = swf_array_reserve(suspension->running,
			suspension->count, &suspension->capacity, sizeof *larger);
		if (larger == NULL)
			return -1;
		suspension->running = larger;
		larger[suspension->count++] = job;
	}
	if (suspension->count > 1)
		qsort(suspension->running, suspension->count, sizeof *suspension->running,
			compare_tiers);
	return 0;
}

static int resume(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const double suspended = s->machine->now - job->task->expected_end;
	swf_slurm_nodes_put_off(s->nodes, &job->allocation, suspended);
	swf_slurm_daemon_change(s);
	return swf_machine_resume(s->machine, job->task);
}

/* Suspends or resumes the jobs of a tier, by the cores of those above it, and adds those of its
 * active ones. */
static int update_tier(struct swf_slurm_daemon *s, struct swf_slurm_job **jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct swf_slurm_job *job = jobs[i];
		const bool was = job->task->is_suspended;
		const bool covered = swf_slurm_nodes_is_covered(s->nodes, &job->allocation);
		if (covered && !was)
			swf_machine_suspend(s->machine, job->task);
		else if (was && !covered && resume(s, job) != 0)
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (!jobs[i]->task->is_suspended)
			swf_slurm_nodes_cover(s->nodes, &jobs[i]->allocation);
	return 0;
}

int swf_slurm_suspension_update(struct swf_slurm_daemon *s)
{
	struct swf_slurm_suspension *suspension = &s->suspension;
	if (!s->conf->preemption.gang || !suspension->stale)
		return 0;
	suspension->stale = false;
	if (collect(s) != 0)
		return -1;
	swf_slurm_nodes_begin_cover(s->nodes);
	for (size_t first = 0, behind = 0; first < suspension->count; first = behind) {
		while (behind < suspension->count &&
			suspension->running[behind]->tier == suspension->running[first]->tier)
			behind++;
		if (update_tier(s, suspension->running + first, behind - first) != 0)
			return -1;
	}
	return 0;
}

void swf_slurm_suspension_clear(struct swf_slurm_suspension *suspension)
{
	free(suspension->running);
	*suspension = (struct swf_slurm_suspension){0};
}
