/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/date.h"
#include "swfcore/calendar.h"
#include "swfcore/quantity.h"
#include "unit/suites.h"

/* Stockholm in 1996: the clock is put forward on 31 March and back on 27 October, both at 1:00 UTC.
 */
static const double forward = 828234000, back = 846378000;
static const struct swf_offset stockholm[] = {{0, 3600}, {828234000, 7200}, {846378000, 3600}};

static double local_second(double unix_time)
{
	return unix_time + (unix_time >= forward && unix_time < back ? 7200 : 3600);
}

static int compare(
	const struct swf_calendar *calendar, const char *text, bool last, double expected)
{
	double seconds = -1;
	struct swf_error error;
	if (swf_calendar_read(calendar, text, last, &seconds, &error) != 0 || seconds != expected)
		ck_abort_msg("%s is %f, not %f", text, seconds, expected);
	return 0;
}

START_TEST(days_of_dates)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	ck_assert_int_eq(swf_date_days(1970, 1, 1), 0);
	ck_assert_int_eq(swf_date_days(2000, 3, 1), 11017);
	long days = swf_date_days(1599, 12, 31);
	for (long year = 1600; year < 2410; year++)
		for (int month = 1; month <= 12; month++) {
			const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
			const int length = lengths[month - 1] + (month == 2 && leap);
			for (int day = 1; day <= length; day++)
				ck_assert_int_eq(swf_date_days(year, month, day), ++days);
		}
}
END_TEST

/* Second by second around both changes and, with random intervals, by counting. */
START_TEST(local_time_follows_the_clock)
{
	const double start = 828000000; /* Thursday, 28 March 1996, 8:00 UTC, 9:00 in Stockholm */
	struct swf_calendar *calendar = swf_calendar_new(start, stockholm, 3);
	struct swf_local_time first = swf_calendar_local(calendar, 0);
	ck_assert(first.weekday == 3 && first.second == 9 * 3600);
	for (int i = -5; i < 5; i++) {
		const double changes[] = {forward, back};
		for (int c = 0; c < 2; c++) {
			struct swf_local_time t =
				swf_calendar_local(calendar, changes[c] - start + i);
			ck_assert(t.second == fmod(local_second(changes[c] + i), 86400));
			ck_assert_int_eq(t.weekday, 6);
		}
	}
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(parts_of_intervals)
{
	const double step = 300, start = forward - 10 * SWF_DAY;
	struct swf_calendar *calendar = swf_calendar_new(start, stockholm, 3);
	uint64_t state = 1;
	for (int round = 0; round < 300; round++) {
		/* bounds are multiples of the step, and so are all borders of days and daytimes */
		double begin = step * random_below(&state, 70000);
		double end = begin + step * random_below(&state, round % 3 == 0 ? 70000 : 600);
		double daytime = 0, workweek = 0;
		for (double t = begin; t < end; t += step) {
			const double local = local_second(start + t);
			const double hour = fmod(local, 86400) / 3600;
			/* Thursday, 1 January 1970 */
			const int weekday = (int)fmod(floor(local / 86400) + 3, 7);
			daytime += hour >= 7.5 && hour < 17.5 ? step : 0;
			workweek += weekday < 5 ? step : 0;
		}
		ck_assert(swf_calendar_daytime(calendar, begin, end) == daytime);
		ck_assert(swf_calendar_workweek(calendar, begin, end) == workweek);
	}
	swf_calendar_free(calendar);
}
END_TEST

/* Of fractions of a second, late in a long log, the parts are never more than the whole. */
START_TEST(parts_of_short_intervals)
{
	struct swf_calendar *calendar = swf_calendar_new(forward - 10 * SWF_DAY, stockholm, 3);
	uint64_t state = 1;
	for (int round = 0; round < 3000; round++) {
		const double begin = random_below(&state, 70000) * 300 + 0.7;
		const double end = begin + (1 + random_below(&state, 1000)) * 1e-3;
		const struct swf_local_time local = swf_calendar_local(calendar, begin);
		const double daytime = swf_calendar_daytime(calendar, begin, end);
		const double workweek = swf_calendar_workweek(calendar, begin, end);
		ck_assert(daytime >= 0 && daytime <= end - begin);
		ck_assert(workweek >= 0 && workweek <= end - begin);
		ck_assert(fabs(daytime - swf_calendar_is_daytime(local) * (end - begin)) < 1e-8);
		ck_assert(fabs(workweek - swf_calendar_is_workday(local) * (end - begin)) < 1e-8);
	}
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(without_a_date)
{
	struct swf_calendar *calendar = swf_calendar_new_without_date();
	struct swf_local_time t = swf_calendar_local(calendar, 0);
	ck_assert(t.weekday == 0 && t.second == 0 && swf_calendar_is_workday(t) &&
		!swf_calendar_is_daytime(t));
	t = swf_calendar_local(calendar, 5 * SWF_DAY + 27000);
	ck_assert(t.weekday == 5 && !swf_calendar_is_workday(t) && swf_calendar_is_daytime(t));
	t = swf_calendar_local(calendar, -0.5);
	ck_assert(t.weekday == 6 && t.second == 86399.5);
	ck_assert(!swf_calendar_is_daytime(swf_calendar_local(calendar, 26999)));
	ck_assert(swf_calendar_is_daytime(swf_calendar_local(calendar, 62999)));
	ck_assert(!swf_calendar_is_daytime(swf_calendar_local(calendar, 63000)));
	ck_assert(swf_calendar_workweek(calendar, 0, SWF_WEEK) == 5 * SWF_DAY);
	/* far beyond all times of logs */
	ck_assert(swf_calendar_daytime(calendar, 0, 1e6 * SWF_WEEK) == 7e6 * 36000);
	compare(calendar, "1234.5", false, 1234.5);
	double seconds;
	struct swf_error error;
	ck_assert_int_eq(swf_calendar_read(calendar, "1996-01-01", false, &seconds, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "no valid UnixStartTime"));
	/* so little before midnight that it is rounded to it */
	const struct swf_local_time midnight = swf_calendar_local(calendar, -1e-15);
	ck_assert(midnight.weekday == 0 && midnight.second == 0);
	swf_calendar_free(calendar);
}
END_TEST

/* Whole centuries are leap years only where they divide by 400. */
START_TEST(leap_days_are_read)
{
	static const char *const leap[] = {
		"1600-02-29", "1904-02-29", "1996-02-29", "2000-02-29", "2024-02-29", "2400-02-29"};
	static const char *const no_leap[] = {"1700-02-29", "1800-02-29", "1900-02-29",
		"1999-02-29", "2001-02-29", "2002-02-29", "2023-02-29", "2100-02-29", "2200-02-29",
		"2000-02-30", "2024-02-30"};
	struct swf_date date;
	for (size_t i = 0; i < sizeof leap / sizeof *leap; i++) {
		ck_assert_msg(swf_date_read(leap[i], &date), "%s", leap[i]);
		const double day = date.seconds;
		char march[] = "yyyy-03-01";
		memcpy(march, leap[i], 4);
		ck_assert(swf_date_read(march, &date) && date.seconds == day + SWF_DAY);
	}
	for (size_t i = 0; i < sizeof no_leap / sizeof *no_leap; i++)
		ck_assert_msg(!swf_date_read(no_leap[i], &date), "%s", no_leap[i]);
}
END_TEST

START_TEST(dates_are_read)
{
	const double start = forward - 1e6;
	struct swf_calendar *calendar = swf_calendar_new(start, stockholm, 3);
	/* midnight of 31 March, an hour before 0:00 UTC, and 2 hours before the change */
	const double march_31 = forward - 7200 - start;
	compare(calendar, "1996-03-31", false, march_31);
	compare(calendar, "1996-03-31T00:00", false, march_31);
	compare(calendar, "1996-03-31 01:59:59", false, march_31 + 7199);
	/* from 2:00 to 3:00 the clock shows nothing */
	compare(calendar, "1996-03-31 02:30", false, march_31 + 9000);
	compare(calendar, "1996-03-31 03:00", false, march_31 + 7200);
	compare(calendar, "1996-03-31 03:30", false, march_31 + 9000);
	/* the day has 23 hours */
	compare(calendar, "1996-04-01", false, march_31 + 23 * 3600);
	compare(calendar, "1996-03-31", true, nextafter(march_31 + 23 * 3600, 0));
	/* from 2:00 to 3:00 it shows all twice */
	compare(calendar, "1996-10-27 02:30", false, back - 1800 - start);
	compare(calendar, "1996-10-27 03:00", false, back + 3600 - start);
	compare(calendar, "1996-10-27T01:30:00Z", false, back + 1800 - start);
	compare(calendar, "1996-10-27T02:30:00+01:00", false, back + 1800 - start);
	compare(calendar, "1996-10-26T20:30:00-04:30", false, back - start);
	compare(calendar, "1996-02-29", false, march_31 - 31 * SWF_DAY);
	compare(calendar, "-5", true, -5);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(what_is_no_date_is_refused)
{
	static const char *const texts[] = {"", "x", "1996-13-01", "1996-00-01", "1996-02-30",
		"1997-02-29", "1900-02-29", "1996-1-1", "1996-01-01T", "1996-01-01T24:00",
		"1996-01-01T10:60", "1996-01-01T10:00:60", "1996-01-01T10", "1996-01-01T10:00z",
		"1996-01-01T10:00+1", "1996-01-01T10:00Z ", "1996-01-01Z", "1996-01-01 10:00 UTC",
		"96-01-01", "12 34", "1e999", "nan", NULL};
	struct swf_calendar *calendar = swf_calendar_new(forward, stockholm, 3);
	for (int i = 0; texts[i] != NULL; i++) {
		double seconds;
		struct swf_error error;
		if (swf_calendar_read(calendar, texts[i], false, &seconds, &error) != -1)
			ck_abort_msg("'%s' was taken", texts[i]);
		ck_assert_ptr_nonnull(strstr(error.text, "neither seconds nor a date"));
	}
	swf_calendar_free(calendar);
}
END_TEST

/* Days are those of the clock on the wall: the one of 31 March has 23 hours, that of 27 October 25.
 * Without a date they are of UTC. */
START_TEST(days_of_times)
{
	const double start = 828000000;
	struct swf_calendar *calendar = swf_calendar_new(start, stockholm, 3);
	struct swf_calendar *without = swf_calendar_new_without_date();
	uint64_t state = 3;
	int wrong = 0;
	for (int round = 0; round < 100000; round++) {
		const double t = random_below(&state, 20000000) - 1e6 + (round % 2) * 0.5;
		const double day = swf_calendar_day(calendar, t);
		wrong += day != floor(local_second(start + t) / 86400);
		wrong += (int)fmod(day + 3, 7) != swf_calendar_local(calendar, t).weekday;
		/* one without a date counts from some Monday, day 4 of 1970 or another */
		const double plain = swf_calendar_day(without, t);
		wrong += plain - swf_calendar_day(without, 0) != floor(t / 86400);
		wrong += fmod(plain + 3 + 700000, 7) != swf_calendar_local(without, t).weekday;
	}
	ck_assert_int_eq(wrong, 0);
	/* the midnights at the ends of both days, an hour before 23:00 and 24:00 of UTC */
	const double march = (double)swf_date_days(1996, 3, 31);
	const double october = (double)swf_date_days(1996, 10, 27);
	const double midnights[][2] = {{march * 86400 - 3600, march},
		{march * 86400 - 3600 + 23 * 3600, march + 1}, {october * 86400 - 7200, october},
		{october * 86400 - 7200 + 25 * 3600, october + 1}};
	for (int i = 0; i < 4; i++) {
		const double t = midnights[i][0] - start;
		ck_assert(swf_calendar_day(calendar, t) == midnights[i][1]);
		ck_assert(swf_calendar_day(calendar, t - 1) == midnights[i][1] - 1);
	}
	swf_calendar_free(calendar);
	swf_calendar_free(without);
}
END_TEST

/* The seconds of the log at which a clock with these offsets shows a time, in each of its spans; of
 * a time that it skips, the one by the offset before the change. */
static size_t scan_spans(double start, const struct swf_offset *offsets, size_t count, double local,
	double seconds[2])
{
	size_t found = 0, skipped_after = 0;
	for (size_t i = 0; i < count; i++) {
		const double unix_time = local - offsets[i].offset;
		const bool begun = i == 0 || unix_time >= offsets[i].from;
		const bool left = i + 1 < count && unix_time >= offsets[i + 1].from;
		if (begun && !left && found < 2)
			seconds[found++] = unix_time - start;
		if (left && local - offsets[i + 1].offset < offsets[i + 1].from)
			skipped_after = i;
	}
	if (found > 0)
		return found;
	seconds[0] = local - offsets[skipped_after].offset - start;
	return 1;
}

static void check_seconds(const struct swf_calendar *calendar, double local, size_t count,
	double first, double second)
{
	double seconds[2] = {-1, -1};
	const size_t got = swf_calendar_seconds(calendar, local, seconds);
	if (got != count || seconds[0] != first || (count == 2 && seconds[1] != second))
		ck_abort_msg("at %f: %zu seconds, %f and %f", local, got, seconds[0], seconds[1]);
}

/* Around each change second by second, and at random times. */
static void check_all_seconds(double start, const struct swf_offset *offsets, size_t count)
{
	struct swf_calendar *calendar = swf_calendar_new(start, offsets, count);
	uint64_t state = 5;
	double seconds[2] = {0};
	for (size_t i = 1; i < count; i++)
		for (int side = 0; side < 4; side++) {
			const double offset = offsets[i - (size_t)side % 2].offset;
			for (int k = -3; k <= 3; k++) {
				const double local =
					offsets[i].from + offset + k * (side < 2 ? 1 : 900);
				const size_t n = scan_spans(start, offsets, count, local, seconds);
				check_seconds(calendar, local, n, seconds[0], seconds[1]);
			}
		}
	for (int round = 0; round < 2000; round++) {
		const double local = random_below(&state, 2000000000) - 1e8;
		const size_t n = scan_spans(start, offsets, count, local, seconds);
		check_seconds(calendar, local, n, seconds[0], seconds[1]);
	}
	swf_calendar_free(calendar);
}

START_TEST(seconds_of_local_times)
{
	const double start = 828000000;
	struct swf_calendar *calendar = swf_calendar_new(start, stockholm, 3);
	const double two_in_march = forward + 3600, two_in_october = back + 3600;
	check_seconds(calendar, 0, 1, -3600 - start, 0);
	check_seconds(calendar, start + 3600, 1, 0, 0);
	check_seconds(calendar, two_in_march - 1, 1, forward - 1 - start, 0);
	/* from 2:00 to 3:00 the clock shows nothing */
	check_seconds(calendar, two_in_march, 1, forward - start, 0);
	check_seconds(calendar, two_in_march + 3599, 1, forward + 3599 - start, 0);
	check_seconds(calendar, two_in_march + 3600, 1, forward - start, 0);
	check_seconds(calendar, two_in_october - 1, 1, back - 3601 - start, 0);
	/* from 2:00 to 3:00 it shows all twice */
	check_seconds(calendar, two_in_october, 2, back - 3600 - start, back - start);
	check_seconds(
		calendar, two_in_october + 1800.5, 2, back - 1799.5 - start, back + 1800.5 - start);
	check_seconds(calendar, two_in_october + 3599, 2, back - 1 - start, back + 3599 - start);
	check_seconds(calendar, two_in_october + 3600, 1, back + 3600 - start, 0);
	check_seconds(calendar, 4e9, 1, 4e9 - 3600 - start, 0);
	swf_calendar_free(calendar);
	/* the first offset holds before its time, too */
	calendar = swf_calendar_new(start, stockholm + 1, 2);
	check_seconds(calendar, 7200, 1, -start, 0);
	check_seconds(calendar, forward + 7200 - 1, 1, forward - 1 - start, 0);
	swf_calendar_free(calendar);
}
END_TEST

START_TEST(seconds_as_a_scan_of_all_spans_finds_them)
{
	/* a calendar day that is left out, or lived twice, and half an hour */
	static const struct swf_offset odd[] = {{0, -39600}, {3e8, 46800}, {6e8, -39600},
		{7e8, -37800}, {7.1e8, -39600}, {7.2e8, -39600}, {8e8, 0}};
	struct swf_offset years[60];
	for (int i = 0; i < 60; i++)
		years[i] = (struct swf_offset){i * 15768000.0 + 7 * i, i % 2 == 0 ? -10800 : -7200};
	check_all_seconds(828000000, stockholm, 3);
	check_all_seconds(0, stockholm + 1, 2);
	check_all_seconds(0, stockholm, 1);
	check_all_seconds(5e8, odd, sizeof odd / sizeof *odd);
	check_all_seconds(4e8, years, 60);
}
END_TEST

/* Every day of a thousand years, at any time of the day, reads back. */
START_TEST(dates_are_written)
{
	static const struct {
		double seconds;
		const char *text;
	} known[] = {{0, "1970-01-01T00:00:00"}, {-1, "1969-12-31T23:59:59"},
		{951782400, "2000-02-29T00:00:00"}, {951868800, "2000-03-01T00:00:00"},
		{-2203891200, "1900-03-01T00:00:00"}, {1e9 + 0.999, "2001-09-09T01:46:40"},
		{-0.5, "1969-12-31T23:59:59"}, {253402300800, "10000-01-01T00:00:00"},
		{-62167219200, "0000-01-01T00:00:00"}, {-62167219201, "-0001-12-31T23:59:59"}};
	char text[SWF_DATE_ROOM];
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		swf_date_write(known[i].seconds, text);
		ck_assert_str_eq(text, known[i].text);
	}
	for (long day = -200000; day < 200000; day++) {
		const double seconds = (double)day * SWF_DAY + (double)((day + 200000) % 86400);
		struct swf_date date;
		swf_date_write(seconds, text);
		ck_assert_msg(swf_date_read(text, &date) && date.seconds == seconds, "%s", text);
	}
	/* the farthest times of jobs of a log */
	swf_date_write(-SWF_TIME_MAX, text);
	swf_date_write(3 * SWF_TIME_MAX + 1e11, text);
	ck_assert_uint_lt(strlen(text), SWF_DATE_ROOM);
}
END_TEST

START_TEST(local_dates_are_written)
{
	static const struct swf_offset summer[] = {{0, 3600}, {1000, 7200}};
	struct swf_calendar *calendar = swf_calendar_new(900, summer, 2);
	char text[SWF_CALENDAR_ROOM] = "as it was";
	ck_assert(swf_calendar_write(calendar, 99.5, text));
	ck_assert_str_eq(text, "1970-01-01T01:16:39");
	ck_assert(swf_calendar_write(calendar, 100, text));
	ck_assert_str_eq(text, "1970-01-01T02:16:40");
	swf_calendar_free(calendar);
	calendar = swf_calendar_new_without_date();
	ck_assert(!swf_calendar_write(calendar, 0, text));
	ck_assert_str_eq(text, "1970-01-01T02:16:40");
	swf_calendar_free(calendar);
}
END_TEST

Suite *calendar_suite(void)
{
	return suite_of("calendar",
		(const TTest *const[]){days_of_dates, local_time_follows_the_clock,
			parts_of_intervals, parts_of_short_intervals, without_a_date,
			leap_days_are_read, dates_are_read, what_is_no_date_is_refused,
			days_of_times, seconds_of_local_times,
			seconds_as_a_scan_of_all_spans_finds_them, dates_are_written,
			local_dates_are_written, NULL});
}
