/*
 * What both loops of a simulated Slurm share: the jobs, the nodes, and the times at which the loops
 * ran last.
 *
 * Times are s of the log. Slurm rounds times of reservations in Unix time.
 */
#ifndef SWF_SLURM_DAEMON_H
#define SWF_SLURM_DAEMON_H

#include <math.h>

#include "slurm/backfill-counts.h"
#include "slurm/job-list.h"
#include "slurm/priority.h"
#include "slurm/reservations.h"
#include "slurm/usage-limits.h"
#include "slurm/waiting.h"

/* When the main loop was asked to run, and did. */
struct swf_slurm_main_times {
	double full;    /* s, the last pass over the whole queue */
	double counted; /* s, the last pass that the daemon's clock made, of either kind */
	double asked;   /* s, since when one is to be made for submitted jobs; INFINITY: none is */
	double ran;     /* s, the last pass of any kind */
	bool wanted;    /* one is to be made as soon as sched_min_interval allows */
	bool wanted_full;
	/* Nothing has changed since such a pass, so that another would start nothing. */
	bool idle, idle_full;
};

/* And backfilling, which keeps what it has planned: the jobs at the front of the queue. */
struct swf_slurm_backfill_state {
	double ran;     /* s, the last cycle */
	double quiet;   /* s: until then, another would plan the same if nothing changes */
	size_t planned; /* so many jobs have been tested */
	int64_t tested; /* for so many of them, nodes were looked for */
	bool full;      /* no others are to be tested */
	bool more;      /* jobs have joined the queue behind them */
};

struct swf_slurm_daemon {
	struct swf_machine *machine;
	struct swf_slurm_site *site;
	const struct swf_slurm_conf *conf;
	struct swf_slurm_nodes *nodes;
	struct swf_slurm_priority *priority;
	struct swf_slurm_usage_limits *limits;
	struct swf_slurm_job_list jobs;
	struct swf_slurm_waiting waiting;
	struct swf_slurm_main_times main;
	uint64_t starts; /* of jobs, so far */
	struct swf_slurm_backfill_state backfill;
	bool stuck;          /* nothing can start before a job ends or is submitted */
	double rests;        /* s: behind it, nothing that waits starts while nothing runs */
	double priority_due; /* s, the update behind that of which the priorities are */

	int32_t *widest; /* CPUs of the largest node of each partition */
	bool *blocked;   /* partitions in which the main loop starts nothing more */
	int64_t *tried;  /* jobs by the main loop, in each partition */
	uint64_t *all, *available, *among, *on, *chosen; /* sets of nodes */
	struct swf_slurm_reservations reservations;
	struct swf_slurm_backfill_counts counts;
};

/* Something has changed that a schedule depends on. */
static inline void swf_slurm_daemon_change(struct swf_slurm_daemon *daemon)
{
	daemon->main.idle = daemon->main.idle_full = false;
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
	struct swf_slurm_daemon *daemon, struct swf_slurm_job *job, const uint64_t *among);

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
