#include "local-time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "swfcore/date.h"
#include "swfcore/quantity.h"

/* Whether a file describes a time zone. */
static bool is_zone_file(const char *path)
{
	char magic[4] = "";
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	bool is_zone = fread(magic, 1, 4, file) == 4 && memcmp(magic, "TZif", 4) == 0;
	fclose(file);
	return is_zone;
}

/* Whether the C library's database has the zone; where it has not, the library takes UTC. */
static bool is_known(const char *zone)
{
	static const char *const folders[] = {
		"/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", NULL};
	const char *own = getenv("TZDIR");
	char path[1024];
	if (strcmp(zone, "UTC") == 0)
		return true;
	if (zone[0] == '\0' || zone[0] == '/' || strstr(zone, "..") != NULL)
		return false;
	if (own != NULL) {
		snprintf(path, sizeof path, "%s/%s", own, zone);
		return is_zone_file(path);
	}
	for (int i = 0; folders[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", folders[i], zone);
		if (is_zone_file(path))
			return true;
	}
	return false;
}

/* How far local time is ahead of UTC at a Unix time. */
static double offset_at(double unix_time)
{
	const time_t second = (time_t)floor(unix_time);
	struct tm tm;
	if (localtime_r(&second, &tm) == NULL)
		die("the time zone has no local time at Unix time %.0f", unix_time);
	double day = (double)swf_days_from_date(tm.tm_year + 1900L, tm.tm_mon + 1, tm.tm_mday);
	return day * SWF_DAY + tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec - (double)second;
}

/* The first second from `low`, where the offset is another one, to `high` with the offset there. */
static double change_between(double low, double high)
{
	const double offset = offset_at(high);
	low = floor(low);
	high = floor(high);
	while (high - low > 1) {
		double middle = floor((low + high) / 2);
		if (offset_at(middle) == offset)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* The offsets of the zone that is set, looked up day by day: no two changes are closer. */
static struct swf_offset *find_offsets(double from, double to, size_t *count)
{
	struct swf_offset *offsets = NULL;
	size_t n = 0;
	for (double day = from; day < to + SWF_DAY; day += SWF_DAY) {
		const double offset = offset_at(day);
		if (n > 0 && offset == offsets[n - 1].offset)
			continue;
		offsets = realloc(offsets, (n + 1) * sizeof *offsets);
		if (offsets == NULL)
			die("out of memory");
		offsets[n] = (struct swf_offset){
			.from = n > 0 ? change_between(day - SWF_DAY, day) : day, .offset = offset};
		n++;
	}
	*count = n;
	return offsets;
}

/* The latest Unix time of a second 0: the year 5138. */
static const int64_t latest_start = INT64_C(100000000000);

static const char *zone_option;
static double start_option = -1;

void local_time_option(int option)
{
	if (option == 'Z')
		zone_option = optarg;
	else
		start_option = (double)whole_value("start-time", optarg, 0, latest_start);
}

double start_time(const struct swf_header *header)
{
	int64_t start;
	if (start_option >= 0)
		return start_option;
	return swf_header_number(header, "UnixStartTime", &start) && start >= 0 &&
			start <= latest_start
		? (double)start
		: (double)NAN;
}

static void refuse_unknown(const char *zone)
{
	if (!is_known(zone))
		die("no time zone '%s' in this system's database; --tz takes another", zone);
}

/* No log is that long: what lies beyond is a wrong time, or a date that stands for ever. */
static double within_reach(double seconds)
{
	const double far = 300 * 366 * SWF_DAY;
	return fmin(fmax(seconds, -far), far);
}

static struct swf_calendar *in_zone(const char *zone, double start, double first, double last)
{
	refuse_unknown(zone);
	if (setenv("TZ", zone, 1) != 0)
		die("out of memory");
	tzset();
	size_t count;
	struct swf_offset *offsets =
		find_offsets(start + within_reach(first), start + within_reach(last), &count);
	struct swf_calendar *calendar = swf_calendar_new(start, offsets, count);
	free(offsets);
	return calendar;
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
	if (zone_option == NULL && !is_known(zone))
		die("this machine's time zone has no name; --tz tells the zone, such as "
		    "Europe/Paris");
	return zone;
}

struct swf_calendar *zone_clock(const char *zone)
{
	struct swf_calendar *clock = in_zone(zone, 0, 631152000, 3155760000);
	if (clock == NULL)
		die("out of memory");
	return clock;
}

struct swf_calendar *local_time(const struct swf_header *header, double first, double last)
{
	const double start = start_time(header);
	struct swf_calendar *calendar;
	char zone[256];
	int64_t fixed;
	if (isnan(start)) {
		if (zone_option != NULL)
			refuse_unknown(zone_option);
		warn("the log has no valid UnixStartTime, so its second 0 is taken as Monday 0:00; "
		     "--start-time tells when it was");
		calendar = swf_calendar_new_without_date();
	} else if (zone_option != NULL) {
		calendar = in_zone(zone_option, start, first, last);
	} else if (swf_header_get(header, "TimeZoneString", zone, sizeof zone)) {
		calendar = in_zone(zone, start, first, last);
	} else if (swf_header_number(header, "TimeZone", &fixed) &&
		fabs((double)fixed) <= SWF_DAY) {
		const struct swf_offset offset = {0, (double)fixed};
		calendar = swf_calendar_new(start, &offset, 1);
	} else {
		warn("the log has no TimeZoneString, so its times are taken as UTC; --tz tells the "
		     "zone");
		calendar = in_zone("UTC", start, first, last);
	}
	if (calendar == NULL)
		die("out of memory");
	return calendar;
}
