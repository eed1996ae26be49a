/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads tables in CSV (RFC 4180, by libcsv) whose first row names the columns, no two alike, and
 * listings of programs with another delimiter. Gzip is recognized. A byte order mark is passed
 * over, and so are empty lines, and rows that repeat the names, as where tables stand one behind
 * the other. A table in JSON, NDJSON or aligned text is an error that says so.
 */
#ifndef SWF_TABLE_CSV_READER_H
#define SWF_TABLE_CSV_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/bytes.h"
#include "swfcore/error.h"

struct swf_csv_reader;

/* Opens a file, or the standard input for "-", and reads the names of its columns. NULL with the
 * error set. */
struct swf_csv_reader *swf_csv_new(const char *path, struct swf_error *error);

/* The same for any source of bytes, which it takes over; `name` stands for it in messages. */
struct swf_csv_reader *swf_csv_new_bytes(
	struct swf_bytes bytes, const char *name, struct swf_error *error);

/* The same for a listing, which has another delimiter and knows no quotes; what stands behind the
 * last column belongs to it, with the delimiters. */
struct swf_csv_reader *swf_csv_new_listing(
	struct swf_bytes bytes, const char *name, char delimiter, struct swf_error *error);

void swf_csv_free(struct swf_csv_reader *reader);

/* The place of a column, or -1 if there is none of this name. */
int swf_csv_column(const struct swf_csv_reader *reader, const char *name);

/* The place of a column that there must be, to be asked before the first row is read: -1 with the
 * error set otherwise. */
int swf_csv_need_column(
	const struct swf_csv_reader *reader, const char *name, struct swf_error *error);

/* From now on a row of a listing with more cells than columns is an error. */
void swf_csv_refuse_more(struct swf_csv_reader *reader);

/* From now on delimiters may stand in this column of a listing, too: in a row with too many cells
 * it ends before the whole number that the next column is to have. A row that has several cells
 * which that could be is an error. */
void swf_csv_join_before_number(struct swf_csv_reader *reader, int column);

/* How many columns there are, and the name of one. */
size_t swf_csv_columns(const struct swf_csv_reader *reader);
const char *swf_csv_name(const struct swf_csv_reader *reader, int column);

/* Reads the next row: 1, 0 at the end, -1 with the error set, "FILE:LINE: ...". Every row must have
 * as many cells as there are columns. */
int swf_csv_next(struct swf_csv_reader *reader, struct swf_error *error) SWF_MUST_CHECK;

/* Whether the last error was one of that row alone, in its bytes or how many cells it has, so that
 * reading can go on with the next one. */
bool swf_csv_at_bad_row(const struct swf_csv_reader *reader);

/* A cell of the row read last, without blanks around it; valid until the next row is read. */
const char *swf_csv_cell(const struct swf_csv_reader *reader, int column);

/* The number in a cell of the row read last; NaN for an empty cell. Returns 0, or -1 with the error
 * set, "FILE:LINE: column 'NAME': not a number: 'abc'". */
int swf_csv_number(const struct swf_csv_reader *reader, int column, double *value,
	struct swf_error *error) SWF_MUST_CHECK;

/* Whether a cell is a number. */
bool swf_csv_is_number(const char *cell);

/* The line on which the row read last begins, from 1. */
int64_t swf_csv_line(const struct swf_csv_reader *reader);

/* Sets the error to "FILE:LINE: what" about the row read last. Returns -1. */
int swf_csv_refuse(const struct swf_csv_reader *reader, struct swf_error *error, const char *format,
	...) SWF_PRINTF(3, 4);

#endif
