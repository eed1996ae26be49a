/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables in CSV with a row a job, as traces of clusters are published: which of their columns is
 * which field of a job.
 *
 * A map is written "submit=submit_time,procs=cpu_milli/1000,...": the field, the name of the
 * column, and what its numbers are multiplied (*) or divided (/) by. A question mark at the end
 * stands for a column that a table need not have.
 */
#ifndef SWF_ACCOUNTING_TABLE_ACCOUNTS_TABLE_H
#define SWF_ACCOUNTING_TABLE_ACCOUNTS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "swfcore/error.h"

enum swf_table_field {
	SWF_TABLE_SUBMIT, /* a date, a Unix time, or s from any second 0 */
	SWF_TABLE_START,
	SWF_TABLE_END,
	SWF_TABLE_WAIT, /* s, where there is no start */
	SWF_TABLE_RUN_TIME,
	SWF_TABLE_ESTIMATE,
	SWF_TABLE_PROCS,
	SWF_TABLE_GPUS,
	SWF_TABLE_NODES,
	SWF_TABLE_SOFT_ESTIMATE,
	SWF_TABLE_ENERGY, /* J */
	SWF_TABLE_REQUEUES,
	SWF_TABLE_MEMORY, /* KB of the whole job */
	SWF_TABLE_USER,
	SWF_TABLE_GROUP,
	SWF_TABLE_EXECUTABLE,
	SWF_TABLE_QUEUE,
	SWF_TABLE_PARTITION,
	SWF_TABLE_GPU_TYPE,
	SWF_TABLE_CONSTRAINT,
	SWF_TABLE_LICENSES,
	SWF_TABLE_RESERVATION,
	SWF_TABLE_STATUS,
	SWF_TABLE_FIELDS
};

enum { SWF_COLUMN_NAME_ROOM = 64 };

struct swf_column_map {
	struct swf_mapped_column {
		char name[SWF_COLUMN_NAME_ROOM]; /* empty: no column */
		double factor;
		bool optional;
	} columns[SWF_TABLE_FIELDS];
};

/* Reads a map, which has the submit, the processors, and the run time; or in place of that the
 * end with the start or the wait. 0, or -1 with the error set. */
int swf_column_map_read(
	struct swf_column_map *map, const char *text, struct swf_error *error) SWF_MUST_CHECK;

#endif
