#include "classify/assignment.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct swf_assignment {
	const struct swf_named_centres *centres;
	enum swf_format format;
	struct swf_table *table;
	char **names; /* of the columns of the first table, and that of the clusters */
	size_t columns;
	int *places;    /* of these columns in the table at hand */
	int *variables; /* of the variables of the centres there */
	double *row;    /* these variables of a row */
	size_t rows, incomplete;
};

/* The names of the columns, and one more. */
static int copy_names(struct swf_assignment *a, const struct swf_csv_reader *first)
{
	for (size_t i = 0; i <= a->columns; i++) {
		a->names[i] = strdup(i < a->columns ? swf_csv_name(first, (int)i) : "cluster");
		if (a->names[i] == NULL)
			return -1;
	}
	a->table = swf_table_new((const char *const *)a->names, a->columns + 1);
	return a->table == NULL ? -1 : 0;
}

struct swf_assignment *swf_assignment_new(const struct swf_named_centres *centres,
	const struct swf_csv_reader *first, enum swf_format format, struct swf_error *error)
{
	if (swf_csv_column(first, "cluster") >= 0) {
		swf_csv_refuse(first, error, "there is a column 'cluster' already");
		return NULL;
	}
	const size_t columns = swf_csv_columns(first), variables = centres->centres.columns;
	struct swf_assignment *a = calloc(1, sizeof *a);
	if (a != NULL) {
		*a = (struct swf_assignment){.centres = centres,
			.format = format,
			.columns = columns,
			.names = calloc(columns + 1, sizeof *a->names),
			.places = calloc(columns, sizeof *a->places),
			.variables = calloc(variables, sizeof *a->variables),
			.row = calloc(variables, sizeof *a->row)};
		if (a->names != NULL && a->places != NULL && a->variables != NULL &&
			a->row != NULL && copy_names(a, first) == 0)
			return a;
	}
	if (a != NULL)
		swf_table_free(a->table);
	swf_assignment_free(a);
	swf_fail_memory(error);
	return NULL;
}

static int find_columns(
	struct swf_assignment *a, const struct swf_csv_reader *reader, struct swf_error *error)
{
	for (size_t i = 0; i < a->centres->centres.columns; i++)
		if ((a->variables[i] = swf_csv_need_column(
			     reader, a->centres->variables[i], error)) < 0)
			return -1;
	for (size_t i = 0; i < a->columns; i++)
		if ((a->places[i] = swf_csv_need_column(reader, a->names[i], error)) < 0)
			return -1;
	if (swf_csv_columns(reader) != a->columns)
		return swf_csv_refuse(reader, error,
			"%zu columns, which are not all in the first table",
			swf_csv_columns(reader));
	return 0;
}

/* A cell as it is; in other formats than CSV a number as a number. */
static int copy_cell(struct swf_assignment *a, const struct swf_csv_reader *reader, int column,
	struct swf_error *error)
{
	const char *cell = swf_csv_cell(reader, column);
	double value;
	if (a->format == SWF_FORMAT_CSV || (cell[0] != '\0' && !swf_csv_is_number(cell))) {
		swf_table_text(a->table, cell);
		return 0;
	}
	if (swf_csv_number(reader, column, &value, error) != 0)
		return -1;
	swf_table_time(a->table, value);
	return 0;
}

/* The name of a cluster, likewise. */
static void put_cluster(struct swf_assignment *a, bool complete)
{
	const char *name = complete
		? a->centres->names[swf_cluster_centres_nearest(&a->centres->centres, a->row)]
		: NULL;
	char number[32] = "";
	const long value = name != NULL ? strtol(name, NULL, 10) : 0;
	snprintf(number, sizeof number, "%ld", value);
	if (name == NULL)
		swf_table_number(a->table, NAN);
	else if (a->format != SWF_FORMAT_CSV && strcmp(name, number) == 0)
		swf_table_whole(a->table, value);
	else
		swf_table_text(a->table, name);
}

int swf_assignment_add(
	struct swf_assignment *assignment, struct swf_csv_reader *reader, struct swf_error *error)
{
	struct swf_assignment *a = assignment;
	int got;
	if (find_columns(a, reader, error) != 0)
		return -1;
	while ((got = swf_csv_next(reader, error)) == 1) {
		bool complete = true;
		for (size_t i = 0; i < a->centres->centres.columns; i++) {
			if (swf_csv_number(reader, a->variables[i], &a->row[i], error) != 0)
				return -1;
			complete = complete && !isnan(a->row[i]);
			if (a->row[i] > a->centres->centres.most[i])
				a->row[i] = a->centres->centres.most[i];
		}
		for (size_t i = 0; i < a->columns; i++)
			if (copy_cell(a, reader, a->places[i], error) != 0)
				return -1;
		put_cluster(a, complete);
		a->rows++;
		a->incomplete += !complete;
	}
	return got;
}

struct swf_table *swf_assignment_table(const struct swf_assignment *assignment)
{
	return assignment->table;
}

size_t swf_assignment_rows(const struct swf_assignment *assignment)
{
	return assignment->rows;
}

size_t swf_assignment_incomplete(const struct swf_assignment *assignment)
{
	return assignment->incomplete;
}

void swf_assignment_free(struct swf_assignment *assignment)
{
	if (assignment == NULL)
		return;
	for (size_t i = 0; i <= assignment->columns && assignment->names != NULL; i++)
		free(assignment->names[i]);
	free(assignment->names);
	free(assignment->places);
	free(assignment->variables);
	free(assignment->row);
	free(assignment);
}
