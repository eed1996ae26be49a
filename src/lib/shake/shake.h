/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models of users' estimates. Source: Tsafrir, Ouaknine and Feitelson, Reducing performance
 * evaluation sensitivity and variability by input shaking (2007), section VI.E. Definitions:
 * swf-shake(1).
 */
#ifndef SWF_SHAKE_H
#define SWF_SHAKE_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "users/session-lists.h"
#include "users/user-set.h"

/* Makes the estimate of a job that has a run time r uniform from r to (factor + 1) r, at least 1 s,
 * by one random number; with a factor of 0, which draws none, the run time. */
void swf_estimate_job(struct swf_job *job, double factor, gsl_rng *rng);

/*
 * Scaling: one attribute of all jobs of a log, or the machine, multiplied by the same factor.
 * Source: Zakay and Feitelson, Workload resampling (2014), section 6.2, which says what is wrong
 * with each of these ways of changing the load. Definitions: swf-shake(1).
 */

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

/*
 * Shaking: small random changes to one attribute of some jobs of a log. Source: Tsafrir, Ouaknine
 * and Feitelson, Reducing performance evaluation sensitivity and variability by input shaking
 * (2007), section IV. Definitions: swf-shake(1).
 */

enum swf_shake_attribute {
	SWF_SHAKE_INTERARRIVAL,
	SWF_SHAKE_RUN_TIME,
	SWF_SHAKE_ESTIMATE,
	SWF_SHAKE_SIZE
};

struct swf_shake_options {
	enum swf_shake_attribute attribute;
	enum swf_element element; /* that is shaken as one; jobs but for interarrival */
	double degree;            /* the largest change: whole s, or processors */
	double relative;          /* as a part of the value itself, INFINITY for no such bound */
	double percent;           /* of the elements are shaken: the probability of each */
	/* or, if this is not negative, exactly so many per cent of it: of all elements, see
	 * swf_shake_count */
	int64_t elements;
	/* numbers of the jobs that can be shaken, which are elements each; NULL: all jobs. The
	 * random numbers of a job are the same with and without the others. So is its change,
	 * unless `elements` is given: then others of them are drawn. */
	const struct swf_user_set *candidates;
	int32_t procs; /* of the machine, for sizes */
	enum swf_size size;
	enum swf_overrun overrun; /* of a job whose run time gets longer than its estimate */
};

struct swf_shake;

/* The generator stays the caller's. NULL when there is no memory. */
struct swf_shake *swf_shake_new(const struct swf_shake_options *options, gsl_rng *rng);

/* Takes the next job of the log, in submit order, and draws two random numbers if it begins an
 * element, candidate or not. 0, or -1 when there is no memory. */
int swf_shake_put(struct swf_shake *shake, const struct swf_job *job) SWF_MUST_CHECK;

/* Gives the next shaken job, in the order of the new submit times and, within a second, of the log:
 * true, or false if it is not known yet, which it is as soon as the log has come further by the
 * degree, or is at its `end`. */
bool swf_shake_take(struct swf_shake *shake, bool end, struct swf_job *job);

/* The place of the job taken last among those that were put, counted from 0. */
size_t swf_shake_place(const struct swf_shake *shake);

struct swf_shake_counts {
	int64_t elements; /* that can be shaken */
	int64_t drawn;    /* of these, to be shaken */
	int64_t changed;  /* jobs */
};
struct swf_shake_counts swf_shake_counts(const struct swf_shake *shake);

void swf_shake_free(struct swf_shake *shake);

/* Counts an element more if the job begins one that can be shaken. Returns 0, or -1 when there is
 * no memory. */
int swf_shake_count(const struct swf_shake_options *options, struct swf_elements *elements,
	const struct swf_job *job, int64_t *count) SWF_MUST_CHECK;

#endif
