/* Logs as the filters read and write them. What fails dies with its message. */
#ifndef SWF_CMD_SHARED_LOG_IO_H
#define SWF_CMD_SHARED_LOG_IO_H

#include <stdio.h>

#include "swf/log-facts.h"
#include "swfcore/header.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/writer.h"

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

/* Begins a log: writes the header, which is freed, with a note of the command, its version and its
 * options, unless --no-provenance is given. */
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

#endif
