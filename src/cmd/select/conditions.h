/* Which jobs are selected: groups of conditions, of which one group must hold. The options that
 * give them, and what they need of the log. */
#ifndef SWF_CMD_SELECT_CONDITIONS_H
#define SWF_CMD_SELECT_CONDITIONS_H

#include <stdbool.h>

#include "shared/options.h"
#include "swfcore/calendar.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"

/* Rows to be included. */
extern const struct option_row condition_options[];

/* Once the options are read: reads the files that they name, and dies where --or has nothing to
 * stand between. */
void settle_conditions(void);

/* Whether there are dates, percentiles or weeks in them. */
bool conditions_have_dates(void);
bool conditions_have_percentiles(void);
bool conditions_have_weeks(void);

/* Find the values of dates, and of percentiles over all jobs of the log. */
void settle_dates(const struct swf_calendar *calendar);
void settle_percentiles(const struct swf_jobs *jobs, enum swf_size size);

/* Whether they hold for a job, weeks being counted from `first`, the first submit of the log. */
bool conditions_hold(const struct swf_job *job, enum swf_size size, double first);

/* The values that columns show as well: the size; when the job started and ended; its week, from 1.
 * -1, or UNKNOWN_TIME (ranges.h), where that is not known. */
int32_t size_of(const struct swf_job *job, enum swf_size size);
double start_of(const struct swf_job *job);
double end_of_job(const struct swf_job *job);
int64_t week_of(const struct swf_job *job, double first);

#endif
