/*
 * Scaling: one attribute of all jobs of a log, or the machine, multiplied by the same factor.
 * Source: Zakay and Feitelson, Workload resampling (2014), section 6.2, which says what is wrong
 * with each of these ways of changing the load. Definitions: swf-shake(1).
 */
#ifndef SWF_SHAKE_SCALE_H
#define SWF_SHAKE_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/job.h"

enum swf_scaled {
	SWF_SCALE_INTERARRIVAL,
	SWF_SCALE_RUN_TIME, /* CPU times and estimates too */
	SWF_SCALE_SIZE,
	SWF_SCALE_MACHINE
};

struct swf_scale {
	enum swf_scaled what;
	double factor; /* > 0 */
	double first;  /* s, the first submit of the log, which stays */
	int32_t procs; /* of the machine, the largest size */
};

/* What a positive number of processors is multiplied to: rounded, from 1 to `most`. */
int32_t swf_scale_procs(int32_t procs, double factor, int32_t most);

/* Scales a job. */
void swf_scale_job(const struct swf_scale *scale, struct swf_job *job);

/* The factor by which `what` is to be scaled to get from one load to another, both > 0. */
double swf_scale_factor(enum swf_scaled what, double load, double wanted);

#endif
