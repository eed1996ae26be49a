/* The run of a job's line in what sacct lists. */
#ifndef SWF_ACCOUNTING_SLURM_SLURM_RUN_H
#define SWF_ACCOUNTING_SLURM_SLURM_RUN_H

#include "accounting/accounts-parts.h"
#include "accounting/slurm/slurm-cells.h"

/* Reads all of a run but its job, state and part, of which `over` is to be set before. Returns 0,
 * or -1 with the error set. */
int swf_slurm_read_run(struct swf_slurm_cells *cells, struct swf_accounts *accounts,
	struct swf_run *run, struct swf_error *error) SWF_MUST_CHECK;

#endif
