#include "swf/waits.h"

void swf_waits_add(struct swf_waits *waits, const struct swf_job *job, enum swf_size size)
{
	swf_offered_add(&waits->offered, job, size);
	if (job->run_time < 0 || swf_job_size(job, size) <= 0)
		return;
	waits->ran++;
	waits->known += job->wait >= 0;
	waits->waited += job->wait > 0;
}

bool swf_waits_are_unknown(const struct swf_waits *waits, int32_t procs)
{
	if (waits->ran == 0 || waits->waited > 0)
		return false;
	if (waits->known == 0)
		return true;
	/* the load of jobs that all come at once is not a number: there is no limit to it */
	return waits->known >= SWF_WAITS_JOBS &&
		(procs <= 0 || !(swf_offered_load(&waits->offered, procs) < SWF_WAITS_LOAD));
}
