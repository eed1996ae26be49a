/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a log in the Standard Workload Format. Errors of writing are kept until swf_writer_flush,
 * which reports them, so that a loop need not check each call.
 */
#ifndef SWFCORE_WRITER_H
#define SWFCORE_WRITER_H

#include <stdbool.h>

#include "swfcore/error.h"
#include "swfcore/header.h"
#include "swfcore/job.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_writer;

/* Writes to an open file descriptor, which stays the caller's. With `align` the columns are padded
 * for reading by eye, else one blank separates fields. NULL when there is no memory. */
struct swf_writer *swf_writer_new(int fd, bool align);

/* From now on field 12 is written as -1 where it is larger than this. */
void swf_writer_hide_users(struct swf_writer *writer, int64_t most);

/* Each returns 0, or -1 once writing has failed. A job with a time that no reader takes (above 2^53
 * s) is not written, which is a failure, too. */
/* Where the header declares fields of struct swf_job (ExtraFields), the jobs behind it are written
 * with theirs. */
int swf_writer_header(struct swf_writer *writer, const struct swf_header *header);
int swf_writer_job(struct swf_writer *writer, const struct swf_job *job);

/* Adds text behind a blank to the line of the job that was written last: all fields after the 18th,
 * of which those that the header declares are the job's. It must follow swf_writer_job. */
int swf_writer_extra(struct swf_writer *writer, const char *text, size_t length);

/* Writes out what is buffered: 0, or -1 with the error set. */
int swf_writer_flush(struct swf_writer *writer, struct swf_error *error) SWF_MUST_CHECK;

/* Does not write what is buffered, and leaves the descriptor open. */
void swf_writer_free(struct swf_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
