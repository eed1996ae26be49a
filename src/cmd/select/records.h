/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of a log with what is known of them: as they are read, or once all are in memory, after
 * the changes of --set. What fails dies with its message. */
#ifndef SWF_CMD_SELECT_RECORDS_H
#define SWF_CMD_SELECT_RECORDS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/job.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "swfcore/quantity.h"
#include "users/session-lists.h"

/* A job of the log, with what is known of it besides. */
struct record {
	struct swf_job job;
	double work;       /* processor seconds */
	size_t place;      /* among all jobs of the log, from 0 */
	size_t session;    /* of its user, from 1; 0 where it has none or it is not asked for */
	int class_;        /* enum swf_session_class; negative like that */
	const char *extra; /* the fields after the 18th, with --extra */
	size_t extra_length;
};

/* Of the name of a type of GPUs. */
enum { GPU_TYPE_ROOM = 64 };

/* Stands for a start or an end that is not known, before all times. */
#define UNKNOWN_TIME (-INFINITY)

/* Its size in processors, or -1. */
static inline int32_t size_of(const struct swf_job *job, enum swf_size size)
{
	const int32_t procs = swf_job_size(job, size);
	return procs > 0 ? procs : SWF_UNKNOWN;
}

/* When it started and ended: s. */
static inline double start_of(const struct swf_job *job)
{
	return job->wait >= 0 ? job->submit + job->wait : UNKNOWN_TIME;
}

static inline double end_of(const struct swf_job *job)
{
	return job->run_time >= 0 ? start_of(job) + job->run_time : UNKNOWN_TIME;
}

/* The week of its submit, from 1, where `first` is the first submit of the log. */
static inline int64_t week_of(const struct swf_job *job, double first)
{
	return (int64_t)floor((job->submit - first) / SWF_WEEK) + 1;
}

/* Begins with the log and what is asked for, all else 0. */
struct source {
	struct swf_log *log;
	bool in_order; /* a job out of order is an error */
	bool sessions; /* records have their sessions */
	/* and their classes; jobs must be in memory then, as the rule needs the whole log */
	const struct swf_session_class_rule *rule;

	double first; /* s, the first submit, once a job was read */
	double last;  /* s, the submit of the job before */
	size_t read;
	bool in_memory;
	struct swf_packed_jobs jobs;
	size_t next;                         /* of them */
	struct swf_sessions_by_user by_user; /* of the jobs given out so far */
	int *classes;                        /* of the latest session of each user */
	size_t class_count, class_capacity;
};

/* Reads all jobs into source->jobs. */
void source_read_all(struct source *source);

/* The next record: its extra fields are valid until the next call. Returns false at the end. */
bool source_next(struct source *source, struct record *record);

void source_clear(struct source *source);

/* Takes a value of --set, JOB=FIELD:VALUE: fields of single jobs that are changed before anything
 * else. All jobs of a number have the same changes. */
void add_change(void *opts, const char *text);

/* Dies of changes of fields that the header does not declare. */
void settle_changes(const struct swf_header *header);

/* Dies where the log had no job of a number of --set, once all are read. */
void check_changes(void);

#endif
