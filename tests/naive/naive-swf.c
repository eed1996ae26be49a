/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/naive-swf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%s: ", program_name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	if (memory == NULL)
		fail("out of memory");
	return memory;
}

void *with_room(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = 2 * *capacity + 1000;
	items = realloc(items, *capacity * size);
	if (items == NULL)
		fail("out of memory");
	return items;
}

bool header_value(const char *line, const char *label, char *value, size_t room)
{
	line += strspn(line, " \t\r\n;");
	const size_t length = strlen(label);
	if (strncmp(line, label, length) != 0)
		return false;
	line += length;
	line += strspn(line, " \t");
	if (*line++ != ':')
		return false;
	line += strspn(line, " \t");
	snprintf(value, room, "%s", line);
	size_t end = strlen(value);
	while (end > 0 && strchr(" \t\r\n", value[end - 1]) != NULL)
		value[--end] = '\0';
	return true;
}

bool read_whole_number(const char *text, time_t *number)
{
	char *end;
	*number = strtol(text, &end, 10);
	return end != text && *end == '\0';
}

void set_zone_of_offset(time_t east_of_utc)
{
	/* In TZ the offset is what leads to UTC, positive in the west. */
	long seconds = labs((long)east_of_utc);
	char zone[80];
	snprintf(zone, sizeof zone, "<log>%c%ld:%02ld:%02ld", east_of_utc > 0 ? '-' : '+',
		seconds / 3600, seconds / 60 % 60, seconds % 60);
	setenv("TZ", zone, 1);
}

bool read_fields(const char *line, double field[FIELDS + 1])
{
	for (int i = 1; i <= FIELDS; i++) {
		char *end;
		field[i] = strtod(line, &end);
		if (end == line)
			return false;
		line = end;
	}
	return true;
}

bool is_partial_execution(const double field[FIELDS + 1])
{
	static double whole = NAN;
	double status = field[STATUS];
	if (status == 2 || status == 3 || status == 4)
		return field[JOB_NUMBER] == whole;
	whole = field[JOB_NUMBER];
	return false;
}

double first_positive(double first, double other)
{
	if (first > 0)
		return first;
	return other > 0 ? other : NAN;
}

double end_of(const double field[FIELDS + 1])
{
	return field[SUBMIT] + fmax(field[WAIT], 0) + fmax(field[RUN_TIME], 0);
}
