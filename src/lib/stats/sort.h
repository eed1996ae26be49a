/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting numbers, and finding the distinct ones. */
#ifndef SWF_STATS_SORT_H
#define SWF_STATS_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

/* Sorts in ascending order; costs a few passes over the values. */
void swf_sort_doubles(double *values, size_t count);

/* The same of pairs, by the first of each; those of the same first come in any order. */
void swf_sort_pairs(double (*pairs)[2], size_t count);

/* The distinct values of a sample, and which of them each of its values is. */
struct swf_distinct {
	double *values; /* ascending */
	size_t *counts; /* how often each is there */
	size_t count;
	uint32_t *ranks; /* of each value of the sample, its place in values */
};

/* Finds them. Costs a pass over the sample and sorting the distinct values.
 * Returns 0, or -1 when there is no memory; free it in either case. */
int swf_distinct_find(
	const double *sample, size_t count, struct swf_distinct *distinct) SWF_MUST_CHECK;

void swf_distinct_clear(struct swf_distinct *distinct);

#endif
