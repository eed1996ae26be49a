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
	} list[SWF_SLURM_MISFITS];
	size_t count;
};

/* The job, which runs for that long (s), fits at no time before `until` (s), nor at it if that is
 * the time of the plan, whichever of its nodes it were given. */
void swf_slurm_misfits_add(struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job,
	double length, double until);

/* Until when a job is known not to fit: s, -INFINITY where nothing is known. */
double swf_slurm_misfits_until(
	const struct swf_slurm_misfits *misfits, const struct swf_slurm_job *job, double length);

#endif
