/* Where the selected jobs go: a log, a table, or nowhere but into their number. What fails dies
 * with its message. */
#ifndef SWF_CMD_SELECT_SINK_H
#define SWF_CMD_SELECT_SINK_H

#include <stdbool.h>

#include "select/columns.h"
#include "select/record.h"
#include "swfcore/log.h"
#include "swfcore/table.h"
#include "swfcore/writer.h"

/* Begins with the columns and what they are relative to, all else 0. */
struct sink {
	const struct columns *columns;
	struct columns_base base;
	struct swf_writer *writer; /* or */
	struct swf_table *table;
	enum swf_format format;
	bool failed;               /* to write */
	int64_t jobs, written;     /* all jobs, and those that went here */
	double work, written_work; /* processor seconds */
	double last;               /* s, the submit of the job before */
	int64_t unsorted;          /* jobs submitted before the one that precedes them here */
};

/* Begin a table; a log like the one that is read; a log of jobs that are all known, with a header
 * that counts them. */
void sink_begin_table(struct sink *sink, enum swf_format format);
void sink_begin_log(struct sink *sink, const struct swf_log *log);
void sink_begin_counted_log(struct sink *sink, const struct swf_header *header,
	const struct record *records, size_t count);

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
