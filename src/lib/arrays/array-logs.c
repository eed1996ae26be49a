/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of jobs: from logs, to logs, their check, and the metrics of a schedule in one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swfcore/arrays.h"
#include "swfcore/quantity.h"
#include "swfcore/version.h"

const char *swf_library_version(void)
{
	return SWF_VERSION;
}

int swf_jobs_read(struct swf_jobs *jobs, struct swf_log *log, struct swf_error *error)
{
	struct swf_job job;
	int got;
	while ((got = swf_log_next(log, &job, error)) == 1)
		if (swf_jobs_add(jobs, &job) != 0)
			return swf_fail_memory(error);
	return got;
}

int swf_jobs_write(const struct swf_job *jobs, size_t count, struct swf_writer *writer)
{
	for (size_t i = 0; i < count; i++)
		if (swf_writer_job(writer, &jobs[i]) != 0)
			return -1;
	return 0;
}

/* Sets the error where a field, given by its number, is no time of a log. */
static int check_time(
	const struct swf_job *jobs, size_t place, int field, double time, struct swf_error *error)
{
	if (fabs(time) <= SWF_TIME_MAX)
		return 0;
	return swf_fail(error, "job %lld (place %zu): %s: not a time of a log: %g",
		(long long)jobs[place].number, place, swf_job_field_name(field), time);
}

/* The same of all fields of a job. */
static int check_times(const struct swf_job *jobs, size_t place, struct swf_error *error)
{
	const struct swf_job *job = &jobs[place];
	const struct {
		int field;
		double time;
	} times[] = {{2, job->submit}, {3, job->wait}, {4, job->run_time}, {6, job->cpu_time},
		{9, job->estimate}, {18, job->think_time}};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		if (check_time(jobs, place, times[i].field, times[i].time, error) != 0)
			return -1;
	return 0;
}

int swf_jobs_check(const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (check_times(jobs, i, error) != 0)
			return -1;
		if (i > 0 && jobs[i].submit < jobs[i - 1].submit) {
			swf_fail(error, "job %lld (place %zu): %s: earlier than the job before",
				(long long)jobs[i].number, i, swf_job_field_name(2));
			error->kind = SWF_ERROR_UNSORTED;
			return -1;
		}
	}
	return 0;
}

/* Measures the jobs and fills a table. */
static int fill_table(struct swf_metrics *metrics, struct swf_table *table,
	const struct swf_job *jobs, size_t count, struct swf_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (check_times(jobs, i, error) != 0)
			return -1;
		if (swf_metrics_add(metrics, &jobs[i]) != 0)
			return swf_fail_memory(error);
	}
	return swf_metrics_fill(metrics, table, error);
}

/* The table as a text that the caller frees, or NULL with the error set. */
static char *text_of(struct swf_table *table, struct swf_error *error)
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	int written = -1;
	if (file == NULL)
		swf_fail_memory(error);
	else
		written = swf_table_write(table, file, SWF_FORMAT_JSON, error);
	if (file != NULL && fclose(file) != 0 && written == 0)
		written = swf_fail_memory(error);
	if (written != 0) {
		free(text);
		return NULL;
	}
	return text;
}

char *swf_jobs_metrics(const struct swf_metrics_options *options,
	const int64_t resources[SWF_RESOURCES], const struct swf_job *jobs, size_t count,
	struct swf_error *error)
{
	struct swf_metrics *metrics = swf_metrics_new(options);
	struct swf_table *table = swf_metrics_new_table(options, false);
	char *text = NULL;
	for (int r = 0; metrics != NULL && r < SWF_RESOURCES; r++)
		swf_metrics_set_capacity(metrics, (enum swf_kind)(1 + r), (double)resources[r]);
	if (metrics == NULL || table == NULL)
		swf_fail_memory(error);
	else if (fill_table(metrics, table, jobs, count, error) == 0)
		text = text_of(table, error);
	swf_table_free(table);
	swf_metrics_free(metrics);
	return text;
}
