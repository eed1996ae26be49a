/* What time series count in a bin: the jobs of each user, group or queue, or of all. */
#ifndef SWF_METRICS_SERIES_COUNTS_H
#define SWF_METRICS_SERIES_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "swfcore/error.h"

/* Of the jobs with one number, that of a user, group or queue. */
struct swf_series_count {
	int64_t queue, running, busy; /* now: jobs that wait, jobs that run, their processors */
	double since;                 /* s: up to then they are in the sums */
	/* sums over the bin so far */
	double queue_time, running_time, busy_time; /* s times jobs or processors */
	double work;                                /* processor seconds, of the arrivals */
	int64_t arrivals, users;                    /* different users, as far as they are known */
};

/* Begins with {0}. */
struct swf_series_counts {
	struct swf_index numbers;    /* those with jobs in the bin */
	struct swf_series_count *of; /* at their places */
	size_t capacity;
	struct swf_index users; /* of the bin */
	struct swf_index pairs; /* of their places and those of numbers */
};

/* Brings the sums up to now. */
static inline void swf_series_counts_sum(struct swf_series_count *count, double now)
{
	count->queue_time += (double)count->queue * (now - count->since);
	count->running_time += (double)count->running * (now - count->since);
	count->busy_time += (double)count->busy * (now - count->since);
	count->since = now;
}

/* The count of a number, which is added if need be, with the sums up to now. Good until another is
 * added. NULL when there is no memory. */
struct swf_series_count *swf_series_counts_of(
	struct swf_series_counts *counts, int64_t number, double now) SWF_MUST_CHECK;

/* Counts the user of a job that arrives. 0, or -1 when there is no memory. */
int swf_series_counts_user(struct swf_series_counts *counts, struct swf_series_count *count,
	int64_t user) SWF_MUST_CHECK;

/* A bin ends: the sums begin again, and with `drop` numbers without a job that waits or runs go. 0,
 * or -1 when there is no memory. */
int swf_series_counts_next(struct swf_series_counts *counts, bool drop) SWF_MUST_CHECK;

void swf_series_counts_clear(struct swf_series_counts *counts);

#endif
