/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "metrics/streamed.h"

#include <math.h>

#include "metrics/placement.h"
#include "metrics/records.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/options.h"
#include "shared/table-output.h"

void note_jobs_left_out(const struct swf_log *log, const struct left_out *left_out)
{
	const struct swf_log_counts counts = swf_log_counts(log);
	note_log_counts(counts);
	if (counts.unsorted > 0)
		warn("the log is not in submit order; it was sorted");
	note_left_out(left_out->excluded, "job", "of excluded users: left out",
		left_out->excluded_work, counts.work);
	note_left_out(left_out->not_run, "job", "without a wait time, run time or size: left out",
		left_out->not_run_work, counts.work);
}

int32_t machine_size(const struct swf_log *log, int32_t procs, const char *consequence)
{
	if (procs == 0)
		procs = swf_header_procs(swf_log_header(log));
	if (procs == 0)
		note("the log has no positive MaxProcs or MaxNodes, so %s; give --procs N",
			consequence);
	return procs;
}

/* The next job of the log that ran and is not left out; false at the end. */
static bool next_that_ran(struct swf_log *log, const struct swf_user_set *excluded,
	enum swf_size size, struct left_out *left_out, struct swf_job *job)
{
	while (next_job(log, job)) {
		if (swf_user_set_has(excluded, job->user)) {
			left_out->excluded++;
			left_out->excluded_work += swf_job_work(job, SWF_SIZE_REQUESTED);
		} else if (swf_records_ran(job, swf_job_size(job, size))) {
			return true;
		} else {
			left_out->not_run++;
			left_out->not_run_work += swf_job_work(job, size);
		}
	}
	return false;
}

/* The calendar of the log, for local times. Notes where it has none for want of a date. */
static struct swf_calendar *dates_of_log(const struct swf_log *log)
{
	const struct swf_header *header = swf_log_header(log);
	if (!isnan(start_time(header)) || option_given("tz"))
		return local_time(header, -INFINITY, INFINITY);
	note("the log has no valid UnixStartTime, so there are no dates; give the time of its "
	     "second 0 with --start-time");
	return checked(swf_calendar_new_without_date());
}

/* Adds a cell with the local time at second t, missing where the log has no date. */
static void local_time_cell(struct swf_table *table, const struct swf_calendar *calendar, double t)
{
	char text[SWF_CALENDAR_ROOM];
	if (swf_calendar_write(calendar, t, text))
		swf_table_text(table, text);
	else
		swf_table_number(table, NAN);
}

/* Where the rows of series go. */
struct series_target {
	const struct swf_time_series_options *options;
	const struct swf_calendar *calendar;
	struct swf_table *table;
	bool users; /* there were some */
};

static struct swf_table *new_series_table(const struct swf_time_series_options *options)
{
	static const char *const numbers[] = {[SWF_BY_USER] = "user",
		[SWF_BY_GROUP] = "group",
		[SWF_BY_QUEUE] = "queue_number",
		[SWF_BY_PARTITION] = "partition"};
	static const char *const values[] = {SWF_SERIES_NAMES};
	const char *names[4 + SWF_SERIES_VALUES];
	size_t count = 0;
	if (options->by != SWF_SERIES_OF_ALL)
		names[count++] = numbers[options->by];
	names[count++] = "begin";
	names[count++] = "begin_local";
	names[count++] = "seconds";
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (options->has[v])
			names[count++] = values[v];
	return checked(swf_table_new(names, count));
}

static void put_series_row(void *context, const struct swf_time_series_row *row)
{
	struct series_target *target = context;
	struct swf_table *table = target->table;
	target->users |= row->values[SWF_SERIES_USERS] > 0;
	if (target->options->by != SWF_SERIES_OF_ALL)
		swf_table_whole(table, row->number);
	swf_table_time(table, row->begin);
	local_time_cell(table, target->calendar, row->begin);
	swf_table_time(table, row->seconds);
	for (int v = 0; v < SWF_SERIES_VALUES; v++)
		if (target->options->has[v])
			swf_table_number(table, row->values[v]);
}

void print_series(struct swf_time_series_options *options, const struct swf_user_set *excluded,
	enum swf_format format)
{
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	if (options->has[SWF_SERIES_UTILIZATION] || options->has[SWF_SERIES_LOAD])
		options->procs = machine_size(log, options->procs, "no utilization and no load");
	struct swf_calendar *calendar = dates_of_log(log);
	struct series_target target = {
		options, calendar, new_series_table(options), .users = false};
	swf_table_stream(target.table, output(), format);
	struct swf_time_series *series =
		checked(swf_time_series_new(options, calendar, put_series_row, &target));
	struct left_out left_out = {0};
	struct swf_error error;
	struct swf_job job;
	int result = 0;
	while (result == 0 && next_that_ran(log, excluded, options->size, &left_out, &job))
		result = swf_time_series_add(series, &job, &error);
	if (result == 0)
		note_jobs_left_out(log, &left_out);
	if (result != 0 || swf_time_series_end(series, &error) != 0)
		die_of(&error);
	if (options->by == SWF_BY_USER)
		need_users(log, file_operand());
	if (options->has[SWF_SERIES_USERS] && !target.users)
		note("no job has a user, so users is 0");
	write_table(target.table, format);
	swf_time_series_free(series);
	swf_calendar_free(calendar);
	swf_log_free(log);
}

/* Where the rows of a placement go. */
struct placement_target {
	const struct swf_calendar *calendar;
	struct swf_table *table;
};

/* A number of a user, group or queue; a negative one is not known. */
static void number_cell(struct swf_table *table, int64_t number)
{
	if (number >= 0)
		swf_table_whole(table, number);
	else
		swf_table_number(table, NAN);
}

static void put_placed(void *context, const struct swf_placed *placed)
{
	const struct placement_target *target = context;
	struct swf_table *table = target->table;
	swf_table_whole(table, placed->job);
	number_cell(table, placed->user);
	number_cell(table, placed->group);
	number_cell(table, placed->queue);
	swf_table_time(table, placed->submit);
	swf_table_time(table, placed->start);
	swf_table_time(table, placed->end);
	local_time_cell(table, target->calendar, placed->start);
	local_time_cell(table, target->calendar, placed->end);
	swf_table_whole(table, placed->low);
	swf_table_whole(table, placed->high);
}

void print_placement(int32_t procs, enum swf_size size, const struct swf_user_set *excluded,
	enum swf_format format)
{
	static const char *const names[] = {"job", "user", "group", "queue_number", "submit",
		"start", "end", "start_local", "end_local", "low", "high"};
	struct swf_log *log = open_log();
	die_if_empty(log, file_operand());
	procs = machine_size(log, procs, "jobs take processors without an end");
	struct swf_calendar *calendar = dates_of_log(log);
	struct placement_target target = {
		calendar, checked(swf_table_new(names, sizeof names / sizeof *names))};
	swf_table_stream(target.table, output(), format);
	struct swf_placement *placement =
		checked(swf_placement_new(procs, size, put_placed, &target));
	struct left_out left_out = {0};
	struct swf_error error;
	struct swf_job job;
	int result = 0;
	while (result == 0 && next_that_ran(log, excluded, size, &left_out, &job))
		result = swf_placement_add(placement, &job, &error);
	if (result == 0)
		note_jobs_left_out(log, &left_out);
	if (result != 0 || swf_placement_end(placement, &error) != 0)
		die_of(&error);
	note_count(swf_placement_beyond(placement), "job",
		"for which the machine has not enough free: placed beyond its processors");
	write_table(target.table, format);
	swf_placement_free(placement);
	swf_calendar_free(calendar);
	swf_log_free(log);
}
