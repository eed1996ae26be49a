/* Who the users of a model are, and when they come. */
#ifndef SWF_MODEL_POPULATION_H
#define SWF_MODEL_POPULATION_H

#include <stdbool.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

#include "model/generator.h"
#include "model/synthetic-user.h"

/*
 * The population is made of copies of that of the model. Everyone has a level: the copy, from 0,
 * and the place in it, 0 to 1. Those under a level are there, so that more users are the same
 * ones and others.
 */
struct swf_population {
	struct swf_synthetic_users users;
	uint64_t seed;
	gsl_rng *rng;
	int64_t past; /* weeks before the workload begins in which users came who may be there */
};

/* What is done with a user of the population: `seed` is that of the user's random numbers;
 * long-term users come in no week (NaN). Returns 0, or -1 when there is no memory. */
typedef int swf_population_use(void *self, double level, size_t class_, double week, uint64_t seed);

/* Returns 0, or -1 when there is no memory. */
int swf_population_set(struct swf_population *population, const struct swf_model *model,
	const struct swf_generator_options *options) SWF_MUST_CHECK;

/* Uses the long-term users of a class in a copy: as many as there are under any level, but for a
 * part of one. Returns what a use that fails returns, else 0. */
int swf_population_long_term(struct swf_population *population, int64_t copy, size_t class_,
	swf_population_use *use, void *self) SWF_MUST_CHECK;

/* The same of the temporary users of a class in a copy who come in a week. */
int swf_population_temporary(struct swf_population *population, int64_t copy, size_t class_,
	double week, swf_population_use *use, void *self) SWF_MUST_CHECK;

/* Sets a user to work, and has that user work until the workload begins. Returns whether there is a
 * job then or later. */
bool swf_population_start(struct swf_synthetic_user *user, const struct swf_population *population,
	size_t class_, double week, uint64_t seed, int64_t *executables);

#endif
