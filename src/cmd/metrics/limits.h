/* The limits of classes of jobs, as an option of swf-metrics has them. */
#ifndef SWF_CMD_METRICS_LIMITS_H
#define SWF_CMD_METRICS_LIMITS_H

#include <stdbool.h>

#include "swfcore/metrics.h"

/* A list of limits, which ascend: run times in s or with a unit, or numbers of processors. Dies
 * with a usage error that names the option. */
struct swf_metrics_limits limits_value(const char *option, const char *text, bool times);

#endif
