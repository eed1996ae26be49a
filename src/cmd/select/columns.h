/* The columns of a table of jobs: fields, and what follows from them. What fails dies with its
 * message. */
#ifndef SWF_CMD_SELECT_COLUMNS_H
#define SWF_CMD_SELECT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "select/record.h"
#include "swfcore/calendar.h"
#include "swfcore/table.h"

struct columns {
	int *columns;
	const char **names;
	size_t count;
	bool weeks, dates, local_dates, sessions, classes; /* whether there are such columns */
};

/* What they are relative to. */
struct columns_base {
	enum swf_size size;
	double first;                        /* s, the first submit of the log */
	double start;                        /* Unix time of second 0, or NaN */
	const struct swf_calendar *calendar; /* where there are local dates */
};

/* Reads a list of names; NULL is that of the 18 fields. */
void columns_read(struct columns *columns, const char *list);

/* Adds the row of a job. */
void columns_add_row(const struct columns *columns, const struct columns_base *base,
	const struct record *record, struct swf_table *table);

void columns_clear(struct columns *columns);

#endif
