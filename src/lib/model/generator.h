/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workloads generated from a model of users: a population of long-term users and of temporary ones
 * who come and go, each of whom works in sessions and batches. Definitions: swf-generate(1).
 * Sources: Zilber, Amit and Talby, What is worth learning from parallel workloads? (2005), section
 * 2.3; Feitelson, Resampling with feedback (2021), section 4.1.
 */
#ifndef SWF_GENERATOR_H
#define SWF_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"
#include "swfcore/error.h"
#include "swfcore/job.h"

struct swf_generator_options {
	double length;     /* s; the workload begins on a Monday, 0:00, local time */
	int32_t procs;     /* of the machine; sizes are in proportion to it */
	double population; /* how many times the users of the model there are */
	bool daily_cycle;  /* if not, all hours of the week are alike */
	uint64_t seed, replication;
};

struct swf_generator;

/* The model must outlive it. NULL when there is no memory. */
struct swf_generator *swf_generator_new(
	const struct swf_model *model, const struct swf_generator_options *options);
void swf_generator_free(struct swf_generator *generator);

/* The next job, in submit order: 1, 0 at the end, -1 with the error set. Jobs and users are
 * numbered from 1 as they come; waits are unknown; the group is the place of the user's class in
 * the model, from 1; fields 17 and 18 are those of swf-sessions(1) with the session rule of the
 * model.
 */
int swf_generator_next(struct swf_generator *generator, struct swf_job *job,
	struct swf_error *error) SWF_MUST_CHECK;

/* The users so far. */
int64_t swf_generator_users(const struct swf_generator *generator);

/* Finds the population with which the load of this workload, its work over what the machine could
 * do in its length, is nearest to one > 0, by adding user after user; each brings the same jobs,
 * whoever else there is. Returns 0, or -1 with the error set: where there are no users, or too many
 * would be needed, or no memory. */
int swf_generator_population(const struct swf_model *model,
	const struct swf_generator_options *options, double load, double *population,
	struct swf_error *error) SWF_MUST_CHECK;

/* The mean load of workloads with the users of the model once, whatever the population in the
 * options: of as many as have 5 million jobs together, but at least 20 and at most 200 workloads.
 * Returns 0, or -1 with the error set when there is no memory. */
int swf_generator_mean_load(const struct swf_model *model,
	const struct swf_generator_options *options, double *load,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
