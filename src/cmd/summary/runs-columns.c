/* What the columns of the tables mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-input.h"
#include "summary/runs-parts.h"

/* The place of a column that there must be. */
static int need_column(const struct swf_csv_reader *csv, const char *name)
{
	const int column = swf_csv_column(csv, name);
	if (column >= 0)
		return column;
	const size_t count = swf_csv_columns(csv);
	const char **names = checked(calloc(count + 1, sizeof *names));
	for (size_t i = 0; i < count; i++)
		names[i] = swf_csv_name(csv, (int)i);
	die_of_row(csv, "no column '%s'%s", name, hint(name, names));
}

static int need_column_or_file(const struct swf_csv_reader *csv, const char *name)
{
	if (swf_csv_column(csv, name) < 0 && strcmp(name, "file") == 0)
		return FILE_NAME;
	return need_column(csv, name);
}

static size_t length_of(char *const *list)
{
	size_t length = 0;
	while (list != NULL && list[length] != NULL)
		length++;
	return length;
}

static void not_asked(struct runs *runs, int column)
{
	if (column >= 0)
		runs->columns[column].kind = NOT_ASKED;
}

static void find_groups(struct runs *runs, const struct swf_csv_reader *csv)
{
	char *const *names = runs->options.groups;
	runs->group_columns = length_of(names);
	runs->groups = checked(calloc(runs->group_columns + 1, sizeof *runs->groups));
	for (size_t i = 0; i < runs->group_columns; i++) {
		runs->groups[i] = runs->some_groups ? swf_csv_column(csv, names[i])
						    : need_column_or_file(csv, names[i]);
		not_asked(runs, runs->groups[i]);
	}
}

static void find_conditions(struct runs *runs, const struct swf_csv_reader *csv)
{
	const struct runs_options *o = &runs->options;
	const int replication = swf_csv_column(csv, "replication");
	if (o->paired == NULL) {
		if (replication >= 0 && runs->columns[replication].kind == EMPTY)
			runs->columns[replication].kind = UNUSED;
		return;
	}
	runs->paired = need_column_or_file(csv, o->paired);
	if (o->replication != NULL)
		runs->replication = need_column_or_file(csv, o->replication);
	else if (replication != runs->paired)
		runs->replication = replication;
	not_asked(runs, runs->paired);
	not_asked(runs, runs->replication);
}

static void find_metrics(struct runs *runs, const struct swf_csv_reader *csv)
{
	char *const *names = runs->options.metrics;
	runs->metric_count = length_of(names);
	runs->metrics =
		checked(calloc(runs->column_count + runs->metric_count, sizeof *runs->metrics));
	for (size_t i = 0; i < runs->metric_count; i++) {
		const int column = runs->some_metrics ? swf_csv_column(csv, names[i])
						      : need_column(csv, names[i]);
		runs->metrics[i] = column;
		if (column >= 0)
			runs->columns[column].kind = NUMBERS;
	}
}

/* Takes the names of the columns from the first table, and what they mean. */
static void begin_columns(struct runs *runs, const struct swf_csv_reader *csv)
{
	runs->first_path = runs->path;
	runs->column_count = swf_csv_columns(csv);
	runs->columns = checked(calloc(runs->column_count, sizeof *runs->columns));
	for (size_t i = 0; i < runs->column_count; i++) {
		runs->columns[i].name = checked(strdup(swf_csv_name(csv, (int)i)));
		runs->columns[i].kind = runs->options.metrics != NULL ? NOT_ASKED : EMPTY;
	}
	find_groups(runs, csv);
	find_conditions(runs, csv);
	find_metrics(runs, csv);
}

static bool has_column(const struct runs *runs, const char *name)
{
	for (size_t i = 0; i < runs->column_count; i++)
		if (strcmp(runs->columns[i].name, name) == 0)
			return true;
	return false;
}

void place_columns(struct runs *runs, const struct swf_csv_reader *csv)
{
	if (runs->columns == NULL)
		begin_columns(runs, csv);
	for (size_t i = 0; i < runs->column_count; i++)
		runs->columns[i].place = need_column(csv, runs->columns[i].name);
	for (int i = 0; i < (int)swf_csv_columns(csv); i++)
		if (!has_column(runs, swf_csv_name(csv, i)))
			die_of_row(csv, "column '%s' is not in %s", swf_csv_name(csv, i),
				shown_name(runs->first_path));
}

const char *cell_at(const struct runs *runs, const struct swf_csv_reader *csv, int column)
{
	return column == FILE_NAME ? runs->path : swf_csv_cell(csv, runs->columns[column].place);
}

void choose_metrics(struct runs *runs)
{
	char list[1500] = "";
	for (size_t i = 0; i < runs->column_count; i++) {
		const struct column *column = &runs->columns[i];
		if (column->kind == NUMBERS)
			runs->metrics[runs->metric_count++] = (int)i;
		if (column->kind == NUMBERS || column->kind == NOT_ASKED)
			continue;
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s%s", used > 0 ? ", " : "",
			column->name,
			column->kind == TEXT            ? " (text)"
				: column->kind == EMPTY ? " (empty)"
							: "");
	}
	if (*list != '\0')
		note("columns left out: %s", list);
	if (runs->metric_count == 0)
		die("no column of numbers: is it CSV?");
}
