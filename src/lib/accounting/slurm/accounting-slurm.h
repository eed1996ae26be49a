/* Accounting data of Slurm. */
#ifndef SWFCORE_ACCOUNTING_SLURM_H
#define SWFCORE_ACCOUNTING_SLURM_H

#include "accounting/accounting.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a file of what sacct prints with --parsable2. */
swf_accounts_read swf_accounts_read_slurm;

#ifdef __cplusplus
}
#endif
#endif
