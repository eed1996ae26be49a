#include "base/date.h"

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
