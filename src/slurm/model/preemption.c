/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The candidates of a job are collected anew each time: they are few, and seldom needed. Between
 * calls `waiting` has the requeued jobs that cannot start yet, the first to return first: all wait
 * for as long, so that they return in the order in which they came.
 */
#include "slurm/model/preemption.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "slurm/conf/settings.h"
#include "slurm/model/node-sets.h"

/* s, in which a requeued job does not start. */
static const double credential = 121;

bool swf_slurm_preempts(const struct swf_slurm_conf *conf)
{
	const struct swf_slurm_preemption_conf *p = &conf->preemption;
	return (p->by_qos || p->by_partition) && p->mode > SWF_SLURM_PREEMPT_OFF;
}

/* What becomes of a job that is preempted. */
static enum swf_slurm_preempt_mode mode_of(
	const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_preemption_conf *p = &s->conf->preemption;
	const enum swf_slurm_preempt_mode own = p->by_qos
		? s->site->associations->qos[job->who.qos].preempt_mode
		: swf_slurm_daemon_partition(s, job)->preempt_mode;
	const enum swf_slurm_preempt_mode mode = own == SWF_SLURM_PREEMPT_UNSAID ? p->mode : own;
	return mode == SWF_SLURM_PREEMPT_REQUEUE && !p->requeues ? SWF_SLURM_PREEMPT_CANCEL : mode;
}

/* Whether jobs of the first kind may preempt those of the other. */
static bool is_over(const struct swf_slurm_daemon *s, size_t first, size_t other)
{
	return s->preempted.over[first * s->preempted.kinds + other];
}

static bool may_preempt(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job,
	const struct swf_slurm_job *other)
{
	if (!is_over(s, swf_slurm_daemon_kind(s, job), swf_slurm_daemon_kind(s, other)))
		return false;
	const enum swf_slurm_preempt_mode mode = mode_of(s, other);
	return (mode == SWF_SLURM_PREEMPT_CANCEL || mode == SWF_SLURM_PREEMPT_REQUEUE) &&
		s->machine->now - other->task->start >= swf_slurm_daemon_exempt(s, other);
}

bool swf_slurm_preemption_is_possible(
	const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_preempted *p = &s->preempted;
	const size_t kind = swf_slurm_daemon_kind(s, job);
	for (size_t other = 0; s->preempts && other < p->kinds; other++)
		if (p->running[other] > 0 && is_over(s, kind, other))
			return true;
	return false;
}

static bool is_on(const struct swf_slurm_job *job, const uint64_t *nodes)
{
	for (size_t i = 0; i < job->allocation.count; i++)
		if (swf_slurm_node_sets_has(nodes, job->allocation.shares[i].node))
			return true;
	return false;
}

static int64_t rank_of(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const int64_t nodes = (int64_t)job->allocation.count;
	const int64_t first = s->conf->preemption.by_qos
		? s->site->associations->qos[job->who.qos].priority
		: job->tier;
	return first * 65536 + (nodes < 65535 ? nodes : 65535);
}

static int compare_ranks(const void *a, const void *b)
{
	const struct swf_slurm_candidate *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->job->task->id > y->job->task->id) - (x->job->task->id < y->job->task->id);
}

/* The candidates in their order. -1 when there is no memory. */
static int collect(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *usable)
{
	struct swf_slurm_preempted *p = &s->preempted;
	const bool youngest = s->conf->preemption.youngest_first;
	p->count = 0;
	/* most jobs preempt nothing, and cost no walk over all others */
	if (!swf_slurm_preemption_is_possible(s, job))
		return 0;
	for (size_t i = 0; i < s->jobs.count; i++) {
		struct swf_slurm_job *other = s->jobs.list[i];
		if (!swf_slurm_job_list_runs(other) || other->task->cancelled ||
			!may_preempt(s, job, other) || !is_on(other, usable))
			continue;
		struct swf_slurm_candidate *larger =
			swf_array_reserve(p->list, p->count, &p->capacity, sizeof *larger);
		if (larger == NULL)
			return -1;
		p->list = larger;
		larger[p->count++] = (struct swf_slurm_candidate){
			other, youngest ? -(int64_t)other->task->start : rank_of(s, other)};
	}
	if (p->count > 0)
		qsort(p->list, p->count, sizeof *p->list, compare_ranks);
	return 0;
}

int swf_slurm_preemption_take_away(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *usable)
{
	const struct swf_slurm_preempted *p = &s->preempted;
	if (collect(s, job, usable) != 0)
		return -1;
	if (p->count == 0)
		return 0;
	if (swf_slurm_nodes_begin_without(s->nodes) != 0)
		return -1;
	for (size_t i = 0; i < p->count; i++)
		swf_slurm_nodes_without(s->nodes, &p->list[i].job->allocation);
	return 1;
}

int swf_slurm_preemption_fits(struct swf_slurm_daemon *s, const struct swf_slurm_job *job,
	const uint64_t *usable, uint64_t *found)
{
	const int away = swf_slurm_preemption_take_away(s, job, usable);
	return away != 1 ? away
			 : swf_slurm_nodes_fit_without(s->nodes, &job->request, usable, found);
}

static int64_t common_nodes(const struct swf_slurm_job *job, const uint64_t *nodes)
{
	int64_t count = 0;
	for (size_t i = 0; i < job->allocation.count; i++)
		count += swf_slurm_node_sets_has(nodes, job->allocation.shares[i].node);
	return count;
}

/* Moves the last of the first `gone` to the front. But for strict_order the others of these come by
 * the nodes that they share with what was found, before those that share none and those that were
 * not taken away. */
static void reorder(struct swf_slurm_daemon *s, size_t gone)
{
	struct swf_slurm_preempted *p = &s->preempted;
	const struct swf_slurm_candidate last = p->list[gone - 1];
	memmove(p->list + 1, p->list, (gone - 1) * sizeof *p->list);
	p->list[0] = last;
	if (s->conf->preemption.strict_order)
		return;
	/* a stable sort, as the candidates are few */
	for (size_t i = 1; i < p->count; i++)
		p->list[i].rank = i < gone ? common_nodes(p->list[i].job, p->nodes) : 0;
	for (size_t i = 2; i < p->count; i++) {
		const struct swf_slurm_candidate one = p->list[i];
		size_t at = i;
		for (; at > 1 && p->list[at - 1].rank < one.rank; at--)
			p->list[at] = p->list[at - 1];
		p->list[at] = one;
	}
}

/* How many of the candidates, in their final order, make room together, with the nodes that the job
 * would get: 0 if all of them do not; -1 when there is no memory. */
static int64_t make_room(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *usable)
{
	struct swf_slurm_preempted *p = &s->preempted;
	for (int64_t pass = 0;; pass++) {
		if (swf_slurm_nodes_begin_without(s->nodes) != 0)
			return -1;
		size_t gone = 0;
		bool fits = false;
		while (!fits && gone < p->count) {
			swf_slurm_nodes_without(s->nodes, &p->list[gone++].job->allocation);
			fits = swf_slurm_nodes_fit_without(
				s->nodes, &job->request, usable, p->nodes);
		}
		if (!fits)
			return 0;
		if (pass > s->conf->preemption.reorder_count || (int64_t)p->count <= pass + 1)
			return (int64_t)gone;
		reorder(s, gone);
	}
}

int swf_slurm_requeue(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	struct swf_slurm_preempted *p = &s->preempted;
	struct swf_slurm_return *larger =
		swf_array_reserve(p->returns, p->return_count, &p->return_capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	p->returns = larger;
	job->queued = s->machine->now;
	job->eligible = job->queued + credential;
	larger[p->return_count++] = (struct swf_slurm_return){job, job->eligible};
	job->stopping = false;
	swf_slurm_daemon_release(s, job);
	swf_machine_requeue(s->machine, job->task);
	swf_slurm_usage_limits_requeued(s->limits, job);
	/* in the queue it is as one that was submitted now */
	return swf_slurm_priority_submitted(s->priority, job, s->machine->now);
}

/* s, by the partition or QOS. */
static double grace_of(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	return s->conf->preemption.by_qos ? s->site->associations->qos[job->who.qos].grace
					  : swf_slurm_daemon_partition(s, job)->grace;
}

static int stop(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	return mode_of(s, job) == SWF_SLURM_PREEMPT_REQUEUE
		? swf_slurm_requeue(s, job)
		: swf_machine_cancel(s->machine, job->task);
}

/* Has a job end once its grace is over, unless it is to already. */
static int stop_later(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	struct swf_slurm_preempted *p = &s->preempted;
	if (job->stopping)
		return 0;
	struct swf_slurm_stop *larger =
		swf_array_reserve(p->stops, p->stop_count, &p->stop_capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	p->stops = larger;
	job->stopping = true;
	larger[p->stop_count++] =
		(struct swf_slurm_stop){job, job->task->id, s->machine->now + grace_of(s, job)};
	return 0;
}

int swf_slurm_preempt(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *usable)
{
	struct swf_slurm_preempted *p = &s->preempted;
	if (p->nodes == NULL && (p->nodes = calloc(s->conf->words, sizeof *p->nodes)) == NULL)
		return -1;
	if (collect(s, job, usable) != 0)
		return -1;
	const int64_t gone = p->count > 0 ? make_room(s, job, usable) : 0;
	if (gone <= 0)
		return (int)gone;
	bool now = true;
	for (int64_t i = 0; i < gone; i++) {
		struct swf_slurm_job *other = p->list[i].job;
		if (!is_on(other, p->nodes))
			continue;
		const bool waits = grace_of(s, other) > 0;
		now = now && !waits && mode_of(s, other) == SWF_SLURM_PREEMPT_REQUEUE;
		if ((waits ? stop_later(s, other) : stop(s, other)) != 0)
			return -1;
	}
	swf_slurm_daemon_change(s);
	return now;
}

double swf_slurm_preemption_due(const struct swf_slurm_daemon *s)
{
	const struct swf_slurm_preempted *p = &s->preempted;
	double due = p->return_count > 0 ? p->returns[0].time : (double)INFINITY;
	for (size_t i = 0; i < p->stop_count; i++)
		due = fmin(due, p->stops[i].time);
	return due;
}

/* Stops the jobs whose grace is over and that still run. */
static int stop_due(struct swf_slurm_daemon *s)
{
	struct swf_slurm_preempted *p = &s->preempted;
	size_t left = 0;
	for (size_t i = 0; i < p->stop_count; i++) {
		const struct swf_slurm_stop *one = &p->stops[i];
		struct swf_slurm_job *job = one->job;
		if (one->time > s->machine->now) {
			p->stops[left++] = *one;
			continue;
		}
		if (job->task == NULL || job->task->id != one->task || !job->task->started)
			continue;
		if (stop(s, job) != 0)
			return -1;
		swf_slurm_daemon_change(s);
		s->main_loop.wanted = true;
	}
	p->stop_count = left;
	return 0;
}

int swf_slurm_preemption_return(struct swf_slurm_daemon *s)
{
	struct swf_slurm_preempted *p = &s->preempted;
	size_t count = 0;
	if (stop_due(s) != 0)
		return -1;
	if (p->return_count == 0)
		return 0;
	while (count < p->return_count && p->returns[count].time <= s->machine->now) {
		struct swf_slurm_job *job = p->returns[count++].job;
		if (swf_slurm_daemon_queue(s, job) != 0)
			return -1;
	}
	p->return_count -= count;
	memmove(p->returns, p->returns + count, p->return_count * sizeof *p->returns);
	return 0;
}

/* Finds by the lists of QOS, or by the tiers of partitions, which jobs may preempt which. */
static void fill_over(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_preempted *p = &s->preempted;
	const struct swf_slurm_qos *qos = s->site->associations->qos;
	const struct swf_slurm_partition *partitions = s->conf->partitions;
	const bool by_qos = s->conf->preemption.by_qos;
	for (size_t first = 0; first < p->kinds; first++)
		for (size_t other = 0; other < p->kinds; other++)
			p->over[first * p->kinds + other] = by_qos
				? qos[first].preempts != NULL &&
					swf_slurm_has_word(qos[first].preempts, qos[other].name,
						strlen(qos[other].name))
				: partitions[first].priority_tier > partitions[other].priority_tier;
}

/* Slurm's queue has a job before those that it may preempt. Where QOS preempt each other in a
 * circle, that is no order, and theirs is any. */
static void order_qos(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_preempted *p = &s->preempted;
	bool changed = s->preempts && s->conf->preemption.by_qos;
	for (size_t round = 0; changed && round < p->kinds; round++) {
		changed = false;
		for (size_t first = 0; first < p->kinds; first++)
			for (size_t other = 0; other < p->kinds; other++)
				if (first != other && is_over(s, first, other) &&
					p->behind[other] <= p->behind[first]) {
					p->behind[other] = p->behind[first] + 1;
					changed = true;
				}
	}
}

int swf_slurm_preemption_init(struct swf_slurm_daemon *s)
{
	struct swf_slurm_preempted *p = &s->preempted;
	p->kinds = s->conf->preemption.by_qos ? s->site->associations->qos_count
					      : s->conf->partition_count;
	p->exempt_until = -INFINITY;
	p->over = calloc(p->kinds * p->kinds, sizeof *p->over);
	p->running = calloc(p->kinds, sizeof *p->running);
	p->behind = calloc(p->kinds, sizeof *p->behind);
	if (p->over == NULL || p->running == NULL || p->behind == NULL)
		return -1;
	fill_over(s);
	order_qos(s);
	return 0;
}

void swf_slurm_preemption_clear(struct swf_slurm_preempted *p)
{
	free(p->over);
	free(p->running);
	free(p->behind);
	free(p->list);
	free(p->returns);
	free(p->stops);
	free(p->nodes);
	*p = (struct swf_slurm_preempted){0};
}
