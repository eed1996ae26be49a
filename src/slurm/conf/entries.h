/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of Slurm's files: lines without comments, joined where they are continued; of a
 * slurm.conf cut into KEY=VALUE, with those of included files in their place.
 */
#ifndef SWF_SLURM_CONF_ENTRIES_H
#define SWF_SLURM_CONF_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/input.h"
#include "slurm/slurm.h"
#include "swfcore/error.h"

struct swf_slurm_settings;

/* Texts that stay where they are until all are freed: names and values of a configuration. NULL
 * when there is no memory. */
struct swf_slurm_names *swf_slurm_names_new(void);
void swf_slurm_names_free(struct swf_slurm_names *names);

/* Room for `length` bytes, with a NUL behind them, or a copy of such. NULL when there is no memory.
 */
char *swf_slurm_names_room(struct swf_slurm_names *names, size_t length) SWF_MUST_CHECK;
char *swf_slurm_names_put(
	struct swf_slurm_names *names, const char *text, size_t length) SWF_MUST_CHECK;

/* What each setting of the file is, or word of a list, to be told in the end. */
struct swf_slurm_report {
	struct swf_slurm_told *list;
	size_t count, capacity;
	struct swf_slurm_names *names;                  /* own the texts */
	const struct swf_slurm_settings *const *tables; /* by scope, of what is read */
	struct swf_error *error;
};

/* A setting as the file has it, and where. */
struct swf_slurm_value {
	const char *file;
	size_t line;
	const char *name;
	const char *text; /* NULL for a word of a list that has no value */
	struct swf_slurm_report *report;
	const char *title, *of; /* of its line, as in what is told */
};

/* Remembers what a setting is, by this name and for this reason or NULL. */
int swf_slurm_tell(const struct swf_slurm_value *value, enum swf_slurm_kind kind, const char *name,
	const char *why) SWF_MUST_CHECK;

/* Tells the listener, which may be NULL. */
void swf_slurm_report_to(
	const struct swf_slurm_report *report, const struct swf_slurm_listener *listener);

/* The lines of a file as Slurm reads them: without comments, joined where a line ends with a
 * backslash, and without the backslashes before characters. */
struct swf_slurm_lines {
	const char *file; /* as messages print it */
	struct swf_lines lines;
	size_t line; /* the number of the first of those that are joined */
	size_t lines_read;
	char *text; /* of the line, with a NUL behind it */
	size_t length, capacity;
};

/* Returns 0, or -1 with the error set. Close it in both cases. */
int swf_slurm_lines_open(
	struct swf_slurm_lines *lines, const char *file, struct swf_error *error) SWF_MUST_CHECK;
void swf_slurm_lines_close(struct swf_slurm_lines *lines);

/* The next line: 1, 0 at the end, -1 with the error set. */
int swf_slurm_lines_next(struct swf_slurm_lines *lines, struct swf_error *error) SWF_MUST_CHECK;

struct swf_slurm_entry {
	const char *file;
	size_t line;
	const char *key, *value;
	bool first; /* of its line */
};

/* Begins with {.names = ..., .report = ...}: what owns the texts, and what is told of the files. */
struct swf_slurm_entries {
	struct swf_slurm_entry *list;
	size_t count, capacity;
	size_t files; /* read so far, those that are included several times as well */
	struct swf_slurm_names *names;
	struct swf_slurm_report *report;
};

/* Returns 0, or -1 with the error set. */
int swf_slurm_entries_read(struct swf_slurm_entries *entries, const char *file,
	struct swf_error *error) SWF_MUST_CHECK;

/* Puts an entry, whose texts may be NULL without memory, at a place before others. Returns 0, or -1
 * with the error set. */
int swf_slurm_entries_insert(struct swf_slurm_entries *entries, size_t place,
	struct swf_slurm_entry entry, struct swf_error *error) SWF_MUST_CHECK;

/* The entry behind those of a line. */
const struct swf_slurm_entry *swf_slurm_entries_line_end(
	const struct swf_slurm_entry *begin, const struct swf_slurm_entry *end);

/* Frees the list alone. */
void swf_slurm_entries_clear(struct swf_slurm_entries *entries);

#endif
