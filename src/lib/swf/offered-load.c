#include "swf/offered-load.h"

#include <math.h>

void swf_offered_add(struct swf_offered *offered, const struct swf_job *job, enum swf_size size)
{
	if (offered->jobs++ == 0)
		offered->first = job->submit;
	offered->last = job->submit;
	offered->work += swf_job_work(job, size);
}

double swf_offered_load(const struct swf_offered *offered, int32_t procs)
{
	const double span = offered->last - offered->first;
	return span > 0 ? offered->work / (procs * span) : NAN;
}
