/* The figures of a set of jobs that ran. The definitions are in swf-metrics(1), section METHOD. */
#ifndef SWF_METRICS_FIGURES_H
#define SWF_METRICS_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#include "stats/stats.h"
#include "swfcore/metrics.h"
#include "swfcore/quantity.h"

/* A job that ran. There may be very many: nothing stands here that follows from the rest. */
struct swf_record {
	double submit, wait, run_time; /* s */
	int64_t user;
	int32_t size;
	uint32_t group; /* the place of its group, where there are groups */
};

static inline double swf_record_start(const struct swf_record *record)
{
	return record->submit + record->wait;
}

static inline double swf_record_end(const struct swf_record *record)
{
	return swf_record_start(record) + record->run_time;
}

/* A span of time. */
struct swf_window {
	double begin, end; /* s */
};

/* What is measured of each job. */
enum swf_measure { SWF_WAIT, SWF_RESPONSE, SWF_SLOWDOWN, SWF_BOUNDED_SLOWDOWN, SWF_MEASURES };

struct swf_saturation {
	double slope;  /* of the outstanding jobs, jobs a week; NaN when it is not known */
	double stable; /* 1 or 0, NaN when it is not judged */
};

struct swf_figures {
	struct swf_description of[SWF_MEASURES];
	double half_width[SWF_MEASURES]; /* of the mean's interval, from batch means */
	struct swf_level_description queue, busy;
	double utilization;
	double throughput; /* jobs a day */
	double makespan;   /* s */
	double activity;   /* s from the first submit to the last */
	double work;       /* processor-seconds */
	struct swf_saturation saturation;
	double zero_run_time;
	/* different users, their sessions, and of these the mean number of jobs and the mean length
	 * in s from the first submit to the last; each user's time from the first to the last */
	double users, sessions, session_jobs, session_length;
	struct swf_description user_activity; /* s */
};

/* Computes the figures of jobs in submit order, at least one; `all` are those whose queue and
 * processors are measured in the window. 0, or -1 when there is no memory. */
int swf_figures(const struct swf_metrics_options *options, const struct swf_record *records,
	size_t count, const struct swf_record *all, size_t all_count, struct swf_window window,
	struct swf_figures *figures) SWF_MUST_CHECK;

/* When the last of the jobs ends. */
double swf_records_end(const struct swf_record *records, size_t count);

/* The distribution, over a window, of the number of waiting jobs, or of the processors in use; of
 * jobs in submit order. NULL when there is no memory. */
struct swf_level_share *swf_record_levels(const struct swf_record *records, size_t count,
	enum swf_metrics_level level, struct swf_window window, size_t *shares_count);

#endif
