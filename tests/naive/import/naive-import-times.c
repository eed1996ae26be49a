/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/import/naive-import.h"
#include "naive/naive-swf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HALF_HOUR 1800

bool read_number(const char *text, long *number)
{
	if (*text == '\0' || strlen(text) > 18 || text[strspn(text, "0123456789")] != '\0')
		return false;
	*number = strtol(text, NULL, 10);
	return true;
}

bool read_duration(const char *text, double *seconds)
{
	long days = 0;
	char part[LENGTH];
	const char *dash = strchr(text, '-');
	if (dash != NULL) {
		snprintf(part, sizeof part, "%.*s", (int)(dash - text), text);
		if (!read_number(part, &days))
			return false;
		text = dash + 1;
	}
	*seconds = 0;
	for (int parts = 1; parts <= 3; parts++) {
		const char *end = strchr(text, ':');
		if (end == NULL) {
			const char *rest = text + strspn(text, "0123456789");
			const bool whole = *rest == '\0';
			if (rest == text ||
				(!whole &&
					(*rest != '.' || rest[1] == '\0' ||
						rest[1 + strspn(rest + 1, "0123456789")] != '\0')))
				return false;
			*seconds = 60 * *seconds + strtod(text, NULL) + 86400.0 * (double)days;
			return true;
		}
		long number;
		snprintf(part, sizeof part, "%.*s", (int)(end - text), text);
		if (!read_number(part, &number))
			return false;
		*seconds = 60 * *seconds + (double)number;
		text = end + 1;
	}
	return false;
}

static bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* As if the date were one of UTC. */
static time_t unix_time(const int date[6])
{
	static const int days_of[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	time_t days = 0;
	for (int year = 1970; year < date[0]; year++)
		days += is_leap(year) ? 366 : 365;
	for (int month = 1; month < date[1]; month++)
		days += days_of[month - 1] + (month == 2 && is_leap(date[0]));
	return 86400 * (days + date[2] - 1) + 3600 * date[3] + 60 * date[4] + date[5];
}

/* What the clock shows, as if it were UTC. */
static time_t shown(time_t at)
{
	struct tm local;
	localtime_r(&at, &local);
	const int date[6] = {local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour,
		local.tm_min, local.tm_sec};
	return unix_time(date);
}

/*
 * All that local clocks are ahead of UTC or behind it is tried. For what a clock that is put
 * forward never shows, it is as far ahead as it was a day before.
 */
struct moment local_moment(const int date[6])
{
	struct moment moment = {0};
	const time_t utc = unix_time(date);
	if (date[1] < 1 || date[1] > 12 || date[2] < 1 || date[2] > 31 || date[3] > 23 ||
		date[4] > 59 || date[5] > 59)
		return moment;
	for (time_t offset = 15 * 3600; offset >= -15 * 3600; offset -= HALF_HOUR)
		if (shown(utc - offset) == utc && moment.count < 2)
			moment.at[moment.count++] = utc - offset;
	if (moment.count == 0)
		moment.at[moment.count++] = utc - (shown(utc - 86400) - (utc - 86400));
	return moment;
}

static bool read_offset(const char *text, time_t *offset)
{
	int hours, minutes, length = 0;
	if (strcmp(text, "Z") == 0) {
		*offset = 0;
		return true;
	}
	if (*text != '+' && *text != '-')
		return false;
	if ((sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &length) != 2 || length != 5) &&
		(sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &length) != 2 || length != 4))
		return false;
	*offset = 3600 * hours + 60 * minutes;
	if (*text == '-')
		*offset = -*offset;
	return text[1 + length] == '\0';
}

bool read_moment(const char *text, struct moment *moment)
{
	int date[6], length = 0;
	long number;
	time_t offset;
	*moment = (struct moment){0};
	if (strcmp(text, "Unknown") == 0 || strcmp(text, "None") == 0 || strcmp(text, "N/A") == 0 ||
		*text == '\0')
		return true;
	if (read_number(text, &number)) {
		moment->count = 1;
		moment->at[0] = number;
		return true;
	}
	if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n", &date[0], &date[1], &date[2], &date[3],
		    &date[4], &date[5], &length) != 6 ||
		length != 19)
		return false;
	if (text[length] == '\0') {
		*moment = local_moment(date);
		return moment->count > 0;
	}
	if (!read_offset(text + length, &offset))
		return false;
	moment->count = 1;
	moment->at[0] = unix_time(date) - offset;
	return true;
}
