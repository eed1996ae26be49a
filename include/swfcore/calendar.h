/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The local time of a log: hours, days of the week, daytime and working week.
 *
 * Daytime is from 7:30 to 17:30, the working week from Monday 0:00 to Friday 24:00, as in Zilber,
 * Amit and Talby, What is worth learning from parallel workloads? (2005), section 4.2.
 */
#ifndef SWFCORE_CALENDAR_H
#define SWFCORE_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From the Unix time `from` on, local time is `offset` s ahead of UTC. */
struct swf_offset {
	double from;
	double offset;
};

struct swf_calendar;

/* A calendar for a log whose second 0 is the Unix time `start`, with the offsets of its zone in
 * ascending order, at least one; the first also holds before its time. NULL when there is no
 * memory. */
struct swf_calendar *swf_calendar_new(
	double start, const struct swf_offset *offsets, size_t count) SWF_MUST_CHECK;

/* For a log without a date: second 0 is a Monday, 0:00. */
struct swf_calendar *swf_calendar_new_without_date(void) SWF_MUST_CHECK;

void swf_calendar_free(struct swf_calendar *calendar);

struct swf_local_time {
	int weekday;   /* 0 is Monday */
	double second; /* of the day, from 0 to under 86400 */
};

/* The local time at second t of the log. */
struct swf_local_time swf_calendar_local(const struct swf_calendar *calendar, double t);

/* The local day in which second t lies, counted from 1970-01-01; without a date from a Thursday. */
double swf_calendar_day(const struct swf_calendar *calendar, double t);

static inline bool swf_calendar_is_daytime(struct swf_local_time time)
{
	return time.second >= 27000 && time.second < 63000;
}

static inline bool swf_calendar_is_workday(struct swf_local_time time)
{
	return time.weekday < 5;
}

/* Room for the text of swf_calendar_write. */
#define SWF_CALENDAR_ROOM 32

/* Writes the local date and time at second t of the log, such as 2001-10-28T14:30:05, without a
 * fraction of a second. Returns false, and writes nothing, for a log without a date. */
bool swf_calendar_write(
	const struct swf_calendar *calendar, double t, char text[SWF_CALENDAR_ROOM]);

/* How many of the seconds from `begin` to `end` of the log are daytime, or in the working week:
 * s. */
double swf_calendar_daytime(const struct swf_calendar *calendar, double begin, double end);
double swf_calendar_workweek(const struct swf_calendar *calendar, double begin, double end);

/* Sets the seconds of the log at which the local clock shows a time (s from 1970-01-01 0:00 on that
 * clock), the first one first, and returns how many there are: two where the clock is put back to
 * it, else one. A time that the clock skips is one as if it had not been put forward yet. */
size_t swf_calendar_seconds(const struct swf_calendar *calendar, double local, double seconds[2]);

/* Reads a time: seconds of the log, or a date, such as 2001-10-28 or 2001-10-28T14:30:05, which is
 * local unless "Z" or an offset such as +01:00 follows. A date alone is its first moment, or with
 * `last` the last number before the next day. A local time that the clock skips is read as if it
 * had not been put forward yet; if it comes twice, the first one counts. Without a calendar
 * (NULL) only seconds can be read. Returns 0, or -1 with the error set to what is wrong. */
int swf_calendar_read(const struct swf_calendar *calendar, const char *text, bool last,
	double *seconds, struct swf_error *error) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
