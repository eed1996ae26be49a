/* Reads rows, and gives out their values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-input.h"
#include "summary/runs-parts.h"

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
	free_reference(runs);
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

static size_t group_of(struct runs *runs, const struct swf_csv_reader *csv)
{
	runs->cells.length = 0;
	for (size_t i = 0; i < runs->group_columns; i++)
		if (runs->groups[i] != NO_COLUMN)
			add_cell(&runs->cells, cell_at(runs, csv, runs->groups[i]));
	return number_of_cells(&runs->group_index, &runs->cells);
}

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
	const size_t group = group_of(runs, csv), run = run_of(runs, csv, group, condition);
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

size_t row_of(const struct runs *runs, size_t run, size_t condition)
{
	size_t row = runs->runs[run].row;
	while (row != NO_ROW && runs->rows[row].condition != condition)
		row = runs->rows[row].before;
	return row;
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
