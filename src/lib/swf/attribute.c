#include "swf/attribute.h"

#include <stddef.h>

const char *const swf_attribute_names[] = {"runtime", "estimate", "size", NULL};

double swf_attribute_of(const struct swf_job *job, enum swf_attribute attribute, enum swf_size size)
{
	const int32_t processors = swf_job_size(job, size);
	switch (attribute) {
	case SWF_ATTRIBUTE_RUN_TIME:
		return job->run_time >= 0 ? job->run_time : SWF_UNKNOWN;
	case SWF_ATTRIBUTE_ESTIMATE:
		return job->estimate > 0 ? job->estimate : SWF_UNKNOWN;
	default:
		return processors > 0 ? processors : SWF_UNKNOWN;
	}
}
