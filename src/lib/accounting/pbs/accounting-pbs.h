/* Accounting records of PBS Pro, OpenPBS and Torque. */
#ifndef SWFCORE_ACCOUNTING_PBS_H
#define SWFCORE_ACCOUNTING_PBS_H

#include "accounting/accounting.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a file of accounting records. */
swf_accounts_read swf_accounts_read_pbs;

#ifdef __cplusplus
}
#endif
#endif
