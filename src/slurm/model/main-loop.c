/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Passes over the queue. Only those are made that might start something.
 *
 * Between calls `idle` says that nothing has changed since a pass that started nothing, and
 * `idle_full` the same of a pass over the whole queue: another one would start nothing either. All
 * that may change that clears both, by swf_slurm_daemon_change or at a submission, but for time:
 * from `turns` on a pass may come to something else. Passes that were due meanwhile are only
 * counted (swf_slurm_main_loop_catch_up), so that later ones come at Slurm's times.
 */
#include "slurm/model/daemon.h"

#include <stdlib.h>

#include "slurm/model/node-sets.h"

int swf_slurm_main_loop_init(struct swf_slurm_main_loop *loop, const struct swf_slurm_conf *conf)
{
	*loop = (struct swf_slurm_main_loop){
		.asked = INFINITY, .counted = -INFINITY, .ran = -INFINITY};
	loop->blocked = calloc(conf->partition_count, sizeof *loop->blocked);
	loop->tried = calloc(conf->partition_count, sizeof *loop->tried);
	loop->unblocked = calloc(conf->words, sizeof *loop->unblocked);
	loop->usable = calloc(conf->words, sizeof *loop->usable);
	return loop->blocked == NULL || loop->tried == NULL || loop->unblocked == NULL ||
			loop->usable == NULL
		? -1
		: 0;
}

void swf_slurm_main_loop_clear(struct swf_slurm_main_loop *loop)
{
	free(loop->blocked);
	free(loop->tried);
	free(loop->unblocked);
	free(loop->usable);
}

void swf_slurm_main_loop_submitted(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	if (s->main_loop.asked == INFINITY)
		s->main_loop.asked = s->machine->now;
	job->held = !swf_slurm_usage_limits_allow(s->limits, job);
	s->main_loop.idle = s->main_loop.idle_full = false;
}

void swf_slurm_main_loop_ended(struct swf_slurm_daemon *s)
{
	swf_slurm_daemon_change(s);
	if (!s->conf->loops.defer)
		s->main_loop.wanted = true;
	else if (s->main_loop.asked == INFINITY)
		s->main_loop.asked = s->machine->now;
}

/* Whether blocked partitions leave a job too few nodes, even if nothing ran. For Slurm its nodes
 * are then unavailable, and it blocks nothing. A job that has its nodes for itself does block its
 * partition while one of the nodes left is in use. */
static bool lacks_nodes(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	return !swf_slurm_node_sets_equal(s->main_loop.usable, job->nodes, s->conf->words) &&
		(!job->request.whole_nodes ||
			swf_slurm_nodes_idle(s->nodes, s->main_loop.usable)) &&
		!swf_slurm_nodes_possible(s->nodes, &job->request, s->main_loop.usable);
}

/* Starts a job, or blocks its partition: nothing that comes later in the queue may then have nodes
 * of that, as it would delay the job. */
static int try_job(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_slurm_conf *conf = s->conf;
	if (!swf_slurm_licenses_allow(s->licenses, job) ||
		(job->held && !swf_slurm_usage_limits_allow(s->limits, job)))
		return 0;
	swf_slurm_node_sets_copy(s->main_loop.usable, job->nodes, conf->words);
	if (job->reserved == NULL)
		swf_slurm_node_sets_keep(s->main_loop.usable, s->main_loop.unblocked, conf->words);
	swf_slurm_daemon_keep_unreserved(
		s, job, s->machine->now, s->machine->now + job->limit, s->main_loop.usable);
	if (swf_slurm_node_sets_count(s->main_loop.usable, conf->words) >= job->request.min_nodes) {
		const enum swf_slurm_outcome outcome =
			swf_slurm_daemon_start(s, job, s->main_loop.usable, true);
		if (outcome == SWF_SLURM_FAILED)
			return -1;
		/* what is too young or of too low a priority for a reservation blocks nothing */
		if (outcome != SWF_SLURM_STARTED && !swf_slurm_daemon_is_aged(s, job)) {
			s->main_loop.turns = fmin(
				s->main_loop.turns, job->eligible + conf->loops.bf_min_age_reserve);
			return 0;
		}
		if (outcome == SWF_SLURM_STARTED ||
			job->priority < conf->loops.bf_min_prio_reserve ||
			(outcome == SWF_SLURM_LIMIT && !conf->loops.assoc_limit_stop) ||
			(outcome == SWF_SLURM_BUSY && lacks_nodes(s, job)))
			return 0;
	}
	/* one in a reservation holds up nothing outside of it */
	if (job->reserved != NULL)
		return 0;
	s->main_loop.blocked[job->who.partition] = true;
	swf_slurm_node_sets_remove(
		s->main_loop.unblocked, swf_slurm_daemon_partition(s, job)->nodes, conf->words);
	return 0;
}

/* One pass over the queue, or over its first default_queue_depth jobs. */
static int pass_queue(struct swf_slurm_daemon *s, bool full)
{
	const struct swf_slurm_conf *conf = s->conf;
	const struct swf_slurm_loops *loops = &conf->loops;
	const uint64_t starts_before = s->starts;
	int64_t depth = 0;
	/* until the pass starts something or preempts a job */
	s->main_loop.idle = !swf_slurm_daemon_is_restless(s);
	s->main_loop.idle_full = s->main_loop.idle && (full || s->main_loop.idle_full);
	s->main_loop.turns = INFINITY;
	swf_slurm_node_sets_copy(s->main_loop.unblocked, s->all_nodes, conf->words);
	for (size_t i = 0; i < conf->partition_count; i++) {
		s->main_loop.blocked[i] = false;
		s->main_loop.tried[i] = 0;
	}
	for (size_t i = 0; i < s->waiting.count; i++) {
		struct swf_slurm_job *job = s->waiting.jobs[i];
		if (loops->sched_max_job_start > 0 &&
			(int64_t)(s->starts - starts_before) >= loops->sched_max_job_start)
			break;
		if (loops->partition_job_depth > 0 &&
			s->main_loop.tried[job->who.partition]++ >= loops->partition_job_depth)
			continue;
		if (!full && depth++ > loops->default_queue_depth)
			break;
		if ((!s->main_loop.blocked[job->who.partition] || job->reserved != NULL) &&
			try_job(s, job) != 0)
			return -1;
	}
	if (s->starts != starts_before)
		swf_slurm_waiting_remove_started(&s->waiting);
	return 0;
}

/* The first full pass by the daemon's clock at or after a time. */
static double next_full(const struct swf_slurm_daemon *s, double time)
{
	const double interval = swf_slurm_main_loop_interval(s);
	return s->main_loop.full + fmax(1, ceil((time - s->main_loop.full) / interval)) * interval;
}

/* The pass for what was submitted: batch_sched_delay after the one before. */
static double delayed_pass(const struct swf_slurm_daemon *s)
{
	return fmax(s->main_loop.asked, s->main_loop.counted + s->conf->loops.batch_sched_delay);
}

/* When a pass that is wanted may be made: Slurm may make two in one second. */
static double allowed_from(const struct swf_slurm_daemon *s)
{
	const double least = s->conf->loops.sched_min_interval;
	return least < 1 ? s->main_loop.ran : s->main_loop.ran + least;
}

/* A pass that was due at a time before now was left out. It counts for sched_min_interval when it
 * would have been made, which may be still to come. */
static void leave_out(struct swf_slurm_daemon *s, double time, bool full)
{
	const double made = fmax(time, allowed_from(s));
	if (made < s->machine->now) {
		s->main_loop.ran = made;
		return;
	}
	s->main_loop.wanted = true;
	s->main_loop.wanted_full |= full;
}

void swf_slurm_main_loop_catch_up(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now, delayed = delayed_pass(s);
	struct swf_slurm_main_loop *times = &s->main_loop;
	if (s->conf->loops.sched_interval < 0)
		return;
	const bool is_idle = times->wanted_full ? times->idle_full : times->idle;
	if (times->wanted && is_idle && allowed_from(s) < now) {
		times->ran = allowed_from(s);
		times->wanted = times->wanted_full = false;
	}
	if (delayed < now && delayed < next_full(s, times->asked)) {
		leave_out(s, delayed, false);
		times->counted = delayed;
		times->asked = INFINITY;
	}
	const double interval = next_full(s, times->full) - times->full;
	if (times->full + interval < now) {
		times->counted = times->full = next_full(s, now) - interval;
		leave_out(s, times->full, true);
		if (times->asked <= times->full)
			times->asked = INFINITY;
	}
}

int swf_slurm_main_loop_run(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	struct swf_slurm_main_loop *times = &s->main_loop;
	if (s->conf->loops.sched_interval < 0)
		return 0;
	const bool is_full = next_full(s, times->full) <= now;
	if (is_full) {
		times->full = now;
		times->wanted_full = true;
	}
	if (is_full || delayed_pass(s) <= now) {
		times->counted = now;
		times->asked = INFINITY;
		times->wanted = true;
	}
	if (!times->wanted || now < allowed_from(s))
		return 0;
	const bool full = times->wanted_full;
	times->wanted = times->wanted_full = false;
	times->ran = now;
	const bool is_idle = now < times->turns && (full ? times->idle_full : times->idle);
	return is_idle ? 0 : pass_queue(s, full);
}

double swf_slurm_main_loop_due(const struct swf_slurm_daemon *s)
{
	if (s->conf->loops.sched_interval < 0)
		return INFINITY;
	if (s->main_loop.idle_full)
		return s->main_loop.turns == INFINITY
			? (double)INFINITY
			: next_full(s, fmax(s->machine->now, s->main_loop.turns));
	const double full = next_full(s, s->machine->now);
	if (s->main_loop.idle && !s->main_loop.wanted_full)
		return full;
	const double due = fmin(full, delayed_pass(s));
	return s->main_loop.wanted ? fmin(due, allowed_from(s)) : due;
}
