#include "base/date.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "swfcore/quantity.h"

long swf_date_days(long year, int month, int day)
{
	/* years that begin in March have the leap day at their end */
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

static char *put_year(char *p, long year)
{
	if (year < 0)
		*p++ = '-';
	year = labs(year);
	for (long least = 1000; least > 1 && year < least; least /= 10)
		*p++ = '0';
	return swf_number_put_whole(p, year);
}

void swf_date_write(double seconds, char text[SWF_DATE_ROOM])
{
	const double day = floor(seconds / SWF_DAY);
	const long second = (long)(floor(seconds) - day * SWF_DAY);
	/* as in swf_date_days: from 0000-03-01 */
	const long days = (long)day + 719468;
	const long era = (days >= 0 ? days : days - 146096) / 146097;
	const long of_era = days - era * 146097;
	const long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const long of_year = of_era - (365 * year + year / 4 - year / 100);
	const long month = (5 * of_year + 2) / 153; /* 0 is March */
	char *p = put_year(text, era * 400 + year + (month >= 10));
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
