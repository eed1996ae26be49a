#include "swfcore/csv-reader.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "array.h"
#include "number.h"

/* The cells of one row, one text behind the other. */
struct row {
	size_t *begins; /* of the cells in the text */
	size_t cells, cells_capacity;
	char *text;
	size_t length, text_capacity;
};

struct swf_csv_reader {
	FILE *file;
	char *name;
	struct csv_parser parser;
	struct row names, row;
	struct row *into; /* the one being filled */
	bool whole;       /* all its cells are there */
	int ended_by;     /* this character, -1 at the end of the file */
	bool failed;      /* no memory */
	bool has_nul;
	bool bare_return; /* the line has a carriage return before its end */
	char *line;
	size_t line_size;
	int64_t lines; /* so far */
	int64_t begin; /* the line on which the row begins, 0 while it is not known */
};

static int reserve_text(struct row *row, size_t length)
{
	while (row->length + length > row->text_capacity) {
		char *text = swf_reserve(
			row->text, row->text_capacity, &row->text_capacity, sizeof *text);
		if (text == NULL)
			return -1;
		row->text = text;
	}
	return 0;
}

static void on_cell(void *cell, size_t length, void *self)
{
	struct swf_csv_reader *r = self;
	struct row *row = r->into;
	r->bare_return = r->bare_return || r->whole;
	size_t *begins = swf_reserve(row->begins, row->cells, &row->cells_capacity, sizeof *begins);
	if (begins == NULL || reserve_text(row, length + 1) != 0) {
		row->begins = begins != NULL ? begins : row->begins;
		r->failed = true;
		return;
	}
	row->begins = begins;
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
	return swf_fail(error, "%s:%lld: %s", reader->name, (long long)reader->begin, text);
}

/* Reads lines until a row is whole: 1, 0 at the end, -1 with the error set. */
static int read_row(struct swf_csv_reader *r, struct row *row, struct swf_error *error)
{
	row->cells = row->length = 0;
	r->into = row;
	r->whole = r->has_nul = r->bare_return = false;
	r->begin = 0;
	while (!r->whole) {
		errno = 0;
		const ssize_t length = getline(&r->line, &r->line_size, r->file);
		if (length < 0 && (ferror(r->file) || errno == ENOMEM))
			return swf_fail(error, "%s: %s", r->name, strerror(errno));
		if (length < 0 && csv_fini(&r->parser, on_cell, on_row, r) != 0)
			return swf_csv_refuse(r, error, "a quoted cell that does not end");
		if (length < 0)
			break;
		r->lines++;
		r->has_nul = r->has_nul || memchr(r->line, '\0', (size_t)length) != NULL;
		/* no row begins with an empty line */
		if (r->begin == 0 && strspn(r->line, "\r\n") < (size_t)length)
			r->begin = r->lines;
		const size_t bom =
			r->lines == 1 && strncmp(r->line, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
		const size_t given = (size_t)length - bom;
		if (csv_parse(&r->parser, r->line + bom, given, on_cell, on_row, r) != given) {
			if (csv_error(&r->parser) != CSV_EPARSE)
				return swf_fail(error, "out of memory");
			return swf_csv_refuse(r, error, "a quote where none may be");
		}
		/* where it ends a row, a newline must end the line */
		if (r->whole && r->ended_by == '\r' && r->line[length - 1] != '\n')
			r->bare_return = true;
	}
	if (r->failed)
		return swf_fail(error, "out of memory");
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

struct swf_csv_reader *swf_csv_new(FILE *file, const char *name, struct swf_error *error)
{
	struct swf_csv_reader *r = calloc(1, sizeof *r);
	if (r == NULL || (r->name = strdup(name)) == NULL ||
		csv_init(&r->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) {
		swf_fail(error, "out of memory");
		fclose(file);
		if (r != NULL)
			free(r->name);
		free(r);
		return NULL;
	}
	r->file = file;
	int got = read_row(r, &r->names, error);
	if (got == 0)
		swf_fail(error, "%s: empty, without names of columns", name);
	for (size_t i = 0; got == 1 && i < r->names.cells; i++)
		if (swf_csv_column(r, cell_of(&r->names, i)) != (int)i)
			got = swf_csv_refuse(r, error, "two columns '%s'", cell_of(&r->names, i));
	if (got != 1) {
		swf_csv_free(r);
		return NULL;
	}
	return r;
}

struct swf_csv_reader *swf_csv_open(const char *path, struct swf_error *error)
{
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		swf_fail(error, "%s: %s", path, strerror(errno));
		return NULL;
	}
	return swf_csv_new(file, path, error);
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
	fclose(reader->file);
	csv_free(&reader->parser);
	free_row(&reader->names);
	free_row(&reader->row);
	free(reader->line);
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

/* Whether the row is that of the names again. */
static bool repeats_names(const struct swf_csv_reader *r)
{
	return r->row.cells == r->names.cells && r->row.length == r->names.length &&
		memcmp(r->row.text, r->names.text, r->names.length) == 0;
}

int swf_csv_next(struct swf_csv_reader *reader, struct swf_error *error)
{
	int got;
	do
		got = read_row(reader, &reader->row, error);
	while (got == 1 && repeats_names(reader));
	if (got == 1 && reader->row.cells != reader->names.cells)
		return swf_csv_refuse(reader, error, "%zu cell%s where there are %zu columns",
			reader->row.cells, reader->row.cells == 1 ? "" : "s", reader->names.cells);
	return got;
}

const char *swf_csv_cell(const struct swf_csv_reader *reader, int column)
{
	return cell_of(&reader->row, (size_t)column);
}

bool swf_csv_is_number(const char *cell)
{
	double value;
	return swf_scan_number(cell, cell + strlen(cell), &value) == SWF_SCAN_OK;
}

/* Where a cell of the row read last ends. */
static const char *cell_end(const struct swf_csv_reader *reader, int column)
{
	const struct row *row = &reader->row;
	const size_t next = (size_t)column + 1;
	return row->text + (next < row->cells ? row->begins[next] : row->length) - 1;
}

int swf_csv_number(
	const struct swf_csv_reader *reader, int column, double *value, struct swf_error *error)
{
	const char *cell = swf_csv_cell(reader, column);
	if (cell[0] == '\0') {
		*value = NAN;
		return 0;
	}
	switch (swf_scan_number(cell, cell_end(reader, column), value)) {
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
