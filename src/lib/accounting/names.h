/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that become numbers: of users, groups, executables, queues, partitions, types of GPUs
 * and what jobs ask for.
 */
#ifndef SWF_NAMES_H
#define SWF_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"

enum swf_name_kind {
	SWF_NAME_USER,
	SWF_NAME_GROUP,
	SWF_NAME_EXECUTABLE,
	SWF_NAME_QUEUE,
	SWF_NAME_PARTITION,
	SWF_NAME_FIELDS,                     /* those above are fields of SWF itself */
	SWF_NAME_GPU_TYPE = SWF_NAME_FIELDS, /* the header of a log has these */
	SWF_NAME_CONSTRAINT,
	SWF_NAME_LICENSES,
	SWF_NAME_RESERVATION,
	SWF_NAME_KINDS
};

/* "user", "group", "executable", "queue", "partition", "gpu_type", "constraint", "licenses",
 * "reservation", NULL. */
extern const char *const swf_name_kinds[];

#define SWF_NO_NAME UINT32_MAX

/* The names of one kind. Begins with {0}. */
struct swf_names {
	struct swf_name {
		size_t text;    /* where it begins among the texts */
		int64_t number; /* 0 before it has one */
		int64_t uses;
	} * names;
	size_t count, capacity;
	char *texts;
	size_t length, texts_capacity;
	uint32_t *slots; /* a hash table: 0, or 1 + the place in names */
	unsigned slot_bits;
	uint32_t put_last; /* the place */
	int64_t last;      /* the greatest number */
};

/* The place of a name of `length` bytes, which is added, still without a number, if need be.
 * SWF_NO_NAME when there is no memory. */
uint32_t swf_names_put(struct swf_names *names, const char *name, size_t length) SWF_MUST_CHECK;

const char *swf_names_text(const struct swf_names *names, uint32_t place);

/* Counts a use of a name, which gets the next number if it has none. Does nothing for SWF_NO_NAME.
 */
void swf_names_use(struct swf_names *names, uint32_t place);

/* The number of a name that has one; -1 for SWF_NO_NAME. */
int64_t swf_names_number(const struct swf_names *names, uint32_t place);

/* A copy of the names that have numbers, by number, to be freed. NULL when there is no memory. */
struct swf_name *swf_names_by_number(const struct swf_names *names, size_t *count) SWF_MUST_CHECK;

void swf_names_clear(struct swf_names *names);

/* The keys of names as a table: what number a name has. */

/* Reads keys into the names of all kinds, which have none yet. Returns 0, or -1 with the error set,
 * also for a number or a name that is there twice. */
int swf_keys_read(struct swf_csv_reader *csv, struct swf_names names[SWF_NAME_KINDS],
	struct swf_error *error) SWF_MUST_CHECK;

/* The table of the keys: kind after kind, by number. NULL when there is no memory. */
struct swf_table *swf_keys_table(const struct swf_names names[SWF_NAME_KINDS]);

#endif
