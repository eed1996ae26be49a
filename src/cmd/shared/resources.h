/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine has beside processors, by the options of a command and the header of a log. */
#ifndef SWF_CMD_SHARED_RESOURCES_H
#define SWF_CMD_SHARED_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/log.h"

/* The values of --resources, --gpus and --memory. Begins with {0}. */
struct resources {
	bool listed;         /* --resources was given, with */
	bool gpus, memory;   /* these */
	int32_t gpus_there;  /* 0 where the option was not given */
	double memory_there; /* kB, likewise */
};

/* Reads a list such as procs,gpus, or dies. */
void resources_value(const char *text, struct resources *resources);

/* Reads an amount of memory, in kB or with a unit of k, M, G or T, each 1024 times the one before;
 * or dies. */
double memory_value(const char *option, const char *text);

/* Dies of options that do not go together. */
void check_resources(const struct resources *resources);

/* The GPUs of the machine of a log, 0 where they do not count: where the log declares none, or
 * their number is not known, which is noted. Dies where they were asked for. */
double machine_gpus(const struct swf_log *log, const struct resources *resources);

/* Its memory in kB, 0 where it was not asked for. Dies where it is not known. */
double machine_memory(const struct swf_log *log, const struct resources *resources);

#endif
