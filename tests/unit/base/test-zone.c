/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* tm_gmtoff */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/zone.h"
#include "unit/suites.h"

static const char folder[] = "/usr/share/zoneinfo";

/* A zone that the machine has, or NULL. */
static struct swf_zone *zone_of(const char *name)
{
	char path[256];
	struct swf_zone *zone;
	struct swf_error error;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	const int got = swf_zone_read(path, &zone, &error);
	if (got < 0)
		ck_abort_msg("%s", error.text);
	return got > 0 ? zone : NULL;
}

static void compare_at(const struct swf_zone *zone, const char *name, double unix_time)
{
	const time_t second = (time_t)unix_time;
	struct tm tm;
	const char *shown;
	const double offset = swf_zone_offset(zone, (double)second, &shown);
	localtime_r(&second, &tm);
	if (offset != (double)tm.tm_gmtoff || strcmp(shown, tm.tm_zone) != 0)
		ck_abort_msg("%s at %.0f: %g %s, not %ld %s", name, unix_time, offset, shown,
			tm.tm_gmtoff, tm.tm_zone);
}

/* Before and after each change from 1850 to 2150, and between them: north and south, changes by
 * half an hour, winter time that is the exception, changes of a day, none since long, none at all.
 */
START_TEST(clocks_are_those_of_the_c_library)
{
	static const char *const zones[] = {"Europe/Stockholm", "America/Sao_Paulo", "US/Pacific",
		"EST5EDT", "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca",
		"Pacific/Apia", "America/Nuuk", "Asia/Gaza", "Asia/Kolkata", "Etc/GMT+5", NULL};
	const double year = 365.2425 * 86400;
	for (int i = 0; zones[i] != NULL; i++) {
		struct swf_zone *zone = zone_of(zones[i]);
		if (zone == NULL)
			continue;
		setenv("TZ", zones[i], 1);
		tzset();
		for (double time = -120 * year; time < 180 * year;) {
			const double next = fmin(swf_zone_next_change(zone, time), time + year);
			compare_at(zone, zones[i], time);
			compare_at(zone, zones[i], (time + next) / 2);
			compare_at(zone, zones[i], next - 1);
			time = next;
		}
		swf_zone_free(zone);
	}
	setenv("TZ", "UTC", 1);
	tzset();
}
END_TEST

/* What bytes are read as: 1, 0 or -1, as of swf_zone_read(), with the clock looked at. */
static int read_bytes(const char *bytes, size_t count, struct swf_error *error)
{
	char path[] = "/tmp/zone.XXXXXX";
	write_file(path, bytes, count);
	struct swf_zone *zone;
	const int got = swf_zone_read(path, &zone, error);
	unlink(path);
	if (got > 0) {
		for (double time = -5e9; time < 5e9; time += 3e8) {
			ck_assert(isfinite(swf_zone_offset(zone, time, NULL)));
			ck_assert(swf_zone_next_change(zone, time) > time);
		}
		swf_zone_free(zone);
	}
	return got;
}

/* A file with one type, an hour ahead, the changes of both blocks left out, and this last line. */
static size_t make_file(char *bytes, int leap_seconds, const char *rule)
{
	static const char counts[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4};
	static const char type[] = {0, 0, 14, 16, 0, 0, 'C', 'E', 'T', 0};
	size_t count = 0;
	for (int block = 0; block < 2; block++) {
		memset(bytes + count, 0, 20);
		memcpy(bytes + count, "TZif2", 5);
		memcpy(bytes + count + 20, counts, sizeof counts);
		bytes[count + 31] = (char)leap_seconds;
		count += 44;
		memcpy(bytes + count, type, sizeof type);
		count += sizeof type;
		const size_t leap = (size_t)leap_seconds * (block == 0 ? 8 : 12);
		memset(bytes + count, 0, leap);
		count += leap;
	}
	return count + (size_t)sprintf(bytes + count, "\n%s\n", rule);
}

START_TEST(damaged_files_are_errors)
{
	char bytes[512];
	struct swf_error error;
	size_t count = make_file(bytes, 0, "CET-1CEST,M3.5.0,M10.5.0/3");
	ck_assert_int_eq(read_bytes(bytes, count, &error), 1);
	for (size_t cut = 0; cut < count; cut++)
		ck_assert_int_eq(read_bytes(bytes, cut, &error), cut < 5 ? 0 : -1);
	count = make_file(bytes, 2, "CET-1");
	ck_assert_int_eq(read_bytes(bytes, count, &error), -1);
	ck_assert(strstr(error.text, "leap seconds") != NULL);
	count = make_file(bytes, 0, "CET");
	ck_assert_int_eq(read_bytes(bytes, count, &error), -1);
	ck_assert(strstr(error.text, "a damaged file of a time zone") != NULL);
	uint64_t state = 7;
	for (int i = 0; i < 3000; i++) {
		count = make_file(bytes, 0, "CET-1CEST,M3.5.0,M10.5.0/3");
		for (int k = 0; k < 3; k++)
			bytes[random_below(&state, (uint32_t)count)] =
				(char)random_below(&state, 256);
		(void)read_bytes(bytes, count, &error);
	}
}
END_TEST

START_TEST(rules)
{
	static const char *const wrong[] = {"", "CET", "-1", "CET-1CEST", "CET-1CEST,M3.5.0",
		"CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
		"CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,366,3",
		"CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M3.5.0,M10.5.0x", "CET-1:60", "<+01-1",
		"<>-1", "ABCDEFGHIJKLMNOP-1", "CET-99999999999", NULL};
	struct swf_zone_rule rule;
	for (int i = 0; wrong[i] != NULL; i++)
		if (swf_zone_rule_read(wrong[i], &rule))
			ck_abort_msg("'%s' is taken for a rule", wrong[i]);
	/* 2023-03-01 and 2024-03-01, 0:00 UTC, are 59 and 60 days after the year began */
	const double year_2023 = 1672531200, year_2024 = 1704067200;
	ck_assert(swf_zone_rule_read("AAA0BBB,J60/0,J365/0", &rule));
	ck_assert(swf_zone_rule_next(&rule, year_2023) == year_2023 + 59 * 86400.0);
	ck_assert(swf_zone_rule_next(&rule, year_2024) == year_2024 + 60 * 86400.0);
	ck_assert(swf_zone_rule_read("AAA0BBB,59/0,364/0", &rule));
	ck_assert(swf_zone_rule_next(&rule, year_2023) == year_2023 + 59 * 86400.0);
	ck_assert(swf_zone_rule_next(&rule, year_2024) == year_2024 + 59 * 86400.0);
	/* summer time all the year */
	ck_assert(swf_zone_rule_read("EST5EDT,0/0,J365/25", &rule));
	for (double time = year_2023; time < year_2024 + 1e8; time += 5e5)
		ck_assert_str_eq(swf_zone_rule_at(&rule, time)->name, "EDT");
}
END_TEST

START_TEST(what_is_no_zone)
{
	struct swf_zone *zone;
	struct swf_error error;
	ck_assert_int_eq(swf_zone_read("/no/such/file", &zone, &error), 0);
	ck_assert_int_eq(swf_zone_read("/tmp", &zone, &error), 0);
	ck_assert_int_eq(swf_zone_read("/dev/null", &zone, &error), 0);
}
END_TEST

START_TEST(fixed_zones_are_called_by_their_offset)
{
	static const struct {
		double offset;
		const char *name;
	} zones[] = {{0, "UTC"}, {3600, "+01:00"}, {-12600, "-03:30"}, {3661, "+01:01:01"},
		{-1, "-00:00:01"}, {86400, "+24:00"}};
	for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
		struct swf_zone *zone = swf_zone_fixed(zones[i].offset);
		const char *name;
		ck_assert(swf_zone_offset(zone, 1e9, &name) == zones[i].offset);
		ck_assert_str_eq(name, zones[i].name);
		ck_assert(isinf(swf_zone_next_change(zone, 1e9)));
		swf_zone_free(zone);
	}
}
END_TEST

Suite *zone_suite(void)
{
	return suite_of("zone",
		(const TTest *const[]){clocks_are_those_of_the_c_library, damaged_files_are_errors,
			rules, what_is_no_zone, fixed_zones_are_called_by_their_offset, NULL});
}
