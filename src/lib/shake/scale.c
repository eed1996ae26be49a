#include "shake/scale.h"

#include <math.h>

int32_t swf_scale_procs(int32_t procs, double factor, int32_t most)
{
	return procs <= 0 ? procs : (int32_t)fmin(fmax(1, round(procs * factor)), most);
}

static double scaled_time(double time, double factor)
{
	return time <= 0 ? time : fmax(1, round(time * factor));
}

void swf_scale_job(const struct swf_scale *scale, struct swf_job *job)
{
	const double factor = scale->factor;
	if (factor == 1)
		return; /* fractions of seconds stay, too */
	switch (scale->what) {
	case SWF_SCALE_INTERARRIVAL:
		job->submit = scale->first + round((job->submit - scale->first) * factor);
		break;
	case SWF_SCALE_RUN_TIME:
		job->run_time = scaled_time(job->run_time, factor);
		job->cpu_time = scaled_time(job->cpu_time, factor);
		job->estimate = scaled_time(job->estimate, factor);
		break;
	case SWF_SCALE_SIZE:
		job->allocated = swf_scale_procs(job->allocated, factor, scale->procs);
		job->requested = swf_scale_procs(job->requested, factor, scale->procs);
		break;
	case SWF_SCALE_MACHINE:
		break;
	}
}

double swf_scale_factor(enum swf_scaled what, double load, double wanted)
{
	const bool inverse = what == SWF_SCALE_INTERARRIVAL || what == SWF_SCALE_MACHINE;
	return inverse ? load / wanted : wanted / load;
}
