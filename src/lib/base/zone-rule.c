#include "base/zone-rule.h"

#include <math.h>
#include <string.h>

#include "base/date.h"
#include "base/number.h"
#include "swfcore/quantity.h"

/* CET, or <+03>. */
static bool read_name(const char **p, char *name)
{
	const bool quoted = **p == '<';
	*p += quoted;
	const size_t length = strspn(*p,
		quoted ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
		       : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
	if (length == 0 || length >= SWF_ZONE_NAME)
		return false;
	memcpy(name, *p, length);
	name[length] = '\0';
	*p += length;
	if (quoted && *(*p)++ != '>')
		return false;
	return true;
}

static bool read_whole(const char **p, int most, int *value)
{
	int64_t whole;
	if (!swf_number_scan_digits(p, NULL, most, &whole))
		return false;
	*value = (int)whole;
	return true;
}

/* [+-]hh[:mm[:ss]], in s. */
static bool read_time(const char **p, double *seconds)
{
	const int sign = **p == '-' ? -1 : 1;
	int hours, minutes = 0, rest = 0;
	*p += **p == '-' || **p == '+';
	if (!read_whole(p, 167, &hours))
		return false;
	if (**p == ':' && (++*p, !read_whole(p, 59, &minutes)))
		return false;
	if (**p == ':' && (++*p, !read_whole(p, 59, &rest)))
		return false;
	*seconds = sign * (hours * 3600 + minutes * 60 + rest);
	return true;
}

static bool read_char(const char **p, char c)
{
	const bool found = **p == c;
	*p += found;
	return found;
}

static bool read_date(const char **p, struct swf_zone_date *date)
{
	*date = (struct swf_zone_date){.kind = SWF_DAY_OF_YEAR, .time = 7200};
	if (!read_char(p, ','))
		return false;
	if (read_char(p, 'M')) {
		date->kind = SWF_WEEKDAY;
		if (!read_whole(p, 12, &date->month) || date->month < 1 || !read_char(p, '.') ||
			!read_whole(p, 5, &date->week) || date->week < 1 || !read_char(p, '.') ||
			!read_whole(p, 6, &date->day))
			return false;
	} else {
		if (read_char(p, 'J'))
			date->kind = SWF_JULIAN;
		if (!read_whole(p, 365, &date->day) || (date->kind == SWF_JULIAN && date->day == 0))
			return false;
	}
	return !read_char(p, '/') || read_time(p, &date->time);
}

bool swf_zone_rule_read(const char *text, struct swf_zone_rule *rule)
{
	const char *p = text;
	double west;
	*rule = (struct swf_zone_rule){.has_summer = false};
	if (!read_name(&p, rule->standard.name) || !read_time(&p, &west))
		return false;
	rule->standard.offset = west == 0 ? 0 : -west;
	if (*p == '\0')
		return true;
	rule->has_summer = true;
	rule->summer.offset = rule->standard.offset + 3600;
	if (!read_name(&p, rule->summer.name))
		return false;
	if (*p != ',') {
		if (!read_time(&p, &west))
			return false;
		rule->summer.offset = west == 0 ? 0 : -west;
	}
	return read_date(&p, &rule->begin) && read_date(&p, &rule->end) && *p == '\0';
}

/* The year of a time of the clock. */
static long year_of(double local)
{
	const double day = floor(local / SWF_DAY);
	long year = 1970 + (long)floor(day / 365.2425);
	while ((double)swf_date_days(year, 1, 1) > day)
		year--;
	while ((double)swf_date_days(year + 1, 1, 1) <= day)
		year++;
	return year;
}

/* Days from 1970-01-01 to the first `weekday` of a month, or of a later week. */
static long weekday_in(long year, const struct swf_zone_date *date)
{
	const long first = swf_date_days(year, date->month, 1);
	const long next = date->month < 12 ? swf_date_days(year, date->month + 1, 1)
					   : swf_date_days(year + 1, 1, 1);
	/* 1970-01-01 was a Thursday, day 4 */
	const long weekday = ((first + 4) % 7 + 7) % 7;
	const long day = first + (date->day - weekday + 7) % 7 + 7L * (date->week - 1);
	return day < next ? day : day - 7;
}

/* The Unix time of a change, before which the clock is so far ahead of UTC. */
static double change_in(long year, const struct swf_zone_date *date, double offset)
{
	const long first = swf_date_days(year, 1, 1);
	const bool leap = swf_date_days(year + 1, 1, 1) - first == 366;
	const long day = date->kind == SWF_WEEKDAY ? weekday_in(year, date)
		: date->kind == SWF_DAY_OF_YEAR    ? first + date->day
						: first + date->day - 1 + (leap && date->day > 59);
	return (double)day * SWF_DAY + date->time - offset;
}

static double begin_in(const struct swf_zone_rule *rule, long year)
{
	return change_in(year, &rule->begin, rule->standard.offset);
}

static double end_in(const struct swf_zone_rule *rule, long year)
{
	return change_in(year, &rule->end, rule->summer.offset);
}

const struct swf_zone_time *swf_zone_rule_at(const struct swf_zone_rule *rule, double unix_time)
{
	if (!rule->has_summer)
		return &rule->standard;
	const long year = year_of(unix_time + rule->standard.offset);
	const double begin = begin_in(rule, year), end = end_in(rule, year);
	const bool summer = begin < end ? unix_time >= begin && unix_time < end
					: unix_time >= begin || unix_time < end;
	return summer ? &rule->summer : &rule->standard;
}

double swf_zone_rule_next(const struct swf_zone_rule *rule, double unix_time)
{
	double next = INFINITY;
	if (!rule->has_summer)
		return next;
	const long year = year_of(unix_time);
	for (long y = year - 1; y <= year + 1; y++) {
		const double begin = begin_in(rule, y), end = end_in(rule, y);
		if (begin > unix_time)
			next = fmin(next, begin);
		if (end > unix_time)
			next = fmin(next, end);
	}
	return next;
}
