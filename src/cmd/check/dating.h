/* swf-check --date-like: when in the week a log without a date begins. */
#ifndef SWF_CMD_CHECK_DATING_H
#define SWF_CMD_CHECK_DATING_H

#include "analysis/daily-cycle.h"
#include "swfcore/header.h"
#include "swfcore/table.h"

/* Second 0 of a log may be a time of the week, so many seconds after Monday 0:00. */
struct week_time {
	double second;
	double correlation; /* of the weekly cycles then */
};

/* Reads the cycle of a log that has a date. Dies of one that has no date or no cycle. */
void read_dated_week(const char *path, struct swf_week *week);

/* Of each day of the week the time that fits best, the best day first. Dies where the log, of this
 * name, has no weekly cycle; warns where the day is not certain. */
void find_week_times(const char *name, const struct swf_week *log, const struct swf_week *like,
	struct week_time times[7]);

/* A table of these times, to be freed. */
struct swf_table *week_times_table(const struct week_time times[7]);

/* Says where second 0 is by the date of the log itself, if it has one. */
void note_own_date(const char *name, const struct swf_header *header);

/* Gives a log without a date one in the first week of 1970 in its zone, or in UTC if it knows none.
 * Dies of a log that has a date. */
void date_log(const char *name, struct swf_header *header, const struct week_time *time);

#endif
