/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads of Batsim: swf-import(1), section BATSIM. All jobs are held. What fails dies with its
 * message. */
#ifndef SWF_CMD_IMPORT_BATSIM_WORKLOAD_H
#define SWF_CMD_IMPORT_BATSIM_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "accounting/accounts.h"
#include "import/restored.h"

/* Reads a workload. One that swf-select made is written as the log that it was, and the result is
 * true. The jobs of another are added to the accounts, and *procs is made the size of the machine
 * that it is for. */
bool import_batsim(const char *path, const struct machine *machine, struct swf_accounts *accounts,
	int32_t *procs);

#endif
