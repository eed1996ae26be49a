/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What jobs ask of the features of their nodes: a&b, a|b, from the left to the right, with
 * parentheses. The entries of the first list in brackets, [a|b], are alternatives; of others any
 * will do. A number of nodes behind a feature, a*2, is passed over, and [a*2&b*1] is any of these.
 */
#ifndef SWF_SLURM_CONSTRAINTS_H
#define SWF_SLURM_CONSTRAINTS_H

#include "slurm/model/slurm-job.h"

struct swf_slurm_constraints;

/* Of a site that outlives them. NULL when there is no memory. */
struct swf_slurm_constraints *swf_slurm_constraints_new(struct swf_slurm_site *site);
void swf_slurm_constraints_free(struct swf_slurm_constraints *constraints);

/* Finds the nodes that a job may have, and their alternatives for its request, which stay where
 * they are: 1, 0 if there is none or the constraint cannot be read, -1 when there is no memory. */
int swf_slurm_constraints_of(
	struct swf_slurm_constraints *constraints, struct swf_slurm_job *job) SWF_MUST_CHECK;

#endif
