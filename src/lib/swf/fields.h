/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fields of jobs: the one list of all 18, attributes that are made of them, and what lines have
 * behind them.
 */
#ifndef SWF_SWF_FIELDS_H
#define SWF_SWF_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

/*
 * The 18 fields in file order, for the reader, the writer and the messages: X(number, member of
 * struct swf_job, kind, name). The kinds are time (double), procs (int32_t) and count (int64_t).
 */
/* clang-format off */
#define SWF_FIELD_TABLE(X) \
	X( 1, number,         count, "job number") \
	X( 2, submit,         time,  "submit time") \
	X( 3, wait,           time,  "wait time") \
	X( 4, run_time,       time,  "run time") \
	X( 5, allocated,      procs, "allocated processors") \
	X( 6, cpu_time,       time,  "CPU time") \
	X( 7, memory,         count, "used memory") \
	X( 8, requested,      procs, "requested processors") \
	X( 9, estimate,       time,  "requested time") \
	X(10, memory_request, count, "requested memory") \
	X(11, status,         count, "status") \
	X(12, user,           count, "user") \
	X(13, group,          count, "group") \
	X(14, executable,     count, "executable") \
	X(15, queue,          count, "queue") \
	X(16, partition,      count, "partition") \
	X(17, preceding,      count, "preceding job") \
	X(18, think_time,     time,  "think time")

/* What struct swf_job has beside them: fields that stand where ExtraFields of a header says, by the
 * names of these members. The numbers only go on from those above. */
#define SWF_EXTRA_TABLE(X) \
	X(19, gpus,           count, "GPUs") \
	X(20, soft_estimate,  time,  "soft estimate") \
	X(21, gpu_type,       procs, "GPU type") \
	X(22, nodes,          procs, "nodes") \
	X(23, energy,         time,  "energy") \
	X(24, constraint,     procs, "constraint") \
	X(25, licenses,       procs, "licenses") \
	X(26, reservation,    procs, "reservation") \
	X(27, requeues,       procs, "requeues")

/* All of these. */
#define SWF_JOB_TABLE(X) \
	SWF_FIELD_TABLE(X) \
	SWF_EXTRA_TABLE(X)
/* clang-format on */

enum {
	SWF_JOB_FIELDS = 27,                 /* of the table */
	SWF_NODES_TEXT = SWF_JOB_FIELDS + 1, /* a text that is carried, and in no struct */
	SWF_MOST_FIELDS = 99                 /* that a line may have and a header declare */
};

/* The kinds of fields as types. */
typedef double swf_kind_time;
typedef int64_t swf_kind_count;
typedef int32_t swf_kind_procs;

/* What a log of 21 fields has without declaring it, as others write it. */
#define SWF_PRESUMED_EXTRA "19 gpus, 20 soft_estimate, 21 nodes_text"

/* Which named fields the lines of a log have behind their 18th. */
struct swf_extra_columns {
	unsigned char fields[SWF_MOST_FIELDS + 1]; /* by column: a number above, or 0 */
	bool has[SWF_NODES_TEXT + 1];              /* by number */
	int last;                                  /* the last column that has one, or 0 */
};

/* Those that the header declares. */
void swf_extra_columns_read(struct swf_extra_columns *columns, const struct swf_header *header);

/* Attributes of jobs, as samples of them are looked at. */
enum swf_attribute { SWF_ATTRIBUTE_RUN_TIME, SWF_ATTRIBUTE_ESTIMATE, SWF_ATTRIBUTE_SIZE };
enum { SWF_ATTRIBUTES = 3 };

/* "runtime", "estimate", "size", NULL. */
extern const char *const swf_attribute_names[];

/* The run time (s, 0 or more), the user's estimate of it (s, over 0) or the size (processors, over
 * 0) of a job; -1 if it is not known. */
double swf_attribute_of(
	const struct swf_job *job, enum swf_attribute attribute, enum swf_size size);

/* What the lines of jobs have after their 18 fields, by the place of the job in its log. Memory
 * grows with the log: a number for each job, and its text unless the job before it has the same.
 * Begins empty with {0}. */
struct swf_extras {
	size_t *begins; /* of the texts; SIZE_MAX for none */
	size_t count, capacity;
	char *texts; /* each with its length before it */
	size_t length, texts_capacity;
};

/* Adds a copy of the text of the next job, none if the length is 0. 0, or -1 when there is no
 * memory. */
int swf_extras_add(struct swf_extras *extras, const char *text, size_t length) SWF_MUST_CHECK;

/* The text of the job at a place, counted from 0, not ended by NUL; NULL and a length of 0 for
 * none. It stays until one is added. */
const char *swf_extras_text(const struct swf_extras *extras, size_t place, size_t *length);

/* Puts them in another order: the first becomes that at were[0], and so on. 0, or -1 when there is
 * no memory. */
int swf_extras_order(struct swf_extras *extras, const size_t *were) SWF_MUST_CHECK;

void swf_extras_clear(struct swf_extras *extras);

#endif
