/* Amounts per bin of time, such as the jobs submitted in each hour. */
#ifndef SWF_STATS_SERIES_H
#define SWF_STATS_SERIES_H

#include <stddef.h>

#include "swfcore/error.h"

/* Begins with {.width = s}. Bin i reaches from the first time + i widths to the next one. */
struct swf_series {
	double width; /* s, > 0 */
	double first; /* s */
	double *bins;
	size_t count; /* up to the bin of the last time */
	size_t capacity;
};

/* Adds an amount at a time. Returns 0, or -1 if it lies before the first one, or when there is no
 * memory for all the bins up to it. */
int swf_series_add(struct swf_series *series, double time, double amount) SWF_MUST_CHECK;

void swf_series_clear(struct swf_series *series);

#endif
