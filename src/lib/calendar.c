#include "swfcore/calendar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "swfcore/quantity.h"

/* 1970-01-01 was a Thursday; 1970-01-05 a Monday. */
static const double first_monday = 4 * SWF_DAY;

struct span {
	double from;   /* s of the log */
	double offset; /* local clock - s of the log */
	double phase;  /* the same, from a Monday near by: small, so that fractions stay exact */
	/* up to `from`, counted from the beginning of the first span */
	double daytime, workweek;
};

struct swf_calendar {
	bool dated;
	double start; /* Unix time of second 0 */
	size_t count;
	struct span spans[];
};

/* Seconds of daytime, and of the working week, from a Monday to a local time; negative before. */
static double daytime_until(double local)
{
	double day = floor(local / SWF_DAY);
	return day * 36000 + fmin(fmax(local - day * SWF_DAY - 27000, 0), 36000);
}

static double workweek_until(double local)
{
	double week = floor(local / SWF_WEEK);
	return week * 5 * SWF_DAY + fmin(local - week * SWF_WEEK, 5 * SWF_DAY);
}

static double daytime_between(const struct span *span, double begin, double end)
{
	return daytime_until(end + span->phase) - daytime_until(begin + span->phase);
}

static double workweek_between(const struct span *span, double begin, double end)
{
	return workweek_until(end + span->phase) - workweek_until(begin + span->phase);
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
		struct span *span = &calendar->spans[i], *before = span - 1;
		span->from = offsets[i].from - start;
		span->offset = start + offsets[i].offset;
		span->phase = fmod(span->offset - first_monday, SWF_WEEK);
		if (i == 0)
			continue;
		span->daytime = before->daytime + daytime_between(before, before->from, span->from);
		span->workweek =
			before->workweek + workweek_between(before, before->from, span->from);
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
	size_t low = 0, high = calendar->count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (calendar->spans[middle].from <= t)
			low = middle;
		else
			high = middle;
	}
	return &calendar->spans[low];
}

struct swf_local_time swf_calendar_local(const struct swf_calendar *calendar, double t)
{
	double local = t + span_of(calendar, t)->phase;
	double day = floor(local / SWF_DAY);
	/* fmod keeps the sign */
	int weekday = (int)fmod(day, 7);
	return (struct swf_local_time){
		.weekday = weekday < 0 ? weekday + 7 : weekday, .second = local - day * SWF_DAY};
}

/* Sums may be off by a rounding error, a part of an interval may not. */
static double part_of(double begin, double end, double seconds)
{
	return fmin(fmax(seconds, 0), end - begin);
}

double swf_calendar_daytime(const struct swf_calendar *calendar, double begin, double end)
{
	const struct span *first = span_of(calendar, begin), *last = span_of(calendar, end);
	const double until_begin = first->daytime + daytime_between(first, first->from, begin);
	const double until_end = last->daytime + daytime_between(last, last->from, end);
	return part_of(begin, end,
		first == last ? daytime_between(first, begin, end) : until_end - until_begin);
}

double swf_calendar_workweek(const struct swf_calendar *calendar, double begin, double end)
{
	const struct span *first = span_of(calendar, begin), *last = span_of(calendar, end);
	const double until_begin = first->workweek + workweek_between(first, first->from, begin);
	const double until_end = last->workweek + workweek_between(last, last->from, end);
	return part_of(begin, end,
		first == last ? workweek_between(first, begin, end) : until_end - until_begin);
}

long swf_days_from_date(long year, int month, int day)
{
	/* years that begin in March have the leap day at their end */
	long y = month > 2 ? year : year - 1;
	long era = (y >= 0 ? y : y - 399) / 400;
	long of_era = y - era * 400;
	long of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static int days_in(long year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return days[month - 1] + (month == 2 && leap);
}

/* Exactly `digits` digits at *p, which moves behind them; -1 if there are not as many. */
static int read_digits(const char **p, int digits)
{
	int value = 0;
	for (int i = 0; i < digits; i++, ++*p) {
		if (**p < '0' || **p > '9')
			return -1;
		value = value * 10 + (**p - '0');
	}
	return value;
}

static bool read_char(const char **p, const char *characters)
{
	if (**p == '\0' || strchr(characters, **p) == NULL)
		return false;
	++*p;
	return true;
}

/* What a date says: s from 1970-01-01 0:00 on the clock that it means. */
struct date {
	double seconds;
	bool day_only;
	bool zoned; /* it names the offset of its clock */
	double offset;
};

/* Whether the text is a date. */
static bool read_date(const char *p, struct date *date)
{
	int year = read_digits(&p, 4), month, day;
	if (year < 0 || !read_char(&p, "-") || (month = read_digits(&p, 2)) < 1 || month > 12 ||
		!read_char(&p, "-") || (day = read_digits(&p, 2)) < 1 || day > days_in(year, month))
		return false;
	*date = (struct date){.seconds = (double)swf_days_from_date(year, month, day) * SWF_DAY,
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
		if ((hour = read_digits(&p, 2)) < 0 || hour > 23 || !read_char(&p, ":") ||
			(minute = read_digits(&p, 2)) < 0 || minute > 59)
			return false;
		date->zoned = true;
		date->offset = sign * (hour * 3600 + minute * 60);
	}
	return *p == '\0';
}

/* The first second of the log at which the local clock shows this or, where it skips it, would
 * have. */
static double from_local(const struct swf_calendar *calendar, double local)
{
	for (size_t i = 0;; i++) {
		double t = local - calendar->spans[i].offset;
		if (i + 1 == calendar->count || t < calendar->spans[i + 1].from)
			return t;
		/* skipped: after the change by the clock before it, before it by the clock after */
		if (local - calendar->spans[i + 1].offset < calendar->spans[i + 1].from)
			return t;
	}
}

int swf_calendar_read(const struct swf_calendar *calendar, const char *text, bool last,
	double *seconds, struct swf_error *error)
{
	if (swf_scan_time(text, text + strlen(text), seconds) == SWF_SCAN_OK)
		return 0;
	struct date date;
	if (!read_date(text, &date))
		return swf_fail(error, "neither seconds nor a date: '%.40s'", text);
	if (calendar == NULL || !calendar->dated)
		return swf_fail(
			error, "a date, but the log has no valid UnixStartTime: '%.40s'", text);
	if (date.day_only && last)
		*seconds = nextafter(from_local(calendar, date.seconds + SWF_DAY), -INFINITY);
	else if (date.zoned)
		*seconds = date.seconds - date.offset - calendar->start;
	else
		*seconds = from_local(calendar, date.seconds);
	return 0;
}
