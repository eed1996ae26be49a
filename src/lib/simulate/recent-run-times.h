/* The run times that came last under each of many keys, such as users. */
#ifndef SWF_SIMULATE_RECENT_RUN_TIMES_H
#define SWF_SIMULATE_RECENT_RUN_TIMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* Begins with {.window = ...}. */
struct swf_recent_run_times {
	size_t window; /* how many of each key are kept */
	struct swf_index index;
	size_t *count;     /* of each key */
	double *run_times; /* s, `window` for each key: number i is at i modulo that */
	size_t count_capacity, run_times_capacity;
};

/* Returns 0, or -1 when there is no memory. */
int swf_recent_run_times_add(
	struct swf_recent_run_times *recent, int64_t key, double run_time) SWF_MUST_CHECK;

/* The mean of what is kept of the key, rounded down: s. Returns of how many it is; without any, the
 * mean is as it was. */
size_t swf_recent_run_times_mean(
	const struct swf_recent_run_times *recent, int64_t key, double *mean);

/* Keeps nothing of the key any longer. */
void swf_recent_run_times_forget(struct swf_recent_run_times *recent, int64_t key);

void swf_recent_run_times_clear(struct swf_recent_run_times *recent);

#endif
