/* Sorting numbers, for all that needs quantiles or levels. */
#ifndef SWF_STATS_SORT_H
#define SWF_STATS_SORT_H

#include <stddef.h>

/* Sorts in ascending order; costs a few passes over the values. */
void swf_sort_doubles(double *values, size_t count);

/* The same of pairs, by the first of each; those of the same first come in any order. */
void swf_sort_pairs(double (*pairs)[2], size_t count);

#endif
