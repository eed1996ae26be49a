#include "stats/two-samples.h"

#include <gsl/gsl_math.h>
#include <math.h>

double swf_two_samples_distance(const double *a, size_t a_count, const double *b, size_t b_count)
{
	double distance = 0;
	size_t i = 0, j = 0;
	if (a_count == 0 || b_count == 0)
		return NAN;
	while (i < a_count && j < b_count) {
		const double value = a[i] < b[j] ? a[i] : b[j];
		while (i < a_count && a[i] == value)
			i++;
		while (j < b_count && b[j] == value)
			j++;
		distance = fmax(
			distance, fabs((double)i / (double)a_count - (double)j / (double)b_count));
	}
	return distance;
}

double swf_two_samples_probability(double distance, size_t a_count, size_t b_count)
{
	const double a = (double)a_count, b = (double)b_count;
	const double x = distance * sqrt(a * b / (a + b));
	double sum = 0;
	if (isnan(x))
		return NAN;
	/* 2 sum (-1)^(k-1) exp(-2 k^2 x^2); for small x its other form, which converges there */
	if (x < 1) {
		for (int k = 1; k < 20 && x > 0; k += 2)
			sum += exp(-k * k * M_PI * M_PI / (8 * x * x));
		return x > 0 ? 1 - sqrt(2 * M_PI) / x * sum : 1;
	}
	for (int k = 1; k < 20; k++)
		sum += (k % 2 == 1 ? 2 : -2) * exp(-2.0 * k * k * x * x);
	return sum;
}
