/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main loop of a simulated Slurm: passes over the queue start jobs in its order, and in a
 * partition nothing more behind the first that does not fit. A pass is made at once when a job has
 * ended, soon after jobs were submitted, and at intervals.
 *
 * Source: src/slurmctld/job_scheduler.c, controller.c and proc_req.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_MAIN_LOOP_H
#define SWF_SLURM_MAIN_LOOP_H

#include "slurm/model/slurm-job.h"

struct swf_slurm_daemon;

struct swf_slurm_main_loop {
	double full;    /* s, the last pass over the whole queue */
	double counted; /* s, the last pass that the daemon's clock made, of either kind */
	double asked;   /* s, since when one is to be made for submitted jobs; INFINITY: none is */
	double ran;     /* s, the last pass of any kind */
	bool wanted;    /* one is to be made as soon as sched_min_interval allows */
	bool wanted_full;
	/* Nothing has changed since such a pass, so that another would start nothing. */
	bool idle, idle_full;

	/* of the pass: */
	bool *blocked;       /* partitions in which it starts nothing more */
	int64_t *tried;      /* jobs, in each partition */
	uint64_t *unblocked; /* nodes of no partition that is blocked */
	uint64_t *usable;    /* those of them that are of the partition of the job at hand */
};

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_main_loop_init(
	struct swf_slurm_main_loop *loop, const struct swf_slurm_conf *conf) SWF_MUST_CHECK;
void swf_slurm_main_loop_clear(struct swf_slurm_main_loop *loop);

/* Between passes over the whole queue, s. */
double swf_slurm_main_loop_interval(const struct swf_slurm_daemon *daemon);

/* A job was submitted and is in the queue. As a batch job, it does not start before a pass. */
void swf_slurm_main_loop_submitted(struct swf_slurm_daemon *daemon, struct swf_slurm_job *job);

/* A job has ended. */
void swf_slurm_main_loop_ended(struct swf_slurm_daemon *daemon);

/* Takes note of the passes up to before now, which would not have started anything. */
void swf_slurm_main_loop_catch_up(struct swf_slurm_daemon *daemon);

/* Then makes the pass that is due now, if one is. 0 or -1. */
int swf_slurm_main_loop_run(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* When the next one is due that may start something, while jobs wait. */
double swf_slurm_main_loop_due(const struct swf_slurm_daemon *daemon);

#endif
