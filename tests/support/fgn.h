/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractional Gaussian noise, made exactly: series of which H is known. */
#ifndef SWF_TESTS_SUPPORT_FGN_H
#define SWF_TESTS_SUPPORT_FGN_H

#include <stddef.h>

#include <gsl/gsl_rng.h>

/* The covariance of values of fractional Gaussian noise of variance 1 at a distance. */
double fgn_covariance(double h, size_t distance);

/* Sets two independent series of n values, n a power of two, of mean 0, variance 1 and 0 < h < 1.
 * Ends the program when there is no memory. */
void fgn(gsl_rng *rng, double h, size_t n, double *one, double *other);

#endif
