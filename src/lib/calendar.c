#include "swfcore/calendar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "swfcore/date.h"
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
	struct swf_date date;
	if (!swf_date_read(text, &date))
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
