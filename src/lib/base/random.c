/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/random.h"

#include <stdbool.h>
#include <stdlib.h>

/*
 * Generators are seeded by one to one mixing: replications of a seed differ in the low 32 bits
 * alone, and so have different generators, up to 2^32 of them. Nothing is kept between calls but in
 * the generators, which callers own.
 */

/* Mixes 64 bits, one to one (the finalizer of MurmurHash3, with the constants of SplitMix64). */
static uint64_t mix64(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* Mixes 32 bits, one to one (the finalizer of MurmurHash3). */
static uint32_t mix32(uint32_t x)
{
	x = (x ^ (x >> 16)) * UINT32_C(0x85ebca6b);
	x = (x ^ (x >> 13)) * UINT32_C(0xc2b2ae35);
	return x ^ (x >> 16);
}

/* A generator as GSL allocates it, whose own function ends the program when there is no memory. */
static gsl_rng *new_generator(const gsl_rng_type *type)
{
	gsl_rng *rng = malloc(sizeof *rng);
	void *state = calloc(1, type->size);
	if (rng == NULL || state == NULL) {
		free(rng);
		free(state);
		return NULL;
	}
	*rng = (gsl_rng){.type = type, .state = state};
	return rng;
}

gsl_rng *swf_random_new(uint64_t seed, uint64_t replication)
{
	gsl_rng *rng = new_generator(gsl_rng_mt19937);
	/* the generator takes 32 bits: mixed one to one, so that no two replications share them */
	const uint64_t base = mix64(seed ^ mix64(replication >> 32));
	if (rng != NULL)
		gsl_rng_set(rng, mix32((uint32_t)base + (uint32_t)replication));
	return rng;
}

gsl_rng *swf_random_new_from(gsl_rng *rng)
{
	const unsigned long seed = gsl_rng_get(rng);
	gsl_rng *new = new_generator(gsl_rng_mt19937);
	if (new != NULL)
		gsl_rng_set(new, seed);
	return new;
}

gsl_rng *swf_random_new_small(void)
{
	return new_generator(gsl_rng_taus2);
}

void swf_random_set(gsl_rng *rng, uint64_t seed, uint64_t a, uint64_t b)
{
	gsl_rng_set(rng, swf_random_mixed(seed, a, b));
}

uint32_t swf_random_mixed(uint64_t seed, uint64_t a, uint64_t b)
{
	return (uint32_t)mix64(seed ^ mix64(a ^ mix64(b)));
}

void swf_taus_set(struct swf_taus *taus, uint32_t seed)
{
	/* below these the states have no bits that count */
	const uint32_t factor = 69069, least[3] = {2, 8, 16};
	uint32_t states[3], before = seed != 0 ? seed : 1;
	for (int i = 0; i < 3; i++) {
		const uint32_t state = factor * before;
		before = states[i] = state < least[i] ? state + least[i] : state;
	}
	*taus = (struct swf_taus){states[0], states[1], states[2]};
	for (int i = 0; i < 6; i++)
		swf_taus_next(taus);
}

/* As gsl_ran_shuffle does it. The places to swap are drawn some at a time, so that the processor
 * need not wait for the one before it fetches the next: of millions that takes most of the time. */
static void shuffle_places(gsl_rng *rng, size_t *order, size_t n)
{
	enum { SOME = 64 };
	size_t others[SOME];
	for (size_t end = n; end > 1;) {
		const size_t some = end - 1 < SOME ? end - 1 : SOME;
		for (size_t i = 0; i < some; i++)
			others[i] = gsl_rng_uniform_int(rng, (unsigned long)(end - i));
		for (size_t i = 0; i < some; i++) {
			size_t *last = &order[end - 1 - i], *other = &order[others[i]];
			const size_t moved = *last;
			*last = *other;
			*other = moved;
		}
		end -= some;
	}
}

void swf_random_draw(
	gsl_rng *rng, const double *weights, size_t n, size_t *order, size_t count, size_t *drawn)
{
	if (count == 0)
		return;
	shuffle_places(rng, order, n);
	/* of equal weights none needs to be looked up */
	bool equal = true;
	for (size_t i = 0; i < n && equal; i++)
		equal = weights[i] == weights[0];
	double total = 0, reached = 0;
	size_t hit = 0, last = 0;
	for (size_t i = 0; i < n; i++)
		total += weights[equal ? 0 : order[i]];
	const double start = gsl_rng_uniform(rng), distance = total / (double)count;
	for (size_t i = 0; i < n; i++) {
		const double weight = weights[equal ? 0 : order[i]];
		reached += weight;
		if (weight > 0)
			last = order[i];
		while (hit < count && (start + (double)hit) * distance < reached)
			drawn[hit++] = order[i];
	}
	/* a last point that rounding put beyond the line */
	while (hit < count)
		drawn[hit++] = last;
}
