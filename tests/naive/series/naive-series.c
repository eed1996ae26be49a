/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-series: the time series of a log, as swf-metrics --series all prints them, from all jobs
 * anew for each bin. Written from the manual of swf-metrics, without the library.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/naive-swf.h"

const char program_name[] = "naive-series";

#define SECONDS_PER_DAY 86400.0

/* Fields that a series can be of, beside that of the user. */
enum { GROUP = 13, QUEUE = 15 };

struct job {
	double submit, start, end, size;
	double user;
	double number; /* of the user, group or queue that it counts for */
	size_t series; /* the place of that number among all */
};

struct sums {
	double queue, running, busy, work, arrivals, users;
};

struct user {
	double user;
	size_t series;
};

static struct job *jobs;
static size_t job_count, job_capacity;
static double *numbers; /* ascending, each once */
static size_t number_count;

static double bin_length = 3600, until = -1, procs;
static int by; /* a field, or 0 */
static bool completion, allocated;
static bool has_start, has_offset, has_procs, has_nodes;
static time_t start_of_log, offset, max_procs, max_nodes;
static const char *zone;
static char header_zone[256];

/* ---- reading ---- */

/* Of several lines with a label the first counts. */
static void read_header(const char *line)
{
	char value[256];
	if (header_value(line, "UnixStartTime", value, sizeof value) && !has_start)
		has_start = read_whole_number(value, &start_of_log) && start_of_log >= 0;
	else if (header_value(line, "TimeZone", value, sizeof value) && !has_offset)
		has_offset = read_whole_number(value, &offset);
	else if (header_value(line, "TimeZoneString", value, sizeof value) && !*header_zone)
		strcpy(header_zone, value);
	else if (header_value(line, "MaxProcs", value, sizeof value) && !has_procs)
		has_procs = read_whole_number(value, &max_procs) && max_procs > 0;
	else if (header_value(line, "MaxNodes", value, sizeof value) && !has_nodes)
		has_nodes = read_whole_number(value, &max_nodes) && max_nodes > 0;
}

static void add_job(const double field[FIELDS + 1])
{
	const double size = first_positive(field[allocated ? ALLOCATED_PROCS : REQUESTED_PROCS],
		field[allocated ? REQUESTED_PROCS : ALLOCATED_PROCS]);
	if (field[WAIT] < 0 || field[RUN_TIME] < 0 || isnan(size))
		return;
	jobs = with_room(jobs, job_count, &job_capacity, sizeof *jobs);
	struct job job = {.submit = field[SUBMIT],
		.start = field[SUBMIT] + field[WAIT],
		.end = field[SUBMIT] + field[WAIT] + field[RUN_TIME],
		.size = size,
		.user = field[USER],
		.number = by == 0 ? 0 : field[by]};
	jobs[job_count++] = job;
}

static void read_log(const char *path)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	char *line = NULL;
	size_t size = 0;
	bool any = false;
	while (getline(&line, &size, stream) >= 0) {
		const char *text = line + strspn(line, " \t\r\n");
		double field[FIELDS + 1];
		if (*text == ';' && !any)
			read_header(text);
		if (*text == ';' || *text == '\0')
			continue;
		any = true;
		if (!read_fields(text, field))
			fail("a line is not 18 numbers");
		if (!is_partial_execution(field))
			add_job(field);
	}
	free(line);
	fclose(stream);
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void find_numbers(void)
{
	numbers = allocate(job_count, sizeof *numbers);
	for (size_t i = 0; i < job_count; i++)
		numbers[i] = jobs[i].number;
	qsort(numbers, job_count, sizeof *numbers, ascending);
	for (size_t i = 0; i < job_count; i++)
		if (number_count == 0 || numbers[number_count - 1] != numbers[i])
			numbers[number_count++] = numbers[i];
	for (size_t i = 0; i < job_count; i++)
		while (numbers[jobs[i].series] != jobs[i].number)
			jobs[i].series++;
}

/* ---- local time ---- */

static void set_clock(void)
{
	if (zone == NULL && *header_zone)
		zone = header_zone;
	if (zone != NULL)
		setenv("TZ", zone, 1);
	else
		set_zone_of_offset(has_offset ? offset : 0);
	tzset();
}

static struct tm local_time(double second)
{
	const time_t time = start_of_log + (time_t)floor(second);
	struct tm local;
	if (localtime_r(&time, &local) == NULL)
		fail("a time is out of range");
	return local;
}

static double midnight_before(double second)
{
	if (!has_start)
		return floor(second / SECONDS_PER_DAY) * SECONDS_PER_DAY;
	struct tm local = local_time(second);
	local.tm_hour = local.tm_min = local.tm_sec = 0;
	local.tm_isdst = -1;
	return (double)(mktime(&local) - start_of_log);
}

/* ---- bins ---- */

static double overlap(double begin, double end, double from, double to)
{
	return fmax(fmin(end, to) - fmax(begin, from), 0);
}

/* The jobs with one number that are submitted up to `last`, in a bin of which the part from `from`
 * to `to` is in the window. */
static void sum_up(struct sums *sums, double begin, double end, double from, double to, double last)
{
	static struct user *users;
	static size_t capacity;
	size_t count = 0;
	memset(sums, 0, number_count * sizeof *sums);
	for (size_t i = 0; i < job_count; i++) {
		const struct job *job = &jobs[i];
		struct sums *s = &sums[job->series];
		s->queue += overlap(job->submit, job->start, from, to);
		s->running += overlap(job->start, job->end, from, to);
		s->busy += overlap(job->start, job->end, from, to) * job->size;
		if (job->submit < begin || job->submit >= end || job->submit > last)
			continue;
		s->arrivals++;
		s->work += job->size * (job->end - job->start);
		size_t u = 0;
		while (u < count && (users[u].user != job->user || users[u].series != job->series))
			u++;
		if (u < count || job->user < 0)
			continue;
		users = with_room(users, count, &capacity, sizeof *users);
		users[count++] = (struct user){job->user, job->series};
		s->users++;
	}
}

static void print_value(double value)
{
	if (isnan(value))
		printf(",");
	else
		printf(",%.15g", value);
}

static void print_row(double number, double from, double seconds, const struct sums *s)
{
	if (by != 0)
		printf("%.0f,", number);
	printf("%.15g,", from);
	if (has_start) {
		char text[64];
		const struct tm local = local_time(from);
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local);
		printf("%s", text);
	}
	const double over = seconds > 0 ? seconds : NAN;
	print_value(seconds);
	print_value(s->queue / over);
	print_value(s->running / over);
	print_value(s->busy / over);
	print_value(s->busy / over / procs);
	print_value(s->work / over / procs);
	print_value(s->arrivals);
	print_value(s->users);
	putchar('\n');
}

static void print_series(void)
{
	double first = jobs[0].submit, last = jobs[0].submit, end = -INFINITY;
	for (size_t i = 0; i < job_count; i++) {
		first = fmin(first, jobs[i].submit);
		last = fmax(last, jobs[i].submit);
		end = fmax(end, jobs[i].end);
	}
	if (until >= 0)
		end = last = first + until;
	else if (!completion)
		end = last;
	const double midnight = midnight_before(first);
	struct sums *sums = allocate(number_count, sizeof *sums);
	for (double k = 0; midnight + k * bin_length <= end; k++) {
		const double begin = midnight + k * bin_length, next = begin + bin_length;
		if (next <= first)
			continue;
		const double from = fmax(begin, first), to = fmin(next, end);
		sum_up(sums, begin, next, from, to, last);
		for (size_t i = 0; i < number_count; i++) {
			const struct sums *s = &sums[i];
			if (to > from && by == 0)
				print_row(numbers[i], from, to - from, s);
			else if (s->queue > 0 || s->running > 0 || s->arrivals > 0)
				print_row(numbers[i], from, to - from, s);
		}
	}
	free(sums);
}

/* ---- options ---- */

static double duration(const char *text)
{
	char *unit;
	const double number = strtod(text, &unit);
	static const char units[] = "smhdw";
	static const double lengths[] = {1, 60, 3600, SECONDS_PER_DAY, SECONDS_PER_WEEK};
	return *unit == '\0' ? number : number * lengths[strchr(units, *unit) - units];
}

static void set_option(const char *name, const char *value)
{
	if (strcmp(name, "--bin") == 0)
		bin_length = duration(value);
	else if (strcmp(name, "--until") == 0)
		until = duration(value);
	else if (strcmp(name, "--window") == 0)
		completion = strcmp(value, "completion") == 0;
	else if (strcmp(name, "--size") == 0)
		allocated = strcmp(value, "allocated") == 0;
	else if (strcmp(name, "--procs") == 0)
		procs = strtod(value, NULL);
	else if (strcmp(name, "--tz") == 0)
		zone = value;
	else if (strcmp(name, "--start-time") == 0)
		has_start = read_whole_number(value, &start_of_log);
	else if (strcmp(name, "--by") == 0)
		by = strcmp(value, "user") == 0       ? USER
			: strcmp(value, "group") == 0 ? GROUP
						      : QUEUE;
	else
		fail("no option %s", name);
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"", "user,", "group,", "queue_number,"};
	for (int i = 1; i + 2 < argc; i += 2)
		set_option(argv[i], argv[i + 1]);
	if (argc < 2)
		fail("no log");
	read_log(argv[argc - 1]);
	if (job_count == 0)
		fail("no job");
	if (procs == 0)
		procs = has_procs ? (double)max_procs : has_nodes ? (double)max_nodes : NAN;
	find_numbers();
	set_clock();
	printf("%sbegin,begin_local,seconds,queue,running,busy,utilization,load,arrivals,users\n",
		names[by == 0                 ? 0
				: by == USER  ? 1
				: by == GROUP ? 2
					      : 3]);
	print_series();
	free(jobs);
	free(numbers);
	return ferror(stdout) || fflush(stdout) != 0;
}
