/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/resample/naive-resample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a table. */
enum { MOST_CELLS = 100 };

struct table {
	const char *path;
	FILE *stream;
	char *line;
	size_t size, number; /* of the line */
	char *cells[MOST_CELLS];
	size_t count;
};

const char *const kind_names[KINDS] = {"long-term", "temporary", "rare", "all", "discarded"};

static FILE *open_file(const char *path)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	return stream;
}

/* ---- the log and the output ---- */

struct jobs read_jobs(const char *path)
{
	struct jobs jobs = {.count = 0};
	FILE *stream = open_file(path);
	char *line = NULL;
	size_t size = 0;
	struct job job = {.behaviour = -1};
	while (getline(&line, &size, stream) >= 0) {
		job.line++;
		const char *text = line + strspn(line, " \t\r\n");
		if (*text == '\0' || *text == ';')
			continue;
		if (!read_fields(text, job.field))
			fail("%s:%zu: not 18 numbers", path, job.line);
		jobs.job = with_room(jobs.job, jobs.count, &jobs.capacity, sizeof job);
		jobs.job[jobs.count++] = job;
	}
	free(line);
	fclose(stream);
	return jobs;
}

/* Partial executions are left out before anything else is done. */
static void drop_partial_executions(struct jobs *jobs)
{
	size_t kept = 0;
	for (size_t i = 0; i < jobs->count; i++)
		if (!is_partial_execution(jobs->job[i].field))
			jobs->job[kept++] = jobs->job[i];
	jobs->count = kept;
}

void read_log(struct workload *w, const char *path)
{
	w->log = read_jobs(path);
	drop_partial_executions(&w->log);
	if (w->log.count == 0)
		fail("%s: no jobs", path);
	w->begin = submit_of(&w->log.job[0]);
	w->length = submit_of(&w->log.job[w->log.count - 1]) - w->begin;
	w->log_weeks = w->length / SECONDS_PER_WEEK;
	w->period = (long)ceil(w->log_weeks);
	if (w->options.displaced) {
		w->period = (long)floor(w->log_weeks) + 1;
		w->length = (double)w->period * SECONDS_PER_WEEK;
	}
	if (w->options.weeks >= 0)
		w->length = w->options.weeks * SECONDS_PER_WEEK;
	else if (w->options.extend >= 0)
		w->length *= w->options.extend;
	w->end = w->begin + w->length;
	for (size_t i = 0; i < w->log.count; i++) {
		struct job *job = &w->log.job[i];
		if (i > 0 && submit_of(job) < submit_of(job - 1))
			fail("%s:%zu: not in submit order", path, job->line);
		job->week = (long)floor((submit_of(job) - w->begin) / SECONDS_PER_WEEK);
	}
}

/* ---- tables ---- */

static struct table open_table(const char *path)
{
	return (struct table){.path = path, .stream = open_file(path)};
}

static void close_table(struct table *table)
{
	free(table->line);
	fclose(table->stream);
}

/* Splits the next line into its cells; returns false after the last one. */
static bool read_row(struct table *table)
{
	if (getline(&table->line, &table->size, table->stream) < 0)
		return false;
	table->number++;
	table->count = 0;
	char *cell = table->line;
	cell[strcspn(cell, "\r\n")] = '\0';
	while (cell != NULL && table->count < MOST_CELLS) {
		table->cells[table->count++] = cell;
		cell = strchr(cell, ',');
		if (cell != NULL)
			*cell++ = '\0';
	}
	return true;
}

static double number_in(const struct table *table, size_t column)
{
	if (column >= table->count)
		fail("%s:%zu: too few cells", table->path, table->number);
	const char *cell = table->cells[column];
	char *end;
	double number = strtod(cell, &end);
	if (end == cell || *end != '\0')
		fail("%s:%zu: not a number: '%s'", table->path, table->number, cell);
	return number;
}

static size_t column_of(const struct table *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++)
		if (strcmp(table->cells[i], name) == 0)
			return i;
	fail("%s: no column %s", table->path, name);
}

void read_list(struct workload *w, const char *path)
{
	struct table table = open_table(path);
	read_row(&table);
	size_t user = column_of(&table, "user"), begin = column_of(&table, "begin");
	size_t end = column_of(&table, "end");
	while (read_row(&table)) {
		w->behaviours = with_room(w->behaviours, w->behaviour_count, &w->behaviour_capacity,
			sizeof *w->behaviours);
		w->behaviours[w->behaviour_count++] =
			(struct behaviour){.user = number_in(&table, user),
				.begin = number_in(&table, begin),
				.end = number_in(&table, end)};
	}
	close_table(&table);
}

/* ---- the map ---- */

enum column { OUTPUT_USER, LOG, SOURCE_USER, CLASS, COPY, FIRST_WEEK, SHIFT, FIRST_JOB, COLUMNS };

static void check_columns(const struct table *table)
{
	static const char *const names[COLUMNS] = {"user", "log", "source_user", "class", "copy",
		"first_week", "shift_weeks", "first_job"};
	for (size_t i = 0; i < COLUMNS; i++)
		if (column_of(table, names[i]) != i)
			fail("%s: the name of column %zu is %s", table->path, i + 1,
				table->cells[i]);
}

static enum kind kind_in(const struct table *table, size_t column)
{
	for (int i = LONG_TERM; i < DISCARDED; i++)
		if (strcmp(kind_names[i], table->cells[column]) == 0)
			return (enum kind)i;
	fail("%s:%zu: no class: '%s'", table->path, table->number, table->cells[column]);
}

/* Users have all numbers from 1 on. */
static void find_users(struct workload *w)
{
	w->users = allocate(w->row_count, sizeof *w->users);
	for (size_t i = 0; i < w->row_count; i++) {
		struct row *row = &w->rows[i];
		if (!(row->user >= 1 && row->user <= (double)w->row_count) ||
			row->user != floor(row->user))
			fail("map:%zu: no number of a user: %g", row->line, row->user);
		size_t user = (size_t)row->user;
		if (w->users[user - 1] == NULL)
			w->users[user - 1] = row;
		if (user > w->user_count)
			w->user_count = user;
	}
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i] == NULL)
			fail("map: there is no user %zu", i + 1);
}

void read_map(struct workload *w, const char *path)
{
	struct table table = open_table(path);
	while (read_row(&table)) {
		if (table.count != COLUMNS)
			fail("%s:%zu: %zu cells", path, table.number, table.count);
		if (table.number == 1) {
			check_columns(&table);
			continue;
		}
		if (number_in(&table, LOG) != 1)
			fail("%s:%zu: there is no log %s", path, table.number, table.cells[LOG]);
		w->rows = with_room(w->rows, w->row_count, &w->row_capacity, sizeof *w->rows);
		w->rows[w->row_count++] = (struct row){.line = table.number,
			.user = number_in(&table, OUTPUT_USER),
			.source_user = number_in(&table, SOURCE_USER),
			.kind = kind_in(&table, CLASS),
			.copy = (long)number_in(&table, COPY),
			.first_week = (long)number_in(&table, FIRST_WEEK),
			.shift = (long)number_in(&table, SHIFT),
			.first_job = number_in(&table, FIRST_JOB)};
	}
	close_table(&table);
	find_users(w);
}
