/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables as all commands print them: CSV (written by libcsv), aligned text, JSON (an array of
 * objects, one a row) or NDJSON (the same objects, one a line). Filled cell by cell, a row after
 * the other.
 */
#ifndef SWFCORE_TABLE_H
#define SWFCORE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_table;

enum swf_format { SWF_FORMAT_CSV, SWF_FORMAT_TEXT, SWF_FORMAT_JSON, SWF_FORMAT_NDJSON };

/* A table with these columns (the texts of the names must outlive it). NULL when there is no
 * memory. */
struct swf_table *swf_table_new(const char *const names[], size_t columns);
void swf_table_free(struct swf_table *table);

/* The table is one record: as text it has a line for each column. Only for a table of one row. */
void swf_table_set_record(struct swf_table *table);

/* From now on rows are written to the file as soon as they are complete, so that a table of any
 * length takes no memory; text waits for swf_table_write, since columns are as wide as their widest
 * cell. That must get the same file and format. */
void swf_table_stream(struct swf_table *table, FILE *file, enum swf_format format);

/* Adds the next cell. A number that is not finite is a missing value: an empty cell in CSV, null in
 * JSON and NDJSON, "-" in text. A byte of a text that is not UTF-8 becomes U+FFFD in JSON and
 * NDJSON, which must be UTF-8. When there is no memory the table remembers it for swf_table_write.
 */
void swf_table_number(struct swf_table *table, double value);
void swf_table_text(struct swf_table *table, const char *value);
/* A number that stands for something, such as a job: written whole, however large. */
void swf_table_whole(struct swf_table *table, int64_t value);
/* A time, in s: written as in logs, so that it reads back equal. */
void swf_table_time(struct swf_table *table, double value);
/* CSV 1 or 0, JSON and NDJSON true or false, text yes or no. */
void swf_table_truth(struct swf_table *table, bool value);

/* Writes the table, once. Whole numbers are written whole, others with up to 10 significant digits
 * in all formats but text. Without a row CSV and text have the names of the columns, JSON is [] and
 * NDJSON is empty. Returns 0, or -1 with the error set. */
int swf_table_write(struct swf_table *table, FILE *file, enum swf_format format,
	struct swf_error *error) SWF_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
