#include <math.h>

#include "analysis/hurst-methods.h"

/* Where H is sought: over all of it the estimate is consistent, also of series that are not
 * stationary (Velasco, Gaussian semiparametric estimation of non-stationary time series, 1999). */
static const double LEAST = 0, MOST = 1.5;
enum { HALVINGS = 52 };

/* Half the derivative by h of what is to be least: the mean of log x less `mean`, weighted by
 * x^(2h - 1) y. It grows with h. */
static double derivative(const struct swf_hurst *hurst, double mean, double h)
{
	double sum = 0, weights = 0;
	for (size_t i = 0; i < hurst->count; i++) {
		const double log_x = log(hurst->points[i].x) - mean;
		const double weight = exp((2 * h - 1) * log_x) * hurst->points[i].y;
		sum += weight * log_x;
		weights += weight;
	}
	return sum / weights;
}

int swf_hurst_whittle(const double *series, size_t count, const struct swf_hurst_options *options,
	struct swf_hurst *hurst, struct swf_error *error)
{
	if (swf_hurst_powers(series, count, options, hurst, error) != 0)
		return -1;
	const struct swf_hurst_logs logs = swf_hurst_logs(hurst->points, hurst->count);
	double low = LEAST, high = MOST;
	/* by halves, since GSL's root finders end the program when there is no memory */
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (low + high) / 2;
		if (derivative(hurst, logs.mean, middle) < 0)
			low = middle;
		else
			high = middle;
	}
	hurst->h = low == LEAST ? LEAST : high == MOST ? MOST : (low + high) / 2;
	const double half = SWF_HURST_HALF_WIDTH / (2 * sqrt(logs.squares));
	hurst->low = hurst->h - half;
	hurst->high = hurst->h + half;
	return 0;
}
