/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of the Gregorian calendar as text, on whatever clock. */
#ifndef SWF_BASE_DATE_H
#define SWF_BASE_DATE_H

#include <stdbool.h>

struct swf_date {
	double seconds; /* from 1970-01-01 0:00 on the clock that is meant */
	bool day_only;
	bool zoned;    /* it says how far that clock is ahead of UTC */
	double offset; /* s, 0 if it does not say */
};

/* Reads "2001-10-28", "2001-10-28T14:30" or "2001-10-28 14:30:05", the latter two with "Z",
 * "+01:00" or "+0100" behind them or not. Returns whether the text is a date. */
bool swf_date_read(const char *text, struct swf_date *date);

/* Room for any date of a time within 2^53 s of 1970 as text. */
enum { SWF_DATE_ROOM = 32 };

/* Writes the date and time, such as "2001-10-28T14:30:05", of a finite number of seconds from
 * 1970-01-01 0:00 on the clock that is meant. A fraction of a second is left out. */
void swf_date_write(double seconds, char text[SWF_DATE_ROOM]);

/* Days from 1970-01-01 to a date; month and day count from 1. */
long swf_date_days(long year, int month, int day);

#endif
