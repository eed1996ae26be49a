#include "runs.h"

#include <math.h>
#include <search.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "swfcore/csv-reader.h"

/* One or more cells, each with its NUL. */
struct cells {
	char *text;
	size_t length, capacity;
	size_t place; /* in an index */
};

/* Numbers for cells: 0, 1, 2, ... in the order of first appearance. */
struct cell_index {
	struct cells **all;
	size_t count, capacity;
	void *tree; /* of the same, for tsearch */
};

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

/* A run, or one under each condition. */
struct run {
	size_t group;
	size_t rows[2];
};

static const size_t no_row = SIZE_MAX;

struct runs {
	struct runs_options options;
	bool some_groups, some_metrics; /* columns of these may be missing */
	struct runs *reference;
	size_t *reference_groups;      /* for each group that of the reference, or SIZE_MAX */
	const char *path, *first_path; /* of the table at hand, and of the first */
	struct column *columns;
	size_t column_count;
	size_t rows, other_rows; /* rows that were kept, rows of other conditions */
	int *groups;             /* the places of these columns in the first table */
	size_t group_columns;
	int *metrics;
	size_t metric_count;
	int paired, replication;
	struct cells cells; /* those looked for */
	struct cell_index group_index, conditions;
	struct cell_index members; /* group and replication of the runs, if they are pairs */
	size_t (*placed)[2];       /* rows of each group and condition, if these are matched */
	size_t placed_count, placed_capacity;
	struct run *runs;
	size_t run_count, run_capacity;
	size_t *order, *begins; /* the runs by group, and where each group begins */
};

static void *check(void *memory)
{
	if (memory == NULL)
		die("out of memory");
	return memory;
}

/* The array with room for one element more. */
static void *reserve(void *array, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	return check(realloc(array, *capacity * size));
}

static void add_cell(struct cells *cells, const char *cell)
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

/* The number of the cells, or SIZE_MAX. */
static size_t find_cells(const struct cell_index *index, const struct cells *cells)
{
	struct cells *const *found = tfind(cells, &index->tree, compare_cells);
	return found != NULL ? (*found)->place : SIZE_MAX;
}

/* The number of the cells, which are added if need be. */
static size_t number_of(struct cell_index *index, const struct cells *cells)
{
	size_t place = find_cells(index, cells);
	if (place != SIZE_MAX)
		return place;
	struct cells *added = check(calloc(1, sizeof *added));
	added->text = check(malloc(cells->length + 1));
	added->length = cells->length;
	if (cells->length > 0)
		memcpy(added->text, cells->text, cells->length);
	added->place = index->count;
	index->all = reserve(index->all, index->count, &index->capacity, sizeof *index->all);
	index->all[index->count++] = added;
	check(tsearch(added, &index->tree, compare_cells));
	return added->place;
}

static size_t number_of_cell(struct runs *runs, struct cell_index *index, const char *cell)
{
	runs->cells.length = 0;
	add_cell(&runs->cells, cell);
	return number_of(index, &runs->cells);
}

static void free_index(struct cell_index *index)
{
	for (size_t i = 0; i < index->count; i++) {
		tdelete(index->all[i], &index->tree, compare_cells);
		free(index->all[i]->text);
		free(index->all[i]);
	}
	free(index->all);
}

char **columns_value(const char *option, char *text)
{
	size_t count = 1;
	for (const char *p = text; *p != '\0'; p++)
		count += *p == ',';
	char **list = check(calloc(count + 1, sizeof *list));
	for (size_t i = 0; i < count; i++) {
		list[i] = text;
		text += strcspn(text, ",");
		*text++ = '\0';
		if (*list[i] == '\0')
			die_usage("--%s: a name is empty", option);
		for (size_t j = 0; j < i; j++)
			if (strcmp(list[i], list[j]) == 0)
				die_usage("--%s: '%s' twice", option, list[i]);
	}
	return list;
}

void paired_value(struct runs_options *o, char *text)
{
	char *values = strchr(text, '=');
	o->paired = text;
	o->values[0] = o->values[1] = NULL;
	if (values == NULL)
		return;
	*values++ = '\0';
	char *second = strchr(values, ',');
	if (second == NULL || strchr(second + 1, ',') != NULL)
		die_usage("--paired: not two values: '%s'", values);
	*second++ = '\0';
	if (strcmp(values, second) == 0)
		die_usage("--paired: '%s' twice", second);
	o->values[0] = values;
	o->values[1] = second;
}

struct runs *runs_new(const struct runs_options *options)
{
	struct runs *runs = check(calloc(1, sizeof *runs));
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
	if (runs->reference != NULL)
		free((void *)runs->reference->options.metrics);
	runs_free(runs->reference);
	free(runs->reference_groups);
	for (size_t i = 0; i < runs->column_count; i++) {
		free(runs->columns[i].name);
		free(runs->columns[i].values);
	}
	free_index(&runs->group_index);
	free_index(&runs->conditions);
	free_index(&runs->members);
	free(runs->columns);
	free(runs->groups);
	free(runs->metrics);
	free(runs->cells.text);
	free(runs->placed);
	free(runs->runs);
	free(runs->order);
	free(runs->begins);
	free(runs);
}

/* A table as messages call it. */
static const char *shown(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Dies of what is wrong in the row read last. */
_Noreturn static void refuse(const struct swf_csv_reader *csv, const char *format, ...)
	SWF_PRINTF(2, 3);
_Noreturn static void refuse(const struct swf_csv_reader *csv, const char *format, ...)
{
	char text[400];
	struct swf_error error;
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	swf_csv_refuse(csv, &error, "%s", text);
	die("%s", error.text);
}

/* The place of a column that there must be. */
static int need_column(const struct swf_csv_reader *csv, const char *name)
{
	struct swf_error error;
	const int column = swf_csv_need_column(csv, name, &error);
	if (column < 0)
		die("%s", error.text);
	return column;
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
	runs->groups = check(calloc(runs->group_columns + 1, sizeof *runs->groups));
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
		check(calloc(runs->column_count + runs->metric_count, sizeof *runs->metrics));
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
	runs->columns = check(calloc(runs->column_count, sizeof *runs->columns));
	for (size_t i = 0; i < runs->column_count; i++) {
		runs->columns[i].name = check(strdup(swf_csv_name(csv, (int)i)));
		runs->columns[i].kind = runs->options.metrics != NULL ? NOT_ASKED : EMPTY;
	}
	find_groups(runs, csv);
	find_conditions(runs, csv);
	find_metrics(runs, csv);
}

/* Finds the columns of the first table in the one at hand. */
static void place_columns(struct runs *runs, const struct swf_csv_reader *csv)
{
	const int columns = (int)swf_csv_columns(csv);
	for (int i = 0; i < columns; i++)
		if (swf_csv_column(csv, swf_csv_name(csv, i)) != i)
			refuse(csv, "two columns '%s'", swf_csv_name(csv, i));
	if (runs->columns == NULL)
		begin_columns(runs, csv);
	bool *known = check(calloc((size_t)columns, sizeof *known));
	for (size_t i = 0; i < runs->column_count; i++) {
		runs->columns[i].place = need_column(csv, runs->columns[i].name);
		known[runs->columns[i].place] = true;
	}
	for (int i = 0; i < columns; i++)
		if (!known[i])
			refuse(csv, "column '%s' is not in %s", swf_csv_name(csv, i),
				shown(runs->first_path));
	free(known);
}

static const char *cell_at(const struct runs *runs, const struct swf_csv_reader *csv, int column)
{
	return column == FILE_NAME ? runs->path : swf_csv_cell(csv, runs->columns[column].place);
}

static size_t group_of(struct runs *runs, const struct swf_csv_reader *csv)
{
	runs->cells.length = 0;
	for (size_t i = 0; i < runs->group_columns; i++)
		if (runs->groups[i] != NO_COLUMN)
			add_cell(&runs->cells, cell_at(runs, csv, runs->groups[i]));
	return number_of(&runs->group_index, &runs->cells);
}

/* The place of the row among those of its group and condition. */
static size_t place_of(struct runs *runs, size_t group, size_t condition)
{
	while (runs->placed_count <= group) {
		runs->placed = reserve(runs->placed, runs->placed_count, &runs->placed_capacity,
			sizeof *runs->placed);
		memset(runs->placed[runs->placed_count++], 0, sizeof *runs->placed);
	}
	return runs->placed[group][condition]++;
}

/* The number of the run to which a row belongs. */
static size_t run_of(
	struct runs *runs, const struct swf_csv_reader *csv, size_t group, size_t condition)
{
	char number[32];
	if (runs->paired == NO_COLUMN)
		return runs->run_count;
	runs->cells.length = 0;
	snprintf(number, sizeof number, "%zu", group);
	add_cell(&runs->cells, number);
	if (runs->replication == NO_COLUMN) {
		snprintf(number, sizeof number, "%zu", place_of(runs, group, condition));
		add_cell(&runs->cells, number);
		return number_of(&runs->members, &runs->cells);
	}
	const char *replication = cell_at(runs, csv, runs->replication);
	add_cell(&runs->cells, replication);
	const size_t run = number_of(&runs->members, &runs->cells);
	if (*replication == '\0')
		refuse(csv, "no replication");
	if (run < runs->run_count && runs->runs[run].rows[condition] != no_row)
		refuse(csv, "replication '%s' of '%s' a second time", replication,
			runs_condition(runs, condition));
	return run;
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
		for (size_t row = 0; row < runs->rows && column->kind == NUMBERS; row++)
			add_value(column, row, NAN);
	}
	if (column->kind != NUMBERS)
		return;
	double value;
	struct swf_error error;
	if (swf_csv_number(csv, column->place, &value, &error) != 0)
		die("%s", error.text);
	add_value(column, runs->rows, value);
}

static void read_row(struct runs *runs, const struct swf_csv_reader *csv)
{
	size_t condition = 0;
	if (runs->paired != NO_COLUMN)
		condition =
			number_of_cell(runs, &runs->conditions, cell_at(runs, csv, runs->paired));
	if (condition > 1) {
		runs->other_rows++;
		return;
	}
	const size_t group = group_of(runs, csv), run = run_of(runs, csv, group, condition);
	if (run == runs->run_count) {
		runs->runs = reserve(runs->runs, run, &runs->run_capacity, sizeof *runs->runs);
		runs->runs[runs->run_count++] =
			(struct run){.group = group, .rows = {no_row, no_row}};
	}
	runs->runs[run].rows[condition] = runs->rows;
	for (size_t i = 0; i < runs->column_count; i++)
		if (runs->columns[i].kind == EMPTY || runs->columns[i].kind == NUMBERS)
			read_value(runs, csv, &runs->columns[i]);
	runs->rows++;
}

void runs_read(struct runs *runs, const char *path)
{
	struct swf_error error;
	struct swf_csv_reader *csv = strcmp(path, "-") == 0
		? swf_csv_new(stdin, shown(path), &error)
		: swf_csv_open(path, &error);
	if (csv == NULL)
		die("%s", error.text);
	runs->path = path;
	place_columns(runs, csv);
	int got, rows = 0;
	while ((got = swf_csv_next(csv, &error)) == 1) {
		read_row(runs, csv);
		rows = 1;
	}
	if (got < 0)
		die("%s", error.text);
	if (rows == 0)
		note("%s: no rows", shown(path));
	swf_csv_free(csv);
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
		die("no column of numbers");
}

/* Dies where there are not two conditions. */
static void check_conditions(const struct runs *runs)
{
	const struct runs_options *o = &runs->options;
	const size_t n = runs->conditions.count;
	size_t seen[2] = {0, 0};
	for (size_t i = 0; i < runs->run_count; i++)
		for (int c = 0; c < 2; c++)
			seen[c] += runs->runs[i].rows[c] != no_row;
	for (size_t c = 0; c < 2 && o->values[c] != NULL; c++)
		if (seen[c] == 0)
			die("column '%s': no row has '%s'", o->paired, o->values[c]);
	if (o->values[0] != NULL || n == 2)
		return;
	char list[300] = "";
	for (size_t c = 0; c < n && c < 4; c++) {
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s'%.40s'", c > 0 ? ", " : "",
			runs_condition(runs, c));
	}
	if (n == 1)
		die("column '%s' has one value, %s; two are to be compared", o->paired, list);
	die("column '%s' has %zu values, %s%s; choose two: --paired %s=A,B", o->paired, n, list,
		n > 4 ? ", ..." : "", o->paired);
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

/* Says what has no counterpart, and dies where that is everything or cannot be told. */
static void check_pairs(const struct runs *runs)
{
	const char *first = runs_condition(runs, 0), *second = runs_condition(runs, 1);
	char text[200];
	for (size_t group = 0; group < runs->placed_count; group++) {
		const size_t *n = runs->placed[group];
		if (n[0] != n[1])
			die("%zu row%s of '%s' and %zu of '%s'%s%s: which belong together? "
			    "see --replication",
				n[0], n[0] == 1 ? "" : "s", first, n[1], second,
				runs->group_columns > 0 ? " in the group of " : "",
				group_text(runs, group, text, sizeof text));
	}
	size_t alone = 0;
	for (size_t i = 0; i < runs->run_count; i++)
		alone += runs->runs[i].rows[0] == no_row || runs->runs[i].rows[1] == no_row;
	if (alone == runs->run_count)
		die("no replication is both of '%s' and of '%s'", first, second);
	if (alone > 0)
		note("%zu replication%s of only one of '%s' and '%s': left out", alone,
			alone == 1 ? "" : "s", first, second);
	note_count((int64_t)runs->other_rows, "row", "of neither: left out");
}

void runs_finish(struct runs *runs)
{
	if (runs->rows + runs->other_rows == 0)
		die("no rows");
	if (runs->paired != NO_COLUMN) {
		check_conditions(runs);
		check_pairs(runs);
	}
	if (runs->options.metrics == NULL)
		choose_metrics(runs);
	const size_t groups = runs->group_index.count;
	runs->begins = check(calloc(groups + 1, sizeof *runs->begins));
	runs->order = check(malloc(runs->run_count * sizeof *runs->order));
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

size_t runs_values(
	const struct runs *runs, size_t group, size_t metric, double *first, double *second)
{
	size_t count = 0;
	if (runs->metrics[metric] == NO_COLUMN)
		return 0;
	const double *values = runs->columns[runs->metrics[metric]].values;
	for (size_t i = runs->begins[group]; i < runs->begins[group + 1]; i++) {
		const size_t *rows = runs->runs[runs->order[i]].rows;
		if (rows[0] == no_row || (second != NULL && rows[1] == no_row))
			continue;
		const double value = values[rows[0]];
		const double other = second != NULL ? values[rows[1]] : 0;
		if (isnan(value) || isnan(other))
			continue;
		first[count] = value;
		if (second != NULL)
			second[count] = other;
		count++;
	}
	return count;
}

/* The group of the reference that has the same cells, as far as it has the columns, or SIZE_MAX. */
static size_t same_group(const struct runs *runs, size_t group, const struct runs *reference)
{
	struct cells cells = {0};
	for (size_t i = 0; i < runs->group_columns; i++)
		if (reference->groups[i] != NO_COLUMN)
			add_cell(&cells, runs_group_cell(runs, group, i));
	const size_t found = find_cells(&reference->group_index, &cells);
	free(cells.text);
	return found;
}

/* Finds the groups of the reference, and says what has no counterpart. */
static void match_groups(struct runs *runs, const struct runs *reference)
{
	const size_t groups = runs_groups(runs), rows = runs_groups(reference);
	bool *used = check(calloc(rows, sizeof *used));
	int64_t missing = 0, unused = 0;
	runs->reference_groups = check(calloc(groups, sizeof *runs->reference_groups));
	for (size_t g = 0; g < groups; g++) {
		const size_t row = runs->reference_groups[g] = same_group(runs, g, reference);
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

void runs_read_reference(struct runs *runs, const char *path)
{
	char **metrics = check(calloc(runs->metric_count + 1, sizeof *metrics));
	for (size_t m = 0; m < runs->metric_count; m++)
		metrics[m] = runs->columns[runs->metrics[m]].name;
	struct runs *reference = runs_new(
		&(struct runs_options){.groups = runs->options.groups, .metrics = metrics});
	reference->some_groups = true;
	reference->some_metrics = runs->options.metrics == NULL;
	runs->reference = reference;
	runs_read(reference, path);
	if (reference->rows == 0)
		die("%s: no row", shown(path));
	runs_finish(reference);
	for (size_t g = 0; g < runs_groups(reference); g++)
		if (runs_in_group(reference, g) > 1)
			die("%s: %zu rows%s where one is wanted", shown(path),
				runs_in_group(reference, g),
				runs_groups(reference) > 1 ? " of one group" : "");
	match_groups(runs, reference);
}

double runs_reference(const struct runs *runs, size_t group, size_t metric)
{
	const size_t row = runs->reference_groups[group];
	double value;
	return row != SIZE_MAX && runs_values(runs->reference, row, metric, &value, NULL) == 1
		? value
		: NAN;
}
