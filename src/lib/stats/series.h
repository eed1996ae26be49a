/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of time: amounts per bin, such as the jobs submitted in each hour, and steps, such as
 * the length of a queue, with how long they are at each level.
 */
#ifndef SWF_STATS_SERIES_H
#define SWF_STATS_SERIES_H

#include <stddef.h>

#include "base/hash.h"
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

/* A share of time at a level. */
struct swf_level_share {
	double level;
	double time; /* s */
};

struct swf_level_page;

/* A step function of time, 0 at first, whose changes pass in the order of time. Its levels are
 * whole numbers; it takes memory for those that it comes to, and a few around each. Begins with
 * {.begin = ..., .end = ..., .since = -INFINITY}, the span of time that counts. */
struct swf_levels {
	double begin, end; /* s */
	double since;      /* s, when it changed last */
	double level;
	struct swf_index pages;      /* of a few levels that are next to each other each */
	struct swf_level_page *page; /* by place */
	size_t capacity;
};

/* Changes the level by an amount. 0, or -1 when there is no memory. */
int swf_levels_change(struct swf_levels *levels, double time, double by) SWF_MUST_CHECK;

/* The distribution over the span, in ascending order of the levels, to be freed; levels held for
 * less than a microsecond at a time are left out. There are no further changes. NULL when there is
 * no memory. */
struct swf_level_share *swf_levels_shares(struct swf_levels *levels, size_t *count) SWF_MUST_CHECK;

void swf_levels_clear(struct swf_levels *levels);

/* Time-weighted: the p50 is the least level that, with those below it, takes half of the time. NaN
 * where no time passed. */
struct swf_level_description {
	double mean, p50, p95, max;
};
struct swf_level_description swf_levels_describe(
	const struct swf_level_share *shares, size_t count);

#endif
