/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "swfcore/table.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/text.h"

/* Cells are kept in the order of filling, so that cell i belongs to column i % columns. Where rows
 * are streamed, each is written and forgotten when it is complete: there is one row at most then.
 */

enum kind { NUMBER, WHOLE, TIME, TEXT, TRUTH };

struct cell {
	enum kind kind;
	union {
		double number; /* or a time or a truth */
		int64_t whole;
		char *text;
	};
};

struct swf_table {
	const char **names;
	size_t columns;
	struct cell *cells;
	size_t count;
	size_t capacity;
	bool failed;
	bool record;            /* as text a line a column */
	FILE *stream;           /* where rows go once they are complete, or NULL */
	enum swf_format format; /* of the stream */
	bool begun;             /* something has been written */
	int write_error;        /* errno of the first write that failed, or 0 */
};

struct swf_table *swf_table_new(const char *const names[], size_t columns)
{
	struct swf_table *table = calloc(1, sizeof *table);
	if (table == NULL)
		return NULL;
	table->columns = columns;
	table->names = malloc(columns * sizeof *table->names);
	if (table->names == NULL) {
		free(table);
		return NULL;
	}
	memcpy(table->names, names, columns * sizeof *table->names);
	return table;
}

static void clear_cells(struct swf_table *table)
{
	for (size_t i = 0; i < table->count; i++)
		if (table->cells[i].kind == TEXT)
			free(table->cells[i].text);
	table->count = 0;
}

void swf_table_free(struct swf_table *table)
{
	if (table == NULL)
		return;
	clear_cells(table);
	free(table->cells);
	free(table->names);
	free(table);
}

enum { SHOWN = 64 };

static bool is_missing(const struct cell *cell)
{
	return cell->kind != TEXT && cell->kind != WHOLE && !isfinite(cell->number);
}

/* The cell as text for people: whole numbers as they are, others with as many decimals as make
 * sense. */
static const char *for_people(const struct cell *cell, char buffer[SHOWN])
{
	if (is_missing(cell))
		return "-";
	if (cell->kind == TEXT)
		return cell->text;
	if (cell->kind == TRUTH)
		return cell->number != 0 ? "yes" : "no";
	double size = fabs(cell->number);
	if (cell->kind == WHOLE)
		*swf_number_put_whole(buffer, cell->whole) = '\0';
	else if (size < 1e15 && cell->number == floor(cell->number))
		snprintf(buffer, SHOWN, "%.0f", cell->number);
	else if (size >= 1e15 || size < 1e-3)
		snprintf(buffer, SHOWN, "%.4g", cell->number);
	else
		snprintf(buffer, SHOWN, "%.*f", size >= 100 ? 2 : 4, cell->number);
	return buffer;
}

static const char *for_programs(const struct cell *cell, char buffer[SHOWN])
{
	if (cell->kind == TEXT)
		return cell->text;
	if (cell->kind == WHOLE)
		*swf_number_put_whole(buffer, cell->whole) = '\0';
	else if (cell->kind == TIME)
		*swf_number_put_time(buffer, cell->number) = '\0';
	else if (fabs(cell->number) < 0x1p53 && cell->number == floor(cell->number))
		*swf_number_put_whole(buffer, (int64_t)cell->number) = '\0';
	else
		snprintf(buffer, SHOWN, "%.10g", cell->number);
	return buffer;
}

static void write_csv_cell(FILE *file, bool last, const char *text)
{
	/* libcsv quotes every cell; cells that need no quotes read better without */
	if (strpbrk(text, ",\"\r\n") != NULL)
		csv_fwrite(file, text, strlen(text));
	else
		fputs(text, file);
	fputc(last ? '\n' : ',', file);
}

/* The rows that are there, and the names before the first. */
static void write_csv(struct swf_table *table, FILE *file)
{
	char buffer[SHOWN];
	for (size_t i = 0; i < table->columns && !table->begun; i++)
		write_csv_cell(file, i + 1 == table->columns, table->names[i]);
	table->begun = true;
	for (size_t i = 0; i < table->count; i++) {
		const struct cell *cell = &table->cells[i];
		write_csv_cell(file, (i + 1) % table->columns == 0,
			is_missing(cell) ? "" : for_programs(cell, buffer));
	}
	clear_cells(table);
}

static void write_record(const struct swf_table *table, FILE *file)
{
	int width = 0;
	for (size_t i = 0; i < table->columns; i++) {
		int length = (int)strlen(table->names[i]);
		width = length > width ? length : width;
	}
	for (size_t i = 0; i < table->columns; i++) {
		char buffer[SHOWN];
		fprintf(file, "%-*s  %s\n", width, table->names[i],
			for_people(&table->cells[i], buffer));
	}
}

static void write_line(FILE *file, size_t column, int width, bool left, const char *text)
{
	fprintf(file, column == 0 ? "%*s" : "  %*s", left ? -width : width, text);
}

/* Columns as wide as their widest cell; texts to the left, numbers to the right. */
static int write_columns(const struct swf_table *table, FILE *file)
{
	int *widths = calloc(table->columns, sizeof *widths);
	bool *left = calloc(table->columns, sizeof *left);
	if (widths == NULL || left == NULL) {
		free(widths);
		free(left);
		return -1;
	}
	char buffer[SHOWN];
	for (size_t i = 0; i < table->columns; i++)
		widths[i] = (int)strlen(table->names[i]);
	for (size_t i = 0; i < table->count; i++) {
		int length = (int)strlen(for_people(&table->cells[i], buffer));
		size_t column = i % table->columns;
		widths[column] = length > widths[column] ? length : widths[column];
		left[column] = table->cells[i].kind == TEXT;
	}
	for (size_t i = 0; i < table->columns; i++)
		write_line(file, i, i + 1 == table->columns && left[i] ? 0 : widths[i], left[i],
			table->names[i]);
	for (size_t i = 0; i < table->count; i++) {
		size_t column = i % table->columns;
		if (column == 0)
			fputc('\n', file);
		write_line(file, column,
			column + 1 == table->columns && left[column] ? 0 : widths[column],
			left[column], for_people(&table->cells[i], buffer));
	}
	fputc('\n', file);
	free(widths);
	free(left);
	return 0;
}

/* The rows that are there, of JSON or of NDJSON: an object a row, with a line of its own. */
static void write_objects(
	struct swf_table *table, FILE *file, const char *first, const char *next, const char *end)
{
	char buffer[SHOWN];
	for (size_t i = 0; i < table->count; i++) {
		const struct cell *cell = &table->cells[i];
		const size_t column = i % table->columns;
		if (column == 0)
			fputs(table->begun ? next : first, file);
		else
			fputs(", ", file);
		table->begun = true;
		swf_json_text_write(file, table->names[column]);
		fputs(": ", file);
		if (cell->kind == TEXT)
			swf_json_text_write(file, cell->text);
		else if (cell->kind == TRUTH)
			fputs(cell->number != 0 ? "true" : "false", file);
		else
			fputs(is_missing(cell) ? "null" : for_programs(cell, buffer), file);
		if (column + 1 == table->columns)
			fputs(end, file);
	}
	clear_cells(table);
}

static void write_rows(struct swf_table *table, FILE *file, enum swf_format format)
{
	if (format == SWF_FORMAT_JSON)
		write_objects(table, file, "[\n{", ",\n{", "}");
	else if (format == SWF_FORMAT_NDJSON)
		write_objects(table, file, "{", "{", "}\n");
	else
		write_csv(table, file);
}

/* Later calls of other functions would overwrite errno, and with it the reason. */
static void note_failure(struct swf_table *table, FILE *file)
{
	if (table->write_error == 0 && ferror(file))
		table->write_error = errno;
}

static void add_cell(struct swf_table *table, struct cell cell)
{
	struct cell *cells = table->failed
		? NULL
		: swf_array_reserve(table->cells, table->count, &table->capacity, sizeof *cells);
	if (cells == NULL) {
		table->failed = true;
		if (cell.kind == TEXT)
			free(cell.text);
		return;
	}
	table->cells = cells;
	table->cells[table->count++] = cell;
	if (table->stream != NULL && table->count == table->columns) {
		write_rows(table, table->stream, table->format);
		note_failure(table, table->stream);
	}
}

void swf_table_set_record(struct swf_table *table)
{
	table->record = true;
}

void swf_table_stream(struct swf_table *table, FILE *file, enum swf_format format)
{
	if (format == SWF_FORMAT_TEXT)
		return;
	table->stream = file;
	table->format = format;
}

void swf_table_number(struct swf_table *table, double value)
{
	add_cell(table, (struct cell){.kind = NUMBER, .number = value});
}

void swf_table_text(struct swf_table *table, const char *value)
{
	char *text = strdup(value);
	if (text == NULL)
		table->failed = true;
	else
		add_cell(table, (struct cell){.kind = TEXT, .text = text});
}

void swf_table_whole(struct swf_table *table, int64_t value)
{
	add_cell(table, (struct cell){.kind = WHOLE, .whole = value});
}

void swf_table_time(struct swf_table *table, double value)
{
	add_cell(table, (struct cell){.kind = TIME, .number = value});
}

void swf_table_truth(struct swf_table *table, bool value)
{
	add_cell(table, (struct cell){.kind = TRUTH, .number = value});
}

int swf_table_write(
	struct swf_table *table, FILE *file, enum swf_format format, struct swf_error *error)
{
	int result = table->failed ? -1 : 0;
	if (result == 0 && format != SWF_FORMAT_TEXT)
		write_rows(table, file, format);
	else if (result == 0 && table->record)
		write_record(table, file);
	else if (result == 0)
		result = write_columns(table, file);
	if (result == 0 && format == SWF_FORMAT_JSON)
		fputs(table->begun ? "\n]\n" : "[]\n", file);
	if (result != 0)
		return swf_fail_memory(error);
	note_failure(table, file);
	if (table->write_error != 0)
		return swf_fail(error, "write error: %s", strerror(table->write_error));
	return 0;
}
