/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-check: reads a log to its end whatever is in it, and reports what violates the standard and
 * what is odd; or writes the log with what can be repaired without guessing. A bad line is counted,
 * and reading goes on behind it. Only --fix holds the jobs, since it sorts them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/daily-cycle.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "swf/check.h"
#include "swfcore/header.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/quantity.h"
#include "swfcore/table.h"

struct opts {
	enum swf_format format;
	bool fix;
	double max_loss;  /* per cent of the lines with jobs */
	const char *like; /* a log with a date, or NULL */
};

static const struct option_row options[] = {FORMAT_OPTION(format),
	{'\0', "fix", NULL,
		"repair the log without guessing and write it; the report goes to stderr",
		TO_FLAG(fix)},
	{'\0', "date-like", "DATED",
		"find the weekday and hour at which the log begins, by the weekly cycle of a log "
		"DATED; with --fix, write them as its date",
		TO_FILE(like)},
	HEADING("With --fix:"),
	{'X', "max-loss", "PERCENT",
		"write nothing if more than this share of the job lines is malformed (default: 10)",
		TO_PERCENT(max_loss)},
	INCLUDE(extra_options), INCLUDE(align_options), INCLUDE(provenance_options),
	HEADING("Other options:"), OPTIONS_END};

static const struct command command = {.name = "swf-check",
	.usage = "[options] [LOG]",
	.purpose = "Reports what violates the standard in an SWF log (default: standard input) and "
		   "what is odd in it. The exit status is 1 if the standard is violated.",
	.options = options};

static void read_log(struct swf_reader *reader, const struct swf_header *header,
	struct swf_check *check, struct swf_jobs *records, struct swf_week *week)
{
	struct swf_job job;
	struct swf_error error;
	int got;
	while ((got = swf_reader_next(reader, &job, &error)) != 0) {
		if (got < 0 && !swf_reader_at_bad_line(reader))
			die_of(&error);
		if (got < 0) {
			const struct swf_finding *malformed =
				swf_check_finding(check, SWF_FOUND_MALFORMED);
			if (malformed->count == 0)
				note("%s", error.text);
			swf_check_bad_line(check, swf_reader_line(reader));
			continue;
		}
		must(swf_check_job(check, &job, swf_reader_line(reader)));
		if (week != NULL && job.submit >= 0)
			must(swf_week_add(
				week, job.submit, fmod(job.submit, 7 * SWF_DAY), job.user));
		if (records == NULL)
			continue;
		size_t length;
		const char *extra = swf_reader_extra(reader, &length);
		swf_check_repair(&job);
		must(swf_jobs_add(records, &job));
		keep_extra_text(extra, length);
	}
	const struct swf_reader_counts counts = swf_reader_counts(reader);
	swf_check_finish(check, &counts);
	if (swf_header_lines(header) == 0 && swf_reader_line(reader) == 0)
		note("%s: empty: no header and no jobs", swf_reader_name(reader));
}

/* Prints the report. Returns whether the log that was read, or the one that was repaired, violates
 * the standard. */
static bool report(const struct swf_check *check, const struct opts *o, bool fixed, FILE *file)
{
	static const char *const names[] = {"kind", "severity", "count", "first_line", "meaning"};
	struct swf_table *table = checked(swf_table_new(names, 5));
	bool violated = false, any = false;
	for (int kind = 0; kind < SWF_FINDING_KINDS; kind++) {
		const struct swf_finding *f = swf_check_finding(check, (enum swf_finding_kind)kind);
		if (f->count == 0)
			continue;
		any = true;
		bool repaired = fixed && f->repairable;
		violated = violated || (f->violation && !repaired);
		swf_table_text(table, f->name);
		swf_table_text(table,
			repaired               ? "repaired"
				: f->violation ? "violation"
					       : "remark");
		swf_table_number(table, (double)f->count);
		swf_table_number(table, f->first_line > 0 ? (double)f->first_line : (double)NAN);
		swf_table_text(table, f->meaning);
	}
	if (!any && o->format == SWF_FORMAT_TEXT) {
		fprintf(file, "%lld jobs, nothing to report\n", (long long)swf_check_jobs(check));
		swf_table_free(table);
	} else {
		write_table_to(file, o->fix ? "stderr" : output_name(), table, o->format);
	}
	return violated;
}

static void write_repaired(
	struct swf_jobs *records, struct swf_header *corrected, const struct swf_check *check)
{
	size_t *were;
	must(swf_jobs_sort(records, SWF_TIES_AS_THEY_ARE, &were));
	must(swf_header_correct(corrected, "MaxJobs", swf_check_jobs(check)));
	must(swf_header_correct(corrected, "MaxRecords", swf_check_records(check)));
	order_extra(were);
	free(were);
	struct swf_writer *writer = begin_log(fileno(output()), corrected);
	for (size_t i = 0; i < records->count; i++)
		if (put_job(writer, &records->jobs[i], i) != 0)
			break;
	end_log(writer, output_name());
}

/* --date-like: when in the week a log without a date begins. */

static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
enum { BINS_OF_DAY = SWF_WEEK_BINS / 7, CLOCK_ROOM = 16 };

/* Real logs correlate by at least 0.89, and by at least 0.07 less half a day away. */
static const double least_correlation = 0.5, least_gap = 0.05;

/* no log is longer */
static const double ages = 1e10; /* s */

static void need_cycle(const char *name, const struct swf_week *week)
{
	if (!swf_week_has_cycle(week))
		die("--date-like: %s has no weekly cycle", name);
}

/* Reads the cycle of a log that has a date. Dies of one that has no date or no cycle. */
static void read_dated_week(const char *path, struct swf_week *week)
{
	struct swf_log *log = open_log_at(path);
	const struct swf_header *header = swf_log_header(log);
	struct swf_job job;
	if (isnan(start_time(header)))
		die("--date-like: %s has no valid UnixStartTime", shown_name(path));
	struct swf_calendar *calendar = local_time_of_log(shown_name(path), header, 0, ages);
	while (next_job(log, &job)) {
		const struct swf_local_time at = swf_calendar_local(calendar, job.submit);
		must(swf_week_add(week, job.submit, at.weekday * SWF_DAY + at.second, job.user));
	}
	need_cycle(shown_name(path), week);
	swf_calendar_free(calendar);
	swf_log_free(log);
}

/* Second 0 of a log may be a time of the week, so many seconds after Monday 0:00. */
struct week_time {
	double second;
	double correlation; /* of the weekly cycles then */
};

static int compare_times(const void *a, const void *b)
{
	const struct week_time *x = a, *y = b;
	if (x->correlation != y->correlation)
		return x->correlation > y->correlation ? -1 : 1;
	return x->second < y->second ? -1 : 1;
}

/* Of each day of the week the time that fits best, the best day first. Dies where the log, of this
 * name, has no weekly cycle; warns where the day is not certain. */
static void find_week_times(const char *name, const struct swf_week *log,
	const struct swf_week *like, struct week_time times[7])
{
	double correlations[SWF_WEEK_BINS];
	need_cycle(name, log);
	swf_week_compare(log, like, correlations);
	for (size_t day = 0; day < 7; day++) {
		size_t of_day = day * BINS_OF_DAY;
		for (size_t i = of_day; i < (day + 1) * BINS_OF_DAY; i++)
			if (correlations[i] > correlations[of_day])
				of_day = i;
		times[day] =
			(struct week_time){(double)of_day * SWF_WEEK_BIN, correlations[of_day]};
	}
	qsort(times, 7, sizeof *times, compare_times);
	/* times around the best one, which may be of the day before or after, are no rivals */
	const size_t best = (size_t)(times[0].second / SWF_WEEK_BIN);
	double rival = -1;
	for (size_t away = BINS_OF_DAY / 2; away <= SWF_WEEK_BINS - BINS_OF_DAY / 2; away++)
		rival = fmax(rival, correlations[(best + away) % SWF_WEEK_BINS]);
	if (correlations[best] < least_correlation || correlations[best] - rival < least_gap)
		warn("--date-like: the day is not certain: the cycles correlate by %.3f, and by "
		     "%.3f at another time, half a day away or more",
			correlations[best], rival);
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

static struct swf_table *week_times_table(const struct week_time times[7])
{
	static const char *const names[] = {"day", "time", "correlation"};
	struct swf_table *table = checked(swf_table_new(names, 3));
	char clock[CLOCK_ROOM];
	for (int i = 0; i < 7; i++) {
		swf_table_text(table, day_of(times[i].second));
		swf_table_text(table, put_clock(times[i].second, clock));
		swf_table_number(table, times[i].correlation);
	}
	return table;
}

/* Says where second 0 is by the date of the log itself, if it has one. */
static void note_own_date(const char *name, const struct swf_header *header)
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

/* Gives a log without a date one in the first week of 1970 in its zone, or in UTC if it knows none.
 * Dies of a log that has a date. */
static void date_log(const char *name, struct swf_header *header, const struct week_time *time)
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
	must(swf_header_correct(header, "UnixStartTime", (int64_t)unix_times[0]));
	swf_calendar_free(calendar);
	note("second 0 is taken as %s %s of a week in January 1970, as the date is not known: "
	     "the cycles correlate by %.3f",
		day_of(time->second), put_clock(time->second, clock), time->correlation);
}

int main(int argc, char **argv)
{
	struct opts o = {.format = SWF_FORMAT_TEXT, .max_loss = 10};
	command_begin(&command, &o, argc, argv);
	if (option_given("max-loss") && !o.fix)
		die_usage("--max-loss goes with --fix");
	settle_extra(o.fix, "goes with --fix");
	if (!o.fix)
		keep_operands();

	struct swf_week week = {0}, like = {0};
	if (o.like != NULL)
		read_dated_week(o.like, &like);
	struct swf_error error;
	struct swf_reader *reader = swf_reader_new(file_operand(), &error);
	if (reader == NULL)
		die_of(&error);
	const char *name = swf_reader_name(reader);
	const struct swf_header *header = swf_reader_header(reader, &error);
	if (header == NULL)
		die_of(&error);
	struct swf_check *check = checked(swf_check_new(header));
	carry_text(header);

	struct swf_jobs records = {0};
	struct week_time times[7];
	read_log(reader, header, check, o.fix ? &records : NULL, o.like != NULL ? &week : NULL);
	if (o.like != NULL)
		find_week_times(name, &week, &like, times);
	/* where too many lines are malformed, the log without them is not a repaired one */
	const double lost = (double)swf_check_finding(check, SWF_FOUND_MALFORMED)->count;
	const double lines = lost + (double)swf_check_records(check);
	const bool fixed = o.fix && 100 * lost <= o.max_loss * lines;
	if (fixed) {
		struct swf_header *corrected = copy_header(header);
		if (o.like != NULL)
			date_log(name, corrected, &times[0]);
		write_repaired(&records, corrected, check);
		note_extra(swf_reader_counts(reader).extra);
	}
	bool violated = false;
	if (o.like != NULL && !o.fix) {
		note_own_date(name, header);
		write_table(week_times_table(times), o.format);
	} else {
		violated = report(check, &o, fixed, o.fix ? stderr : output());
	}
	if (o.fix && !fixed)
		die("%.0f of %.0f lines with jobs are malformed, more than %g %%: nothing is "
		    "written; --max-loss %g leaves them out",
			lost, lines, o.max_loss, ceil(100 * lost / lines));
	swf_week_clear(&week);
	swf_week_clear(&like);
	swf_jobs_clear(&records);
	swf_check_free(check);
	swf_reader_free(reader);
	command_end();
	return violated ? EXIT_DATA : EXIT_SUCCESS;
}
