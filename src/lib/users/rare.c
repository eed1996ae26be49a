/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/rare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/date.h"
#include "base/number.h"
#include "table/csv-reader.h"

int swf_rare_refuse(const struct swf_rare_list *list, const struct swf_rare *row, const char *what,
	struct swf_error *error)
{
	return swf_fail(error, "%s:%lld: %s", list->path, (long long)row->line, what);
}

/* Widens the span of the dates by this text, if it is one. */
static void note_date(struct swf_rare_list *list, const char *text)
{
	struct swf_date date;
	if (!swf_date_read(text, &date))
		return;
	if (!list->has_dates || date.seconds < list->first_date)
		list->first_date = date.seconds;
	if (!list->has_dates || date.seconds > list->last_date)
		list->last_date = date.seconds;
	list->has_dates = true;
}

static int add_row(struct swf_rare_list *list, const struct swf_csv_reader *csv,
	const int columns[3], struct swf_error *error)
{
	const char *user = swf_csv_cell(csv, columns[0]);
	struct swf_rare row = {.line = swf_csv_line(csv)};
	if (swf_number_scan_whole(user, user + strlen(user), &row.user) != SWF_SCAN_OK ||
		row.user < 0)
		return swf_csv_refuse(csv, error, "user: not a user number: '%.40s'", user);
	struct swf_rare *rows =
		swf_array_reserve(list->rows, list->count, &list->capacity, sizeof *rows);
	if (rows == NULL)
		return swf_fail_memory(error);
	list->rows = rows;
	row.begin_text = strdup(swf_csv_cell(csv, columns[1]));
	row.end_text = strdup(swf_csv_cell(csv, columns[2]));
	rows[list->count++] = row;
	if (row.begin_text == NULL || row.end_text == NULL)
		return swf_fail_memory(error);
	note_date(list, row.begin_text);
	note_date(list, row.end_text);
	return 0;
}

int swf_rare_read(const char *path, struct swf_rare_list *list, struct swf_error *error)
{
	static const char *const names[3] = {"user", "begin", "end"};
	*list = (struct swf_rare_list){.path = strdup(path)};
	if (list->path == NULL)
		return swf_fail_memory(error);
	struct swf_csv_reader *csv = swf_csv_new(path, error);
	if (csv == NULL)
		return -1;
	int columns[3], got = 0;
	for (int i = 0; i < 3 && got == 0; i++)
		got = (columns[i] = swf_csv_need_column(csv, names[i], error)) < 0 ? -1 : 0;
	if (got == 0)
		while ((got = swf_csv_next(csv, error)) == 1)
			if ((got = add_row(list, csv, columns, error)) != 0)
				break;
	swf_csv_free(csv);
	return got;
}

static int by_user_and_begin(const void *a, const void *b)
{
	const struct swf_rare *x = a, *y = b;
	if (x->user != y->user)
		return x->user < y->user ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static int place_row(struct swf_rare_list *list, struct swf_rare *row,
	const struct swf_calendar *calendar, struct swf_error *error)
{
	struct swf_error wrong;
	char what[300];
	if (swf_calendar_read(calendar, row->begin_text, false, &row->begin, &wrong) != 0) {
		snprintf(what, sizeof what, "begin: %.200s", wrong.text);
		return swf_rare_refuse(list, row, what, error);
	}
	if (swf_calendar_read(calendar, row->end_text, true, &row->end, &wrong) != 0) {
		snprintf(what, sizeof what, "end: %.200s", wrong.text);
		return swf_rare_refuse(list, row, what, error);
	}
	if (row->end < row->begin)
		return swf_rare_refuse(list, row, "ends before it begins", error);
	return 0;
}

int swf_rare_place(
	struct swf_rare_list *list, const struct swf_calendar *calendar, struct swf_error *error)
{
	for (size_t i = 0; i < list->count; i++)
		if (place_row(list, &list->rows[i], calendar, error) != 0)
			return -1;
	if (list->count > 0)
		qsort(list->rows, list->count, sizeof *list->rows, by_user_and_begin);
	for (size_t i = 1; i < list->count; i++) {
		const struct swf_rare *row = &list->rows[i], *before = row - 1;
		if (row->user != before->user || row->begin > before->end)
			continue;
		char what[80];
		const bool later = row->line > before->line;
		snprintf(what, sizeof what, "shares a moment with line %lld",
			(long long)(later ? before : row)->line);
		return swf_rare_refuse(list, later ? row : before, what, error);
	}
	return 0;
}

/* Placed rows are by user and time, and those of a user share no moment: of a user's rows only the
 * last that begins by the submit can hold the job. */
size_t swf_rare_find(const struct swf_rare_list *list, const struct swf_job *job)
{
	const struct swf_rare now = {.user = job->user, .begin = job->submit, .line = INT64_MAX};
	struct swf_bisection b = {.high = list->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, by_user_and_begin(&list->rows[b.middle], &now) <= 0);
	if (b.low == 0)
		return list->count;
	const struct swf_rare *row = &list->rows[b.low - 1];
	return row->user == job->user && job->submit <= row->end ? b.low - 1 : list->count;
}

void swf_rare_clear(struct swf_rare_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->rows[i].begin_text);
		free(list->rows[i].end_text);
	}
	free(list->rows);
	free(list->path);
	*list = (struct swf_rare_list){0};
}

/*
 * Flurries: i and end only move up, so all flurries of a user are found in one pass. While i is
 * within what the windows so far cover, they touch or overlap, and belong to one flurry; the first
 * job beyond it ends the flurry.
 */
bool swf_flurry_next(const double *submits, size_t count, size_t from, double window,
	double threshold, struct swf_flurry *flurry)
{
	size_t end = from; /* of the window that begins with job i */
	double covered = 0;
	bool found = false;
	for (size_t i = from; i < count && !(found && submits[i] > covered); i++) {
		/* its own job is in it, even if it is too short to be seen in the sum */
		while (end < count && (end <= i || submits[end] < submits[i] + window))
			end++;
		if ((double)(end - i) <= threshold)
			continue;
		if (!found)
			flurry->first = i;
		found = true;
		covered = submits[i] + window;
		flurry->jobs = end - flurry->first;
	}
	return found;
}

double swf_flurry_threshold(const struct swf_users *users)
{
	const struct swf_user_total *total = &users->total;
	return fmax(10 * (double)total->jobs / (double)total->weeks_active, 500);
}

struct swf_table *swf_flurries_table(
	const struct swf_workload *workload, double window, double threshold)
{
	static const char *const names[] = {"user", "begin", "end", "name", "jobs"};
	struct swf_table *table = swf_table_new(names, sizeof names / sizeof *names);
	const struct swf_users *users = &workload->users;
	double *submits = malloc((workload->jobs.count + 1) * sizeof *submits);
	int number = 0;
	if (table == NULL || submits == NULL) {
		swf_table_free(table);
		free(submits);
		return NULL;
	}
	for (size_t u = 0; u < users->count; u++) {
		size_t count;
		const size_t *places = swf_workload_places(workload, u, &count);
		struct swf_flurry flurry = {0};
		for (size_t i = 0; i < count; i++)
			submits[i] = swf_packed_jobs_time(
				&workload->jobs, &workload->jobs.submit, places[i]);
		while (swf_flurry_next(
			submits, count, flurry.first + flurry.jobs, window, threshold, &flurry)) {
			char name[32];
			snprintf(name, sizeof name, "flurry-%d", ++number);
			swf_table_whole(table, users->users[u].number);
			swf_table_time(table, submits[flurry.first]);
			swf_table_time(table, submits[flurry.first + flurry.jobs - 1]);
			swf_table_text(table, name);
			swf_table_number(table, (double)flurry.jobs);
		}
	}
	free(submits);
	return table;
}
