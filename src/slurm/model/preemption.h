/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preemption: a job of a QOS or partition that may have the nodes of other jobs takes these jobs'
 * place. They are requeued or cancelled.
 *
 * As in Slurm, the candidates stand in an order: those of the QOS with the lowest priority, or of
 * the partition with the lowest tier first, of these those on the fewest nodes (or with
 * youngest_first those that started last). They are taken away one after the other until the job
 * fits. Then the one that made room comes first, behind it those of the others that were taken away
 * with the most nodes in common with what the job would get, and it is tried again, reorder_count +
 * 1 times. Of those that were taken away last, the ones on the job's nodes are preempted.
 *
 * With a grace time a job runs on for so long, and no other is preempted meanwhile in its place.
 *
 * A requeued job can start again 121 s later: Slurm waits for as long as its credential is valid.
 *
 * Source: src/plugins/preempt, src/plugins/select/cons_tres/job_test.c of Slurm 22.05 and 24.11,
 * and recordings of the latter.
 */
#ifndef SWF_SLURM_PREEMPTION_H
#define SWF_SLURM_PREEMPTION_H

#include "slurm/model/daemon.h"

/* Whether anything runs that a job may preempt, as far as QOS or partitions tell. */
bool swf_slurm_preemption_is_possible(
	const struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job);

/* Takes all that a job may preempt on these nodes away from what is asked of the nodes: 1; 0 if
 * there is none; -1 when there is no memory. */
int swf_slurm_preemption_take_away(struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job,
	const uint64_t *usable) SWF_MUST_CHECK;

/* Whether a job would fit now on these nodes if all were gone that it may preempt, and on which it
 * would: 1, 0, or -1 when there is no memory. 0 if it may preempt none. */
int swf_slurm_preemption_fits(struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job,
	const uint64_t *usable, uint64_t *found) SWF_MUST_CHECK;

/* Takes the place of running jobs for a job that does not fit now on these nodes: 1 if room was
 * made, 0 if not, or not before the jobs that were cancelled have ended, -1 when there is no
 * memory.
 */
int swf_slurm_preempt(struct swf_slurm_daemon *daemon, const struct swf_slurm_job *job,
	const uint64_t *usable) SWF_MUST_CHECK;

/* Requeues a running job. 0, or -1 when there is no memory. */
int swf_slurm_requeue(struct swf_slurm_daemon *daemon, struct swf_slurm_job *job) SWF_MUST_CHECK;

/* When the next requeued job may start again, or a job ends whose grace is over (s); INFINITY for
 * none. */
double swf_slurm_preemption_due(const struct swf_slurm_daemon *daemon);

/* Ends the jobs whose grace is over by now, and puts those that may start again into the queue. 0,
 * or -1 when there is no memory. */
int swf_slurm_preemption_return(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_preemption_init(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;
void swf_slurm_preemption_clear(struct swf_slurm_preempted *preempted);

#endif
