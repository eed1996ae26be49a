/*
 * Models of users' estimates. Source: Tsafrir, Ouaknine and Feitelson, Reducing performance
 * evaluation sensitivity and variability by input shaking (2007), section VI.E. Definitions:
 * swf-shake(1).
 */
#ifndef SWF_SHAKE_ESTIMATES_H
#define SWF_SHAKE_ESTIMATES_H

#include <gsl/gsl_rng.h>

#include "swfcore/job.h"

/* Makes the estimate of a job that has a run time r uniform from r to (factor + 1) r, at least 1 s,
 * by one random number; with a factor of 0, which draws none, the run time. */
void swf_estimate_job(struct swf_job *job, double factor, gsl_rng *rng);

#endif
