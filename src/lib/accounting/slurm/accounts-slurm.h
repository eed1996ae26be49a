/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accounting data of Slurm. */
#ifndef SWF_ACCOUNTS_SLURM_H
#define SWF_ACCOUNTS_SLURM_H

#include "accounting/accounts.h"

/* Reads a file of what sacct prints with --parsable2. */
swf_accounts_read swf_accounts_read_slurm;

#endif
