/*
 * Backfilling: a cycle goes through the queue, starts what may start now, and reserves nodes for
 * what may not, so that jobs that come later in the queue do not delay it.
 *
 * Source: src/plugins/sched/backfill/backfill.c of Slurm 22.05.
 */
#ifndef SWF_SLURM_BACKFILL_H
#define SWF_SLURM_BACKFILL_H

#include "slurm/daemon.h"

/* A job was submitted, and is at that place of the queue. */
void swf_slurm_backfill_submitted(struct swf_slurm_daemon *daemon, size_t place);

/* Takes note of the cycles up to before now, which would not have started anything. */
void swf_slurm_backfill_catch_up(struct swf_slurm_daemon *daemon);

/* Then makes the cycle that is due now, if one is. 0 or -1. */
int swf_slurm_backfill_run(struct swf_slurm_daemon *daemon) SWF_MUST_CHECK;

/* When the next one is due that may start something, while jobs wait. */
double swf_slurm_backfill_due(const struct swf_slurm_daemon *daemon);

#endif
