/* Which jobs are selected: groups of conditions, of which one group must hold, all of its
 * conditions. The values of one option in a group are alternatives. Wrong values die with a usage
 * error that names the option. */
#ifndef SWF_CMD_SELECT_CONDITIONS_H
#define SWF_CMD_SELECT_CONDITIONS_H

#include <stdbool.h>

#include "swfcore/calendar.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"

/* What conditions are about: first what has spans, then what has whole numbers. */
enum subject {
	SUBMITTED,
	STARTED,
	ENDED,
	PROCS,
	RUN_TIME,
	WAIT,
	ESTIMATE,
	WEEK,
	JOB,
	USER,
	GROUP,
	EXECUTABLE,
	QUEUE,
	PARTITION,
	STATUS
};

/* Add the values of an option to the last group: times, durations, numbers of processors, whole
 * numbers; times from one on, or before one; a file of numbers that are left out. The texts must
 * outlive the conditions. */
void add_times(const char *option, enum subject subject, const char *text);
void add_durations(const char *option, enum subject subject, const char *text);
void add_processors(const char *option, enum subject subject, const char *text);
void add_numbers(const char *option, enum subject subject, const char *text);
void add_from(const char *option, enum subject subject, const char *text);
void add_to(const char *option, enum subject subject, const char *text);
void add_file(const char *option, enum subject subject, const char *text);

/* Begins another group. */
void begin_alternative(void);

/* Once the options are read: reads the files, and dies of a group without conditions. */
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

#endif
