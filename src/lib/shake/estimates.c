#include "shake/estimates.h"

#include <math.h>

void swf_estimate_job(struct swf_job *job, double factor, gsl_rng *rng)
{
	if (job->run_time < 0)
		return;
	const double more = factor > 0 ? round(gsl_rng_uniform(rng) * factor * job->run_time) : 0;
	job->estimate = fmax(1, job->run_time + more);
}
