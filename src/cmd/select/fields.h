/* The 18 fields of a job, by the names that they have as columns. */
#ifndef SWF_CMD_SELECT_FIELDS_H
#define SWF_CMD_SELECT_FIELDS_H

#include <stdbool.h>

#include "swfcore/job.h"

enum field_kind { FIELD_TIME, FIELD_PROCS, FIELD_COUNT };

/* The places of some: the submit time, which is always known, as times may be before second 0; and
 * the status, whose numbers have names. */
enum { SUBMIT_FIELD = 1, STATUS_FIELD = 10 };

/* Their names, ended by NULL. */
extern const char *const field_names[SWF_FIELDS + 1];

enum field_kind field_kind(int field);

/* The names of statuses, from number 0 on, ended by NULL. */
extern const char *const status_names[];

/* The value of a field, counted from 0: of a time, and of another one. */
double time_field(const struct swf_job *job, int field);
int64_t whole_field(const struct swf_job *job, int field);

/* The same to be set, of the type of its kind: double, int32_t, int64_t. */
void *field_of_job(struct swf_job *job, int field);

#endif
