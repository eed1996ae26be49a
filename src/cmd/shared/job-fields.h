/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of a job by their places, from 0, and by the names that they have as columns: the 18,
 * and behind them those that a header may declare, by the names that these have there. */
#ifndef SWF_CMD_SHARED_JOB_FIELDS_H
#define SWF_CMD_SHARED_JOB_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "swf/fields.h"
#include "swfcore/job.h"

/* The places: FIELD_number, FIELD_submit, ..., as the members of struct swf_job are called. */
#define PLACE(n, member, kind, name) FIELD_##member = (n)-1,
enum { SWF_JOB_TABLE(PLACE) JOB_FIELDS };
#undef PLACE

/* Times are of the type double, processors of int32_t, and all others of int64_t. */
enum field_kind { KIND_time, KIND_procs, KIND_count };

extern const struct job_field {
	enum field_kind kind;
	size_t offset; /* in struct swf_job */
} job_fields[JOB_FIELDS];

/* Their names, ended by NULL. */
extern const char *const field_names[JOB_FIELDS + 1];

/* Dies if the header does not declare a field behind the 18th, which an option asks for. */
void need_field(const struct swf_header *header, const char *option, int place);

/* The names of statuses, from number 0 on, ended by NULL. */
extern const char *const status_names[];

/* The value of a time, of another field, and of any. */
static inline double time_field(const struct swf_job *job, int place)
{
	return *(const double *)((const char *)job + job_fields[place].offset);
}

static inline int64_t whole_field(const struct swf_job *job, int place)
{
	const void *field = (const char *)job + job_fields[place].offset;
	return job_fields[place].kind == KIND_procs ? *(const int32_t *)field
						    : *(const int64_t *)field;
}

static inline double number_field(const struct swf_job *job, int place)
{
	return job_fields[place].kind == KIND_time ? time_field(job, place)
						   : (double)whole_field(job, place);
}

/* Sets a time to one value, and another field to the other. */
void set_field(struct swf_job *job, int place, double time, int64_t whole);

#endif
