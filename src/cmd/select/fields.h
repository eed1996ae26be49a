/* The 18 fields of a job, by the names that they have as columns. */
#ifndef SWF_CMD_SELECT_FIELDS_H
#define SWF_CMD_SELECT_FIELDS_H

#include "swfcore/job.h"

enum field_kind { FIELD_TIME, FIELD_PROCS, FIELD_COUNT };

/* Their names, ended by NULL. */
extern const char *const field_names[SWF_FIELDS + 1];

enum field_kind field_kind(int field);

/* The value of a field, counted from 0: of a time, and of another one. */
double time_field(const struct swf_job *job, int field);
int64_t whole_field(const struct swf_job *job, int field);

/* The same to be set, of the type of its kind: double, int32_t, int64_t. */
void *field_of_job(struct swf_job *job, int field);

#endif
