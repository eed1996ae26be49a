/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/shake/naive-shake.h"

#include <math.h>

#include "base/random.h"

static gsl_rng *new_generator(const struct options *options)
{
	gsl_rng *generator = swf_random_new(options->seed, options->replication);
	if (generator == NULL)
		fail("out of memory");
	return generator;
}

static double change_of(double v, double most)
{
	double change = (2 * v - 1) * most;
	double rounded = round(change); /* halves away from zero */
	return fabs(rounded) > most ? trunc(change) : rounded;
}

void draw_changes(struct shaking *s)
{
	gsl_rng *generator = new_generator(&s->options);
	double still_to_shake = number_to_shake(s);
	for (size_t i = 0; i < s->elements; i++) {
		struct element *element = &s->element[i];
		double u = gsl_rng_uniform(generator), v = gsl_rng_uniform(generator);
		if (s->options.exactly)
			element->shaken = u * (double)(s->elements - i) < still_to_shake;
		else
			element->shaken = u < s->options.percent / 100;
		still_to_shake -= element->shaken;
		element->change = element->shaken ? change_of(v, element->most) : 0;
	}
	gsl_rng_free(generator);
}

double *draw_uniform(const struct options *options, size_t count)
{
	gsl_rng *generator = new_generator(options);
	double *drawn = allocate(count, sizeof *drawn);
	for (size_t i = 0; i < count; i++)
		drawn[i] = gsl_rng_uniform(generator);
	gsl_rng_free(generator);
	return drawn;
}
