/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/csv-reader.h"

#include <csv.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/input.h"
#include "base/number.h"

/* The cells of one row, one text behind the other. */
struct row {
	size_t *begins; /* of the cells in the text */
	size_t cells, cells_capacity;
	char *text;
	size_t length, text_capacity;
};

/* libcsv gets one line after the other, and calls on_cell and on_row where cells and rows end. A
 * line ends one row at most, since a carriage return within it is refused; quotes may make a row of
 * several lines. */
struct swf_csv_reader {
	struct swf_lines lines;
	char *name;
	struct csv_parser parser;
	struct row names, row;
	struct row *into; /* the one being filled */
	bool whole;       /* all its cells are there */
	int ended_by;     /* this character, -1 at the end of the file */
	char delimiter;   /* of a listing, or 0 */
	bool joins;       /* it may stand in the last column */
	int text_column;  /* it may stand in this one, too; -1 for none */
	bool failed;      /* no memory */
	bool bad_row;
	bool has_nul;
	bool bare_return; /* the line has a carriage return before its end */
	int64_t line;     /* how many so far */
	int64_t begin;    /* the line on which the row begins, 0 while it is not known */
};

/* A quote where none may be is an error. */
enum { in_csv = CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL, in_listings = CSV_APPEND_NULL };

static void on_cell(void *cell, size_t length, void *self)
{
	struct swf_csv_reader *r = self;
	struct row *row = r->into;
	r->bare_return = r->bare_return || r->whole;
	size_t *begins =
		swf_array_reserve(row->begins, row->cells, &row->cells_capacity, sizeof *begins);
	row->begins = begins != NULL ? begins : row->begins;
	char *text = swf_array_reserve_more(
		256, row->text, row->length, length + 1, &row->text_capacity, sizeof *text);
	row->text = text != NULL ? text : row->text;
	if (begins == NULL || text == NULL) {
		r->failed = true;
		return;
	}
	begins[row->cells++] = row->length;
	if (length > 0)
		memcpy(row->text + row->length, cell, length);
	row->text[row->length + length] = '\0';
	row->length += length + 1;
}

static void on_row(int end, void *self)
{
	struct swf_csv_reader *r = self;
	r->whole = true;
	r->ended_by = end;
}

int swf_csv_refuse(
	const struct swf_csv_reader *reader, struct swf_error *error, const char *format, ...)
{
	char text[400];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (reader->begin == 0) /* all rows have been read */
		return swf_fail(error, "%s: %s", reader->name, text);
	return swf_fail(error, "%s:%lld: %s", reader->name, (long long)reader->begin, text);
}

/* Whether an object begins, or an array of objects. */
static bool is_json(const char *line)
{
	if (*line != '{' && *line != '[')
		return false;
	const char second = line[1 + strspn(line + 1, " \t")];
	return strchr(*line == '{' ? "\"}\r\n" : "{]\r\n", second) != NULL;
}

/* Whether there are columns that two or more blanks divide. Names with such blanks are possible in
 * CSV, where they can stand in quotes. */
static bool is_aligned(const char *line)
{
	bool aligned = false;
	for (size_t blanks = 0; *line != '\n'; line++) {
		if (strchr(",\"", *line) != NULL)
			return false;
		aligned = aligned || (blanks >= 2 && *line != ' ' && *line != '\r');
		blanks = *line == ' ' ? blanks + 1 : 0;
	}
	return aligned;
}

/* "JSON" (also NDJSON) or "aligned text" where a table begins with this line, which ends with a
 * newline; NULL where the line may be one of CSV. */
static const char *other_form(const char *line)
{
	line += strspn(line, " \t");
	return is_json(line) ? "JSON" : is_aligned(line) ? "aligned text" : NULL;
}

/* In a listing a carriage return may stand anywhere. To libcsv it would be the end of a row. */
static void blank_returns(char *line, size_t length)
{
	char *const end = line + length;
	while ((line = memchr(line, '\r', (size_t)(end - line))) != NULL)
		*line = ' ';
}

/* Reads lines until a row is complete: 1, 0 at the end, -1 with the error set. */
static int read_row(struct swf_csv_reader *r, struct row *row, struct swf_error *error)
{
	row->cells = row->length = 0;
	r->into = row;
	r->whole = r->has_nul = r->bare_return = r->bad_row = false;
	r->begin = 0;
	while (!r->whole) {
		char *line = NULL;
		size_t length = 0;
		struct swf_error why;
		const int got = swf_lines_next(&r->lines, &line, &length, &why);
		if (got < 0)
			return swf_fail(error, "%s: %s", r->name, why.text);
		if (got == 0 && csv_fini(&r->parser, on_cell, on_row, r) != 0)
			return swf_csv_refuse(r, error, "a quoted cell that does not end");
		if (got == 0)
			break;
		r->line++;
		r->has_nul = r->has_nul || memchr(line, '\0', length) != NULL;
		/* no row begins with an empty line */
		if (r->begin == 0 && line[strspn(line, "\r")] != '\n')
			r->begin = r->line;
		if (r->delimiter != '\0')
			blank_returns(line, length);
		const size_t bom = r->line == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
		const size_t given = length - bom;
		const char *form = NULL;
		if (row == &r->names && r->begin == r->line && r->delimiter == '\0')
			form = other_form(line + bom);
		if (form != NULL)
			return swf_csv_refuse(
				r, error, "a table in %s; write it in the format csv", form);
		if (csv_parse(&r->parser, line + bom, given, on_cell, on_row, r) != given) {
			if (csv_error(&r->parser) != CSV_EPARSE)
				return swf_fail_memory(error);
			return swf_csv_refuse(r, error, "a quote where none may be");
		}
		/* where it ends a row, a newline must end the line */
		if (r->whole && r->ended_by == '\r' && line[length - 1] != '\n')
			r->bare_return = true;
	}
	if (r->failed)
		return swf_fail_memory(error);
	r->bad_row = r->has_nul || r->bare_return;
	if (r->has_nul)
		return swf_csv_refuse(r, error, "a NUL byte");
	if (r->bare_return)
		return swf_csv_refuse(r, error, "a carriage return that no newline follows");
	return r->whole;
}

static const char *cell_of(const struct row *row, size_t i)
{
	return row->text + row->begins[i];
}

int swf_csv_column(const struct swf_csv_reader *reader, const char *name)
{
	for (size_t i = 0; i < reader->names.cells; i++)
		if (strcmp(cell_of(&reader->names, i), name) == 0)
			return (int)i;
	return -1;
}

static struct swf_csv_reader *new_reader(
	struct swf_bytes bytes, const char *name, unsigned char options, struct swf_error *error)
{
	struct swf_csv_reader *r = calloc(1, sizeof *r);
	if (r == NULL && bytes.close != NULL)
		bytes.close(bytes.context);
	if (r != NULL) {
		const int opened = swf_lines_init(&r->lines, bytes);
		r->text_column = -1;
		r->name = strdup(name);
		if (csv_init(&r->parser, options) == 0 && opened == 0 && r->name != NULL)
			return r;
	}
	swf_csv_free(r);
	swf_fail_memory(error);
	return NULL;
}

/* Reads the names of the columns. Returns the reader, or NULL with the error set. */
static struct swf_csv_reader *read_names(struct swf_csv_reader *r, struct swf_error *error)
{
	if (r == NULL)
		return NULL;
	int got = read_row(r, &r->names, error);
	if (got == 0)
		swf_fail(error, "%s: empty, without names of columns", r->name);
	for (size_t i = 0; got == 1 && i < r->names.cells; i++)
		if (swf_csv_column(r, cell_of(&r->names, i)) != (int)i)
			got = swf_csv_refuse(r, error, "two columns '%s'", cell_of(&r->names, i));
	if (got != 1) {
		swf_csv_free(r);
		return NULL;
	}
	return r;
}

struct swf_csv_reader *swf_csv_new_bytes(
	struct swf_bytes bytes, const char *name, struct swf_error *error)
{
	return read_names(new_reader(bytes, name, in_csv, error), error);
}

struct swf_csv_reader *swf_csv_new_listing(
	struct swf_bytes bytes, const char *name, char delimiter, struct swf_error *error)
{
	struct swf_csv_reader *r = new_reader(bytes, name, in_listings, error);
	if (r != NULL) {
		csv_set_delim(&r->parser, (unsigned char)delimiter);
		csv_set_quote(&r->parser, '\0'); /* NUL bytes are refused anyway */
		r->delimiter = delimiter;
		r->joins = true;
	}
	return read_names(r, error);
}

void swf_csv_refuse_more(struct swf_csv_reader *reader)
{
	reader->joins = false;
}

void swf_csv_join_before_number(struct swf_csv_reader *reader, int column)
{
	reader->text_column = column;
}

struct swf_csv_reader *swf_csv_new(const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	if (swf_input_open(path, &bytes, error) != 0)
		return NULL;
	return swf_csv_new_bytes(bytes, swf_input_name(path), error);
}

static void free_row(struct row *row)
{
	free(row->begins);
	free(row->text);
}

void swf_csv_free(struct swf_csv_reader *reader)
{
	if (reader == NULL)
		return;
	swf_lines_clear(&reader->lines);
	csv_free(&reader->parser);
	free_row(&reader->names);
	free_row(&reader->row);
	free(reader->name);
	free(reader);
}

int swf_csv_need_column(
	const struct swf_csv_reader *reader, const char *name, struct swf_error *error)
{
	int column = swf_csv_column(reader, name);
	if (column < 0)
		return swf_csv_refuse(reader, error, "no column '%s'", name);
	return column;
}

size_t swf_csv_columns(const struct swf_csv_reader *reader)
{
	return reader->names.cells;
}

const char *swf_csv_name(const struct swf_csv_reader *reader, int column)
{
	return cell_of(&reader->names, (size_t)column);
}

static int refuse_cells(struct swf_csv_reader *r, struct swf_error *error)
{
	char cause[96] = "";
	if (r->delimiter != '\0' && r->row.cells < r->names.cells)
		snprintf(cause, sizeof cause, ": cut off, or behind a line break");
	else if (r->delimiter != '\0')
		snprintf(cause, sizeof cause,
			": a '%c' in a cell; the column that may hold it belongs at the end",
			r->delimiter);
	r->bad_row = true;
	return swf_csv_refuse(r, error, "%zu cell%s where there are %zu columns%s", r->row.cells,
		r->row.cells == 1 ? "" : "s", r->names.cells, cause);
}

static bool is_whole_number(const char *cell)
{
	int64_t value;
	return swf_number_scan_digits(&cell, NULL, INT64_MAX, &value) && *cell == '\0';
}

/* Joins the cells of the text column of a row with too many, if it is clear which number ends it.
 */
static bool join_text(struct swf_csv_reader *r)
{
	struct row *const row = &r->row;
	const size_t next = (size_t)r->text_column + 1, most = row->cells - r->names.cells;
	size_t more = 0, numbers = 0;
	/* if the last column has no delimiters, all are in this one */
	for (size_t i = r->joins ? 0 : most; i <= most; i++)
		if (is_whole_number(cell_of(row, next + i))) {
			more = i;
			numbers++;
		}
	if (numbers != 1)
		return false;
	for (size_t i = next; i < next + more; i++)
		row->text[row->begins[i] - 1] = r->delimiter;
	memmove(row->begins + next, row->begins + next + more,
		(row->cells - next - more) * sizeof *row->begins);
	row->cells -= more;
	return true;
}

int swf_csv_next(struct swf_csv_reader *reader, struct swf_error *error)
{
	struct row *const row = &reader->row, *const names = &reader->names;
	int got;
	do /* tables that were put together have their names several times */
		got = read_row(reader, row, error);
	while (got == 1 && row->cells == names->cells && row->length == names->length &&
		memcmp(row->text, names->text, names->length) == 0);
	if (got == 1 && reader->text_column >= 0 && row->cells > names->cells && !join_text(reader))
		return refuse_cells(reader, error);
	for (; got == 1 && reader->joins && row->cells > names->cells; row->cells--)
		row->text[row->begins[row->cells - 1] - 1] = reader->delimiter;
	if (got == 1 && row->cells != names->cells)
		return refuse_cells(reader, error);
	return got;
}

bool swf_csv_at_bad_row(const struct swf_csv_reader *reader)
{
	return reader->bad_row;
}

const char *swf_csv_cell(const struct swf_csv_reader *reader, int column)
{
	return cell_of(&reader->row, (size_t)column);
}

bool swf_csv_is_number(const char *cell)
{
	double value;
	return swf_number_scan(cell, cell + strlen(cell), &value) == SWF_SCAN_OK;
}

int swf_csv_number(
	const struct swf_csv_reader *reader, int column, double *value, struct swf_error *error)
{
	const struct row *row = &reader->row;
	const size_t next = (size_t)column + 1;
	const char *cell = swf_csv_cell(reader, column);
	const char *end = row->text + (next < row->cells ? row->begins[next] : row->length) - 1;
	if (cell[0] == '\0') {
		*value = NAN;
		return 0;
	}
	switch (swf_number_scan(cell, end, value)) {
	case SWF_SCAN_OK:
		return 0;
	case SWF_SCAN_RANGE:
		return swf_csv_refuse(reader, error, "column '%s': out of range: '%.100s'",
			swf_csv_name(reader, column), cell);
	default:
		return swf_csv_refuse(reader, error, "column '%s': not a number: '%.100s'",
			swf_csv_name(reader, column), cell);
	}
}

int64_t swf_csv_line(const struct swf_csv_reader *reader)
{
	return reader->begin;
}
