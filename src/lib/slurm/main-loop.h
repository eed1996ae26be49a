/*
 * The main loop of a simulated Slurm: passes over the queue start jobs in its order, and in a
 * partition nothing more behind the first that does not fit. A pass is made at once when a job has
 * ended, soon after jobs were submitted, and at intervals.
 *
 * Source: src/slurmctld/job_scheduler.c, controller.c and proc_req.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_MAIN_LOOP_H
#define SWF_SLURM_MAIN_LOOP_H

#include "slurm/daemon.h"

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
