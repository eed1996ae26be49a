#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fft_complex.h>

#include "analysis/hurst-methods.h"

/* Complex numbers as GSL has them, one behind the other: the real and the imaginary part. */

/* Sets a to the values minus their mean, times e^(-i pi k^2 / count) at place k, and b, around its
 * beginning, to the inverses of these factors from -count to the number of frequencies. */
static void fill(double *a, double *b, size_t length, const double *values, size_t count,
	double mean, size_t frequencies)
{
	/* k^2, less what makes whole turns, so that the angle is exact however large k is */
	size_t square = 0;
	for (size_t k = 0; k < count; square = (square + 2 * k + 1) % (2 * count), k++) {
		const double angle = M_PI * (double)square / (double)count;
		const double real = cos(angle), imaginary = sin(angle);
		a[2 * k] = (values[k] - mean) * real;
		a[2 * k + 1] = -(values[k] - mean) * imaginary;
		const size_t mirrored = (length - k) % length;
		b[2 * mirrored] = real;
		b[2 * mirrored + 1] = imaginary;
		if (k <= frequencies) {
			b[2 * k] = real;
			b[2 * k + 1] = imaginary;
		}
	}
}

static void multiply(double *a, const double *b, size_t length)
{
	for (size_t i = 0; i < 2 * length; i += 2) {
		const double real = a[i] * b[i] - a[i + 1] * b[i + 1];
		a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
		a[i] = real;
	}
}

/*
 * Bluestein's algorithm: 2 j k = j^2 + k^2 - (j - k)^2 makes the transform a convolution, for which
 * any length will do that is long enough, so a power of two. (GSL's own transform of any length
 * costs O(count^2) where that is prime.) The last factor of it, e^(-i pi j^2 / count), is left out:
 * it does not change absolute values.
 */
int swf_hurst_transform(
	const double *values, size_t count, double mean, size_t frequencies, double *powers)
{
	size_t length = 1;
	while (length < count + frequencies)
		length *= 2;
	double *a = calloc(4 * length, sizeof *a), *b = a + 2 * length;
	if (a == NULL)
		return -1;
	fill(a, b, length, values, count, mean, frequencies);
	gsl_fft_complex_radix2_forward(a, 1, length);
	gsl_fft_complex_radix2_forward(b, 1, length);
	multiply(a, b, length);
	gsl_fft_complex_radix2_inverse(a, 1, length);
	for (size_t j = 1; j <= frequencies; j++)
		powers[j - 1] = a[2 * j] * a[2 * j] + a[2 * j + 1] * a[2 * j + 1];
	free(a);
	return 0;
}
