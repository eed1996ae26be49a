/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs as commands read and write them, and the options for that. What fails dies with its message.
 */
#ifndef SWF_CMD_SHARED_LOG_IO_H
#define SWF_CMD_SHARED_LOG_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "shared/options.h"
#include "swf/log-facts.h"
#include "swfcore/header.h"
#include "swfcore/job.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/writer.h"

/* Rows to be included: of commands that read a log; of those that write one as well; and of those
 * that write the jobs they read (--extra). */
extern const struct option_row reading_options[], writing_options[], extra_options[];

/* Of commands that read a log and sometimes write one: with what they do then. */
extern const struct option_row align_options[], provenance_options[];

/* --anonymous, of commands for which each job needs a user, and of those which can also drop jobs
 * without one, or keep them as they are. */
extern const struct option_row anonymous_users_options[], anonymous_jobs_options[];

struct log_options {
	bool align, skip_bad, provenance, extra;
	enum swf_anonymous anonymous;
	bool keep_anonymous; /* jobs without a user stay what they are */
};
const struct log_options *log_options(void);

/* As --skip-bad does. */
void skip_bad_lines(void);

/* Opens the log that is the operand, or the one at a path, as --skip-bad and --anonymous say. */
struct swf_log *open_log(void);
struct swf_log *open_log_at(const char *path);

/* Dies of an empty log, before anything else is found missing in it. */
void die_if_empty(const struct swf_log *log, const char *path);

/* Dies because the header does not give the size of the machine. */
_Noreturn void die_without_procs(struct swf_log *log, const char *path);

/* Reads its next job, in submit order; false at the end. */
bool next_job(struct swf_log *log, struct swf_job *job);

/* Warns of bad lines that were skipped, if there are any. */
void note_bad_lines(int64_t bad);

/* Notes what was left out of a log. Dies if bad lines were skipped and no job was left. */
void note_log_counts(struct swf_log_counts counts);

/* A copy of a log's header, to be changed for the output. */
struct swf_header *copy_header(const struct swf_header *header);

/* Takes out what a filter cannot know before the end of its input: MaxJobs, MaxRecords, EndTime. */
void forget_counts(struct swf_header *header);

/* Corrects MaxJobs and MaxRecords, where they stand, and takes out EndTime. */
void correct_counts(struct swf_header *header, size_t jobs);

/* Has the header name the machine that the jobs are for. Otherwise metrics of the output would be
 * wrong. */
void set_procs(struct swf_header *header, int32_t procs);

/* Makes a line of a number, such as MaxGPUs, this one. */
void set_amount(struct swf_header *header, const char *label, int64_t amount);

/* The command goes by GPUs: no note is to say that it does not. */
void see_gpus(void);

/* Adds a note of the command, its version and its options, unless --no-provenance is given. */
void add_provenance(struct swf_header *header);

/* Begins a log: writes the header, which is freed, with that note. */
struct swf_writer *begin_log(int fd, struct swf_header *header);

/* The same for a filter that streams: to the output, with the header of the log that it reads,
 * without what it cannot know. */
struct swf_writer *begin_filtered_log(const struct swf_log *log);

/* Notes how many jobs without a user were left out, and their share of all work. */
void note_anonymous(int64_t jobs, double work, double all_work);

/* Dies if no job of the log at a path has a user and --anonymous was not given. */
void need_users(const struct swf_log *log, const char *path);

/* Warns where the log at a path does not record how long its jobs were in the queue. `meaning`, a
 * sentence, says what follows for the result. */
void warn_of_unknown_waits(
	const struct swf_waits *waits, int32_t procs, const char *path, const char *meaning);

/* Writes out what is left; `name` stands for the file in messages. */
void end_log(struct swf_writer *writer, const char *name);

/* Writes jobs, or with `places` those at some places among them, as a log to a file called `name`,
 * with a header of which the counts are corrected. With --extra the fields of each were kept at its
 * place. */
void write_jobs(FILE *file, const char *name, const struct swf_header *header,
	const struct swf_packed_jobs *jobs, const size_t *places, size_t count);

/* The fields after the 18th (--extra): kept as jobs are read, in the order of reading, and written
 * behind the same jobs. */

/* To be called once the options are known: whether the command, called like this, can keep the
 * fields. If not, it dies of --extra: "--extra REASON". */
void settle_extra(bool possible, const char *reason);

/* Keeps them as --extra does, where the command can, if the header declares a text among them. Logs
 * that are opened here have that done. */
void carry_text(const struct swf_header *header);

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
