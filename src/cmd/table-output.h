/* Tables as commands write them. */
#ifndef SWF_CMD_TABLE_OUTPUT_H
#define SWF_CMD_TABLE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "swfcore/table.h"

/* Writes a table, or what is left of one that is streamed, to the output or to a file called
 * `name`, and frees it. Dies where that fails, and of a table that is NULL, for which there was no
 * memory. */
void write_table(struct swf_table *table, enum swf_format format, bool single);
void write_table_to(
	FILE *file, const char *name, struct swf_table *table, enum swf_format format, bool single);

#endif
