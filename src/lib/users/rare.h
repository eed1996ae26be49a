/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rare behaviours: stretches of one user's activity that are unlike the rest of the log, such as
 * flurries, in which the user submits more jobs in a day than others do in many weeks. Source:
 * Zakay and Feitelson, Workload resampling for performance evaluation of parallel job schedulers
 * (2014), section 6.4; Tsafrir and Feitelson, Instability in parallel job scheduling simulation:
 * the role of workload flurries (2006).
 */
#ifndef SWF_RARE_H
#define SWF_RARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/table.h"
#include "swfcore/users.h"

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

/*
 * Flurries: bursts in which a single user submits more jobs in a day than others do in many weeks.
 * They are candidates for a list of rare behaviours (rare.h). Source: Tsafrir and Feitelson,
 * Instability in parallel job scheduling simulation: the role of workload flurries (2006).
 */

/* A burst of a user's submits. */
struct swf_flurry {
	size_t first, jobs; /* the place of its first job, and how many there are */
};

/* Finds the next flurry in ascending submit times, from the place `from` on: a stretch that is
 * covered by windows of `window` s, each beginning with a job and holding more than `threshold`;
 * windows that touch belong to one flurry. Returns whether there is one. */
bool swf_flurry_next(const double *submits, size_t count, size_t from, double window,
	double threshold, struct swf_flurry *flurry);

/* The default threshold: ten times the mean number of jobs of a user in an active week, and
 * at least 500. */
double swf_flurry_threshold(const struct swf_users *users);

/* A table of the flurries of all users, a row each: columns user, begin, end, name, jobs. NULL when
 * there is no memory. */
struct swf_table *swf_flurries_table(
	const struct swf_workload *workload, double window, double threshold);

#endif
