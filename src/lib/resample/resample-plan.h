/* How often, and from where on, subtraces are used: what a plan and a run have in common. */
#ifndef SWF_RESAMPLE_RESAMPLE_PLAN_H
#define SWF_RESAMPLE_RESAMPLE_PLAN_H

#include <stdbool.h>

#include "resample/resample.h"

/* Weeks after which a long-term user submits the same jobs again; no two copies overlap. */
int64_t swf_resample_period(const struct swf_pools *pools, size_t log);

/* The weeks of a log, the last of which may be a part: where jobs of displaced users go around. */
int64_t swf_resample_round(const struct swf_pools *pools, size_t log);

/* The number of weeks at which a temporary user who is present from the start may begin. */
int64_t swf_resample_starting_weeks(const struct swf_subtrace *subtrace, enum swf_start start);

/* The number of users of a log who are displaced in a round of it, where one of weight 1 is used so
 * often. */
int64_t swf_resample_displaced(const struct swf_pools *pools, double uses, size_t log);

/* The weight by which a subtrace is drawn: one that comes, or with `present` one that is there at
 * the start. */
double swf_resample_draw_weight(const struct swf_pools *pools, const struct swf_subtrace *subtrace,
	bool present, enum swf_start start);

/* The number of trials of the binomial distribution of temporary users who arrive in a week: the
 * temporary users of the pool, or a multiple where more arrive. Where all are rare, the rare ones
 * count. */
int64_t swf_resample_arrival_trials(const struct swf_pools *pools, double temporary_rate);

#endif
