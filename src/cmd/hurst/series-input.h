/* Series that are no logs. What fails dies with its message. */
#ifndef SWF_CMD_HURST_SERIES_INPUT_H
#define SWF_CMD_HURST_SERIES_INPUT_H

#include "stats/series.h"

/* Adds the numbers of a file, with blanks or newlines between them, to a series, which begins with
 * {.width = 1}; lines that begin with ; or # are passed over. "-" is the standard input. */
void read_numbers(const char *path, struct swf_series *series);

/* Adds the numbers in a column of a table in CSV. */
void read_column(const char *path, const char *column, struct swf_series *series);

#endif
