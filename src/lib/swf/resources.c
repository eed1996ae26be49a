/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/resources.h"

#include <stddef.h>

const char *const swf_kind_names[] = {"procs", "gpus", "memory", NULL};
const char *const swf_kind_units[] = {"processors", "GPUs", "kB of memory"};

/* The field of the memory of each processor. */
static int64_t *memory_field(struct swf_job *job)
{
	return job->memory_request > 0 ? &job->memory_request : &job->memory;
}

int64_t swf_job_needs(const struct swf_job *job, int resource, int32_t size)
{
	if (resource == SWF_RESOURCE_GPUS)
		return job->gpus > 0 ? job->gpus : 0;
	const int64_t memory = job->memory_request > 0 ? job->memory_request : job->memory;
	if (memory <= 0 || size <= 0)
		return 0;
	return memory <= INT64_MAX / size ? memory * size : INT64_MAX;
}

void swf_job_cut(struct swf_job *job, int resource, int32_t size, int64_t amount)
{
	if (resource == SWF_RESOURCE_GPUS)
		job->gpus = amount;
	else
		*memory_field(job) = amount / size;
}
