/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random numbers: generators that are seeded explicitly, and drawing from pools. Those that others
 * may use are of GSL; one for millions of draws is here, so that a draw is no call.
 */
#ifndef SWF_BASE_RANDOM_H
#define SWF_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

#include "swfcore/error.h"

/* The generator (GSL's mt19937) of replication `replication` of a seed. Replications of one seed,
 * counted in 32 bits, have generators of their own, which say nothing about each other. NULL when
 * there is no memory; else to be freed by gsl_rng_free. */
gsl_rng *swf_random_new(uint64_t seed, uint64_t replication) SWF_MUST_CHECK;

/* A generator like that, seeded by the next number of another one. NULL when there is no memory;
 * the other one has advanced even then. */
gsl_rng *swf_random_new_from(gsl_rng *rng) SWF_MUST_CHECK;

/* A small generator (GSL's taus2) for numbers that depend on nothing but what they are for: it is
 * set anew for each of many things, by a seed and two numbers of the thing. NULL when there is no
 * memory; else to be freed by gsl_rng_free. */
gsl_rng *swf_random_new_small(void) SWF_MUST_CHECK;
void swf_random_set(gsl_rng *rng, uint64_t seed, uint64_t a, uint64_t b);

/* The 32 bits that such a generator is set by, for one that is not of GSL. */
uint32_t swf_random_mixed(uint64_t seed, uint64_t a, uint64_t b);

/* The numbers of taus2, in place. Source: L'Ecuyer, Maximally equidistributed combined Tausworthe
 * generators (1996), with the seeding of GSL, so that both give the same. */
struct swf_taus {
	uint32_t s1, s2, s3;
};

void swf_taus_set(struct swf_taus *taus, uint32_t seed);

static inline uint32_t swf_taus_next(struct swf_taus *taus)
{
	taus->s1 = (taus->s1 & UINT32_C(0xfffffffe)) << 12 ^ (taus->s1 << 13 ^ taus->s1) >> 19;
	taus->s2 = (taus->s2 & UINT32_C(0xfffffff8)) << 4 ^ (taus->s2 << 2 ^ taus->s2) >> 25;
	taus->s3 = (taus->s3 & UINT32_C(0xfffffff0)) << 17 ^ (taus->s3 << 3 ^ taus->s3) >> 11;
	return taus->s1 ^ taus->s2 ^ taus->s3;
}

/* From 0 to under 1. */
static inline double swf_taus_uniform(struct swf_taus *taus)
{
	return swf_taus_next(taus) / 4294967296.0;
}

/*
 * Draws `count` of n things, each with an expectation of count * weight / total, so that the number
 * of times that it is drawn is that one rounded down or up: with equal weights none is drawn twice
 * before all have been drawn, and what is drawn is a uniformly random subset. The things lie in
 * random order on a line, each taking its weight, and points of equal distance, the first of them
 * at random, draw what they hit: randomized systematic sampling. Source: Hartley and Rao, Sampling
 * with unequal probabilities and without replacement (1962).
 *
 * `weights` are not negative and one at least is positive; `order` is any permutation of 0 .. n - 1
 * and is left as another one; `drawn`, with room for `count`, gets the places of what is drawn,
 * those of one thing one after the other. Costs O(n + count).
 */
void swf_random_draw(
	gsl_rng *rng, const double *weights, size_t n, size_t *order, size_t count, size_t *drawn);

#endif
