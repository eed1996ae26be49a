/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stack depth of a sequence of values, by which its locality is measured.
 *
 * The values are taken in turn, with a stack of those seen. The topmost element y of which the
 * value x is no further away than a share of y, |x - y| <= tolerance * y but for rounding errors,
 * is a hit, at its depth in the stack, 0 being the top: y moves to the top and stays what it is.
 * Where there is none, x is pushed. Source: Zakay and Feitelson, Workload resampling for
 * performance evaluation of parallel job schedulers (2014), section 5.2; this way of counting gives
 * the numbers of its Table VI.
 */
#ifndef SWF_ANALYSIS_STACK_DEPTH_H
#define SWF_ANALYSIS_STACK_DEPTH_H

#include <stddef.h>

#include "swfcore/error.h"

struct swf_stack_depth {
	double depth_mean; /* over the hits; NaN if there are none */
	size_t hits, misses;
	size_t size; /* of the stack in the end */
};

#define SWF_STACK_MOST_TOLERANCE 0.5

/* Walks over the values, which are finite and not negative; the tolerance is from 0 to 0.5. Costs
 * the logarithm of the stack's size for each. Returns 0, or -1 when there is no memory. */
int swf_stack_depth(const double *values, size_t count, double tolerance,
	struct swf_stack_depth *depth) SWF_MUST_CHECK;

#endif
