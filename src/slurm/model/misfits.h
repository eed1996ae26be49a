/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a plan of backfilling has shown not to fit, so that it need not be shown again: neither the
 * same request nor one that asks for more, or for longer, can start before a time.
 *
 * That holds as long as the plan does: its reservations and starts only take nodes away.
 */
#ifndef SWF_SLURM_MISFITS_H
#define SWF_SLURM_MISFITS_H

#include "slurm/model/slurm-job.h"

/* Begins with {0}, which has none. More are forgotten: few are not covered by others. */
enum { SWF_SLURM_MISFITS = 32 };

struct swf_slurm_misfits {
	struct swf_slurm_misfit {
		struct swf_slurm_request request;
		const uint64_t *nodes; /* that it may have */
		double length, until;  /* s */
		struct swf_slurm_grounds grounds;
	} list[SWF_SLURM_MISFITS];
	size_t count;
};

/* The job, which runs for that long (s), fits at no time before `until` (s), nor at it if that is
 * the time of the plan, whichever of its nodes it were given. */
void swf_slurm_misfits_add(struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job,
	double length, double until, const struct swf_slurm_grounds *grounds);

/* What is known of when a job does not fit, for the longest time; NULL for nothing. */
const struct swf_slurm_misfit *swf_slurm_misfits_find(
	const struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length);

#endif
