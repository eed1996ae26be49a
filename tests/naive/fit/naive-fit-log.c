/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The jobs of the log, and its clock.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DAYTIME_BEGIN 7.5
#define DAYTIME_END   17.5

static void read_header(struct log *log, const char *line)
{
	char value[256];
	if (header_value(line, "MaxProcs", value, sizeof value) && isnan(log->max_procs))
		log->max_procs = strtod(value, NULL);
	else if (header_value(line, "MaxNodes", value, sizeof value) && isnan(log->max_nodes))
		log->max_nodes = strtod(value, NULL);
	else if (header_value(line, "UnixStartTime", value, sizeof value) && !log->has_start)
		log->has_start = read_whole_number(value, &log->start) && log->start >= 0;
	else if (header_value(line, "TimeZone", value, sizeof value) && !log->has_offset)
		log->has_offset = read_whole_number(value, &log->offset);
	else if (header_value(line, "TimeZoneString", value, sizeof value) && log->zone == NULL)
		log->zone = strcpy(allocate(strlen(value), 1), value);
}

static struct job job_of_fields(const struct log *log, const double field[FIELDS + 1])
{
	double requested = field[REQUESTED_PROCS], allocated = field[ALLOCATED_PROCS];
	struct job job = {.user = field[USER],
		.submit = field[SUBMIT],
		.end = end_of(field),
		.run_time = field[RUN_TIME] >= 0 ? field[RUN_TIME] : NAN,
		.size = log->by_allocated ? first_positive(allocated, requested)
					  : first_positive(requested, allocated),
		.requested = field[REQUESTED_TIME] > 0 ? field[REQUESTED_TIME] : NAN};
	job.estimate = isnan(job.requested) ? job.run_time : job.requested;
	return job;
}

static void add_job(struct log *log, struct job job)
{
	if (isnan(job.run_time) || isnan(job.size) || job.user < 0)
		return;
	/* Less than a second is not asked for. */
	job.estimate = fmax(job.estimate, 1);
	log->longest_estimate = fmax(log->longest_estimate, job.estimate);
	log->has_estimates |= !isnan(job.requested);
	log->jobs = with_room(log->jobs, log->count, &log->capacity, sizeof job);
	log->jobs[log->count++] = job;
	log->first_submit = fmin(log->first_submit, job.submit);
	log->last_submit = fmax(log->last_submit, job.submit);
}

void read_log(struct log *log, FILE *stream)
{
	bool in_header = true;
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stream) >= 0) {
		const char *text = line + strspn(line, " \t\r\n");
		double field[FIELDS + 1];
		if (*text == ';' && in_header)
			read_header(log, text);
		if (*text == ';' || *text == '\0')
			continue;
		in_header = false;
		if (!read_fields(text, field))
			fail("a line is not 18 numbers");
		if (!is_partial_execution(field))
			add_job(log, job_of_fields(log, field));
	}
	free(line);
}

/* Those of a user are moved to the place behind those of the users with lower numbers. */
void sort_by_user(struct log *log)
{
	struct job *sorted = allocate(log->count, sizeof *sorted);
	log->users = allocate(log->count, sizeof *log->users);
	double user = -1;
	for (size_t placed = 0; placed < log->count;) {
		double next = INFINITY;
		for (size_t i = 0; i < log->count; i++)
			if (log->jobs[i].user > user)
				next = fmin(next, log->jobs[i].user);
		user = next;
		struct user *entry = &log->users[log->user_count++];
		*entry = (struct user){.number = user, .first = INFINITY, .last = -INFINITY};
		for (size_t i = 0; i < log->count; i++)
			if (log->jobs[i].user == user) {
				sorted[placed++] = log->jobs[i];
				entry->jobs++;
				entry->first = fmin(entry->first, log->jobs[i].submit);
				entry->last = fmax(entry->last, log->jobs[i].submit);
			}
	}
	free(log->jobs);
	log->jobs = sorted;
}

double machine_procs(const struct log *log)
{
	return first_positive(log->max_procs, log->max_nodes);
}

/* No job is larger than the machine. */
void cut_sizes(struct log *log)
{
	for (size_t i = 0; i < log->count; i++)
		log->jobs[i].size = fmin(log->jobs[i].size, machine_procs(log));
}

void set_clock(struct log *log)
{
	if (log->zone != NULL)
		setenv("TZ", log->zone, 1);
	else
		set_zone_of_offset(log->has_offset ? log->offset : 0);
	tzset();
	struct tm monday = {.tm_year = 70, .tm_mon = 0, .tm_mday = 5, .tm_isdst = -1};
	if (!log->has_start)
		log->start = mktime(&monday);
}

/* In hours since Monday, 0:00, local time. */
double hour_of_week(const struct log *log, double time)
{
	time_t second = log->start + (time_t)floor(time);
	struct tm local;
	if (localtime_r(&second, &local) == NULL)
		fail("a time is out of range");
	int day = (local.tm_wday + 6) % 7;
	return day * 24 + local.tm_hour + local.tm_min / 60.0 + local.tm_sec / 3600.0;
}

enum kind kind_of_time(const struct log *log, double time)
{
	double hour = hour_of_week(log, time), of_day = fmod(hour, 24);
	if (hour >= 120)
		return IW;
	return DAYTIME_BEGIN <= of_day && of_day < DAYTIME_END ? IWD : IWN;
}
