/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What both loops of a simulated Slurm share: the jobs, the queue, the nodes.
 *
 * Times are s of the log. Slurm rounds times of reservations in Unix time.
 */
#ifndef SWF_SLURM_DAEMON_H
#define SWF_SLURM_DAEMON_H

#include <math.h>

#include "base/array.h"
#include "slurm/model/backfill.h"
#include "slurm/model/main-loop.h"
#include "slurm/model/priority.h"
#include "slurm/model/usage-limits.h"

/* The jobs in the system: by their tasks, and those that have come, or were submitted, in that
 * order until the scheduler turns to them. Begins with swf_slurm_job_list_init. Jobs stay where
 * they are, and are used again with the list of their allocation. */
struct swf_slurm_job_list {
	struct swf_slab slab;
	struct swf_slurm_job **list; /* all that there ever were at a time */
	size_t *unused;              /* places in the list */
	struct swf_slurm_job **submitted;
	size_t count, capacity, unused_count, unused_capacity, submitted_count, submitted_capacity;
};

void swf_slurm_job_list_init(struct swf_slurm_job_list *jobs);
void swf_slurm_job_list_clear(struct swf_slurm_job_list *jobs);

/* A job for a task, with nothing but that filled in. NULL when there is no memory. */
struct swf_slurm_job *swf_slurm_job_list_new(
	struct swf_slurm_job_list *jobs, struct swf_task *task);

/* The job of a task. */
static inline struct swf_slurm_job *swf_slurm_job_list_of(
	const struct swf_slurm_job_list *jobs, const struct swf_task *task)
{
	return jobs->list[task->queue_place];
}

static inline bool swf_slurm_job_list_runs(const struct swf_slurm_job *job)
{
	return job->task != NULL && job->task->started;
}

/* Notes that it was submitted. 0, or -1 when there is no memory. */
int swf_slurm_job_list_submit(
	struct swf_slurm_job_list *jobs, const struct swf_task *task) SWF_MUST_CHECK;

/* It has ended, or was refused. */
void swf_slurm_job_list_end(struct swf_slurm_job_list *jobs, const struct swf_task *task);

/* The jobs that wait, in the order in which they are tried: the partition with the highest
 * PriorityTier first, in it the job with the highest priority, of these the first to arrive. */
struct swf_slurm_waiting {
	struct swf_slurm_job **jobs;
	size_t count, capacity;
};

/* Whether a job is tried before another. */
static inline bool swf_slurm_waiting_before(
	const struct swf_slurm_job *a, const struct swf_slurm_job *b)
{
	if (a->tier != b->tier)
		return a->tier > b->tier;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->task->id < b->task->id;
}

/* Its place among them, or SIZE_MAX when there is no memory. */
size_t swf_slurm_waiting_add(struct swf_slurm_waiting *waiting, struct swf_slurm_job *job);

/* Takes out the jobs that have started. */
void swf_slurm_waiting_remove_started(struct swf_slurm_waiting *waiting);

/* Takes out a job. */
void swf_slurm_waiting_remove(struct swf_slurm_waiting *waiting, const struct swf_slurm_job *job);

/* Brings them into order when their priorities have changed. */
void swf_slurm_waiting_sort(struct swf_slurm_waiting *waiting);

void swf_slurm_waiting_clear(struct swf_slurm_waiting *waiting);

struct swf_slurm_daemon {
	struct swf_machine *machine;
	struct swf_slurm_site *site;
	const struct swf_slurm_conf *conf;
	struct swf_slurm_nodes *nodes;
	struct swf_slurm_priority *priority;
	struct swf_slurm_usage_limits *limits;
	struct swf_slurm_job_list jobs;
	struct swf_slurm_waiting waiting;
	struct swf_slurm_main_loop main_loop;
	struct swf_slurm_backfill backfill;
	uint64_t starts;     /* of jobs, so far */
	bool stuck;          /* nothing can start before a job ends or is submitted */
	double rests;        /* s: from then on, nothing that waits starts while nothing runs */
	double priority_due; /* s, the time of the next update of priorities */
	int32_t *widest;     /* CPUs of the largest node of each partition */
	uint64_t *all_nodes; /* the set */
};

/* Something has changed that a schedule depends on. */
static inline void swf_slurm_daemon_change(struct swf_slurm_daemon *daemon)
{
	daemon->main_loop.idle = daemon->main_loop.idle_full = false;
	daemon->backfill.quiet = -INFINITY;
}

/* How the attempt to start a job ended. */
enum swf_slurm_outcome {
	SWF_SLURM_FAILED = -1, /* no memory */
	SWF_SLURM_BUSY,        /* it does not fit now */
	SWF_SLURM_LIMIT,       /* a limit of an association or QOS is in the way */
	SWF_SLURM_STARTED
};

/* Starts a job now on some of these nodes, which are of its partition, if it can. */
enum swf_slurm_outcome swf_slurm_daemon_start(
	struct swf_slurm_daemon *daemon, struct swf_slurm_job *job, const uint64_t *usable);

/* Whether a waiting job is as old as bf_min_age_reserve wants. */
static inline bool swf_slurm_daemon_is_aged(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job)
{
	return daemon->machine->now - job->task->submit >= daemon->conf->loops.bf_min_age_reserve;
}

static inline const struct swf_slurm_partition *swf_slurm_daemon_partition(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job)
{
	return &daemon->conf->partitions[job->who.partition];
}

/* Rounds a time down to a whole multiple of a step in Unix time. */
static inline double swf_slurm_daemon_round(
	const struct swf_slurm_daemon *daemon, double time, double step)
{
	const double origin = daemon->site->start;
	return floor((time + origin) / step) * step - origin;
}

#endif
