/*
 * Rare behaviours: stretches of one user's activity that are unlike the rest of the log, such as
 * flurries, in which the user submits more jobs in a day than others do in many weeks. Source:
 * Zakay and Feitelson, Workload resampling for performance evaluation of parallel job schedulers
 * (2014), section 6.4; Tsafrir and Feitelson, Instability in parallel job scheduling simulation:
 * the role of workload flurries (2006).
 */
#ifndef SWF_USERS_RARE_H
#define SWF_USERS_RARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"

/* The jobs of a user from one submit time to another, both included. */
struct swf_rare {
	int64_t user;
	double begin, end; /* s of the log */
	char *begin_text, *end_text;
	int64_t line; /* of the list, on which it stands */
};

/* Begins with {0}. */
struct swf_rare_list {
	struct swf_rare *rows; /* by user and time, once placed */
	size_t count, capacity;
	char *path;
	bool has_dates;               /* and needs a calendar */
	double first_date, last_date; /* s from 1970-01-01, whatever the clock */
};

/* Reads a list: CSV with the columns user, begin and end; others may stand beside them. Returns 0,
 * or -1 with the error ("FILE:LINE: ...") set. Free it after use in either case. */
int swf_rare_read(
	const char *path, struct swf_rare_list *list, struct swf_error *error) SWF_MUST_CHECK;

/* Finds the times of what was read: seconds of the log, or local dates of the calendar, which may
 * be NULL where there are none; a date alone as the end is the end of that day. Refuses rows that
 * end before they begin, and rows of one user that share a moment. Returns 0, or -1 with the error
 * set.
 */
int swf_rare_place(struct swf_rare_list *list, const struct swf_calendar *calendar,
	struct swf_error *error) SWF_MUST_CHECK;

/* The place of the row to which the job belongs, or `count` if it belongs to none. */
size_t swf_rare_find(const struct swf_rare_list *list, const struct swf_job *job);

/* Sets the error to "FILE:LINE: what" about a row. Returns -1. */
int swf_rare_refuse(const struct swf_rare_list *list, const struct swf_rare *row, const char *what,
	struct swf_error *error);

void swf_rare_clear(struct swf_rare_list *list);

#endif
