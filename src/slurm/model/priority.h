/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The priority of waiting jobs: priority/basic (by arrival) or priority/multifactor, with
 * fair-share (Fair Tree or classic) from usage that decays.
 *
 * A job gets its priority when it is submitted. What depends on time and usage changes at updates
 * only, every PriorityCalcPeriod from the start of slurmctld on. All jobs are eligible from their
 * submission on.
 *
 * Source: Slurm's documentation of the multifactor priority, of classic fair-share and of Fair
 * Tree, and what release 22.05 does.
 */
#ifndef SWF_SLURM_PRIORITY_H
#define SWF_SLURM_PRIORITY_H

#include "slurm/model/slurm-job.h"

struct swf_slurm_priority;

/* `now` is when slurmctld starts, the time of the first update. NULL when there is no memory. */
struct swf_slurm_priority *swf_slurm_priority_new(struct swf_slurm_site *site, double now);
void swf_slurm_priority_free(struct swf_slurm_priority *priority);

/* A job is submitted, and gets its first priority; has started, with its allocation; ends, and
 * still has its allocation. Times (s) never go back. Updates that were due before are made, so that
 * none is lost where the caller does not ask for it. 0, or -1 when there is no memory. */
int swf_slurm_priority_submitted(
	struct swf_slurm_priority *priority, struct swf_slurm_job *job, double now) SWF_MUST_CHECK;
void swf_slurm_priority_started(
	struct swf_slurm_priority *priority, const struct swf_slurm_job *job, double now);
void swf_slurm_priority_ended(
	struct swf_slurm_priority *priority, const struct swf_slurm_job *job, double now);

/* When priorities can next change (s, INFINITY for never), and bringing them up to date. Then the
 * priority of every waiting job is to be asked for. */
double swf_slurm_priority_due(const struct swf_slurm_priority *priority);
void swf_slurm_priority_update(struct swf_slurm_priority *priority, double now);

/* When the order of the jobs that wait now (s) no longer changes, if nothing runs or comes: all are
 * as old as counts, and a reset of usage, of which the first finds some, has been. */
double swf_slurm_priority_settled(const struct swf_slurm_priority *priority, double now);

/* When the last update was (s). */
double swf_slurm_priority_updated(const struct swf_slurm_priority *priority);

/* Sets the priority of a waiting job as of the last update. */
void swf_slurm_priority_of(
	struct swf_slurm_priority *priority, struct swf_slurm_job *job, double updated);

/* What sprio shows of a job that waits: each factor from 0 to 1 but for those that PriorityFlags
 * keeps from being normalized, and 0 where it has no weight; `tres` is weighted. */
struct swf_slurm_factors {
	double age, fair_share, job_size, partition, qos, association, tres;
};
void swf_slurm_priority_factors(struct swf_slurm_priority *priority,
	const struct swf_slurm_job *job, double now, struct swf_slurm_factors *factors);

/* What sshare does of an association. Classic fair-share has no level_fs, which is 0. */
struct swf_slurm_usage {
	double shares_norm, usage_raw, usage_norm, usage_effective, level_fs, factor;
};
void swf_slurm_priority_usage(
	struct swf_slurm_priority *priority, size_t association, struct swf_slurm_usage *usage);

/* When PriorityUsageResetPeriod sets all usage to 0: the reset after one that was due at `last`, in
 * s of the log; INFINITY for none. `now` is the time of an update. As in Slurm a day has 86,400 s
 * from its midnight on, also where the clock is changed; months begin at midnight of the local
 * clock. */
double swf_slurm_usage_reset_next(
	enum swf_slurm_reset period, const struct swf_calendar *calendar, double last, double now);

#endif
