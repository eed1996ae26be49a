#include "swfcore/calendar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisection.h"
#include "base/date.h"
#include "base/number.h"
#include "swfcore/quantity.h"

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

static double between(enum part part, const struct span *span, double begin, double end)
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
				between((enum part)part, before, before->from, span->from);
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
	/* of what comes before all spans, the first */
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

/* How much of the interval is in this part of time. */
static double part_of(enum part part, const struct swf_calendar *calendar, double begin, double end)
{
	const struct span *first = span_of(calendar, begin), *last = span_of(calendar, end);
	double seconds = between(part, last, first == last ? begin : last->from, end);
	if (first != last)
		seconds += last->passed[part] - first->passed[part] -
			between(part, first, first->from, begin);
	/* the sum may be off by a rounding error, a part of an interval may not */
	return fmin(fmax(seconds, 0), end - begin);
}

double swf_calendar_daytime(const struct swf_calendar *calendar, double begin, double end)
{
	return part_of(DAYTIME, calendar, begin, end);
}

double swf_calendar_workweek(const struct swf_calendar *calendar, double begin, double end)
{
	return part_of(WORKWEEK, calendar, begin, end);
}

/* Whether the clock shows `local` before it leaves this span, or is put forward past it then. */
static bool comes_by(const struct swf_calendar *calendar, size_t i, double local)
{
	if (i + 1 == calendar->count)
		return true;
	const struct span *span = &calendar->spans[i], *next = span + 1;
	return local < next->from + fmax(span->offset, next->offset);
}

size_t swf_calendar_seconds(const struct swf_calendar *calendar, double local, double seconds[2])
{
	struct swf_bisection b = {.high = calendar->count - 1};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, !comes_by(calendar, b.middle, local));
	const struct span *span = &calendar->spans[b.low], *next = span + 1;
	seconds[0] = local - span->offset;
	if (b.low + 1 == calendar->count || local - next->offset < next->from ||
		seconds[0] >= next->from)
		return 1;
	seconds[1] = local - next->offset;
	return 2;
}

/* The first second of the log at which the local clock shows this. */
static double from_local(const struct swf_calendar *calendar, double local)
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
		*seconds = nextafter(from_local(calendar, date.seconds + SWF_DAY), -INFINITY);
	else if (date.zoned)
		*seconds = date.seconds - date.offset - calendar->start;
	else
		*seconds = from_local(calendar, date.seconds);
	return 0;
}
