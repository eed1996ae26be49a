/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The jobs of a simulated slurmctld and its queue, and what they give back.
 *
 * Between calls every task of the engine that was accepted and has not ended has a job, whose place
 * in the list is the task's queue_place. Jobs never move, so pointers to them hold until they end.
 * The queue has those that wait, in the order in which they are tried. A job joins it from behind,
 * which costs the jobs that it overtakes; started jobs leave it together, once a pass is over.
 */
#include "slurm/model/daemon.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "slurm/model/node-sets.h"

void swf_slurm_job_list_init(struct swf_slurm_job_list *jobs)
{
	*jobs = (struct swf_slurm_job_list){.slab.element_size = sizeof(struct swf_slurm_job)};
}

void swf_slurm_job_list_clear(struct swf_slurm_job_list *jobs)
{
	for (size_t i = 0; i < jobs->count; i++) {
		free(jobs->list[i]->allocation.shares);
		free(jobs->list[i]->allocation.gpus);
		free(jobs->list[i]->allocation.parts);
		free(jobs->list[i]->allocation.cores);
	}
	swf_slab_clear(&jobs->slab);
	free(jobs->list);
	free(jobs->unused);
	free(jobs->submitted);
	swf_slurm_job_list_init(jobs);
}

/* Adds a job, unused. -1 when there is no memory. */
static int add_unused(struct swf_slurm_job_list *jobs)
{
	struct swf_slurm_job **list =
		swf_array_reserve(jobs->list, jobs->count, &jobs->capacity, sizeof *list);
	if (list == NULL)
		return -1;
	jobs->list = list;
	/* room for all of them, so that giving one back cannot fail */
	size_t *unused = swf_array_reserve(
		jobs->unused, jobs->count, &jobs->unused_capacity, sizeof *unused);
	if (unused == NULL)
		return -1;
	jobs->unused = unused;
	struct swf_slurm_job *job = swf_slab_take(&jobs->slab);
	if (job == NULL)
		return -1;
	*job = (struct swf_slurm_job){0};
	unused[jobs->unused_count++] = jobs->count;
	list[jobs->count++] = job;
	return 0;
}

struct swf_slurm_job *swf_slurm_job_list_new(struct swf_slurm_job_list *jobs, struct swf_task *task)
{
	if (jobs->unused_count == 0 && add_unused(jobs) != 0)
		return NULL;
	task->queue_place = jobs->unused[--jobs->unused_count];
	struct swf_slurm_job *job = jobs->list[task->queue_place];
	*job = (struct swf_slurm_job){.task = task, .allocation = job->allocation};
	return job;
}

int swf_slurm_job_list_submit(struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	struct swf_slurm_job **submitted = swf_array_reserve(jobs->submitted, jobs->submitted_count,
		&jobs->submitted_capacity, sizeof *submitted);
	if (submitted == NULL)
		return -1;
	jobs->submitted = submitted;
	submitted[jobs->submitted_count++] = swf_slurm_job_list_of(jobs, task);
	return 0;
}

void swf_slurm_job_list_end(struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	swf_slurm_job_list_of(jobs, task)->task = NULL;
	jobs->unused[jobs->unused_count++] = task->queue_place;
}

size_t swf_slurm_waiting_add(struct swf_slurm_waiting *waiting, struct swf_slurm_job *job)
{
	struct swf_slurm_job **jobs =
		swf_array_reserve(waiting->jobs, waiting->count, &waiting->capacity, sizeof *jobs);
	if (jobs == NULL)
		return SIZE_MAX;
	waiting->jobs = jobs;
	size_t place = waiting->count++;
	for (; place > 0 && swf_slurm_waiting_before(job, jobs[place - 1]); place--)
		jobs[place] = jobs[place - 1];
	jobs[place] = job;
	return place;
}

void swf_slurm_waiting_remove_started(struct swf_slurm_waiting *waiting)
{
	size_t kept = 0;
	for (size_t i = 0; i < waiting->count; i++)
		if (!waiting->jobs[i]->task->started)
			waiting->jobs[kept++] = waiting->jobs[i];
	waiting->count = kept;
}

void swf_slurm_waiting_remove(struct swf_slurm_waiting *waiting, const struct swf_slurm_job *job)
{
	size_t place = 0;
	while (waiting->jobs[place] != job)
		place++;
	waiting->count--;
	memmove(waiting->jobs + place, waiting->jobs + place + 1,
		(waiting->count - place) * sizeof(struct swf_slurm_job *));
}

static int compare_jobs(const void *a, const void *b)
{
	const struct swf_slurm_job *first = *(struct swf_slurm_job *const *)a;
	const struct swf_slurm_job *second = *(struct swf_slurm_job *const *)b;
	return swf_slurm_waiting_before(first, second) ? -1 : 1;
}

void swf_slurm_waiting_sort(struct swf_slurm_waiting *waiting)
{
	size_t i = 1;
	while (i < waiting->count &&
		swf_slurm_waiting_before(waiting->jobs[i - 1], waiting->jobs[i]))
		i++;
	if (i < waiting->count)
		qsort(waiting->jobs, waiting->count, sizeof *waiting->jobs, compare_jobs);
}

void swf_slurm_waiting_clear(struct swf_slurm_waiting *waiting)
{
	free(waiting->jobs);
	*waiting = (struct swf_slurm_waiting){0};
}

void swf_slurm_daemon_keep_unreserved(const struct swf_slurm_daemon *s,
	const struct swf_slurm_job *job, double start, double end, uint64_t *nodes)
{
	const struct swf_slurm_reserved_list *all = s->site->reserved;
	const struct swf_slurm_reserved *own = job->reserved;
	if (own != NULL && start >= own->start && end <= own->end)
		swf_slurm_node_sets_keep(nodes, own->nodes, s->conf->words);
	else if (own != NULL)
		memset(nodes, 0, s->conf->words * sizeof *nodes);
	for (size_t i = 0; all != NULL && i < all->count; i++) {
		const struct swf_slurm_reserved *one = &all->list[i];
		if (one == own || one->start >= end || one->end <= start)
			continue;
		swf_slurm_node_sets_remove(nodes, one->nodes, s->conf->words);
	}
}

void swf_slurm_daemon_plan_rest(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const double now = s->machine->now;
	s->rests = fmax(fmax(swf_slurm_priority_settled(s->priority, now), s->reserved_end),
			   now + loops->bf_min_age_reserve) +
		swf_slurm_main_loop_interval(s) + fmax(loops->bf_interval, 0) +
		loops->batch_sched_delay + loops->sched_min_interval;
}

void swf_slurm_daemon_started(struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	swf_slurm_priority_started(s->priority, job, s->machine->now);
	swf_slurm_usage_limits_started(s->limits, job);
	swf_slurm_licenses_take(s->licenses, job);
	swf_slurm_daemon_change(s);
	s->suspension.stale = true;
	s->preempted.running[swf_slurm_daemon_kind(s, job)]++;
	if (s->preempts)
		s->preempted.exempt_until = fmax(s->preempted.exempt_until,
			s->machine->now + swf_slurm_daemon_exempt(s, job));
}

void swf_slurm_daemon_release(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	s->preempted.running[swf_slurm_daemon_kind(s, job)]--;
	swf_slurm_priority_ended(s->priority, job, s->machine->now);
	swf_slurm_licenses_give_back(s->licenses, job);
	swf_slurm_nodes_give_back(s->nodes, &job->allocation);
	s->suspension.stale = true;
	swf_slurm_daemon_plan_rest(s);
}

int swf_slurm_daemon_queue(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	swf_slurm_priority_of(s->priority, job, swf_slurm_priority_updated(s->priority));
	if (swf_slurm_waiting_add(&s->waiting, job) == SIZE_MAX)
		return -1;
	swf_slurm_daemon_plan_rest(s);
	swf_slurm_daemon_change(s);
	return 0;
}
