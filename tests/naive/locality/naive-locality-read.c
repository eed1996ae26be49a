/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-locality: the log, its users and their sessions, and local time.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SESSION_GAP 3600

/* ---- the header ---- */

/* Of several lines with a label the first counts. */
static void read_header(struct log *log, const char *line)
{
	char value[256];
	if (header_value(line, "UnixStartTime", value, sizeof value) && !log->has_start)
		log->has_start = read_whole_number(value, &log->start) && log->start >= 0;
	else if (header_value(line, "TimeZone", value, sizeof value) && !log->has_offset)
		log->has_offset = read_whole_number(value, &log->offset);
	else if (header_value(line, "TimeZoneString", value, sizeof value) && log->zone == NULL)
		log->zone = strcpy(allocate(strlen(value), 1), value);
}

/* ---- jobs ---- */

static double from_0(double value)
{
	return value >= 0 ? value : NAN;
}

static struct job job_of_fields(const double field[FIELDS + 1], bool requested)
{
	double first = field[requested ? REQUESTED_PROCS : ALLOCATED_PROCS];
	double other = field[requested ? ALLOCATED_PROCS : REQUESTED_PROCS];
	struct job job = {.user = field[USER],
		.submit = field[SUBMIT],
		.wait = from_0(field[WAIT]),
		.end = end_of(field)};
	job.value[RUNTIME] = from_0(field[RUN_TIME]);
	job.value[ESTIMATE] = first_positive(field[REQUESTED_TIME], NAN);
	job.value[SIZE] = first_positive(first, other);
	return job;
}

static void add_job(struct log *log, struct job job)
{
	if (log->count > 0 && job.submit < log->jobs[log->count - 1].submit)
		fail("the log is not in submit order");
	log->jobs = with_room(log->jobs, log->count, &log->capacity, sizeof job);
	log->jobs[log->count++] = job;
}

static void read_line(struct log *log, const char *line, bool requested)
{
	line += strspn(line, " \t\r\n");
	if (*line == '\0')
		return;
	if (*line == ';') {
		if (log->count == 0)
			read_header(log, line);
		return;
	}
	double field[FIELDS + 1];
	if (!read_fields(line, field))
		fail("a line is not 18 numbers");
	if (!is_partial_execution(field))
		add_job(log, job_of_fields(field, requested));
}

/* ---- local time ---- */

static void set_clock(struct log *log, const struct options *options)
{
	const char *zone = options->zone != NULL ? options->zone : log->zone;
	if (zone != NULL)
		setenv("TZ", zone, 1);
	else
		set_zone_of_offset(log->has_offset ? log->offset : 0);
	tzset();
	if (options->start != NULL)
		log->has_start = read_whole_number(options->start, &log->start);
	if (log->has_start)
		return;
	struct tm monday = {.tm_year = 70, .tm_mon = 0, .tm_mday = 5, .tm_isdst = -1};
	log->start = mktime(&monday);
}

/* Days from the first one of the year 1. */
static long number_of_day(const struct tm *local)
{
	long before = local->tm_year + 1900L - 1;
	return before * 365 + before / 4 - before / 100 + before / 400 + local->tm_yday;
}

static void set_local_time(const struct log *log, struct job *job)
{
	time_t second = log->start + (time_t)floor(job->submit);
	struct tm local;
	if (localtime_r(&second, &local) == NULL)
		fail("a time is out of range");
	job->day = number_of_day(&local);
	int days_from_monday = (local.tm_wday + 6) % 7;
	job->hour_of_week = days_from_monday * 24L + local.tm_hour;
}

/* ---- the log ---- */

struct log read_log(const char *path, const struct options *options)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	struct log log = {.jobs = NULL};
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stream) >= 0)
		read_line(&log, line, options->requested);
	free(line);
	fclose(stream);
	set_clock(&log, options);
	for (size_t i = 0; i < log.count; i++)
		set_local_time(&log, &log.jobs[i]);
	return log;
}

void free_log(struct log *log)
{
	free(log->jobs);
	free(log->zone);
}

/* ---- users ---- */

double next_user(const struct log *log, double after)
{
	double next = NAN;
	for (size_t i = 0; i < log->count; i++)
		if (log->jobs[i].user > after && log->jobs[i].user >= 0)
			next = fmin(next, log->jobs[i].user);
	return next;
}

struct user find_user(const struct log *log, double number)
{
	struct user user = {.number = number,
		.jobs = allocate(log->count, sizeof *user.jobs),
		.session = allocate(log->count, sizeof *user.session)};
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i];
		if (job->user != number)
			continue;
		if (user.count == 0 ||
			job->submit - user.jobs[user.count - 1]->submit > SESSION_GAP)
			user.sessions++;
		user.jobs[user.count] = job;
		user.session[user.count++] = user.sessions - 1;
	}
	return user;
}

void free_user(struct user *user)
{
	free(user->jobs);
	free(user->session);
}
