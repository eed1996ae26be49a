/* Probabilities of several tests, corrected for how many they are. */
#ifndef SWF_STATS_HOLM_H
#define SWF_STATS_HOLM_H

#include <stddef.h>

#include "swfcore/error.h"

/* Corrects p values in place: if those of the tests that find nothing are true probabilities, then
 * one or more of them is up to x after this with a probability of x at most, whatever depends on
 * what. The least of m is multiplied by m, the next by m - 1, and so on; none is less than one
 * before it or more than 1. NaN is no test: it stays, and does not count. 0, or -1 when there is no
 * memory. Source: Holm, A simple sequentially rejective multiple test procedure (1979). */
int swf_holm_correct(double *p, size_t count) SWF_MUST_CHECK;

#endif
