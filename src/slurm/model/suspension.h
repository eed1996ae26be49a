/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Suspension: with PreemptMode=SUSPEND,GANG and PreemptType=preempt/partition_prio jobs get cores
 * that jobs of lower tiers have (nodes-sharing.c). A job is suspended while one of a higher tier
 * that is not suspended itself runs on any of its cores. It keeps its cores and memory, and its
 * time limit ends later by as long.
 *
 * Source: src/slurmctld/gang.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_SUSPENSION_H
#define SWF_SLURM_SUSPENSION_H

#include "slurm/model/daemon.h"

/* Suspends and resumes jobs, after starts and ends. 0, or -1 when there is no memory. */
int swf_slurm_suspension_update(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

void swf_slurm_suspension_clear(struct swf_slurm_suspension *suspension);

#endif
