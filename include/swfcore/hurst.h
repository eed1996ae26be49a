/*
 * The Hurst parameter H of a series, by which self-similarity is measured: 0.5 for independent
 * values, up to 1 for long memory.
 *
 * The method is the pox plot of the rescaled range. A segment of n values has the range R of the
 * cumulated deviations from its mean, after each of its values, and the standard deviation S
 * (divided by n); R/S grows like n^H. The lengths n begin with the least n >= 10 for which most of
 * the consecutive intervals of n values are not all zero, and grow by a factor of 1.2, rounded, as
 * far as the series is long. For each n there are so many segments, evenly spaced from the first
 * that the series has to the last, so that they overlap where n is large; segments with S = 0 are
 * left out. H is the slope of the least-squares line through (log n, log R/S). Source: Zakay and
 * Feitelson, Workload resampling for performance evaluation of parallel job schedulers (2014),
 * section 5.3.
 */
#ifndef SWFCORE_HURST_H
#define SWFCORE_HURST_H

#include <stddef.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SWF_HURST_SUBSETS = 10 };

struct swf_pox_point {
	size_t n;  /* values in the segment */
	double rs; /* R/S */
};

struct swf_pox_plot {
	struct swf_pox_point *points;
	size_t count, capacity;
	double h; /* NaN where there are not two lengths */
};

/* Makes the pox plot of a series with up to `subsets` segments of each length. Returns 0, or -1
 * when there is no memory. Free it after use in either case. */
int swf_pox_plot_make(const double *series, size_t count, size_t subsets,
	struct swf_pox_plot *plot) SWF_MUST_CHECK;

void swf_pox_plot_free(struct swf_pox_plot *plot);

#ifdef __cplusplus
}
#endif
#endif
