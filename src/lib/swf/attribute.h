/* Attributes of jobs, as samples of them are looked at. */
#ifndef SWF_SWF_ATTRIBUTE_H
#define SWF_SWF_ATTRIBUTE_H

#include "swfcore/job.h"

enum swf_attribute { SWF_ATTRIBUTE_RUN_TIME, SWF_ATTRIBUTE_ESTIMATE, SWF_ATTRIBUTE_SIZE };
enum { SWF_ATTRIBUTES = 3 };

/* "runtime", "estimate", "size", NULL. */
extern const char *const swf_attribute_names[];

/* The run time (s, 0 or more), the user's estimate of it (s, over 0) or the size (processors, over
 * 0) of a job; -1 if it is not known. */
double swf_attribute_of(
	const struct swf_job *job, enum swf_attribute attribute, enum swf_size size);

#endif
