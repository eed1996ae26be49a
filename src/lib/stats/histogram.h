/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions given by ranges and their weights. Within a range values are uniform; a range that
 * ends where it begins is a single value. Only sums and products are computed, so that draws
 * are the same on every machine.
 */
#ifndef SWF_STATS_HISTOGRAM_H
#define SWF_STATS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include <gsl/gsl_rng.h>

#include "swfcore/error.h"

struct swf_histogram_range {
	double from, to;
	double until; /* the weights of the ranges up to this one, added */
};

/* Begins with {0}. */
struct swf_histogram {
	struct swf_histogram_range *ranges;
	size_t count, capacity;
};

/* Adds a range, from <= to, with a weight > 0, relative to their sum. Returns 0, or -1
 * when there is no memory. */
int swf_histogram_add(
	struct swf_histogram *histogram, double from, double to, double weight) SWF_MUST_CHECK;

/* The weight of range i. */
double swf_histogram_weight(const struct swf_histogram *histogram, size_t i);

/* How the values of a sample become ranges. */
enum swf_histogram_kind {
	SWF_HISTOGRAM_VALUES, /* every value is one of its own */
	/* 0 and values that are 1 % of the sample or more are ranges of their own; the others are
	 * grouped, by 50ths of the sample in the middle and by ever less of it towards the ends,
	 * down to a value each, so that a long tail keeps its shape. */
	SWF_HISTOGRAM_RANGES
};

/* Adds the ranges of ascending values. Returns 0, or -1 when there is no memory. */
int swf_histogram_add_sample(struct swf_histogram *histogram, const double *ascending, size_t count,
	enum swf_histogram_kind kind) SWF_MUST_CHECK;

/* A value at random, by one random number; the histogram is not empty. */
double swf_histogram_draw(const struct swf_histogram *histogram, gsl_rng *rng);

/* The same, with the beginning of its range. */
double swf_histogram_draw_in(const struct swf_histogram *histogram, gsl_rng *rng, double *from);

/* The same for whole numbers: ranges reach from their first to their last one, both included. */
double swf_histogram_draw_whole(const struct swf_histogram *histogram, gsl_rng *rng);

/* The mean, and the largest value. */
double swf_histogram_mean(const struct swf_histogram *histogram);
double swf_histogram_most(const struct swf_histogram *histogram);

void swf_histogram_clear(struct swf_histogram *histogram);

#endif
