/* Fields of single jobs that are changed before anything else (--set). What fails dies with its
 * message. */
#ifndef SWF_CMD_SELECT_CHANGES_H
#define SWF_CMD_SELECT_CHANGES_H

#include "swfcore/job.h"

/* Takes JOB=FIELD:VALUE. */
void add_change(void *opts, const char *text);

/* Changes the fields of a job; all jobs of its number have the same changes. */
void change(struct swf_job *job);

/* Dies where the log had no job of a number, once all are read. */
void check_changes(void);

#endif
