/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A simulated slurmctld: its jobs and queue, both of its loops, and what these share.
 *
 * Times are s of the log. Slurm rounds times of reservations in Unix time.
 */
#ifndef SWF_SLURM_DAEMON_H
#define SWF_SLURM_DAEMON_H

#include <math.h>

#include "base/array.h"
#include "slurm/model/constraints.h"
#include "slurm/model/licenses.h"
#include "slurm/model/misfits.h"
#include "slurm/model/outlooks.h"
#include "slurm/model/priority.h"
#include "slurm/model/reservations.h"
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
 * PriorityTier first, in it the job with the highest priority, of these the first to arrive, or
 * to be requeued. */
struct swf_slurm_waiting {
	struct swf_slurm_job **jobs;
	size_t count, capacity;
};

/* Whether a job is tried before another. */
static inline bool swf_slurm_waiting_before(
	const struct swf_slurm_job *a, const struct swf_slurm_job *b)
{
	if (a->behind != b->behind)
		return a->behind < b->behind;
	if (a->tier != b->tier)
		return a->tier > b->tier;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	if (a->queued != b->queued)
		return a->queued < b->queued;
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

/* When the main loop made passes and is to make more, and the memory of a pass. */
struct swf_slurm_main_loop {
	double full;    /* s, the last pass over the whole queue */
	double counted; /* s, the last pass that the daemon's clock made, of either kind */
	double asked;   /* s, since when one is to be made for submitted jobs; INFINITY: none is */
	double ran;     /* s, the last pass of any kind */
	bool wanted;    /* one is to be made as soon as sched_min_interval allows */
	bool wanted_full;
	/* Nothing has changed since a pass, or since a full one, so that another would start
	 * nothing. */
	bool idle, idle_full;
	double turns; /* s: from then on it may, as a job is old enough to block its partition */

	/* of the pass: */
	bool *blocked;       /* partitions in which it starts nothing more */
	int64_t *tried;      /* jobs, in each partition */
	uint64_t *unblocked; /* nodes of no partition that is blocked */
	uint64_t *usable;    /* those of them that are of the partition of the job at hand */
};

/* How many jobs a cycle has tested of a user, in a partition, and so on, for bf_max_job_user and
 * its like; and how many reservations it has made in each partition. Lists are by place: of a user,
 * an association, a partition, or a user in a partition. A count of an earlier cycle is 0. Begins
 * with {0}. */
struct swf_slurm_backfill_counts {
	uint64_t cycle;
	struct swf_slurm_backfill_list {
		struct swf_slurm_backfill_count {
			uint64_t cycle;
			int64_t jobs;
		} * counts;
		size_t capacity;
	} users, associations, partitions, users_in_partitions, reservations;
};

/* A new cycle: nothing is counted. */
void swf_slurm_backfill_counts_begin(struct swf_slurm_backfill_counts *counts);

/* Whether the job may be tested, which then counts: 1, 0 where a limit is reached, or -1 when there
 * is no memory. */
int swf_slurm_backfill_counts_test(struct swf_slurm_backfill_counts *counts,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job);

/* Whether bf_job_part_count_reserve reservations have been made in its partition: 1, 0, or -1 when
 * there is no memory. */
int swf_slurm_backfill_counts_full(struct swf_slurm_backfill_counts *counts,
	const struct swf_slurm_conf *conf, const struct swf_slurm_job *job);

/* Counts a reservation, after that has been asked. */
void swf_slurm_backfill_counts_reserve(
	struct swf_slurm_backfill_counts *counts, const struct swf_slurm_job *job);

void swf_slurm_backfill_counts_clear(struct swf_slurm_backfill_counts *counts);

/* The plan, which stays for later cycles until something changes. */
struct swf_slurm_backfill {
	double ran;       /* s, the last cycle */
	double quiet;     /* s: until then, another would plan the same if nothing changes */
	double cut;       /* s: then the window reaches the next edge of a reservation */
	size_t place;     /* in the queue: the jobs before it have been tested */
	int64_t searched; /* jobs of these for which nodes were looked for */
	bool full;        /* no others are to be tested */
	bool more;        /* jobs have joined the queue behind them */
	struct swf_slurm_reservations reservations;
	struct swf_slurm_misfits misfits;
	struct swf_slurm_outlooks outlooks;
	struct swf_slurm_backfill_counts counts;

	/* sets of nodes */
	uint64_t *unreserved; /* of the job's partition, free of reservations at the time at hand */
	uint64_t *found;      /* those that the job has, or is to get */
	uint64_t *candidates; /* those that the last job that might start would get now */
};

/* What preemption.c keeps: the candidates of the job at hand, the nodes that it would get, and the
 * requeued jobs that cannot start yet. Begins with {0}. */
struct swf_slurm_preempted {
	struct swf_slurm_candidate {
		struct swf_slurm_job *job;
		int64_t rank;
	} * list;
	size_t count, capacity;
	uint64_t *nodes;
	/* Kinds of jobs: the QOS, or the partitions, by which jobs preempt each other. */
	size_t kinds;
	bool *over;      /* jobs of the first kind may preempt those of the second: first * kinds +
			    second */
	size_t *running; /* jobs of each kind */
	int64_t *behind; /* how many kinds preempt each, one the next */
	double exempt_until; /* s: from then on no running job is exempt any more */
	struct swf_slurm_return {
		struct swf_slurm_job *job;
		double time; /* s */
	} * returns;
	size_t return_count, return_capacity;
	struct swf_slurm_stop {
		struct swf_slurm_job *job;
		uint64_t task; /* its id: once it has ended, the job may be of another */
		double time;   /* s */
	} * stops;
	size_t stop_count, stop_capacity;
};

struct swf_slurm_daemon {
	struct swf_machine *machine;
	struct swf_slurm_site *site;
	const struct swf_slurm_conf *conf;
	struct swf_slurm_nodes *nodes;
	struct swf_slurm_priority *priority;
	struct swf_slurm_usage_limits *limits;
	struct swf_slurm_licenses *licenses;
	struct swf_slurm_constraints *constraints;
	struct swf_slurm_job_list jobs;
	struct swf_slurm_waiting waiting;
	struct swf_slurm_main_loop main_loop;
	struct swf_slurm_backfill backfill;
	struct swf_slurm_preempted preempted;
	struct swf_slurm_suspension {
		bool stale; /* a job has started or ended since the last update */
		struct swf_slurm_job **running;
		size_t count, capacity;
	} suspension;
	bool preempts;       /* jobs may take the place of others, which are not suspended */
	double reserved_end; /* s, of the last reservation of the site */
	uint64_t starts;     /* of jobs, so far */
	bool stuck;          /* nothing can start before a job ends or is submitted */
	double rests;        /* s: from then on, nothing that waits starts while nothing runs */
	double priority_due; /* s, the time of the next update of priorities */
	int32_t *widest;     /* CPUs of the largest node of each partition */
	int64_t *most_gpus;  /* of a node of each partition */
	uint64_t *all_nodes; /* the set */
};

/* The kind of a job, as preemption has them. */
static inline size_t swf_slurm_daemon_kind(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job)
{
	return daemon->conf->preemption.by_qos ? job->who.qos : job->who.partition;
}

/* s, for which a job that has started is not preempted. */
static inline double swf_slurm_daemon_exempt(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job)
{
	const struct swf_slurm_preemption_conf *p = &daemon->conf->preemption;
	const double own =
		p->by_qos ? daemon->site->associations->qos[job->who.qos].preempt_exempt : -1;
	return own >= 0 ? own : p->exempt;
}

/* Whether a job may start later though nothing has changed: once another is no longer exempt from
 * preemption, or a reservation is over. */
static inline bool swf_slurm_daemon_is_restless(const struct swf_slurm_daemon *daemon)
{
	return daemon->machine->now < daemon->preempted.exempt_until ||
		daemon->machine->now <= daemon->reserved_end;
}

/* Notes whether its limits hold a waiting job. With assoc_limit_stop one that was found held blocks
 * its partition no longer, so that the next pass may start others. */
static inline void swf_slurm_daemon_hold(
	struct swf_slurm_daemon *daemon, struct swf_slurm_job *job, bool held)
{
	if (held && !job->held && daemon->conf->loops.assoc_limit_stop)
		daemon->main_loop.idle = daemon->main_loop.idle_full = false;
	job->held = held;
}

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

/* Starts a job now on some of these nodes, which are of its partition, if it can; also in the place
 * of jobs that it may preempt, if that is to be tried. */
enum swf_slurm_outcome swf_slurm_daemon_start(struct swf_slurm_daemon *daemon,
	struct swf_slurm_job *job, const uint64_t *usable, bool preempting);

/* A job has come or gone. If nothing runs, passes repeat themselves from the time on at which no
 * age grows further, usage has been reset, and both loops have gone through the queue. */
void swf_slurm_daemon_plan_rest(struct swf_slurm_daemon *daemon);

/* Notes all that follows from the start of a job. */
void swf_slurm_daemon_started(struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job);

/* A running job gives back all that it has but for what limits count. */
void swf_slurm_daemon_release(struct swf_slurm_daemon *daemon, struct swf_slurm_job *job);

/* Puts a job into the queue that was requeued. 0, or -1 when there is no memory. */
int swf_slurm_daemon_queue(
	struct swf_slurm_daemon *daemon, struct swf_slurm_job *job) SWF_MUST_CHECK;

/* Leaves a job those nodes that it may have from `start` to `end` (s) by the reservations of the
 * site: outside its own none. */
void swf_slurm_daemon_keep_unreserved(const struct swf_slurm_daemon *daemon,
	const struct swf_slurm_job *job, double start, double end, uint64_t *nodes);

/* Whether a waiting job is as old as bf_min_age_reserve wants. */
static inline bool swf_slurm_daemon_is_aged(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job)
{
	return daemon->machine->now - job->eligible >= daemon->conf->loops.bf_min_age_reserve;
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

/*
 * The main loop of a simulated Slurm: passes over the queue start jobs in its order, and in a
 * partition nothing more behind the first that does not fit. A pass is made at once when a job has
 * ended, soon after jobs were submitted, and at intervals.
 *
 * Source: src/slurmctld/job_scheduler.c, controller.c and proc_req.c of Slurm 22.05.
 */

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_main_loop_init(
	struct swf_slurm_main_loop *loop, const struct swf_slurm_conf *conf) SWF_MUST_CHECK;
void swf_slurm_main_loop_clear(struct swf_slurm_main_loop *loop);

/* Between passes over the whole queue, s: slurmctld looks once a second. */
static inline double swf_slurm_main_loop_interval(const struct swf_slurm_daemon *daemon)
{
	return fmax(1, daemon->conf->loops.sched_interval);
}

/* A job was submitted and is in the queue. As a batch job, it does not start before a pass. */
void swf_slurm_main_loop_submitted(struct swf_slurm_daemon *daemon, struct swf_slurm_job *job);

/* A job has ended. */
void swf_slurm_main_loop_ended(struct swf_slurm_daemon *daemon);

/* Counts the passes that were due before now as made: they would have started nothing. */
void swf_slurm_main_loop_catch_up(struct swf_slurm_daemon *daemon);

/* Then makes the pass that is due now, if one is. 0 or -1. */
int swf_slurm_main_loop_run(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* When the next one is due that may start something, while jobs wait. */
double swf_slurm_main_loop_due(const struct swf_slurm_daemon *daemon);

/*
 * Backfilling: a cycle goes through the queue, starts what may start now, and reserves nodes for
 * what may not, so that jobs that come later in the queue do not delay it.
 *
 * Source: src/plugins/sched/backfill/backfill.c of Slurm 22.05.
 */

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_backfill_init(
	struct swf_slurm_backfill *backfill, const struct swf_slurm_conf *conf) SWF_MUST_CHECK;
void swf_slurm_backfill_clear(struct swf_slurm_backfill *backfill);

/* A job was submitted, and is at that place of the queue. */
void swf_slurm_backfill_submitted(struct swf_slurm_daemon *daemon, size_t place);

/* Counts the cycles that were due before now as made: they would have started nothing. */
void swf_slurm_backfill_catch_up(struct swf_slurm_daemon *daemon);

/* Then makes the cycle that is due now, if one is. 0 or -1. */
int swf_slurm_backfill_run(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* When the next one is due that may start something, while jobs wait. */
double swf_slurm_backfill_due(const struct swf_slurm_daemon *daemon);

#endif
