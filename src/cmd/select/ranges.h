/* Values of a condition as people write them: single ones and ranges, A..B, A.. and ..B. What is
 * wrong dies with a usage error that names the option. */
#ifndef SWF_CMD_SELECT_RANGES_H
#define SWF_CMD_SELECT_RANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/calendar.h"

/* An end of a range. */
struct bound {
	double value;   /* NaN until it is known */
	char *date;     /* that gives it, or NULL */
	double percent; /* the percentile that gives it, or NaN */
	bool before;    /* as an upper end: it is not included */
};

/* Times and amounts, both ends included. */
struct span {
	struct bound low, high;
	char *text;
};

/* Begins with {0}. */
struct spans {
	struct span *spans;
	size_t count, capacity;
};

/* What is read: times of the log, of which a date as an upper end is the whole day; durations in s;
 * numbers of processors. Of the latter two, percentiles, and -1 for what is not known. */
enum amount { TIMES, DURATIONS, PROCESSORS };

/* Add what a list has, values with a comma between, to what is there. `may_be_unknown`: -1 is no
 * time, but what is not known. */
void spans_read(struct spans *spans, const char *option, const char *text, enum amount amount,
	bool may_be_unknown);

/* Add the times from one on, or before one. */
void spans_read_from(struct spans *spans, const char *option, const char *text);
void spans_read_to(struct spans *spans, const char *option, const char *text);

/* Find the values of dates, by a calendar, which may be NULL where there is no date; and of
 * percentiles, from the values of all jobs in ascending order. */
void spans_settle_dates(
	struct spans *spans, const char *option, const struct swf_calendar *calendar);
void spans_settle_percentiles(struct spans *spans, const double *ascending, size_t count);

bool spans_have_dates(const struct spans *spans);
bool spans_have_percentiles(const struct spans *spans);

static inline bool spans_hold(const struct spans *spans, double value)
{
	for (size_t i = 0; i < spans->count; i++)
		if (value >= spans->spans[i].low.value && value <= spans->spans[i].high.value)
			return true;
	return false;
}

#endif
