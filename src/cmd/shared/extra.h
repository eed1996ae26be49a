/* The fields after the 18th (--extra): kept as jobs are read, in the order of reading, and written
 * behind the same jobs. What fails dies with its message. */
#ifndef SWF_CMD_SHARED_EXTRA_H
#define SWF_CMD_SHARED_EXTRA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/job.h"
#include "swfcore/log.h"
#include "swfcore/writer.h"

/* To be called once the options are known: whether the command, called like this, can keep the
 * fields. If not, it dies of --extra: "--extra REASON". */
void settle_extra(bool possible, const char *reason);

/* Notes on how many lines there are such fields, unless they are kept. */
void note_extra(int64_t lines);

/* Writes the job that the log gave out last, as swf_writer_job does, and with --extra its fields
 * after the 18th. */
int put_read_job(struct swf_writer *writer, const struct swf_job *job, const struct swf_log *log);

/* The same of a text that is at hand. */
int put_job_and_extra(
	struct swf_writer *writer, const struct swf_job *job, const char *text, size_t length);

/* What the job has that the log gave out last, or with --extra was kept at a place: a length of 0
 * without --extra. */
const char *read_extra(const struct swf_log *log, size_t *length);
const char *kept_extra(size_t place, size_t *length);

/* The same in two steps, for jobs that are written later: with --extra keeps a text, or what the
 * job has that the log gave out last; and writes a job with what was kept at a place, counted from
 * 0. */
void keep_extra_text(const char *text, size_t length);
void keep_extra(const struct swf_log *log);
int put_job(struct swf_writer *writer, const struct swf_job *job, size_t place);

/* Puts what was kept in the order of jobs that were sorted: the first becomes that at were[0]. */
void order_extra(const size_t *were);

#endif
