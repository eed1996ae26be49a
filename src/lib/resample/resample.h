/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resampling: new workloads from pools of subtraces (pools.h).
 *
 * Week w of the output covers [w, w + 1) weeks from its start, the first submit of the first log.
 * Long-term users are there from the start, each from some week of the activity on, and begin again
 * when they have come to their end; temporary users come in some week, and there are some at the
 * start. Users of pools without classes are displaced instead: in each round of their log all are
 * moved by a few weeks, and what passes an end of the round comes at the other. Source: Zakay and
 * Feitelson, Workload resampling for performance evaluation of parallel job schedulers (2014),
 * sections 4 and 6. Definitions: swf-resample(1).
 */
#ifndef SWF_RESAMPLE_H
#define SWF_RESAMPLE_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stdint.h>

#include "resample/pools.h"
#include "swfcore/error.h"
#include "swfcore/job.h"

/* The most users that a plan may have of a kind, and weeks by which they are displaced. */
enum { SWF_RESAMPLE_MOST = 1000000 };

/* Displaced users are moved anywhere. */
#define SWF_DISPLACE_ANY INT64_MAX

/* Where users start who are there from the beginning. */
enum swf_start {
	/* Long-term users anywhere in their period, also in the pause, and temporary ones after the
	 * week in which they came, so that no week differs from the others but by chance. */
	SWF_START_STATIONARY,
	/* As the text of the paper has it: long-term users in any week from their first to their
	 * last submit, and temporary ones in any week with a submit. */
	SWF_START_LITERAL
};

/* "stationary", "literal", NULL. */
extern const char *const swf_start_names[];

struct swf_resample_plan {
	int64_t long_term;     /* users, all the time */
	int64_t temporary;     /* users at the start */
	double temporary_rate; /* users who arrive in a week, with the rare ones */
	double rare_rate;      /* a week */
	double length;         /* s, of the output; INFINITY for no end */
	enum swf_start start;
	/* Of pools without classes, where users are displaced: the weeks by which each is moved at
	 * most, either way, or SWF_DISPLACE_ANY; how many there are in a round of the logs; and how
	 * often one of weight 1 is used in a round. */
	int64_t displace;
	int64_t displaced;
	double uses;
	double repeat; /* the probability of a job to be the one before it again */
};

/* The plan by which every user is used `load` times in the length of the log on average, or, of
 * unequal weights, load times weight over the mean weight of all in the long-term and the temporary
 * pool; rare behaviours load times. Displaced users are used as often in each round of their log.
 * The length is that of the first log, or of its round. There must be a log. */
struct swf_resample_plan swf_resample_plan_for(
	const struct swf_pools *pools, double load, enum swf_start start);

/* Whether the plan can be carried out: 0, or -1 with the error set to why not. */
int swf_resample_check(const struct swf_pools *pools, const struct swf_resample_plan *plan,
	struct swf_error *error) SWF_MUST_CHECK;

/* A use of a subtrace has begun: what its jobs became. */
struct swf_resample_use {
	int64_t user; /* in the output */
	const struct swf_subtrace *subtrace;
	int64_t copy;       /* how many there have been of this subtrace, this one included */
	int64_t first_week; /* of the output */
	int64_t shift;      /* weeks by which it is moved */
	size_t first_job;   /* the first that it has, among those of the subtrace */
};

struct swf_resample;

/* Begins a new workload. The pools must stay as they are; the generator stays the caller's. `used`,
 * which may be NULL, is called for every use before its first job; for long-term users each time
 * that they begin again, and for displaced ones again when they pass the end of a round. NULL with
 * the error set if the plan cannot be carried out, or when there is no memory. */
struct swf_resample *swf_resample_new(const struct swf_pools *pools,
	const struct swf_resample_plan *plan, gsl_rng *rng,
	void (*used)(void *self, const struct swf_resample_use *use), void *self,
	struct swf_error *error);

/* The next job, in submit order: 1, 0 at the end, -1 with the error set. Costs the logarithm of the
 * number of active users, and each week the number of users in the pools. */
int swf_resample_next(
	struct swf_resample *resample, struct swf_job *job, struct swf_error *error) SWF_MUST_CHECK;

void swf_resample_free(struct swf_resample *resample);

#endif
