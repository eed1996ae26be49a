/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the selected jobs go: first perhaps into picks, which are written only when all are known;
 * then into a log, a table of columns, or nowhere but into their number. What fails dies with its
 * message. */
#ifndef SWF_CMD_SELECT_SINK_H
#define SWF_CMD_SELECT_SINK_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>

#include "select/batsim.h"
#include "select/evalys.h"
#include "select/records.h"
#include "swfcore/calendar.h"
#include "swfcore/log.h"
#include "swfcore/table.h"
#include "swfcore/writer.h"

/* The last jobs, a sample, or all. */
enum pick { PICK_FIRST, PICK_LAST, PICK_SAMPLE };

/* Begins with how, how many, and for a sample the generator, all else 0. It takes memory for no
 * more records than it picks. */
struct picks {
	enum pick how;
	size_t most;
	gsl_rng *rng;
	size_t seen; /* of which it picks */
	struct record *records;
	size_t count, capacity;
};

/* Adds the next record, as a copy with its extra fields, where it is picked. Dies where there is no
 * memory. */
void picks_add(struct picks *picks, const struct record *record);

/* Puts them in the order of the log. */
void picks_sort(struct picks *picks);

void picks_clear(struct picks *picks);

/* The columns of a table: fields, and what follows from them. */
struct columns {
	int *columns;
	const char **names;
	size_t count;
	/* whether there are such columns */
	bool weeks, dates, local_dates, sessions, classes, extra;
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

/* Once the header is known: unless they were listed, adds the fields that it declares, and with
 * --extra the text of all behind the 18th. Dies of fields that it does not declare. */
void columns_settle(struct columns *columns, const struct swf_header *header, bool listed);

void columns_clear(struct columns *columns);

/* Begins with the columns and what they are relative to, all else 0. */
struct sink {
	const struct columns *columns;
	struct columns_base base;
	struct swf_writer *writer; /* or */
	struct swf_table *table;
	struct batsim *batsim;
	struct evalys *evalys;
	enum swf_format format;    /* of the table */
	bool failed;               /* to write */
	int64_t jobs, written;     /* all jobs, and those that went here */
	double work, written_work; /* processor seconds */
	double last;               /* s, the submit of the job before */
	int64_t unsorted;          /* jobs submitted before the one that precedes them here */
};

/* Begin a table; a log like the one that is read, or of jobs that are all known, with a header that
 * counts them; with `batsim` this as a workload of Batsim for a machine of so many processors, else
 * 0; and the table of evalys for such a machine. */
void sink_begin_table(struct sink *sink, enum swf_format format);
void sink_begin_log(struct sink *sink, const struct swf_header *header, int32_t batsim);
void sink_begin_counted_log(struct sink *sink, const struct swf_header *header,
	const struct record *records, size_t count, int32_t batsim);
void sink_begin_evalys(struct sink *sink, int32_t procs);

/* Counts a job of the log, selected or not. */
static inline void sink_count(struct sink *sink, const struct record *record)
{
	sink->jobs++;
	sink->work += record->work;
}

void sink_put(struct sink *sink, const struct record *record);

/* Writes out what is left, and notes what part of the log it was, unless the number alone was asked
 * for. */
void sink_end(struct sink *sink, bool counted);

#endif
