/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as commands write them. */
#ifndef SWF_CMD_SHARED_TABLE_OUTPUT_H
#define SWF_CMD_SHARED_TABLE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "swfcore/table.h"

/* Writes a table, or what is left of one that is streamed, to the output or to a file called
 * `name`, and frees it. Dies where that fails, and of a table that is NULL, for which there was no
 * memory. */
void write_table(struct swf_table *table, enum swf_format format);
void write_table_to(FILE *file, const char *name, struct swf_table *table, enum swf_format format);

/* A table, with columns that NULL ends, of what is found in one log or in each of several, in which
 * case every row begins with the name of its log: row_of_log() begins a row. */
struct swf_table *table_of_logs(const char *const columns[], bool several);
void row_of_log(struct swf_table *table, bool several, const char *log);

#endif
