/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions given by ranges and their weights. Within a range values are uniform; a range that
 * ends where it begins is a single value. Only sums and products are computed, so that draws
 * are the same on every machine.
 */
#ifndef SWF_STATS_HISTOGRAM_H
#define SWF_STATS_HISTOGRAM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

struct swf_histogram_range {
	double from, to;
	double until; /* the weights of the ranges up to this one, added */
};

/* Begins with {0}. */
struct swf_histogram {
	struct swf_histogram_range *ranges;
	size_t count, capacity;
	/* numbers from 0 to under 1 in equal parts, a power of 2; of each, the first range that one
	 * of them hits; or NULL */
	uint32_t *guide;
	double parts;
};

/* Adds a range, from <= to, with a weight > 0, relative to their sum. Returns 0, or -1
 * when there is no memory. */
int swf_histogram_add(
	struct swf_histogram *histogram, double from, double to, double weight) SWF_MUST_CHECK;

/* Has draws begin their search near what they hit, until a range is added. They cost as long as
 * there are ranges without it, and a constant with it. Returns 0, or -1 when there is no memory. */
int swf_histogram_guide(struct swf_histogram *histogram) SWF_MUST_CHECK;

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

/* The range that a random number from 0 to under 1 hits; the histogram is not empty. */
static inline const struct swf_histogram_range *swf_histogram_hit(
	const struct swf_histogram *histogram, double number)
{
	const struct swf_histogram *h = histogram;
	const double x = number * h->ranges[h->count - 1].until;
	const struct swf_histogram_range *r = h->ranges;
	if (h->guide != NULL)
		r += h->guide[(size_t)(number * h->parts)];
	while (r->until <= x)
		r++;
	return r;
}

/* How far in the range that it hits the number is, from 0 to under 1. */
static inline double swf_histogram_part(const struct swf_histogram *histogram,
	const struct swf_histogram_range *range, double number)
{
	const struct swf_histogram_range *last = &histogram->ranges[histogram->count - 1];
	const double before = range > histogram->ranges ? range[-1].until : 0;
	return (number * last->until - before) / (range->until - before);
}

/* A value at random, by a random number from 0 to under 1, with the beginning of its range. */
static inline double swf_histogram_draw_in(
	const struct swf_histogram *histogram, double number, double *from)
{
	const struct swf_histogram_range *range = swf_histogram_hit(histogram, number);
	*from = range->from;
	return range->from +
		swf_histogram_part(histogram, range, number) * (range->to - range->from);
}

static inline double swf_histogram_draw(const struct swf_histogram *histogram, double number)
{
	double from;
	return swf_histogram_draw_in(histogram, number, &from);
}

/* The same for whole numbers: ranges reach from their first to their last one, both included. */
static inline double swf_histogram_draw_whole(const struct swf_histogram *histogram, double number)
{
	const struct swf_histogram_range *range = swf_histogram_hit(histogram, number);
	if (range->from == range->to)
		return range->from;
	const double value = floor(range->from +
		swf_histogram_part(histogram, range, number) * (range->to - range->from + 1));
	return value < range->to ? value : range->to;
}

/* The mean, and the largest value. */
double swf_histogram_mean(const struct swf_histogram *histogram);
double swf_histogram_most(const struct swf_histogram *histogram);

void swf_histogram_clear(struct swf_histogram *histogram);

#endif
