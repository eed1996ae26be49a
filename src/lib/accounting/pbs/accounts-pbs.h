/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accounting records of PBS Pro, OpenPBS and Torque. */
#ifndef SWF_ACCOUNTS_PBS_H
#define SWF_ACCOUNTS_PBS_H

#include "accounting/accounts.h"

/* Reads a file of accounting records. */
swf_accounts_read swf_accounts_read_pbs;

#endif
