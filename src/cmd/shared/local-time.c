/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Second 0 of a log is the time of --start-time, or else UnixStartTime. Its zone is that of --tz,
 * or else TimeZoneString, or the fixed offset of TimeZone. Without a zone it is UTC, and without a
 * time second 0 is a Monday at 0:00; each with a warning. A calendar has the offsets of the zone
 * only as far as the log reaches.
 */
#include "shared/local-time.h"
#include "shared/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "shared/option-values.h"
#include "swfcore/quantity.h"

/* The zone of this name in the database of the system; NULL if it has none. */
static struct swf_zone *find_zone(const char *name)
{
	static const char *const folders[] = {
		"/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", NULL};
	const char *own = getenv("TZDIR");
	struct swf_zone *zone;
	struct swf_error error;
	char path[1024];
	if (strcmp(name, "UTC") == 0)
		return checked(swf_zone_fixed(0));
	if (name[0] == '\0' || name[0] == '/' || strstr(name, "..") != NULL)
		return NULL;
	for (int i = 0; folders[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", own != NULL ? own : folders[i], name);
		const int got = swf_zone_read(path, &zone, &error);
		if (got < 0)
			die_of(&error);
		if (got > 0)
			return zone;
		if (own != NULL)
			break;
	}
	return NULL;
}

/* Dies where there is none. Messages name the log, or --tz if this is NULL. */
static struct swf_zone *need_zone(const char *log, const char *name)
{
	struct swf_zone *zone = find_zone(name);
	if (zone == NULL && log != NULL)
		die("%s: no time zone '%s' in this system's database", log, name);
	if (zone == NULL)
		die("no time zone '%s' in this system's database; give another with --tz", name);
	return zone;
}

struct swf_zone *zone_named(const char *name)
{
	return need_zone(NULL, name);
}

/* The offsets of a zone from one Unix time to another. */
static struct swf_offset *find_offsets(
	const struct swf_zone *zone, double from, double to, size_t *count)
{
	struct swf_offset *offsets = NULL;
	size_t n = 0, room = 0;
	double time = from;
	do {
		const double offset = swf_zone_offset(zone, time, NULL);
		if (n == 0 || offset != offsets[n - 1].offset) {
			offsets = reserve(offsets, n, &room, sizeof *offsets);
			offsets[n++] = (struct swf_offset){.from = time, .offset = offset};
		}
		time = swf_zone_next_change(zone, time);
	} while (time <= to);
	*count = n;
	return offsets;
}

static const char *zone_option;
static double start_option = -1;

/* s, in the year 5138: times of a log beyond it are exact, and those of calendars fit their types
 */
static const int64_t last_start = INT64_C(100000000000);

static void to_start_time(void *opts, const char *value)
{
	(void)opts;
	start_option = (double)whole_value("start-time", value, 0, last_start);
}

static void to_zone(void *opts, const char *value)
{
	(void)opts;
	zone_option = value;
}

const struct option_row local_time_options[] = {
	{'T', "start-time", "UNIX", "Unix time of second 0 (default: UnixStartTime of the log)",
		TO_CALL(to_start_time)},
	{'Z', "tz", "ZONE", "time zone, such as Europe/Paris (default: TimeZoneString of the log)",
		TO_CALL(to_zone)},
	OPTIONS_END};

const struct option_row site_zone_options[] = {
	{'Z', "tz", "ZONE",
		"time zone of the site, such as Europe/Paris (default: that of this machine)",
		TO_CALL(to_zone)},
	OPTIONS_END};

double start_time(const struct swf_header *header)
{
	int64_t start;
	if (start_option >= 0)
		return start_option;
	const bool valid = swf_header_number(header, "UnixStartTime", &start) && start >= 0 &&
		start <= last_start;
	return valid ? (double)start : (double)NAN;
}

/* No log is longer: times beyond this are wrong, or dates such as 9999-12-31 that mean "for ever".
 * Without the limit, a calendar would hold the offsets of thousands of
 * years. */
static double within_reach(double seconds)
{
	const double far = 300 * 366 * SWF_DAY;
	return fmin(fmax(seconds, -far), far);
}

static struct swf_calendar *in_zone(
	const struct swf_zone *zone, double start, double first, double last)
{
	size_t count;
	struct swf_offset *offsets = find_offsets(
		zone, start + within_reach(first), start + within_reach(last) + SWF_DAY, &count);
	struct swf_calendar *calendar = checked(swf_calendar_new(start, offsets, count));
	free(offsets);
	return calendar;
}

/* The zone of a log: that of --tz, of TimeZoneString, or with the offset of TimeZone. NULL where it
 * is none of them. */
static struct swf_zone *zone_of(const char *log, const struct swf_header *header)
{
	char name[256];
	int64_t offset;
	if (zone_option != NULL)
		return zone_named(zone_option);
	if (swf_header_get(header, "TimeZoneString", name, sizeof name))
		return need_zone(log, name);
	if (swf_header_number(header, "TimeZone", &offset) && fabs((double)offset) <= SWF_DAY)
		return checked(swf_zone_fixed((double)offset));
	return NULL;
}

const char *site_zone(void)
{
	static char link[1024];
	const char *zone = zone_option != NULL ? zone_option : getenv("TZ");
	if (zone == NULL) {
		const ssize_t length = readlink("/etc/localtime", link, sizeof link - 1);
		const char *name = length > 0 ? strstr(link, "zoneinfo/") : NULL;
		zone = name != NULL ? name + strlen("zoneinfo/") : "";
	}
	zone += zone[0] == ':';
	struct swf_zone *found = zone_option == NULL ? find_zone(zone) : NULL;
	if (zone_option == NULL && found == NULL)
		die("this machine's time zone has no name; give one with --tz, such as "
		    "Europe/Paris");
	swf_zone_free(found);
	return zone;
}

struct swf_calendar *zone_clock(const struct swf_zone *zone)
{
	return in_zone(zone, 0, 631152000, 3155760000);
}

_Static_assert(sizeof(time_t) >= 8,
	"swfkit needs a time_t of 64 bits: with glibc on 32-bit machines, build with "
	"CPPFLAGS='-D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64'");

void header_date(const struct swf_zone *zone, double unix_time, char text[HEADER_DATE_ROOM])
{
	const char *name;
	const time_t local = (time_t)floor(unix_time + swf_zone_offset(zone, unix_time, &name));
	struct tm tm;
	char day[32];
	if (gmtime_r(&local, &tm) == NULL ||
		strftime(day, sizeof day, "%a %b %d %H:%M:%S", &tm) == 0)
		die("a time that has no date: %.0f", unix_time);
	snprintf(text, HEADER_DATE_ROOM, "%s %s %ld", day, name, tm.tm_year + 1900L);
}

bool header_date_of_log(const struct swf_header *header, double second, char text[HEADER_DATE_ROOM])
{
	if (isnan(start_time(header)))
		return false;
	struct swf_zone *zone = zone_of(NULL, header);
	if (zone == NULL)
		zone = zone_named("UTC");
	header_date(zone, start_time(header) + second, text);
	swf_zone_free(zone);
	return true;
}

struct swf_calendar *local_time_of_log(
	const char *name, const struct swf_header *header, double first, double last)
{
	struct swf_zone *zone = zone_of(name, header);
	if (zone == NULL) {
		if (name != NULL)
			warn("%s: no TimeZoneString in the header, so its times are taken as UTC",
				name);
		else
			warn("the log has no TimeZoneString, so its times are taken as UTC; give "
			     "the zone with --tz");
		zone = zone_named("UTC");
	}
	struct swf_calendar *calendar = in_zone(zone, start_time(header), first, last);
	swf_zone_free(zone);
	return calendar;
}

struct swf_calendar *local_time(const struct swf_header *header, double first, double last)
{
	if (isnan(start_time(header))) {
		if (zone_option != NULL)
			swf_zone_free(zone_named(zone_option));
		warn("the log has no valid UnixStartTime, so its second 0 is taken as Monday 0:00; "
		     "give its time with --start-time");
		return checked(swf_calendar_new_without_date());
	}
	return local_time_of_log(NULL, header, first, last);
}
