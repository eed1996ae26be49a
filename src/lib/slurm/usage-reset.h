/* When PriorityUsageResetPeriod sets all usage to 0. */
#ifndef SWF_SLURM_USAGE_RESET_H
#define SWF_SLURM_USAGE_RESET_H

#include "slurm/conf/slurm-conf.h"
#include "swfcore/calendar.h"

/* The reset after one that was due at `last`, in s of the log; INFINITY for none. `now` is the time
 * of an update. As in Slurm a day has 86,400 s from its midnight on, also where the clock is
 * changed; months begin at midnight of the local clock. */
double swf_slurm_usage_reset_next(
	enum swf_slurm_reset period, const struct swf_calendar *calendar, double last, double now);

#endif
