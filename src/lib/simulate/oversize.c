/* Which jobs of a log a simulation schedules. */
#include "swfcore/simulation.h"

bool swf_simulation_is_oversize(const struct swf_simulation *simulation, const struct swf_job *job)
{
	return job->run_time >= 0 && swf_job_size(job, simulation->size) > simulation->procs;
}

bool swf_simulation_schedules(const struct swf_simulation *simulation, const struct swf_job *job)
{
	return job->run_time >= 0 && swf_job_size(job, simulation->size) > 0 &&
		!(simulation->oversize == SWF_OVERSIZE_SKIP &&
			swf_simulation_is_oversize(simulation, job));
}

int swf_simulation_refuse(const struct swf_simulation *simulation, const struct swf_job *first,
	int64_t count, struct swf_error *error)
{
	swf_fail(error, "job %lld needs %ld processors and the machine has %ld (%lld such job%s)",
		(long long)first->number, (long)swf_job_size(first, simulation->size),
		(long)simulation->procs, (long long)count, count == 1 ? "" : "s");
	error->kind = SWF_ERROR_OVERSIZE;
	return -1;
}
