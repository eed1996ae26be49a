/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which jobs are selected: groups of conditions, of which one group must hold, all of its
 * conditions. The values of one option in a group are alternatives. Wrong values die with a usage
 * error that names the option. */
#ifndef SWF_CMD_SELECT_CONDITIONS_H
#define SWF_CMD_SELECT_CONDITIONS_H

#include <stdbool.h>

#include "shared/options.h"
#include "swfcore/calendar.h"
#include "swfcore/header.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"

/* Rows to be included: the options that give conditions. */
extern const struct option_row condition_options[];

/* Once the options are read: reads the files, and dies of a group without conditions. */
void settle_conditions(void);

/* Whether there are dates, percentiles or weeks in them. */
bool conditions_have_dates(void);
bool conditions_have_percentiles(void);
bool conditions_have_weeks(void);

/* Finds the numbers of types of GPUs, and dies of conditions on fields that the header does not
 * declare. */
void settle_fields(const struct swf_header *header);

/* Find the values of dates, and of percentiles over all jobs of the log. */
void settle_dates(const struct swf_calendar *calendar);
void settle_percentiles(const struct swf_packed_jobs *jobs, enum swf_size size);

/* Whether they hold for a job, weeks being counted from `first`, the first submit of the log. */
bool conditions_hold(const struct swf_job *job, enum swf_size size, double first);

#endif
