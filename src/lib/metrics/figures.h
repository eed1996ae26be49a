/* The metrics of a set of jobs that ran. Definitions: swf-metrics(1), section METHOD. */
#ifndef SWF_METRICS_FIGURES_H
#define SWF_METRICS_FIGURES_H

#include <stddef.h>

#include "metrics/records.h"
#include "stats/series.h"
#include "stats/stats.h"
#include "swfcore/metrics.h"

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

/* Computes the metrics of jobs in submit order, at least one. Queue and processors are those of the
 * jobs in `all`, within the window. 0, or -1 when there is no memory. */
int swf_figures(const struct swf_metrics_options *options, const struct swf_records *records,
	const struct swf_records *all, struct swf_window window,
	struct swf_figures *figures) SWF_MUST_CHECK;

#endif
