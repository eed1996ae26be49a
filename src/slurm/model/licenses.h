/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The licences of a site, and what running jobs hold of them. A job waits while it lacks some:
 * meanwhile it blocks no partition, and backfilling reserves nothing for it.
 *
 * Source: src/slurmctld/licenses.c of Slurm 22.05, and its callers in both loops.
 */
#ifndef SWF_SLURM_LICENSES_H
#define SWF_SLURM_LICENSES_H

#include <stdbool.h>

#include "slurm/model/slurm-job.h"

/* Of a site that outlives them. NULL when there is no memory. */
struct swf_slurm_licenses *swf_slurm_licenses_new(struct swf_slurm_site *site);
void swf_slurm_licenses_free(struct swf_slurm_licenses *licenses);

/* Finds what a job asks for: 1, 0 if the site has not that many or the list cannot be read, -1 when
 * there is no memory. */
int swf_slurm_licenses_of(
	struct swf_slurm_licenses *licenses, struct swf_slurm_job *job) SWF_MUST_CHECK;

/* Whether all that a job asks for are free now. */
bool swf_slurm_licenses_allow(
	const struct swf_slurm_licenses *licenses, const struct swf_slurm_job *job);

/* It has started; it has ended. */
void swf_slurm_licenses_take(struct swf_slurm_licenses *licenses, const struct swf_slurm_job *job);
void swf_slurm_licenses_give_back(
	struct swf_slurm_licenses *licenses, const struct swf_slurm_job *job);

#endif
