/* The offered load of the jobs of a log. */
#ifndef SWF_SWF_OFFERED_LOAD_H
#define SWF_SWF_OFFERED_LOAD_H

#include <stdint.h>

#include "swfcore/job.h"

/* The work of the jobs that have a run time and a size, over what the machine could do from the
 * first submit to the last. Begins with {0}. */
struct swf_offered {
	double work;        /* processor-seconds */
	double first, last; /* s, submit */
	int64_t jobs;
};
void swf_offered_add(struct swf_offered *offered, const struct swf_job *job, enum swf_size size);

/* NaN where all jobs come at once. */
double swf_offered_load(const struct swf_offered *offered, int32_t procs);

#endif
