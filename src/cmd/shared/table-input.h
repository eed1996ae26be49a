/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in CSV as commands read them. What fails dies with its message. */
#ifndef SWF_CMD_SHARED_TABLE_INPUT_H
#define SWF_CMD_SHARED_TABLE_INPUT_H

#include "table/csv-reader.h"

/* Opens a table; "-" is the standard input. */
struct swf_csv_reader *open_table(const char *path);

/* Dies of what is wrong in the row read last. */
_Noreturn void die_of_row(const struct swf_csv_reader *csv, const char *format, ...)
	SWF_PRINTF(2, 3);

#endif
