/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine has beside processors, by options and the header of a log. */
#ifndef SWF_CMD_SHARED_RESOURCES_H
#define SWF_CMD_SHARED_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/options.h"
#include "swfcore/log.h"

/* Rows to be included: --resources, --gpus and --memory. */
extern const struct option_row resource_options[];

/* Dies of those that do not go together. */
void check_resources(void);

/* Whether they ask for anything beside processors. */
bool resources_asked_for(void);

/* The GPUs of the machine of a log, 0 where they do not count: where the log declares none, or
 * their number is not known, which is noted. Dies where they were asked for. */
int64_t machine_gpus(const struct swf_log *log);

/* Its memory in kB, 0 where it was not asked for. Dies where it is not known. */
int64_t machine_memory(const struct swf_log *log);

#endif
