/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/calendar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/date.h"
#include "base/number.h"
#include "swfcore/quantity.h"

/*
 * A calendar is a list of ascending spans between changes of the clock. The first also holds before
 * its time and the last for ever, so each second is in exactly one span, which binary search finds.
 * Each span knows how much daytime passed before it. So an interval costs two searches, however
 * many changes lie in it.
 */

/* 1970-01-01 was a Thursday; 1970-01-05 a Monday. */
static const double first_monday = 4 * SWF_DAY;

/* Parts of time. */
enum part { DAYTIME, WORKWEEK, PARTS };

struct span {
	double from;   /* s of the log */
	double offset; /* local clock - s of the log */
	double phase;  /* the same, from a Monday near by: small, so that fractions stay exact */
	/* s of each part of time up to `from`, counted from the beginning of the first span */
	double passed[PARTS];
};

struct swf_calendar {
	bool dated;
	double start; /* Unix time of second 0 */
	size_t count;
	struct span spans[];
};

/* Daytime, in s of a day: from 7:30, for 10 hours. */
enum { MORNING = 27000, DAYTIME_LENGTH = 36000 };

/* Seconds of daytime, and of the working week, from a Monday to a local time; negative before. */
static double daytime_until(double local)
{
	double day = floor(local / SWF_DAY);
	return day * DAYTIME_LENGTH +
		fmin(fmax(local - day * SWF_DAY - MORNING, 0), DAYTIME_LENGTH);
}

static double workweek_until(double local)
{
	double week = floor(local / SWF_WEEK);
	return week * 5 * SWF_DAY + fmin(local - week * SWF_WEEK, 5 * SWF_DAY);
}

static double seconds_between(enum part part, const struct span *span, double begin, double end)
{
	double (*const until)(double) = part == DAYTIME ? daytime_until : workweek_until;
	return until(end + span->phase) - until(begin + span->phase);
}

struct swf_calendar *swf_calendar_new(double start, const struct swf_offset *offsets, size_t count)
{
	struct swf_calendar *calendar =
		calloc(1, sizeof *calendar + count * sizeof *calendar->spans);
	if (calendar == NULL)
		return NULL;
	calendar->dated = true;
	calendar->start = start;
	calendar->count = count;
	for (size_t i = 0; i < count; i++) {
		struct span *span = &calendar->spans[i];
		const struct span *before = &calendar->spans[i > 0 ? i - 1 : 0];
		span->from = offsets[i].from - start;
		span->offset = start + offsets[i].offset;
		span->phase = fmod(span->offset - first_monday, SWF_WEEK);
		for (int part = 0; part < PARTS && i > 0; part++)
			span->passed[part] = before->passed[part] +
				seconds_between((enum part)part, before, before->from, span->from);
	}
	return calendar;
}

struct swf_calendar *swf_calendar_new_without_date(void)
{
	const struct swf_offset none = {0, 0};
	struct swf_calendar *calendar = swf_calendar_new(first_monday, &none, 1);
	if (calendar != NULL)
		calendar->dated = false;
	return calendar;
}

void swf_calendar_free(struct swf_calendar *calendar)
{
	free(calendar);
}

/* The span in which second t lies. */
static const struct span *span_of(const struct swf_calendar *calendar, double t)
{
	/* the first span also holds before its time */
	struct swf_bisection b = {.low = 1, .high = calendar->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, calendar->spans[b.middle].from <= t);
	return &calendar->spans[b.low - 1];
}

struct swf_local_time swf_calendar_local(const struct swf_calendar *calendar, double t)
{
	const double local = t + span_of(calendar, t)->phase;
	double day = floor(local / SWF_DAY), second = local - day * SWF_DAY;
	/* a fraction of a second before midnight may be rounded to it */
	if (second >= SWF_DAY) {
		day++;
		second = 0;
	}
	return (struct swf_local_time){
		.weekday = (int)(day - 7 * floor(day / 7)), .second = second};
}

double swf_calendar_day(const struct swf_calendar *calendar, double t)
{
	return floor((t + span_of(calendar, t)->offset) / SWF_DAY);
}

_Static_assert(SWF_CALENDAR_ROOM == SWF_DATE_ROOM, "room for a date");

bool swf_calendar_write(const struct swf_calendar *calendar, double t, char text[SWF_CALENDAR_ROOM])
{
	if (calendar->dated)
		swf_date_write(t + span_of(calendar, t)->offset, text);
	return calendar->dated;
}

/* How much of the interval is in this part of time: what passed between the beginnings of its first
 * and last span, without the first one before it, and with the last one up to its end. */
static double seconds_in_part(
	enum part part, const struct swf_calendar *calendar, double begin, double end)
{
	const struct span *first = span_of(calendar, begin), *last = span_of(calendar, end);
	double seconds = seconds_between(part, last, first == last ? begin : last->from, end);
	if (first != last)
		seconds += last->passed[part] - first->passed[part] -
			seconds_between(part, first, first->from, begin);
	/* the sum may be off by a rounding error, a part of an interval may not */
	return fmin(fmax(seconds, 0), end - begin);
}

double swf_calendar_daytime(const struct swf_calendar *calendar, double begin, double end)
{
	return seconds_in_part(DAYTIME, calendar, begin, end);
}

double swf_calendar_workweek(const struct swf_calendar *calendar, double begin, double end)
{
	return seconds_in_part(WORKWEEK, calendar, begin, end);
}

size_t swf_calendar_seconds(const struct swf_calendar *calendar, double local, double seconds[2])
{
	struct swf_bisection b = {.high = calendar->count - 1};
	while (swf_bisection_next(&b)) {
		/* passed if the clock leaves this span, or is put forward beyond, before `local` */
		const struct span *left = &calendar->spans[b.middle];
		swf_bisection_tell(&b, local >= left[1].from + fmax(left->offset, left[1].offset));
	}
	const struct span *span = &calendar->spans[b.low], *next = span + 1;
	seconds[0] = local - span->offset;
	if (b.low + 1 == calendar->count || local - next->offset < next->from ||
		seconds[0] >= next->from)
		return 1;
	seconds[1] = local - next->offset;
	return 2;
}

/* The first second of the log at which the local clock shows this. */
static double second_of_local(const struct swf_calendar *calendar, double local)
{
	double seconds[2];
	(void)swf_calendar_seconds(calendar, local, seconds);
	return seconds[0];
}

int swf_calendar_read(const struct swf_calendar *calendar, const char *text, bool last,
	double *seconds, struct swf_error *error)
{
	if (swf_number_scan_time(text, text + strlen(text), seconds) == SWF_SCAN_OK)
		return 0;
	struct swf_date date;
	if (!swf_date_read(text, &date))
		return swf_fail(error, "neither seconds nor a date: '%.40s'", text);
	if (calendar == NULL || !calendar->dated)
		return swf_fail(
			error, "a date, but the log has no valid UnixStartTime: '%.40s'", text);
	if (date.day_only && last)
		*seconds = nextafter(second_of_local(calendar, date.seconds + SWF_DAY), -INFINITY);
	else if (date.zoned)
		*seconds = date.seconds - date.offset - calendar->start;
	else
		*seconds = second_of_local(calendar, date.seconds);
	return 0;
}

/*
 * Days and dates. Years that begin in March have the leap day at their end, so that the days before
 * a month do not depend on the year: (153 month + 2) / 5, with March as month 0. Eras of 400 years
 * all have 146097 days; 719468 of them lie between 0000-03-01 and 1970-01-01.
 */

long swf_date_days(long year, int month, int day)
{
	long y = month > 2 ? year : year - 1;
	long era = (y >= 0 ? y : y - 399) / 400;
	long of_era = y - era * 400;
	long of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Two digits and what follows them. Returns where they end. */
static char *put_two(char *p, long value, char behind)
{
	p[0] = (char)('0' + value / 10);
	p[1] = (char)('0' + value % 10);
	p[2] = behind;
	return p + 3;
}

void swf_date_write(double seconds, char text[SWF_DATE_ROOM])
{
	const double day = floor(seconds / SWF_DAY);
	const long second = (long)(floor(seconds) - day * SWF_DAY);
	const long days = (long)day + 719468;
	const long era = (days >= 0 ? days : days - 146096) / 146097;
	const long of_era = days - era * 146097;
	const long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const long of_year = of_era - (365 * year + year / 4 - year / 100);
	const long month = (5 * of_year + 2) / 153; /* 0 is March */
	const long shown = era * 400 + year + (month >= 10);
	char *p = text;
	if (shown < 0)
		*p++ = '-';
	for (long least = 1000; least > 1 && labs(shown) < least; least /= 10)
		*p++ = '0';
	p = swf_number_put_whole(p, labs(shown));
	*p++ = '-';
	p = put_two(p, month < 10 ? month + 3 : month - 9, '-');
	p = put_two(p, of_year - (153 * month + 2) / 5 + 1, 'T');
	p = put_two(p, second / 3600, ':');
	p = put_two(p, second / 60 % 60, ':');
	put_two(p, second % 60, '\0');
}

static int days_in(long year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return days[month - 1] + (month == 2 && leap);
}

/* Exactly `digits` digits at *p, which moves behind them; -1 if there are not as many. Imports read
 * many dates, and a width known beforehand is faster than a limit. */
static int read_digits(const char **p, int digits)
{
	int value = 0;
	for (int i = 0; i < digits; i++, ++*p) {
		if (!swf_is_digit(**p))
			return -1;
		value = value * 10 + (**p - '0');
	}
	return value;
}

static bool read_char(const char **p, const char *characters)
{
	while (*characters != '\0' && *characters != **p)
		characters++;
	*p += *characters != '\0';
	return *characters != '\0';
}

bool swf_date_read(const char *text, struct swf_date *date)
{
	const char *p = text;
	int year = read_digits(&p, 4), month, day;
	if (year < 0 || !read_char(&p, "-") || (month = read_digits(&p, 2)) < 1 || month > 12 ||
		!read_char(&p, "-") || (day = read_digits(&p, 2)) < 1 || day > days_in(year, month))
		return false;
	*date = (struct swf_date){.seconds = (double)swf_date_days(year, month, day) * SWF_DAY,
		.day_only = *p == '\0'};
	if (date->day_only)
		return true;
	int hour, minute, second = 0;
	if (!read_char(&p, "T ") || (hour = read_digits(&p, 2)) < 0 || hour > 23 ||
		!read_char(&p, ":") || (minute = read_digits(&p, 2)) < 0 || minute > 59 ||
		(read_char(&p, ":") && ((second = read_digits(&p, 2)) < 0 || second > 59)))
		return false;
	date->seconds += hour * 3600 + minute * 60 + second;
	if (read_char(&p, "Z")) {
		date->zoned = true;
	} else if (*p == '+' || *p == '-') {
		int sign = *p++ == '+' ? 1 : -1;
		if ((hour = read_digits(&p, 2)) < 0 || hour > 23)
			return false;
		(void)read_char(&p, ":");
		if ((minute = read_digits(&p, 2)) < 0 || minute > 59)
			return false;
		date->zoned = true;
		date->offset = sign * (hour * 3600 + minute * 60);
	}
	return *p == '\0';
}
