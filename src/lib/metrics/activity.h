/* When the users of a set of jobs were at work. Definitions: swf-metrics(1), section METHOD. */
#ifndef SWF_METRICS_ACTIVITY_H
#define SWF_METRICS_ACTIVITY_H

#include "metrics/figures.h"

/* Measures the users, sessions and activity of jobs in submit order, as figures->users and those
 * behind it. 0, or -1 when there is no memory. */
int swf_activity_measure(
	const struct swf_records *records, struct swf_figures *figures) SWF_MUST_CHECK;

#endif
