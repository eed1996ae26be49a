/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cells become numbers as they are read: groups, conditions and pairs are counted in the order of
 * first appearance. The rows of all tables are one sequence, and a column of numbers has a value
 * for each; one that was empty so far has NaN for the rows before its first number. runs[i].row is
 * the last row of a run, and `before` of a row the one before it of the same run: a run that stands
 * alone has one row, a replication one for each condition. runs_finish() then puts the runs in the
 * order of their groups: those of group g are order[begins[g]] up to order[begins[g + 1] - 1]. A
 * row costs a search in a tree for its group, its condition and its run.
 */
#include "summary/runs.h"

#include <math.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-input.h"
#include "table/csv-reader.h"

void add_cell(struct cells *cells, const char *cell)
{
	const size_t length = strlen(cell) + 1;
	while (cells->length + length > cells->capacity)
		cells->text = reserve(cells->text, cells->capacity, &cells->capacity, 1);
	memcpy(cells->text + cells->length, cell, length);
	cells->length += length;
}

static int compare_cells(const void *a, const void *b)
{
	const struct cells *x = a, *y = b;
	if (x->length != y->length)
		return x->length < y->length ? -1 : 1;
	return x->length == 0 ? 0 : memcmp(x->text, y->text, x->length);
}

size_t find_cells(const struct cell_index *index, const struct cells *cells)
{
	struct cells *const *found = tfind(cells, &index->tree, compare_cells);
	return found != NULL ? (*found)->place : SIZE_MAX;
}

size_t number_of_cells(struct cell_index *index, const struct cells *cells)
{
	size_t place = find_cells(index, cells);
	if (place != SIZE_MAX)
		return place;
	struct cells *added = checked(calloc(1, sizeof *added));
	added->text = checked(malloc(cells->length + 1));
	added->length = cells->length;
	if (cells->length > 0)
		memcpy(added->text, cells->text, cells->length);
	added->place = index->count;
	index->all = reserve(index->all, index->count, &index->capacity, sizeof *index->all);
	index->all[index->count++] = added;
	checked(tsearch(added, &index->tree, compare_cells));
	return added->place;
}

void free_cell_index(struct cell_index *index)
{
	for (size_t i = 0; i < index->count; i++) {
		tdelete(index->all[i], &index->tree, compare_cells);
		free(index->all[i]->text);
		free(index->all[i]);
	}
	free(index->all);
}

enum kind { EMPTY, NUMBERS, TEXT, UNUSED, NOT_ASKED };

struct column {
	char *name;
	int place;      /* in the table at hand */
	enum kind kind; /* EMPTY until its first cell that is not */
	double *values; /* of NUMBERS, one a row; NaN for an empty cell */
	size_t capacity;
};

/* Places of columns that are none. */
enum { NO_COLUMN = -1, FILE_NAME = -2 };

#define NO_ROW SIZE_MAX

/* A run, or one under each condition. */
struct run {
	size_t group;
	size_t row; /* the last one that is of it */
};

/* A row of numbers. */
struct row {
	size_t condition;
	size_t before; /* another one of the same run, or NO_ROW */
};

struct runs {
	struct runs_options options;
	bool some_groups, some_metrics; /* columns of these may be missing */
	struct runs *reference;         /* the metrics of the originals are runs too: one a group */
	size_t *reference_groups;       /* for each group that of the reference, or SIZE_MAX */
	const char *path, *first_path;  /* of the table at hand, and of the first */
	struct column *columns;
	size_t column_count;
	struct row *rows; /* those that were kept */
	size_t row_count, row_capacity;
	size_t other_rows; /* of other conditions */
	int *groups;       /* the places of these columns in the first table */
	size_t group_columns;
	int *metrics;
	size_t metric_count;
	int paired, replication;
	struct cells cells; /* those looked for */
	struct cell_index group_index, conditions;
	struct cell_index members; /* group and replication of the runs, if they are pairs */
	struct cell_index parts;   /* group and condition, if these are matched by their place */
	size_t *part_rows;         /* how many rows each part has */
	size_t part_count, part_capacity;
	struct run *runs;
	size_t run_count, run_capacity;
	size_t *order, *begins; /* the runs by group, and where each group begins */
};

static size_t number_of_cell(struct runs *runs, struct cell_index *index, const char *cell)
{
	runs->cells.length = 0;
	add_cell(&runs->cells, cell);
	return number_of_cells(index, &runs->cells);
}

struct runs *runs_new(const struct runs_options *options)
{
	struct runs *runs = checked(calloc(1, sizeof *runs));
	runs->options = *options;
	runs->paired = runs->replication = NO_COLUMN;
	for (int i = 0; i < 2 && options->values[i] != NULL; i++)
		number_of_cell(runs, &runs->conditions, options->values[i]);
	return runs;
}

void runs_free(struct runs *runs)
{
	if (runs == NULL)
		return;
	if (runs->reference != NULL) {
		free((void *)runs->reference->options.metrics);
		runs_free(runs->reference);
		free(runs->reference_groups);
	}
	for (size_t i = 0; i < runs->column_count; i++) {
		free(runs->columns[i].name);
		free(runs->columns[i].values);
	}
	free_cell_index(&runs->group_index);
	free_cell_index(&runs->conditions);
	free_cell_index(&runs->members);
	free_cell_index(&runs->parts);
	free(runs->columns);
	free(runs->groups);
	free(runs->metrics);
	free(runs->cells.text);
	free(runs->part_rows);
	free(runs->rows);
	free(runs->runs);
	free(runs->order);
	free(runs->begins);
	free(runs);
}

/* The row of a run under a condition, or NO_ROW. */
static size_t row_of(const struct runs *runs, size_t run, size_t condition)
{
	size_t row = runs->runs[run].row;
	while (row != NO_ROW && runs->rows[row].condition != condition)
		row = runs->rows[row].before;
	return row;
}

/* What the columns of the tables mean. */

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

/* Finds the columns of the first table, which it takes for all, in the table at hand. */
static void place_columns(struct runs *runs, const struct swf_csv_reader *csv)
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

/* The cell of a column, by its place in the first table, or the name of the table. */
static const char *cell_at(const struct runs *runs, const struct swf_csv_reader *csv, int column)
{
	return column == FILE_NAME ? runs->path : swf_csv_cell(csv, runs->columns[column].place);
}

/* Takes the columns of numbers as metrics, and says what is none. */
static void choose_metrics(struct runs *runs)
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

/* The conditions, and which runs under them are pairs. */

void paired_value(struct runs_options *o, char *text)
{
	char *values = strchr(text, '=');
	o->paired = text;
	o->values[0] = o->values[1] = NULL;
	if (values == NULL)
		return;
	*values++ = '\0';
	char *second = strchr(values, ',');
	if (*values == '\0' || (second != NULL && strchr(second + 1, ',') != NULL))
		die_usage("--paired: not one or two values: '%s'", values);
	if (second != NULL)
		*second++ = '\0';
	if (second != NULL && strcmp(values, second) == 0)
		die_usage("--paired: '%s' twice", second);
	o->values[0] = values;
	o->values[1] = second;
}

static void look_for_numbers(struct runs *runs, size_t a, size_t b)
{
	char number[32];
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", a);
	add_cell(&runs->cells, number);
	snprintf(number, sizeof number, "%zu", b);
	add_cell(&runs->cells, number);
}

/* The number of the run to which a row belongs. */
static size_t run_of(
	struct runs *runs, const struct swf_csv_reader *csv, size_t group, size_t condition)
{
	char number[32];
	if (runs->paired == NO_COLUMN)
		return runs->run_count;
	if (runs->replication == NO_COLUMN) {
		/* its place among the rows of its group and condition is its replication */
		look_for_numbers(runs, group, condition);
		const size_t part = number_of_cells(&runs->parts, &runs->cells);
		if (part == runs->part_count) {
			runs->part_rows = reserve(runs->part_rows, part, &runs->part_capacity,
				sizeof *runs->part_rows);
			runs->part_rows[runs->part_count++] = 0;
		}
		look_for_numbers(runs, group, runs->part_rows[part]++);
		return number_of_cells(&runs->members, &runs->cells);
	}
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", group);
	add_cell(&runs->cells, number);
	const char *replication = cell_at(runs, csv, runs->replication);
	add_cell(&runs->cells, replication);
	const size_t run = number_of_cells(&runs->members, &runs->cells);
	if (*replication == '\0')
		die_of_row(csv, "no replication");
	if (run < runs->run_count && row_of(runs, run, condition) != NO_ROW)
		die_of_row(csv, "replication '%s' of '%s' a second time", replication,
			runs_condition(runs, condition));
	return run;
}

/* Dies where there are not two conditions. */
static void check_conditions(const struct runs *runs)
{
	const struct runs_options *o = &runs->options;
	bool seen[2] = {false, false};
	for (size_t row = 0; row < runs->row_count; row++)
		if (runs->rows[row].condition < 2)
			seen[runs->rows[row].condition] = true;
	for (size_t c = 0; c < 2 && o->values[c] != NULL; c++)
		if (!seen[c])
			die("column '%s': no row has '%s'", o->paired, o->values[c]);
	if (runs->conditions.count == 1)
		die("column '%s' has one value, '%.40s'; a comparison needs two", o->paired,
			runs_condition(runs, 0));
}

/* The cells of a group, as far as there is room. */
static const char *group_text(const struct runs *runs, size_t group, char *text, size_t room)
{
	size_t used = 0;
	*text = '\0';
	for (size_t i = 0; i < runs->group_columns && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s", i > 0 ? ", " : "",
			runs_group_cell(runs, group, i));
	return text;
}

static size_t rows_of_part(struct runs *runs, size_t group, size_t condition)
{
	look_for_numbers(runs, group, condition);
	const size_t part = find_cells(&runs->parts, &runs->cells);
	return part != SIZE_MAX ? runs->part_rows[part] : 0;
}

/* Dies where conditions that are matched by the place of their rows differ in the number of these.
 */
static void check_places(struct runs *runs, size_t group, size_t condition)
{
	const size_t n = rows_of_part(runs, group, 0), other = rows_of_part(runs, group, condition);
	char text[200];
	if (n != other)
		die("%zu row%s of '%s' and %zu of '%s'%s%s: the pairs are not clear; "
		    "--match names the column that tells",
			n, n == 1 ? "" : "s", runs_condition(runs, 0), other,
			runs_condition(runs, condition),
			runs->group_columns > 0 ? " in the group of " : "",
			group_text(runs, group, text, sizeof text));
}

/* Notes how many runs lack conditions. Dies where there is no pair at all. */
static void check_runs(const struct runs *runs)
{
	const size_t conditions = runs->conditions.count;
	const char *first = runs_condition(runs, 0), *second = runs_condition(runs, 1);
	size_t without = 0, pairs = 0;
	for (size_t run = 0; run < runs->run_count; run++) {
		size_t has = 0;
		for (size_t row = runs->runs[run].row; row != NO_ROW; row = runs->rows[row].before)
			has++;
		without += has < conditions;
		pairs += has > 1 &&
			(runs->options.values[0] == NULL || row_of(runs, run, 0) != NO_ROW);
	}
	if (pairs == 0 && conditions == 2)
		die("no replication is both of '%s' and of '%s'", first, second);
	if (pairs == 0)
		die("column '%s': no replication has two values to compare", runs->options.paired);
	if (without > 0 && conditions == 2)
		note("%zu replication%s of only one of '%s' and '%s': left out", without,
			without == 1 ? "" : "s", first, second);
	else if (without > 0)
		note("%zu replication%s without all %zu values of '%s': left out of the pairs that "
		     "they lack",
			without, without == 1 ? "" : "s", conditions, runs->options.paired);
	note_count((int64_t)runs->other_rows, "row", "of neither: left out");
}

/* Dies where there is no pair, or where they are not clear. */
static void check_pairs(struct runs *runs)
{
	for (size_t group = 0; group < runs->group_index.count && runs->part_count > 0; group++)
		for (size_t condition = 1; condition < runs->conditions.count; condition++)
			check_places(runs, group, condition);
	check_runs(runs);
}

/* Rows are read, and then ordered by group. */

static void add_value(struct column *column, size_t row, double value)
{
	column->values = reserve(column->values, row, &column->capacity, sizeof value);
	column->values[row] = value;
}

static void read_value(struct runs *runs, const struct swf_csv_reader *csv, struct column *column)
{
	const char *cell = swf_csv_cell(csv, column->place);
	if (column->kind == EMPTY && *cell != '\0') {
		column->kind = swf_csv_is_number(cell) ? NUMBERS : TEXT;
		for (size_t row = 0; row < runs->row_count && column->kind == NUMBERS; row++)
			add_value(column, row, NAN);
	}
	if (column->kind != NUMBERS)
		return;
	double value;
	struct swf_error error;
	if (swf_csv_number(csv, column->place, &value, &error) != 0)
		die_of(&error);
	add_value(column, runs->row_count, value);
}

/* The condition of the row at hand, or SIZE_MAX for one that is not asked for. */
static size_t condition_of(struct runs *runs, const struct swf_csv_reader *csv)
{
	if (runs->paired == NO_COLUMN)
		return 0;
	const char *cell = cell_at(runs, csv, runs->paired);
	if (runs->options.values[1] == NULL)
		return number_of_cell(runs, &runs->conditions, cell);
	runs->cells.length = 0;
	add_cell(&runs->cells, cell);
	return find_cells(&runs->conditions, &runs->cells);
}

static void read_row(struct runs *runs, const struct swf_csv_reader *csv)
{
	const size_t condition = condition_of(runs, csv);
	if (condition == SIZE_MAX) {
		runs->other_rows++;
		return;
	}
	runs->cells.length = 0;
	for (size_t i = 0; i < runs->group_columns; i++)
		if (runs->groups[i] != NO_COLUMN)
			add_cell(&runs->cells, cell_at(runs, csv, runs->groups[i]));
	const size_t group = number_of_cells(&runs->group_index, &runs->cells);
	const size_t run = run_of(runs, csv, group, condition);
	if (run == runs->run_count) {
		runs->runs = reserve(runs->runs, run, &runs->run_capacity, sizeof *runs->runs);
		runs->runs[runs->run_count++] = (struct run){.group = group, .row = NO_ROW};
	}
	for (size_t i = 0; i < runs->column_count; i++)
		if (runs->columns[i].kind == EMPTY || runs->columns[i].kind == NUMBERS)
			read_value(runs, csv, &runs->columns[i]);
	runs->rows = reserve(runs->rows, runs->row_count, &runs->row_capacity, sizeof *runs->rows);
	runs->rows[runs->row_count] =
		(struct row){.condition = condition, .before = runs->runs[run].row};
	runs->runs[run].row = runs->row_count++;
}

void runs_read(struct runs *runs, const char *path)
{
	struct swf_error error;
	struct swf_csv_reader *csv = open_table(path);
	runs->path = path;
	place_columns(runs, csv);
	int got, rows = 0;
	while ((got = swf_csv_next(csv, &error)) == 1) {
		read_row(runs, csv);
		rows = 1;
	}
	if (got < 0)
		die_of(&error);
	if (rows == 0)
		note("%s: no rows", shown_name(path));
	swf_csv_free(csv);
}

void runs_finish(struct runs *runs)
{
	if (runs->row_count + runs->other_rows == 0)
		die("no rows");
	if (runs->paired != NO_COLUMN) {
		check_conditions(runs);
		check_pairs(runs);
	}
	if (runs->options.metrics == NULL)
		choose_metrics(runs);
	const size_t groups = runs->group_index.count;
	runs->begins = checked(calloc(groups + 1, sizeof *runs->begins));
	runs->order = checked(malloc(runs->run_count * sizeof *runs->order));
	/* counts, then ends, which become beginnings while the runs are put in from the last on */
	for (size_t i = 0; i < runs->run_count; i++)
		runs->begins[runs->runs[i].group]++;
	for (size_t g = 1; g <= groups; g++)
		runs->begins[g] += runs->begins[g - 1];
	for (size_t i = runs->run_count; i > 0; i--)
		runs->order[--runs->begins[runs->runs[i - 1].group]] = i - 1;
}

size_t runs_groups(const struct runs *runs)
{
	return runs->group_index.count;
}

size_t runs_group_columns(const struct runs *runs)
{
	return runs->group_columns;
}

const char *runs_group_cell(const struct runs *runs, size_t group, size_t column)
{
	const char *cell = runs->group_index.all[group]->text;
	while (column-- > 0)
		cell += strlen(cell) + 1;
	return cell;
}

size_t runs_in_group(const struct runs *runs, size_t group)
{
	return runs->begins[group + 1] - runs->begins[group];
}

size_t runs_metrics(const struct runs *runs)
{
	return runs->metric_count;
}

const char *runs_metric(const struct runs *runs, size_t metric)
{
	return runs->columns[runs->metrics[metric]].name;
}

const char *runs_condition(const struct runs *runs, size_t condition)
{
	return runs->conditions.all[condition]->text;
}

size_t runs_pairs(const struct runs *runs)
{
	const size_t n = runs->conditions.count;
	return runs->options.values[0] != NULL ? n - 1 : n * (n - 1) / 2;
}

struct condition_pair runs_pair(const struct runs *runs, size_t pair)
{
	size_t first = 0, others = runs->conditions.count - 1;
	for (; pair >= others; first++)
		pair -= others--;
	return (struct condition_pair){first, first + 1 + pair};
}

static double value_at(const struct runs *runs, size_t metric, size_t row)
{
	return row != NO_ROW ? runs->columns[runs->metrics[metric]].values[row] : (double)NAN;
}

size_t runs_values(const struct runs *runs, size_t group, size_t metric, double *values)
{
	size_t count = 0;
	if (runs->metrics[metric] == NO_COLUMN)
		return 0;
	for (size_t i = runs->begins[group]; i < runs->begins[group + 1]; i++) {
		const double value = value_at(runs, metric, runs->runs[runs->order[i]].row);
		if (!isnan(value))
			values[count++] = value;
	}
	return count;
}

size_t runs_pair_values(const struct runs *runs, size_t group, size_t metric,
	struct condition_pair pair, double *first, double *second)
{
	size_t count = 0;
	for (size_t i = runs->begins[group]; i < runs->begins[group + 1]; i++) {
		const size_t run = runs->order[i];
		const double value = value_at(runs, metric, row_of(runs, run, pair.first));
		const double other = value_at(runs, metric, row_of(runs, run, pair.second));
		if (isnan(value) || isnan(other))
			continue;
		first[count] = value;
		second[count++] = other;
	}
	return count;
}

/* The metrics of the originals. */

/* Finds the groups of the reference, and says what has no counterpart. */
static void match_groups(struct runs *runs, const struct runs *reference)
{
	const size_t groups = runs_groups(runs), rows = runs_groups(reference);
	bool *used = checked(calloc(rows, sizeof *used));
	int64_t missing = 0, unused = 0;
	runs->reference_groups = checked(calloc(groups, sizeof *runs->reference_groups));
	for (size_t g = 0; g < groups; g++) {
		/* the same cells, as far as the reference has the columns */
		runs->cells.length = 0;
		for (size_t i = 0; i < runs->group_columns; i++)
			if (reference->groups[i] != NO_COLUMN)
				add_cell(&runs->cells, runs_group_cell(runs, g, i));
		const size_t row = find_cells(&reference->group_index, &runs->cells);
		runs->reference_groups[g] = row;
		missing += row == SIZE_MAX;
		if (row != SIZE_MAX)
			used[row] = true;
	}
	for (size_t row = 0; row < rows; row++)
		unused += !used[row];
	free(used);
	note_count(missing, "group", "without a row of the reference");
	note_count(unused, "row", "of the reference for groups without runs: left out");
}

/* Reads a table with these metrics in a row for each group; `some` of them may be missing. */
static void read_metrics(struct runs *runs, const char *path, char **metrics, bool some)
{
	struct runs *reference = runs_new(
		&(struct runs_options){.groups = runs->options.groups, .metrics = metrics});
	reference->some_groups = true;
	reference->some_metrics = some;
	runs->reference = reference;
	runs_read(reference, path);
	if (reference->row_count == 0)
		die("%s: no row", shown_name(path));
	runs_finish(reference);
	for (size_t g = 0; g < runs_groups(reference); g++)
		if (runs_in_group(reference, g) > 1)
			die("%s: %zu rows%s instead of one", shown_name(path),
				runs_in_group(reference, g),
				runs_groups(reference) > 1 ? " of one group" : "");
	match_groups(runs, reference);
}

void runs_read_reference(struct runs *runs, const char *path)
{
	char **metrics = checked(calloc(runs->metric_count + 1, sizeof *metrics));
	for (size_t m = 0; m < runs->metric_count; m++)
		metrics[m] = runs->columns[runs->metrics[m]].name;
	read_metrics(runs, path, metrics, runs->options.metrics == NULL);
}

void runs_read_users(struct runs *runs, const char *path)
{
	static char name[] = "effective_users";
	char **metrics = checked(calloc(2, sizeof *metrics));
	metrics[0] = name;
	read_metrics(runs, path, metrics, false);
	double users;
	for (size_t g = 0; g < runs_groups(runs->reference); g++)
		if (runs_values(runs->reference, g, 0, &users) == 1 && !(users >= 0))
			die("%s: effective_users: %g is not a number of users", shown_name(path),
				users);
}

double runs_reference(const struct runs *runs, size_t group, size_t metric)
{
	const size_t row = runs->reference_groups[group];
	double value;
	return row != SIZE_MAX && runs_values(runs->reference, row, metric, &value) == 1 ? value
											 : NAN;
}

bool runs_of_site(const struct runs *runs, size_t group)
{
	return runs->reference_groups[group] == SIZE_MAX || !isnan(runs_reference(runs, group, 0));
}
