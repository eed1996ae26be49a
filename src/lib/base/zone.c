/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/zone.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/date.h"
#include "base/number.h"
#include "swfcore/quantity.h"

/*
 * A file of the database lists the changes of the clock up to some year, ascending, and the type of
 * time that each begins. After the last one the rule holds, which names two changes a year. So a
 * time is looked up among the changes, or computed from the rule.
 */

/* The largest file of the database has a tenth of this. */
enum { LARGEST = 1 << 16, HEADER = 44, TYPE = 6 };

struct change {
	int64_t time;
	uint8_t type;
};

struct swf_zone {
	struct swf_zone_time types[256];
	size_t count;  /* of the changes */
	uint8_t first; /* the type before them */
	bool has_rule; /* after them */
	struct swf_zone_rule rule;
	struct change changes[];
};

/* Signed, the highest byte first. */
static int64_t number_at(const unsigned char *p, size_t size)
{
	uint64_t number = p[0] & 0x80 ? ~UINT64_C(0) : 0;
	for (size_t i = 0; i < size; i++)
		number = number << 8 | p[i];
	return (int64_t)number;
}

/* One of the two blocks of a file: the counts in its header, and where its parts begin. */
struct block {
	size_t time_size, leaps, changes, types, characters;
	const unsigned char *times, *places, *descriptions, *names, *end;
};

/* Whether the bytes begin with a block whose times have `time_size` bytes. */
static bool find_block(
	const unsigned char *p, const unsigned char *end, size_t time_size, struct block *block)
{
	int64_t counts[6];
	if (end - p < HEADER || memcmp(p, "TZif", 4) != 0)
		return false;
	for (size_t i = 0; i < 6; i++) {
		counts[i] = number_at(p + 20 + 4 * i, 4);
		if (counts[i] < 0 || counts[i] > LARGEST)
			return false;
	}
	*block = (struct block){.time_size = time_size,
		.leaps = (size_t)counts[2],
		.changes = (size_t)counts[3],
		.types = (size_t)counts[4],
		.characters = (size_t)counts[5]};
	const size_t length = (time_size + 1) * block->changes + TYPE * block->types +
		block->characters + (time_size + 4) * block->leaps + (size_t)counts[0] +
		(size_t)counts[1];
	if ((size_t)(end - p) - HEADER < length)
		return false;
	block->times = p + HEADER;
	block->places = block->times + time_size * block->changes;
	block->descriptions = block->places + block->changes;
	block->names = block->descriptions + TYPE * block->types;
	block->end = p + HEADER + length;
	return true;
}

/* Sets the types; those of summer time do not count before the first change. */
static bool read_types(const struct block *block, struct swf_zone *zone)
{
	bool found = false;
	if (block->types == 0 || block->types > 256)
		return false;
	for (size_t i = 0; i < block->types; i++) {
		const unsigned char *type = block->descriptions + TYPE * i;
		const size_t place = type[5];
		if (place >= block->characters)
			return false;
		const unsigned char *name = block->names + place;
		const unsigned char *end = memchr(name, '\0', block->characters - place);
		if (end == NULL || end - name >= SWF_ZONE_NAME)
			return false;
		memcpy(zone->types[i].name, name, (size_t)(end - name) + 1);
		zone->types[i].offset = (double)number_at(type, 4);
		if (!found && type[4] == 0) {
			zone->first = (uint8_t)i;
			found = true;
		}
	}
	return true;
}

static bool read_changes(const struct block *block, struct swf_zone *zone)
{
	zone->count = block->changes;
	for (size_t i = 0; i < zone->count; i++) {
		const int64_t time =
			number_at(block->times + block->time_size * i, block->time_size);
		if (block->places[i] >= block->types ||
			(i > 0 && time <= zone->changes[i - 1].time))
			return false;
		zone->changes[i] = (struct change){time, block->places[i]};
	}
	return true;
}

/* Between two ends of lines, where there is one. */
static bool read_rule(const unsigned char *p, const unsigned char *end, struct swf_zone *zone)
{
	char text[128];
	const unsigned char *last = end - p > 1 ? memchr(p + 1, '\n', (size_t)(end - p) - 1) : NULL;
	if (last == NULL || *p != '\n' || last - p > (ptrdiff_t)sizeof text)
		return false;
	const size_t length = (size_t)(last - p) - 1;
	memcpy(text, p + 1, length);
	text[length] = '\0';
	zone->has_rule = length > 0;
	return length == 0 || swf_zone_rule_read(text, &zone->rule);
}

static struct swf_zone *read_zone(
	const unsigned char *p, const unsigned char *end, struct swf_error *error)
{
	struct block block;
	bool valid = find_block(p, end, 4, &block);
	const bool second = p[4] >= '2';
	if (valid && second)
		valid = find_block(block.end, end, 8, &block);
	if (valid && block.leaps > 0) {
		swf_fail(error, "a zone that counts leap seconds, which Unix time does not");
		return NULL;
	}
	struct swf_zone *zone =
		valid ? calloc(1, sizeof *zone + block.changes * sizeof *zone->changes) : NULL;
	if (valid && zone == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	if (valid && read_types(&block, zone) && read_changes(&block, zone) &&
		(!second || read_rule(block.end, end, zone)))
		return zone;
	free(zone);
	swf_fail(error, "a damaged file of a time zone");
	return NULL;
}

/* Returns how many bytes there are up to LARGEST, 0 where there is no file, or -1. */
static ptrdiff_t read_file(const char *path, unsigned char *bytes, struct swf_error *error)
{
	size_t count = 0;
	ssize_t got = 1;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG
			? 0
			: swf_fail(error, "%s: %s", path, strerror(errno));
	while (got > 0 && count < LARGEST) {
		got = read(fd, bytes + count, LARGEST - count);
		count += got > 0 ? (size_t)got : 0;
	}
	const int why = errno;
	close(fd);
	if (got < 0 && why == EISDIR)
		return 0;
	return got < 0 ? swf_fail(error, "%s: %s", path, strerror(why)) : (ptrdiff_t)count;
}

int swf_zone_read(const char *path, struct swf_zone **zone, struct swf_error *error)
{
	unsigned char *bytes = malloc(LARGEST);
	struct swf_error cause;
	if (bytes == NULL)
		return swf_fail_memory(error);
	const ptrdiff_t count = read_file(path, bytes, error);
	int result = count < 0 ? -1 : 0;
	if (count >= 5 && memcmp(bytes, "TZif", 4) == 0) {
		*zone = read_zone(bytes, bytes + count, &cause);
		result = *zone != NULL ? 1 : swf_fail(error, "%s: %s", path, cause.text);
	}
	free(bytes);
	return result;
}

struct swf_zone *swf_zone_fixed(double offset)
{
	struct swf_zone *zone = calloc(1, sizeof *zone);
	if (zone == NULL)
		return NULL;
	struct swf_zone_time *time = &zone->types[0];
	const int seconds = abs((int)offset);
	time->offset = offset;
	int length = snprintf(time->name, sizeof time->name, "%c%02d:%02d", offset < 0 ? '-' : '+',
		seconds / 3600, seconds / 60 % 60);
	if (seconds == 0)
		strcpy(time->name, "UTC");
	else if (seconds % 60 != 0)
		snprintf(time->name + length, sizeof time->name - (size_t)length, ":%02d",
			seconds % 60);
	return zone;
}

void swf_zone_free(struct swf_zone *zone)
{
	free(zone);
}

/* How many of the changes are not after a Unix time. */
static size_t changes_until(const struct swf_zone *zone, double unix_time)
{
	struct swf_bisection b = {.high = zone->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, (double)zone->changes[b.middle].time <= unix_time);
	return b.low;
}

double swf_zone_offset(const struct swf_zone *zone, double unix_time, const char **name)
{
	const size_t passed = changes_until(zone, unix_time);
	const struct swf_zone_time *time = passed == zone->count && zone->has_rule
		? swf_zone_rule_at(&zone->rule, unix_time)
		: &zone->types[passed > 0 ? zone->changes[passed - 1].type : zone->first];
	if (name != NULL)
		*name = time->name;
	return time->offset;
}

double swf_zone_next_change(const struct swf_zone *zone, double unix_time)
{
	const size_t passed = changes_until(zone, unix_time);
	if (passed < zone->count)
		return (double)zone->changes[passed].time;
	return zone->has_rule ? swf_zone_rule_next(&zone->rule, unix_time) : (double)INFINITY;
}

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
	return !quoted || *(*p)++ == '>';
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

/* The Unix time of a change, until which the clock is `offset` s ahead of UTC. */
static double change_time(long year, const struct swf_zone_date *date, double offset)
{
	const long first = swf_date_days(year, 1, 1);
	const bool leap = swf_date_days(year + 1, 1, 1) - first == 366;
	const long day = date->kind == SWF_WEEKDAY ? weekday_in(year, date)
		: date->kind == SWF_DAY_OF_YEAR    ? first + date->day
						: first + date->day - 1 + (leap && date->day > 59);
	return (double)day * SWF_DAY + date->time - offset;
}

static double summer_begin(const struct swf_zone_rule *rule, long year)
{
	return change_time(year, &rule->begin, rule->standard.offset);
}

static double summer_end(const struct swf_zone_rule *rule, long year)
{
	return change_time(year, &rule->end, rule->summer.offset);
}

const struct swf_zone_time *swf_zone_rule_at(const struct swf_zone_rule *rule, double unix_time)
{
	if (!rule->has_summer)
		return &rule->standard;
	const long year = year_of(unix_time + rule->standard.offset);
	const double begin = summer_begin(rule, year), end = summer_end(rule, year);
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
		const double begin = summer_begin(rule, y), end = summer_end(rule, y);
		if (begin > unix_time)
			next = fmin(next, begin);
		if (end > unix_time)
			next = fmin(next, end);
	}
	return next;
}
