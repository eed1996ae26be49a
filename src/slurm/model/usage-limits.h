/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The limits of associations and QOS: whether a job may be submitted, and whether it may start.
 * They hold where AccountingStorageEnforce says "limits" or "safe".
 *
 * As in Slurm, a limit of the partition's QOS comes before one of the job's QOS (with OverPartQOS
 * the other way round), and one of a QOS before the one of the same kind of associations. Limits of
 * groups (Grp...) hold for an association and for all accounts above it; all others of associations
 * pass on to those below that have none of their own.
 *
 * Source: src/slurmctld/acct_policy.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_USAGE_LIMITS_H
#define SWF_SLURM_USAGE_LIMITS_H

#include "slurm/model/slurm-job.h"

struct swf_slurm_usage_limits;

/* NULL when there is no memory. */
struct swf_slurm_usage_limits *swf_slurm_usage_limits_new(struct swf_slurm_site *site);
void swf_slurm_usage_limits_free(struct swf_slurm_usage_limits *limits);

/* The time limit (s) of a job that asks for none in a partition without DefaultTime: MaxWall, or
 * INFINITY where there is none. To be asked before the submission. */
double swf_slurm_usage_limits_wall(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who);

/* The most nodes that a job may get by the limits of nodes, whatever is in use: its request's
 * max_nodes is to be no more than that. SWF_SLURM_UNLIMITED for any. */
int64_t swf_slurm_usage_limits_nodes(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_who *who);

/* Whether a job is accepted: not where it breaks a limit of submitted jobs now, or could never
 * start, as the least that it gets is beyond a limit of a group, user or job. It then counts as
 * submitted until it has ended or is withdrawn. 1, 0, or -1 when there is no memory. */
int swf_slurm_usage_limits_submit(struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, struct swf_slurm_least least);

/* Whether there are limits that count when a job is to start. */
bool swf_slurm_usage_limits_hold(const struct swf_slurm_usage_limits *limits);

/* Whether a job may start now as far as numbers of jobs go: asked before nodes are chosen. */
bool swf_slurm_usage_limits_allow(
	const struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job);

/* Whether it may have what was chosen for it, by the limits of processors, nodes and memory. */
bool swf_slurm_usage_limits_allow_chosen(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, const struct swf_slurm_allocation *chosen);

/* The same for a reservation on that many nodes later on, by what is in use now: backfilling
 * reserves nothing for jobs that their limits hold back. */
bool swf_slurm_usage_limits_allow_reservation(const struct swf_slurm_usage_limits *limits,
	const struct swf_slurm_job *job, int64_t nodes);

/* Its allocation is what it has. */
void swf_slurm_usage_limits_started(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job);
void swf_slurm_usage_limits_ended(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job);

/* It was requeued: it no longer runs, and waits again. */
void swf_slurm_usage_limits_requeued(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job);

/* It no longer waits, and does not start. */
void swf_slurm_usage_limits_withdrawn(
	struct swf_slurm_usage_limits *limits, const struct swf_slurm_job *job);

#endif
