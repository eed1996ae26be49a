/* Step functions of time, such as the length of a queue, and how long they are at each level. */
#ifndef SWF_STATS_LEVELS_H
#define SWF_STATS_LEVELS_H

#include <stddef.h>

#include "base/hash.h"
#include "swfcore/error.h"

/* A share of time at a level. */
struct swf_level_share {
	double level;
	double time; /* s */
};

struct swf_level_page;

/* A step function of time, 0 at first, whose changes pass in the order of time. Its levels are
 * whole numbers; it takes memory for those that it comes to, and a few around each. Begins with the
 * span of time that is looked at, the time -INFINITY of the last change, and 0. */
struct swf_levels {
	double begin, end; /* s */
	double since;      /* s, when it changed last */
	double level;
	struct swf_index pages;      /* of a few levels that are next to each other each */
	struct swf_level_page *page; /* by place */
	size_t capacity;
};

/* It changes. 0, or -1 when there is no memory. */
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
