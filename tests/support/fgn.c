/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fgn.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_randist.h>

double fgn_covariance(double h, size_t distance)
{
	const double k = (double)distance;
	return (pow(k + 1, 2 * h) - 2 * pow(k, 2 * h) + pow(fabs(k - 1), 2 * h)) / 2;
}

/*
 * Circulant embedding (Davies and Harte 1987; Dietrich and Newsam 1997): the covariances from
 * distance 0 to n and back are the first row of a circulant matrix, whose eigenvalues are their
 * Fourier transform and, for this process, not negative. The transform of independent complex
 * normal numbers, each times the root of an eigenvalue, has these covariances in its real part, and
 * again in its imaginary part.
 */
void fgn(gsl_rng *rng, double h, size_t n, double *one, double *other)
{
	const size_t length = 2 * n;
	double *row = calloc(4 * length, sizeof *row), *noise = row + 2 * length;
	if (row == NULL)
		abort();
	for (size_t k = 0; k < length; k++)
		row[2 * k] = fgn_covariance(h, k <= n ? k : length - k);
	gsl_fft_complex_radix2_forward(row, 1, length);
	for (size_t k = 0; k < length; k++) {
		const double root = sqrt(fmax(row[2 * k], 0) / (double)length);
		noise[2 * k] = root * gsl_ran_gaussian_ziggurat(rng, 1);
		noise[2 * k + 1] = root * gsl_ran_gaussian_ziggurat(rng, 1);
	}
	gsl_fft_complex_radix2_forward(noise, 1, length);
	for (size_t k = 0; k < n; k++) {
		one[k] = noise[2 * k];
		other[k] = noise[2 * k + 1];
	}
	free(row);
}
