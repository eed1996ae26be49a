/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a machine has beside processors, and jobs need.
 *
 * A simulation counts none of it, or some: then a job starts only where there is enough of each.
 * Amounts of all are in arrays by enum swf_resource, with 0 for what is not counted.
 */
#ifndef SWFCORE_RESOURCES_H
#define SWFCORE_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

enum swf_resource {
	SWF_RESOURCE_GPUS,
	SWF_RESOURCE_MEMORY, /* kB */
	SWF_RESOURCES
};

/* The same with processors, as the first. */
enum swf_kind {
	SWF_KIND_PROCS,
	SWF_KIND_GPUS = 1 + SWF_RESOURCE_GPUS,
	SWF_KIND_MEMORY = 1 + SWF_RESOURCE_MEMORY,
	SWF_KINDS
};

/* "procs", "gpus", "memory", NULL: by enum swf_kind, as options and formulas call them. */
extern const char *const swf_kind_names[];

/* "processors", "GPUs", "kB of memory": by enum swf_kind, as messages call so many of them. */
extern const char *const swf_kind_units[];

/* What a job of `size` processors needs, 0 where that is not known: its GPUs; or its memory, as
 * requested or else as used (fields 10 and 7, both a processor). INT64_MAX where it is more. */
int64_t swf_job_needs(const struct swf_job *job, int resource, int32_t size);

/* Cuts what a job of `size` processors needs to an amount; memory to whole kB a processor. */
void swf_job_cut(struct swf_job *job, int resource, int32_t size, int64_t amount);

/* Whether there is enough for all needs. */
static inline bool swf_resources_suffice(const int64_t *amounts, const int64_t *needs)
{
	for (int r = 0; r < SWF_RESOURCES; r++)
		if (needs[r] > amounts[r])
			return false;
	return true;
}

#ifdef __cplusplus
}
#endif
#endif
