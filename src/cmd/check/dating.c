#include "check/dating.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/quantity.h"

static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
enum { BINS_OF_DAY = SWF_WEEK_BINS / 7, CLOCK_ROOM = 16 };

/* Real logs correlate by at least 0.89, and by at least 0.07 less half a day away. */
static const double least_correlation = 0.5, least_gap = 0.05;

/* Long enough for any log. */
static const double ages = 1e10; /* s */

static void need_cycle(const char *name, const struct swf_week *week)
{
	if (!swf_week_has_cycle(week))
		die("--date-like: %s has no weekly cycle", name);
}

void read_dated_week(const char *path, struct swf_week *week)
{
	struct swf_log *log = open_log_at(path);
	const struct swf_header *header = swf_log_header(log);
	struct swf_job job;
	if (isnan(start_time(header)))
		die("--date-like: %s has no valid UnixStartTime", shown_name(path));
	struct swf_calendar *calendar = local_time_of_log(shown_name(path), header, 0, ages);
	while (next_job(log, &job)) {
		const struct swf_local_time at = swf_calendar_local(calendar, job.submit);
		if (swf_week_add(week, job.submit, at.weekday * SWF_DAY + at.second, job.user) != 0)
			die_of_memory();
	}
	need_cycle(shown_name(path), week);
	swf_calendar_free(calendar);
	swf_log_free(log);
}

static int compare_times(const void *a, const void *b)
{
	const struct week_time *x = a, *y = b;
	if (x->correlation != y->correlation)
		return x->correlation > y->correlation ? -1 : 1;
	return x->second < y->second ? -1 : 1;
}

/* Warns where another day fits about as well as the best time. Times around it, which may be of the
 * day before or after, are no rivals. */
static void warn_of_rivals(const double correlations[SWF_WEEK_BINS], size_t best)
{
	double rival = -1;
	for (size_t away = BINS_OF_DAY / 2; away <= SWF_WEEK_BINS - BINS_OF_DAY / 2; away++)
		rival = fmax(rival, correlations[(best + away) % SWF_WEEK_BINS]);
	if (correlations[best] < least_correlation || correlations[best] - rival < least_gap)
		warn("--date-like: the day is not certain: the cycles correlate by %.3f, and by "
		     "%.3f at another time, half a day away or more",
			correlations[best], rival);
}

void find_week_times(const char *name, const struct swf_week *log, const struct swf_week *like,
	struct week_time times[7])
{
	double correlations[SWF_WEEK_BINS];
	need_cycle(name, log);
	swf_week_compare(log, like, correlations);
	for (size_t day = 0; day < 7; day++) {
		size_t best = day * BINS_OF_DAY;
		for (size_t i = best; i < (day + 1) * BINS_OF_DAY; i++)
			if (correlations[i] > correlations[best])
				best = i;
		times[day] = (struct week_time){(double)best * SWF_WEEK_BIN, correlations[best]};
	}
	qsort(times, 7, sizeof *times, compare_times);
	warn_of_rivals(correlations, (size_t)(times[0].second / SWF_WEEK_BIN));
}

/* The day of a second of the week. */
static const char *day_of(double second)
{
	return days[(int)(second / SWF_DAY)];
}

/* Writes its time of day, such as 09:15. */
static const char *put_clock(double second, char text[CLOCK_ROOM])
{
	const int minutes = (int)(second / 60) % (24 * 60);
	snprintf(text, CLOCK_ROOM, "%02d:%02d", minutes / 60, minutes % 60);
	return text;
}

struct swf_table *week_times_table(const struct week_time times[7])
{
	static const char *const names[] = {"day", "time", "correlation"};
	struct swf_table *table = swf_table_new(names, 3);
	char clock[CLOCK_ROOM];
	if (table == NULL)
		die_of_memory();
	for (int i = 0; i < 7; i++) {
		swf_table_text(table, day_of(times[i].second));
		swf_table_text(table, put_clock(times[i].second, clock));
		swf_table_number(table, times[i].correlation);
	}
	return table;
}

void note_own_date(const char *name, const struct swf_header *header)
{
	char clock[CLOCK_ROOM];
	if (isnan(start_time(header)))
		return;
	struct swf_calendar *calendar = local_time_of_log(name, header, 0, 0);
	const struct swf_local_time at = swf_calendar_local(calendar, 0);
	note("by its UnixStartTime second 0 is %s %s", days[at.weekday],
		put_clock(at.second, clock));
	swf_calendar_free(calendar);
}

void date_log(const char *name, struct swf_header *header, const struct week_time *time)
{
	static const double monday = 4 * SWF_DAY; /* 1970-01-05 */
	char value[32], clock[CLOCK_ROOM];
	double unix_times[2];
	if (!isnan(start_time(header)))
		die("--date-like: the log has a valid UnixStartTime, which --fix does not change");
	swf_header_remove(header, "UnixStartTime");
	if (swf_header_add(header, "UnixStartTime", "0") != 0 ||
		(!swf_header_get(header, "TimeZoneString", value, sizeof value) &&
			!swf_header_get(header, "TimeZone", value, sizeof value) &&
			swf_header_add(header, "TimeZoneString", "UTC") != 0))
		die_of_memory();
	struct swf_calendar *calendar = local_time_of_log(name, header, 0, 2 * monday);
	swf_calendar_seconds(calendar, monday + time->second, unix_times);
	if (swf_header_correct(header, "UnixStartTime", (int64_t)unix_times[0]) != 0)
		die_of_memory();
	swf_calendar_free(calendar);
	note("second 0 is taken as %s %s, of a week in January 1970: the cycles correlate by %.3f",
		day_of(time->second), put_clock(time->second, clock), time->correlation);
}
